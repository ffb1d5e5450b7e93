import { expect, test } from "vitest";
import { makeViewer } from "~/testing/test-rows";
import { backUpIfDue, isBackupDue } from "./nightly-backup.server";

const last = (endedAt: string, error: string | null = null) => ({
  endedAt,
  error,
  good: { endedAt, folder: "/backup", bytes: 1, missing: 0 },
});

// In Los Angeles it is eight hours earlier than in UTC.
test.each([
  ["before the first one", undefined, "2026-11-28T18:00:00Z", true],
  ["at two o'clock at night", last("2026-11-27T10:03:00Z"), "2026-11-28T10:10:00Z", true],
  [
    "at two o'clock, if one was made in the evening",
    last("2026-11-28T05:00:00Z"),
    "2026-11-28T10:10:00Z",
    true,
  ],
  ["once in that hour", last("2026-11-28T10:03:00Z"), "2026-11-28T10:59:00Z", false],
  ["by day", last("2026-11-28T10:03:00Z"), "2026-11-28T20:00:00Z", false],
  ["after a day without one", last("2026-11-27T20:00:00Z"), "2026-11-28T20:00:00Z", true],
  ["after a clock that was wrong", last("2027-11-28T10:03:00Z"), "2026-11-28T20:00:00Z", true],
  ["after a failure", last("2026-11-28T20:00:00Z", "The disk is full"), "2026-11-28T20:59:00Z", true],
  ["after the switch to winter time", last("2026-10-31T09:10:00Z"), "2026-11-01T09:30:00Z", true],
])("a backup is due %s: %s at %s is %s", (_, backup, moment, isDue) => {
  expect(isBackupDue(backup, new Date(moment))).toBe(isDue);
});

test("an installation without users makes none, since it would be the newest in the folder of a lost one", async () => {
  await backUpIfDue();
  await makeViewer("admin");
  await expect(backUpIfDue()).rejects.toThrow("npm run backup -- /backup/redline");
});
