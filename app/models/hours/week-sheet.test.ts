import { expect, test } from "vitest";
import { cellKey, cellOf, shownIn, versionOfCell } from "./week-sheet";

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
