import { expect, test } from "vitest";
import { idParameter, keptParameters, pageAddress, queryOf, pageParameter, withQuery } from "./address";

test("a query holds what has a value, in the order given", () => {
  expect(queryOf({ search: "A&B", page: 2, status: undefined, cityId: null })).toBe("?search=A%26B&page=2");
  expect(queryOf({ comment: "" })).toBe("?comment=");
  expect(queryOf({ page: undefined })).toBe("");
});

test("an empty query leaves the path alone", () => {
  expect(withQuery("/employees", "?")).toBe("/employees");
  expect(withQuery("/employees", "?page=2")).toBe("/employees?page=2");
});

test("a form leads back to its page with the parameters that the page keeps, and no others", () => {
  const url = new URL(
    "http://localhost/permits/7?dialog=notes&reviewCycle=PC1&other=1&discipline=Fire&before=9",
  );
  expect(pageAddress(url, keptParameters.permit)).toBe("/permits/7?discipline=Fire&reviewCycle=PC1");
  expect(pageAddress(url, keptParameters.discussion)).toBe(
    "/permits/7?discipline=Fire&reviewCycle=PC1&before=9",
  );
  expect(pageAddress(url, keptParameters.city)).toBe("/permits/7");
});

test("more can be asked, and a kept parameter left out or replaced", () => {
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
])("the id %j in an address is the row %d", (text, id) =>
  expect(idParameter(new URLSearchParams({ id: text }), "id")).toBe(id),
);

test("the first page is not spelled out", () => {
  expect([undefined, 1, 2].map(pageParameter)).toEqual([undefined, undefined, 2]);
});
