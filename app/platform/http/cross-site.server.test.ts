import { expect, test } from "vitest";
import {
  crossSiteRefusal,
  crossSiteRefusalOfAnyMethod,
  isPrefetch,
  localAddress,
  refusalUnlessOpened,
} from "./cross-site.server";

const own = "http://localhost:3000";
const refusalOf = (method: string, headers: Record<string, string>) =>
  crossSiteRefusal(new Request(`${own}/permits/7`, { method, headers }));
const statusOf = (method: string, headers: Record<string, string>) =>
  refusalOf(method, headers)?.status ?? "passes";

const foreign: Record<string, string>[] = [
  { origin: "https://evil.test" },
  { origin: "null" },
  { origin: "" },
  { origin: "http://localhost:3001" },
  { origin: "https://localhost:3000" },
  { origin: `${own}.evil.test` },
  { origin: `${own}/` },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: own, "sec-fetch-site": "cross-site" },
  { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-site" },
];
const local: Record<string, string>[] = [
  {},
  { origin: own },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { origin: own, "sec-fetch-site": "same-origin" },
  // A page with the referrer policy no-referrer.
  { origin: "null", "sec-fetch-site": "same-origin" },
];

test.each(foreign)("a request with %o returns 403 for every method that may change data", (headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect(statusOf(method, headers), method).toBe(403);
});

test("the page of a status link sends no origin in old browsers, and no other site knows its address", () => {
  const sent = (path: string, headers: Record<string, string>) =>
    crossSiteRefusal(new Request(`${own}${path}`, { method: "POST", headers }))?.status;
  const [page, null_] = ["/status/abc/answers?save", { origin: "null" }];
  expect(sent(page, null_)).toBeUndefined();
  expect(sent("/STATUS/abc", null_)).toBeUndefined();
  expect(sent("/statusabc", null_)).toBe(403);
  expect(sent(page, { origin: "https://evil.test" })).toBe(403);
  expect(sent(page, { ...null_, "sec-fetch-site": "cross-site" })).toBe(403);
});

test.each(foreign)("a request with %o passes if it only reads", (headers) => {
  for (const method of ["GET", "HEAD"]) expect(statusOf(method, headers), method).toBe("passes");
});

test("a GET that changes data returns 403 in the same cases", () => {
  const statusAt = (headers: Record<string, string>) =>
    crossSiteRefusalOfAnyMethod(new Request(`${own}/api/logout`, { headers }))?.status;
  for (const headers of foreign) expect(statusAt(headers)).toBe(403);
  for (const headers of local) expect(statusAt(headers)).toBeUndefined();
});

test.each(local)("a request with %o passes", (headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(statusOf(method, headers), method).toBe("passes");
});

test.each([
  ["HEAD", {}],
  ["GET", { "sec-purpose": "prefetch" }],
  ["GET", { "sec-purpose": "prefetch;prerender", "sec-fetch-mode": "navigate" }],
  ["GET", { purpose: "prefetch" }],
  ["GET", { "x-moz": "prefetch" }],
  ["GET", { "x-purpose": "preview" }],
])("a %s with %o opens no page", (method, headers: Record<string, string>) => {
  const request = new Request(`${own}/api/logout`, { method, headers });
  expect(isPrefetch(request)).toBe(true);
  expect(refusalUnlessOpened(request)?.status).toBe(method === "HEAD" ? 204 : 403);
});

test.each([
  [{}, undefined],
  [{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, undefined],
  // Node.js, without a page.
  [{ "sec-fetch-mode": "cors" }, undefined],
  [{ "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 403],
  [{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, 403],
])("a GET with %o of an address that changes something is refused with %s", (headers: object, status) => {
  const request = new Request(`${own}/api/logout`, { headers: headers as Record<string, string> });
  expect(refusalUnlessOpened(request)?.status).toBe(status);
});

test("a program gets the message as JSON, a browser as one sentence", async () => {
  const message = "This request was sent from another site, and was not processed";
  const headers = { origin: "https://evil.test" };
  expect(await refusalOf("POST", headers)?.json()).toEqual({ message });
  expect(await refusalOf("POST", { ...headers, accept: "text/html,*/*;q=0.8" })?.text()).toBe(`${message}.`);
});

test.each([
  ["/", "/"],
  ["/permits/7", "/permits/7"],
  ["/a?b#c", "/a?b#c"],
  ["/permits?search=a%2Fb&page=2", "/permits?search=a%2Fb&page=2"],
  ["/a/../permits", "/permits"],
  ["/%2f%2fevil.test", "/%2f%2fevil.test"],
  ["/search?q=https://evil.test", "/search?q=https://evil.test"],
])("%o is a local address", (value, address) => {
  expect(localAddress(value)).toBe(address);
});

test.each([
  "",
  "permits",
  "//evil.test",
  "///evil.test",
  "https://evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "\t//evil.test",
  " //evil.test",
  "/.//evil.test",
  "/a/..//evil.test",
  "//localhost:3000/permits",
  "javascript:alert(1)",
  "data:text/html,hello",
  "//",
  "/\\",
  null,
  undefined,
  7,
  {},
])("%o becomes the start page", (value) => {
  expect(localAddress(value)).toBe("/");
});

test("no local address leads to another host", () => {
  const pieces = ["/", "\\", "..", ".", "\t", "%2f", "@", ":", "evil.test", "?", "#"];
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces) {
        const address = localAddress(`/${first}${second}${third}evil.test`);
        expect(new URL(address, `${own}/login`).origin, address).toBe(own);
      }
});
