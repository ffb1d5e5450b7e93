import { describe, expect, test } from "vitest";
import {
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  readCalendarFilter,
  weekOf,
} from "./calendar-filter";

const read = (query: string) => readCalendarFilter(new URLSearchParams(query));

test("readCalendarFilter reads view, employee and page", () => {
  const filter = { view: "overdue", employeeId: 3, page: 2, rows: 25 };
  expect(read("view=overdue&employeeId=3&page=2&rows=25")).toEqual(filter);
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
    "day=2026-02-30",
    "day=1999-12-31",
    "week=2100-01-01",
    "week=monday",
    "rows=10",
    "rows=11",
    "rows=1000",
    "other=1",
  ])("%s", (query) => {
    expect(Object.values(read(query)).filter((value) => value !== undefined)).toEqual([]);
  });
});

test("a view comes before a day, and a day before a week, which begins on its Monday", () => {
  expect(read("view=open&day=2026-11-25&week=2026-11-25")).toEqual({ view: "open" });
  expect(read("day=2026-11-25&week=2026-12-25")).toEqual({ day: "2026-11-25" });
  expect(read("week=2026-11-29").week).toBe("2026-11-23");
  expect(read("week=2026-11-23").week).toBe("2026-11-23");
  expect([{ day: "2026-11-29" }, { week: "2026-11-30" }, { view: "open" as const }].map(weekOf)).toEqual([
    "2026-11-23",
    "2026-11-30",
    undefined,
  ]);
});

test.each([
  "view=overdue&employeeId=3&page=2",
  "view=open&employeeId=3&rows=50",
  "day=2026-11-25",
  "week=2026-11-23&employeeId=3",
  "view=week",
  "employeeId=7",
  "",
])("a filter's query reads back as the same filter: %s", (query) => {
  expect(calendarFilterQuery(read(query))).toBe(`?${query}`);
});

test("the query of the first page has no page number", () => {
  expect(calendarFilterQuery({ view: "week", page: 1 })).toBe("?view=week");
});

test("calendarFilterText names the view and the employee", () => {
  expect(calendarFilterText({})).toBe("All Assignments · All Employees");
  expect(calendarFilterText({ day: "2026-11-25" })).toBe("Due Nov 25, 2026 · All Employees");
  expect(calendarFilterText({ week: "2026-11-23" })).toBe("Week of Nov 23, 2026 · All Employees");
  expect(calendarFilterText({ view: "week" }, "Maria Lopez")).toBe("Due This Week · Maria Lopez");
});

test("the query of the print page has the filter without the page number", () => {
  expect(calendarPrintQuery({ page: 3, rows: 25 })).toBe("?print");
  expect(calendarPrintQuery({ day: "2026-11-25" })).toBe("?day=2026-11-25&print");
  expect(calendarPrintQuery({ view: "week", employeeId: 7, page: 3 })).toBe("?view=week&employeeId=7&print");
});
