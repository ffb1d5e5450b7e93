import { expect, test } from "vitest";
import { missingCode } from "./route-code";

const files = {
  root: { module: "/root.js", imports: ["/ui.js"] },
  permits: { module: "/permits.js", imports: ["/ui.js", "/table.js"], pages: ["/review.js"] },
  permit: { module: "/permit.js", imports: ["/ui.js"] },
};

const routes = [
  {
    id: "root",
    path: "",
    children: [
      { id: "permits", path: "permits", lazy: {} },
      { id: "permit", path: "permits/:id" },
    ],
  },
] as unknown as Parameters<typeof missingCode>[0];

test("the code of a page that was not opened yet is missing, with that of all that its address can show", () => {
  expect(missingCode(routes, "/permits", files)).toEqual([
    "/permits.js",
    "/ui.js",
    "/table.js",
    "/review.js",
  ]);
});

test("no code is missing of an open page, or of an address without a page", () => {
  expect(missingCode(routes, "/permits/7", files)).toEqual([]);
  expect(missingCode(routes, "/unknown", files)).toEqual([]);
});
