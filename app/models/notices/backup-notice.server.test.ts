import { expect, test } from "vitest";
import { backupNotice } from "./backup-notice.server";

const endedAt = "2026-11-28T10:05:00.000Z";
const good = { endedAt, folder: "/backup/1", bytes: 1, missing: 0 };
const after = (hours: number) => Date.parse(endedAt) + hours * 60 * 60 * 1000;

test("a good backup of the last two days needs no notice", () => {
  expect(backupNotice({ endedAt, error: null, good }, after(47))).toBeNull();
});

test.each([
  [{ endedAt, error: null, good }, 49, "The last backup is of Nov 28, 2026, 2:05 AM."],
  [
    { endedAt, error: "The disk of /backup is full", good: { ...good, endedAt: "2026-11-27T10:05:00.000Z" } },
    1,
    "The backup of Nov 28, 2026, 2:05 AM failed: The disk of /backup is full. The last good one is of Nov 27, 2026, 2:05 AM.",
  ],
  [
    { endedAt, error: "No", good: null },
    1,
    "The backup of Nov 28, 2026, 2:05 AM failed: No. There is no good one.",
  ],
  [
    { endedAt, error: null, good: { ...good, missing: 2 } },
    1,
    "The last backup lacks 2 files that are missing in the data folder. Its manifest.json names them.",
  ],
])("%j after %i hours is a sentence for administrators", (last, hours, text) => {
  expect(backupNotice(last, after(hours))).toBe(text);
});

test("before the first backup administrators are told how to get one", () => {
  expect(backupNotice(undefined)).toContain("There is no backup yet.");
});
