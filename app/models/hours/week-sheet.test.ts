import { expect, test } from "vitest";
import { cellKey, cellOf, dayName, daysOfWeek, mondayOf, shownIn, versionOfCell } from "./week-sheet";

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

test("a cell is found by its key again", () => {
  const cell = { permitId: 7, discipline: "Fire", workDate: "2026-11-23" } as const;
  expect(cellOf(cellKey(cell))).toEqual(cell);
});

test.each([
  "",
  "p7",
  "p7-Astrology-2026-11-23",
  "p7-Fire-2026-02-31",
  "p-1-Fire-2026-11-23",
  "p7-Fire-2026-11-23x",
])("no cell has the key %j", (key) => {
  expect(cellOf(key)).toBeUndefined();
});

test("what a cell was filled from is read again, and nothing else", () => {
  const entry = { id: 12, updatedAt: "2026-11-23T08:00:00.000Z", quarterHours: 6 };
  expect(shownIn(versionOfCell(entry))).toEqual(entry);
  for (const version of [undefined, "", "12", "12@x", "x@y@z"]) expect(shownIn(version)).toBeUndefined();
});
