import { expect, test } from "vitest";
import { planCheckQuery, readPlanCheckFilter } from "./plan-check-view";

const read = (query: string) => readPlanCheckFilter(new URLSearchParams(query));

test("without a tab the list has what is ready for release", () => {
  expect(read("")).toEqual({ view: "ready", cityId: undefined, q: undefined, page: undefined });
});

test("a filter and its query are the same", () => {
  for (const query of ["?view=late", "?view=with_city&cityId=3&q=harbor&page=2"])
    expect(planCheckQuery(read(query))).toBe(query);
});

test("the first page needs no number", () => {
  expect(planCheckQuery(read("?view=late&page=1"))).toBe("?view=late");
});

test("invalid values are ignored", () => {
  for (const view of ["approved", "toString", ""]) expect(read(`?view=${view}`).view).toBe("ready");
  expect(planCheckQuery(read("?view=late&cityId=-1&q=%20&page=x"))).toBe("?view=late");
  expect(read(`?q=${"a".repeat(200)}`).q).toHaveLength(100);
});
