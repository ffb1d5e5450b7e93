import { describe, expect, test } from "vitest";
import { permitFilterQuery, permitSortNames, readPermitFilter } from "./permit-filter";

const read = (query: string) => readPermitFilter(new URLSearchParams(query));
const definedFields = (query: string) =>
  Object.fromEntries(Object.entries(read(query)).filter(([, value]) => value !== undefined));

test("an empty query string is an empty filter", () => {
  expect(definedFields("")).toEqual({});
});

test("a query string contains search, status, city, sort and page", () => {
  expect(definedFields("view=late&search=OAK&status=hold&cityId=3&sort=-due&page=2")).toEqual({
    view: "late",
    search: "OAK",
    status: "hold",
    cityId: 3,
    sort: "due",
    descending: true,
    page: 2,
  });
});

test("a search is trimmed and cut to 100 characters", () => {
  expect(read("search=%20%20OAK%20").search).toBe("OAK");
  expect(read("search=%20%20").search).toBeUndefined();
  expect(read(`search=${"x".repeat(300)}`).search).toHaveLength(100);
});

test.each(permitSortNames)("permits can be sorted by %s in both directions", (name) => {
  expect(definedFields(`sort=${name}`)).toEqual({ sort: name });
  expect(definedFields(`sort=-${name}`)).toEqual({ sort: name, descending: true });
});

describe("an invalid value is ignored", () => {
  test.each([
    ["status=all"],
    ["status=pending"],
    ["status=constructor"],
    ["view=nonsense"],
    ["view=constructor"],
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
    const { descending: _, ...rest } = definedFields(query);
    expect(rest).toEqual({});
  });
});

test.each([
  "view=mine&search=OAK&status=hold&cityId=3&page=2&sort=-due",
  "sort=number",
  "search=50%25+%26+more",
])("a filter is the same after it is written to a query string and read: %s", (query) => {
  expect(read(permitFilterQuery(read(query)))).toEqual(read(query));
});

test("the query string leaves out the first page", () => {
  expect(permitFilterQuery({ search: "OAK", page: 1 })).toBe("?search=OAK");
});

test("an empty filter is still empty after it is written to a query string and read", () => {
  expect(definedFields(permitFilterQuery({}))).toEqual({});
});
