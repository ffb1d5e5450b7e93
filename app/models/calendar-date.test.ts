import { describe, expect, test } from "vitest";
import { addDays, dateIn, daysBetween, formatDate, isCalendarDate } from "./calendar-date";

describe("a text is a calendar date", () => {
  test.each(["2026-11-01", "2028-02-29", "2000-02-29", "2026-12-31", "0001-01-01"])("%s", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
});

describe("a text is not a calendar date", () => {
  test.each([
    "2026-02-31",
    "2026-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "0000-02-28",
    "20261101",
    "11/01/2026",
    "2026-11-01T00:00:00Z",
    " 2026-11-01",
    "2026-11-01\n",
    "12026-11-01",
    "-2026-11-01",
    "２０２６-11-01",
    "today",
    "",
  ])("%j", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe("the calendar date of a moment in Los Angeles", () => {
  test.each([
    ["a second before midnight in winter", "2026-01-15T07:59:59Z", "2026-01-14"],
    ["midnight in winter", "2026-01-15T08:00:00Z", "2026-01-15"],
    ["a second before midnight in summer", "2026-07-15T06:59:59Z", "2026-07-14"],
    ["midnight in summer", "2026-07-15T07:00:00Z", "2026-07-15"],
    ["the morning on which clocks go forward", "2026-03-08T10:00:00Z", "2026-03-08"],
    ["the last second of the day on which clocks go forward", "2026-03-09T06:59:59Z", "2026-03-08"],
    ["the second 1:30 of the day on which clocks go back", "2026-11-01T09:30:00Z", "2026-11-01"],
    ["the last second of the day on which clocks go back", "2026-11-02T07:59:59Z", "2026-11-01"],
    ["29 February", "2028-03-01T07:59:59Z", "2028-02-29"],
    ["New Year's Eve", "2027-01-01T07:59:59Z", "2026-12-31"],
  ])("%s", (_, moment, expected) => {
    expect(dateIn("America/Los_Angeles", new Date(moment))).toBe(expected);
  });

  test("differs between time zones", () => {
    const moment = new Date("2026-01-15T00:30:00Z");
    expect(dateIn("Asia/Tokyo", moment)).toBe("2026-01-15");
    expect(dateIn("America/Los_Angeles", moment)).toBe("2026-01-14");
  });
});

test.each([
  ["ten days later", "2026-11-01", 10, "2026-11-11"],
  ["across clocks going forward", "2026-03-07", 2, "2026-03-09"],
  ["across clocks going back", "2026-10-31", 2, "2026-11-02"],
  ["to 29 February", "2028-02-28", 1, "2028-02-29"],
  ["past a February of 28 days", "2026-02-28", 1, "2026-03-01"],
  ["backwards into the previous year", "2027-01-01", -1, "2026-12-31"],
])("addDays adds days %s", (_, from, days, expected) => {
  expect(addDays(from, days)).toBe(expected);
});

test.each([
  ["the same day", "2026-11-01", "2026-11-01", 0],
  ["the next day", "2026-11-01", "2026-11-02", 1],
  ["the day before", "2026-11-02", "2026-11-01", -1],
  ["a day of 23 hours", "2026-03-08", "2026-03-09", 1],
  ["a day of 25 hours", "2026-11-01", "2026-11-02", 1],
  ["29 February to 1 March", "2028-02-29", "2028-03-01", 1],
  ["a leap year", "2028-01-01", "2029-01-01", 366],
  ["any other year", "2026-01-01", "2027-01-01", 365],
])("daysBetween counts the days of %s", (_, from, to, expected) => {
  expect(daysBetween(from, to)).toBe(expected);
});

test("a date is shown as short month, day and year", () => {
  expect(formatDate("2026-11-17")).toBe("Nov 17, 2026");
  expect(formatDate("2028-02-29")).toBe("Feb 29, 2028");
});

test("each day of a leap year is shown as Intl formats it", () => {
  const intl = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" });
  for (let day = 0; day < 366; day += 1) {
    const date = addDays("2028-01-01", day);
    expect(formatDate(date)).toBe(intl.format(new Date(date)));
  }
});

test.each([null, undefined, "", "2026-02-31", "soon"])("%j is shown as N/A", (date) => {
  expect(formatDate(date)).toBe("N/A");
});
