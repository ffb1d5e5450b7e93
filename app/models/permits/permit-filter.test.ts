import { describe, expect, test } from "vitest";
import { permitFilterQuery, permitSortNames, readPermitFilter } from "./permit-filter";

const read = (query: string) => readPermitFilter(new URLSearchParams(query));
const defined = (query: string) =>
  Object.fromEntries(Object.entries(read(query)).filter(([, value]) => value !== undefined));

test("an empty query string returns an empty filter", () => {
  expect(defined("")).toEqual({});
});

test("a query string returns search, status, city, sort and page", () => {
  expect(defined("search=OAK&status=hold&cityId=3&sort=-due&page=2")).toEqual({
    search: "OAK",
    status: "hold",
    cityId: 3,
    sort: "due",
    descending: true,
    page: 2,
  });
});

test("a search is trimmed and cut at 100 characters", () => {
  expect(read("search=%20%20OAK%20").search).toBe("OAK");
  expect(read("search=%20%20").search).toBeUndefined();
  expect(read(`search=${"x".repeat(300)}`).search).toHaveLength(100);
});

test.each(permitSortNames)("permits can be sorted by %s in both directions", (name) => {
  expect(defined(`sort=${name}`)).toEqual({ sort: name });
  expect(defined(`sort=-${name}`)).toEqual({ sort: name, descending: true });
});

describe("an invalid value is ignored", () => {
  test.each([
    ["status=all"],
    ["status=pending"],
    ["status=constructor"],
    ["cityId=abc"],
    ["cityId=0"],
    ["cityId=-1"],
    ["cityId=1.5"],
    ["cityId="],
    ["page=NaN"],
    ["page=-1"],
    ["page=0"],
    ["page=1.5"],
    ["page=Infinity"],
    ["page=99999999999999999999"],
    ["sort=price"],
    ["sort=--due"],
    ["other=1"],
  ])("%s", (query) => {
    const { descending: _, ...rest } = defined(query);
    expect(rest).toEqual({});
  });
});

test.each(["search=OAK&status=hold&cityId=3&page=2&sort=-due", "sort=number", "search=50%25+%26+more"])(
  "a filter's query string returns the same filter: %s",
  (query) => {
    expect(read(permitFilterQuery(read(query)))).toEqual(read(query));
  },
);

test("the query string leaves out the first page", () => {
  expect(permitFilterQuery({ search: "OAK", page: 1 })).toBe("?search=OAK");
});

test("the query string of an empty filter returns an empty filter", () => {
  expect(defined(permitFilterQuery({}))).toEqual({});
});
