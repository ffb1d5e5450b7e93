import { expect, test } from "vitest";
import { allowedMethods, pathOf, routedMethod } from "./request-line.server";

const own = "http://localhost:3000";

test.each(["/", "/permits/7?comment", "/permits?search=50%", "/permits/7#notes", "/a%20b", "/a//b", "/?", "/*"])(
  "%s is returned unchanged",
  (path) => {
    expect(pathOf(path)).toBe(path);
  },
);

test.each([
  [`${own}/permits/7?comment`, "/permits/7?comment"],
  [own, "/"],
  [`${own}/`, "/"],
  [`${own}?search=a`, "/?search=a"],
  ["HTTP://LOCALHOST:3000/Permits", "/Permits"],
  [`${own}/http://evil.test/`, "/http://evil.test/"],
])("%s has the path %s", (target, path) => {
  expect(pathOf(target)).toBe(path);
});

test("the default port is optional", () => {
  const origin = "https://permits.example.gov";
  expect(pathOf("https://permits.example.gov:443/login", origin)).toBe("/login");
  expect(pathOf("https://Permits.Example.gov/login", origin)).toBe("/login");
  expect(pathOf("http://permits.example.gov/login", origin)).toBeUndefined();
  expect(pathOf("https://permits.example.gov:80/login", origin)).toBeUndefined();
});

test.each([
  "http://evil.test/login",
  "https://localhost:3000/login",
  "http://localhost/login",
  "http://localhost:3001/login",
  "http://localhost:3000.evil.test/login",
  "http://user@localhost:3000/login",
  "http://localhost:3000@evil.test/login",
  "http://localhost:3000\\@evil.test/login",
  "http://localhost:3000#/login",
  "http:/localhost:3000/login",
  "http:localhost:3000/login",
  "http://",
  "http:///login",
  "ftp://localhost:3000/login",
  "localhost:3000",
  "login",
  "*",
  "",
  undefined,
])("%s is not an address of this server", (target) => {
  expect(pathOf(target)).toBeUndefined();
});

test.each([
  "//",
  "/////",
  "//evil.test/login",
  "/\\evil.test/login",
  "/.//evil.test/login",
  "/a/..//evil.test",
  "/%2f/evil.test",
  "/%",
  "/permits/%E0%A4%A",
  "/permits/%ff.data",
  `${own}//evil.test/login`,
  `${own}/%`,
])("%s is malformed", (target) => {
  expect(pathOf(target)).toBeUndefined();
});

test("an unknown method becomes OPTIONS, and Allow lists the supported methods", () => {
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
    expect(routedMethod(method)).toBe(method);
  for (const method of ["OPTIONS", "TRACE", "PROPFIND", "get", "", undefined])
    expect(routedMethod(method)).toBe("OPTIONS");
  expect(allowedMethods).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
});
