import { describe, expect, test } from "vitest";
import { permitFilterQuery, permitSortNames, readPermitFilter } from "./permit-filter";

const read = (query: string) => readPermitFilter(new URLSearchParams(query));
const defined = (query: string) =>
  Object.fromEntries(Object.entries(read(query)).filter(([, value]) => value !== undefined));

test("an address that asks for nothing gives an empty filter", () => {
  expect(defined("")).toEqual({});
});

test("an address gives search, status, city, sort and page", () => {
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

test.each(permitSortNames)("permits are sorted by %s both ways", (name) => {
  expect(defined(`sort=${name}`)).toEqual({ sort: name });
  expect(defined(`sort=-${name}`)).toEqual({ sort: name, descending: true });
});

describe("what makes no sense is passed over", () => {
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
  "a filter's query reads back as the same filter: %s",
  (query) => {
    expect(read(permitFilterQuery(read(query)))).toEqual(read(query));
  },
);

test("the first page is not spelled out", () => {
  expect(permitFilterQuery({ search: "OAK", page: 1 })).toBe("?search=OAK");
});

test("a filter without anything has no query that could filter", () => {
  expect(defined(permitFilterQuery({}))).toEqual({});
});
