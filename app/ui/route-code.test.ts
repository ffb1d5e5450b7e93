import { expect, test } from "vitest";
import { missingCode } from "./route-code";

const files = {
  root: { module: "/root.js", imports: ["/ui.js"] },
  permits: { module: "/permits.js", imports: ["/ui.js", "/table.js"] },
  permit: { module: "/permit.js", imports: ["/ui.js"] },
} as unknown as Parameters<typeof missingCode>[2];

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

test("the code of a page that was not opened yet is missing", () => {
  expect(missingCode(routes, "/permits", files)).toEqual(["/permits.js", "/ui.js", "/table.js"]);
});

test("no code is missing of an open page, or of an address without a page", () => {
  expect(missingCode(routes, "/permits/7", files)).toEqual([]);
  expect(missingCode(routes, "/unknown", files)).toEqual([]);
});
