import { expect, test } from "vitest";
import { pageParameter, pageQuery, queryOf, withQuery } from "./address";

test("a query contains the parameters that have a value, in their order", () => {
  expect(queryOf({ search: "A&B", page: 2, status: undefined, cityId: null })).toBe("?search=A%26B&page=2");
  expect(queryOf({ comment: "" })).toBe("?comment=");
  expect(queryOf({ page: undefined })).toBe("");
});

test("a path with an empty query is returned unchanged", () => {
  expect(withQuery("/employees", "?")).toBe("/employees");
  expect(withQuery("/employees", "?page=2")).toBe("/employees?page=2");
});

test("the query of a page has neither the parameters of its forms nor those of a dialog", () => {
  expect(pageQuery("?feePage=2&sent=&next=edit")).toBe("?feePage=2&next=edit");
  expect(pageQuery("?feePage=2&sent=&next=edit", ["next"])).toBe("?feePage=2");
});

test("the number of the first page is left out of a query", () => {
  expect([undefined, 1, 2].map(pageParameter)).toEqual([undefined, undefined, 2]);
});
