import { expect, test } from "vitest";
import { portalQuery, readPortalFilter } from "./portal-filter";

const read = (query: string) => readPortalFilter(new URLSearchParams(query));

test("the filter is read from the query", () => {
  expect(read("search=%20Elm%20&status=in_review&cityId=3&show=300&before=41")).toEqual({
    search: "Elm",
    status: "in_review",
    cityId: 3,
    show: 300,
    before: 41,
  });
});

test.each(["city", "applicant"] as const)("holder=%s is read and kept in the query", (holder) => {
  expect(read(`holder=${holder}`).holder).toBe(holder);
  expect(portalQuery({ holder })).toBe(`?holder=${holder}`);
});

test.each([
  "holder=provider",
  "",
  "search=%20",
  "status=all",
  "status=hold",
  "status=toString",
  "cityId=abc",
  "show=-1",
  "before=x",
])("an invalid value is ignored: %s", (query) => {
  expect(read(query)).toEqual({ search: undefined, status: undefined, cityId: undefined, show: 100 });
});

test.each([
  ["1", 100],
  ["100", 100],
  ["101", 200],
  ["201", 300],
  ["301", 300],
  ["999999999", 300],
])("show=%s shows %i", (show, expected) => {
  expect(read(`show=${show}`).show).toBe(expected);
});

test("a search is cut to 100 characters", () => {
  expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
});

test("portalQuery returns the query of a filter", () => {
  const filter = { search: "A&B", status: "approved", show: 200, before: 41, cityId: 3 } as const;
  expect(read(portalQuery(filter))).toEqual(filter);
  expect(portalQuery(filter)).toBe("?search=A%26B&status=approved&cityId=3&show=200&before=41");
  expect(portalQuery({ show: 100 })).toBe("");
});
