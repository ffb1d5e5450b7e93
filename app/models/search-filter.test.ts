import { expect, test } from "vitest";
import { readSearchFilter, searchFilterQuery } from "./search-filter";

const read = (query: string) => readSearchFilter(new URLSearchParams(query));

test.each([
  ["", {}],
  ["search=Oak&page=2", { search: "Oak", page: 2 }],
  ["search=%20%20Oak%20", { search: "Oak" }],
  ["search=%20&page=1.5", {}],
  ["page=-1", {}],
  ["page=abc&other=1", {}],
])("%o is read as %o", (query, filter) => {
  expect(read(query)).toEqual({ search: undefined, page: undefined, ...filter });
});

test("a search text is cut to 100 characters", () => {
  expect(read(`search=${"x".repeat(300)}`).search).toHaveLength(100);
});

test.each(["?", "?search=50%25+%26+more", "?search=Oak&page=3"])(
  "%s is read and written back unchanged",
  (query) => {
    expect(searchFilterQuery(read(query))).toBe(query);
  },
);

test("the query of the first page has no page number", () => {
  expect(searchFilterQuery({ page: 1 })).toBe("?");
});

test("a query has the parameters of a dialog too", () => {
  expect(searchFilterQuery({ search: "A&B", page: 1 })).toBe("?search=A%26B");
  expect(searchFilterQuery({ page: 2 }, { standard: "exit", id: 7 })).toBe("?page=2&standard=exit&id=7");
});
