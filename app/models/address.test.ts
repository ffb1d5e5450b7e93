import { expect, test } from "vitest";
import { idIn, keptParameters, pageAddress, pageParameter, pageQuery, queryOf, withQuery } from "./address";

test("a query contains the parameters that have a value, in their order", () => {
  expect(queryOf({ search: "A&B", page: 2, status: undefined, cityId: null })).toBe("?search=A%26B&page=2");
  expect(queryOf({ comment: "" })).toBe("?comment=");
  expect(queryOf({ page: undefined })).toBe("");
});

test("a path with an empty query is returned unchanged", () => {
  expect(withQuery("/employees", "?")).toBe("/employees");
  expect(withQuery("/employees", "?page=2")).toBe("/employees?page=2");
});

test("the address of a page preserves its kept parameters and removes all others", () => {
  const url = new URL(
    "http://localhost/permits/7?dialog=notes&reviewCycle=PC1&other=1&discipline=Fire&before=9",
  );
  expect(pageAddress(url, keptParameters.permit)).toBe("/permits/7?discipline=Fire&reviewCycle=PC1");
  expect(pageAddress(url, keptParameters.discussion)).toBe(
    "/permits/7?discipline=Fire&reviewCycle=PC1&before=9",
  );
  expect(pageAddress(url, [])).toBe("/permits/7");
});

test("parameters can be added, and kept parameters replaced or removed", () => {
  const page = { pathname: "/permits/7", search: "?reviewCycle=PC2" };
  expect(pageAddress(page, keptParameters.permit, { dialog: "notes" })).toBe(
    "/permits/7?reviewCycle=PC2&dialog=notes",
  );
  expect(pageAddress(page, keptParameters.permit, { reviewCycle: "PC4" })).toBe("/permits/7?reviewCycle=PC4");
  expect(pageAddress(page, keptParameters.permit, { reviewCycle: undefined })).toBe("/permits/7");
  expect(pageAddress({ ...page, search: "?reviewCycle=" }, keptParameters.permit)).toBe("/permits/7");
});

test("the query of a page has neither the parameters of its dialogs nor those of its forms", () => {
  expect(pageQuery("?feePage=2&sent=&pricing=7&next=edit")).toBe("?feePage=2");
});

test.each([
  ["7", 7],
  ["", -1],
  ["0", -1],
  ["abc", -1],
  ["1.5", -1],
])("the query parameter %j is read as the id %d", (text, id) =>
  expect(idIn({ searchParams: new URLSearchParams({ id: text }) }, "id")).toBe(id),
);

test("the number of the first page is left out of a query", () => {
  expect([undefined, 1, 2].map(pageParameter)).toEqual([undefined, undefined, 2]);
});
