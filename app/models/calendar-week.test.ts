import { expect, test } from "vitest";
import { dayName, daysOfWeek, formatWeekday, mondayOf } from "./calendar-week";

test("a week begins on its Monday, and a day of it has a short name", () => {
  const days = ["2026-11-23", "2026-11-27", "2026-11-29", "2026-11-30", "2000-01-01"];
  expect(days.map(mondayOf)).toEqual(["2026-11-23", "2026-11-23", "2026-11-23", "2026-11-30", "1999-12-27"]);
  expect(days.map(formatWeekday)).toEqual([
    "Mon Nov 23",
    "Fri Nov 27",
    "Sun Nov 29",
    "Mon Nov 30",
    "Sat Jan 1",
  ]);
});

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-27", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
  ["2028-03-01", "2028-02-28"],
])("the week of %s begins on Monday, %s", (date, monday) => {
  expect([mondayOf(date), dayName(monday)]).toEqual([monday, "Mon"]);
});

test("a week has seven days, also where the clocks change", () => {
  expect(daysOfWeek("2026-10-26").at(-1)).toBe("2026-11-01");
  expect(daysOfWeek("2026-10-26")).toHaveLength(7);
});
