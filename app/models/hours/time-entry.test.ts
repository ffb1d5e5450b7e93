import { expect, test } from "vitest";
import {
  addMonths,
  daysOf,
  formatHours,
  formatMonth,
  hoursText,
  isMonth,
  isQuarterHours,
  toHours,
  toQuarterHours,
  totalsOf,
} from "./time-entry";

test("hours are stored as quarters and convert back without loss", () => {
  for (const hours of [0.25, 1.5, 24]) expect(toHours(toQuarterHours(hours))).toBe(hours);
  expect(toQuarterHours(1.5)).toBe(6);
  expect(formatHours(6)).toBe("1.50 h");
  expect(hoursText(25)).toBe("6.25");
});

test.each([
  [0, false],
  [0.3, false],
  [-1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [0.25, true],
  [1.5, true],
])("%d hours are a positive multiple of 0.25: %s", (hours, expected) =>
  expect(isQuarterHours(hours)).toBe(expected),
);

test("totals are sorted by cycle, the latest first, then by discipline", () => {
  const entry = (
    reviewCycle: "PC1" | "PC2" | "PC10",
    discipline: "Fire" | "Civil",
    quarterHours: number,
  ) => ({
    reviewCycle,
    discipline,
    quarterHours,
  });
  const entries = [
    entry("PC2", "Fire", 1),
    entry("PC1", "Fire", 2),
    entry("PC10", "Fire", 3),
    entry("PC2", "Civil", 4),
    entry("PC2", "Fire", 5),
  ];
  expect(totalsOf(entries)).toEqual([
    entry("PC10", "Fire", 3),
    entry("PC2", "Civil", 4),
    entry("PC2", "Fire", 6),
    entry("PC1", "Fire", 2),
  ]);
});

test("daysOf groups entries by day with a total", () => {
  const entries = [
    { workDate: "2026-11-02", quarterHours: 1 },
    { workDate: "2026-11-02", quarterHours: 2 },
    { workDate: "2026-11-03", quarterHours: 4 },
  ];
  expect(daysOf(entries)).toMatchObject([
    { workDate: "2026-11-02", quarterHours: 3 },
    { workDate: "2026-11-03", quarterHours: 4 },
  ]);
});

test.each([
  "2026-13",
  "2026-00",
  "2026-1",
  "2026-11-01",
  "0000-01",
  "1999-12",
  "2100-01",
  "november",
  "",
  null,
])("%s is not a month", (text) => expect(isMonth(text)).toBe(false));

test("addMonths crosses the year", () => {
  expect(isMonth("2026-12")).toBe(true);
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  expect(formatMonth("2026-11")).toBe("November 2026");
});
