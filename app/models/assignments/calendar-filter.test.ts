import { describe, expect, test } from "vitest";
import {
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  readCalendarFilter,
} from "./calendar-filter";

const read = (query: string) => readCalendarFilter(new URLSearchParams(query));

test("readCalendarFilter reads view, employee and page", () => {
  expect(read("view=overdue&employeeId=3&page=2")).toEqual({ view: "overdue", employeeId: 3, page: 2 });
  expect(read("view=week").view).toBe("week");
});

describe("readCalendarFilter ignores invalid values", () => {
  test.each([
    "",
    "view=all",
    "view=constructor",
    "view=",
    "employeeId=abc",
    "employeeId=0",
    "employeeId=-1",
    "employeeId=1.5",
    "employeeId=99999999999999999999",
    "page=0",
    "page=Infinity",
    "other=1",
  ])("%s", (query) => {
    expect(Object.values(read(query)).filter((value) => value !== undefined)).toEqual([]);
  });
});

test.each(["view=overdue&employeeId=3&page=2", "view=week", "employeeId=7", ""])(
  "a filter's query reads back as the same filter: %s",
  (query) => {
    expect(calendarFilterQuery(read(query))).toBe(`?${query}`);
  },
);

test("the query of the first page has no page number", () => {
  expect(calendarFilterQuery({ view: "week", page: 1 })).toBe("?view=week");
});

test("calendarFilterText names the view and the employee", () => {
  expect(calendarFilterText({})).toBe("All Assignments · All Employees");
  expect(calendarFilterText({ view: "week" }, "Maria Lopez")).toBe("Due This Week · Maria Lopez");
});

test("the query of the print page has the filter without the page number", () => {
  expect(calendarPrintQuery({ page: 3 })).toBe("?print");
  expect(calendarPrintQuery({ view: "week", employeeId: 7, page: 3 })).toBe("?view=week&employeeId=7&print");
});
