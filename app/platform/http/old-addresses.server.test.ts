import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaves } from "~/testing/route-addresses";
import { oldAddresses, presentAddress, redirectOldAddress } from "./old-addresses.server";

const server = createServer((request, response) => {
  if (!redirectOldAddress(request, response)) response.writeHead(404).end();
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function answerTo(method: string, address: string) {
  const { status, headers } = await fetch(`${origin}${address}`, { method, redirect: "manual" });
  return [status, headers.get("location")];
}

test.each(Object.entries(oldAddresses))("%s leads to %s, which is a route", (old, present) => {
  const [path = ""] = present.split("?");
  expect(leaves.map(({ address }) => address)).toContain(path);
  expect(presentAddress(old.replace(/:(\w+)/g, "7"))).toBe(present.replace(/:(\w+)/g, "7"));
});

describe("a page of the former version", () => {
  test("is led to the dialog that it links to, with the parameters of the page", async () => {
    expect(await answerTo("GET", "/employees?search=a+b&dialog=edit&id=5&page=2")).toEqual([
      302,
      "/employees/5/edit?search=a+b&page=2",
    ]);
    expect(await answerTo("GET", "/?index&dialog=submit&cityId=3")).toEqual([302, "/submit?cityId=3"]);
    expect(await answerTo("HEAD", "/employees?dialog=new")).toEqual([302, "/employees/new"]);
  });

  test("sends its form there, with scripts too", async () => {
    expect(await answerTo("POST", "/_.data?index&dialog=submit")).toEqual([307, "/submit.data"]);
    expect(await answerTo("POST", "/employees?dialog=delete&id=5&sent")).toEqual([
      307,
      "/employees/5/delete?sent=",
    ]);
    expect(await answerTo("POST", "/employees.data?dialog=delete&id=5")).toEqual([
      307,
      "/employees/5/delete.data",
    ]);
  });
});

test("a form to edit that was a part of its page is led to the page of its own", async () => {
  expect(await answerTo("GET", "/cities/3?edit")).toEqual([302, "/cities/3/edit"]);
  expect(await answerTo("GET", "/cities/3?edit=&dialog=delete")).toEqual([302, "/cities/3/edit"]);
  expect(await answerTo("POST", "/cities/3?edit&sent")).toEqual([307, "/cities/3/edit?sent="]);
  expect(await answerTo("POST", "/cities/3.data?edit")).toEqual([307, "/cities/3/edit.data"]);
});

test("a dialog is led to the page that it was over", async () => {
  expect(await answerTo("GET", "/cities?search=oak&dialog=delete&id=3")).toEqual([
    302,
    "/cities/delete-city/3?search=oak",
  ]);
  expect(await answerTo("GET", "/cities/3?dialog=delete")).toEqual([302, "/cities/3/delete"]);
  expect(await answerTo("POST", "/cities/3?dialog=edit-fee&feeId=7&feePage=2")).toEqual([
    307,
    "/cities/3/fees/7/edit?feePage=2",
  ]);
});

test.each([
  "/employees?dialog=nonsense&id=5",
  "/employees?dialog=constructor",
  "/employees?dialog=edit",
  "/employees?search=dialog",
  "/employees.data?dialog=edit&id=5",
  "/cities?edit",
  "/cities/3.data?edit",
  "/nowhere?dialog=edit&id=5",
  "//elsewhere.test/employees?dialog=new",
])("%s is no address of the former version", async (address) => {
  expect((await answerTo("GET", address))[0]).toBe(404);
});

test("an id becomes one part of the path", () => {
  expect(presentAddress("/employees?dialog=edit&id=../../cities")).toBe("/employees/..%2F..%2Fcities/edit");
});

test("a query may contain question marks", () => {
  expect(presentAddress("/employees?search=who?&dialog=new")).toBe("/employees/new?search=who%3F");
});
