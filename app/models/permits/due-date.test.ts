import { expect, test } from "vitest";
import { dueStatus } from "./due-date";

test.each([
  ["2026-11-10", { days: -10, label: "10 days overdue", tone: "red" }],
  ["2026-11-19", { days: -1, label: "1 day overdue", tone: "red" }],
  ["2026-11-20", { days: 0, label: "Due today", tone: "orange" }],
  ["2026-11-21", { days: 1, label: "1 day left", tone: "orange" }],
  ["2026-11-23", { days: 3, label: "3 days left", tone: "orange" }],
  ["2026-11-24", { days: 4, label: "4 days left", tone: "green" }],
])("a due date of %s on 20 November 2026 returns %j", (dueDate, expected) => {
  expect(dueStatus(dueDate, "2026-11-20")).toEqual(expected);
});

test("days until due are calendar days, also across a clock change or 29 February", () => {
  expect(dueStatus("2026-03-09", "2026-03-07").days).toBe(2);
  expect(dueStatus("2026-11-02", "2026-10-31").days).toBe(2);
  expect(dueStatus("2028-03-01", "2028-02-28").days).toBe(2);
  expect(dueStatus("2026-03-01", "2026-02-28").days).toBe(1);
});
