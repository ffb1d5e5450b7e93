import { expect, test } from "vitest";
import { idIn, keptParameters, pageAddress, pageParameter, queryOf, withQuery } from "./address";

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
  expect(pageAddress(url, keptParameters.city)).toBe("/permits/7");
});

test("parameters can be added, and kept parameters replaced or removed", () => {
  const page = { pathname: "/cities/3", search: "?feePage=2" };
  expect(pageAddress(page, keptParameters.city, { dialog: "new-fee" })).toBe(
    "/cities/3?feePage=2&dialog=new-fee",
  );
  expect(pageAddress(page, keptParameters.city, { feePage: 4 })).toBe("/cities/3?feePage=4");
  expect(pageAddress(page, keptParameters.city, { feePage: undefined })).toBe("/cities/3");
  expect(pageAddress({ pathname: "/cities/3", search: "?feePage=" }, keptParameters.city)).toBe("/cities/3");
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
