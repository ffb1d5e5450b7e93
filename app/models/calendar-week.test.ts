import { expect, test } from "vitest";
import { daysOfWeek, formatWeekday, mondayOf } from "./calendar-week";

test("a week begins on its Monday, and a day of it has a short name", () => {
  const days = ["2026-11-23", "2026-11-27", "2026-11-29", "2026-11-30", "2000-01-01", "2028-03-01"];
  expect(days.map(mondayOf)).toEqual([
    "2026-11-23",
    "2026-11-23",
    "2026-11-23",
    "2026-11-30",
    "1999-12-27",
    "2028-02-28",
  ]);
  expect(days.map(formatWeekday)).toEqual([
    "Mon Nov 23",
    "Fri Nov 27",
    "Sun Nov 29",
    "Mon Nov 30",
    "Sat Jan 1",
    "Wed Mar 1",
  ]);
});

test("a week has seven days, also where the clocks change", () => {
  expect(daysOfWeek("2026-10-26").at(-1)).toBe("2026-11-01");
  expect(daysOfWeek("2026-10-26")).toHaveLength(7);
});
