import { afterEach, expect, test, vi } from "vitest";
import { diskOf } from "~/platform/disk.server";
import { newFolder } from "~/testing/new-database";
import { diskCheck, diskNotice } from "./disk-notice.server";

afterEach(() => void vi.restoreAllMocks());

const gigabyte = 1_000_000_000;
const roomy = { free: 500 * gigabyte, total: 1000 * gigabyte, freeInodes: 900_000, totalInodes: 1_000_000 };
const full = { ...roomy, free: 1.24 * gigabyte, total: 30 * gigabyte };

test("a disk that is nearly full is a sentence for administrators", async () => {
  expect(await diskNotice(full)).toBe(
    "The disk of the data folder is 95 % full: 1.2 GB are free. Plan files will soon be refused.",
  );
  expect(await diskNotice({ ...full, free: 12_345_678 })).toContain("99 % full: 12 MB are free");
});

test.each([
  ["a large disk of which little is left in percent", { ...roomy, free: 6 * gigabyte }],
  ["a small disk of which most is left", { ...roomy, free: 4 * gigabyte, total: 8 * gigabyte }],
  ["a file system that reports no inodes", { ...roomy, freeInodes: 0, totalInodes: 0 }],
])("%s is none", async (_, disk) => {
  expect(await diskNotice(disk)).toBeNull();
});

test("a disk without inodes is full too", async () => {
  expect(await diskNotice({ ...roomy, freeInodes: 1200 })).toBe(
    "The disk of the data folder has inodes for 1,200 more files. Plan files will soon be refused.",
  );
});

test("the log has one line when a disk gets full, and one when it has room again", async () => {
  const lines = vi.spyOn(console, "warn").mockReturnValue();
  const disks = [roomy, full, { ...full, free: gigabyte }, roomy, roomy, full];
  const check = diskCheck(async () => disks.shift() ?? roomy);
  while (disks.length > 0) await check();
  expect(lines.mock.calls.map(([line]) => String(line).replace(/^\S+ /, ""))).toEqual([
    expect.stringContaining("95 % full: 1.2 GB"),
    "The disk of the data folder has room again",
    expect.stringContaining("95 % full: 1.2 GB"),
  ]);
});

test("the disk of a folder is read", async () => {
  const { free, total } = await diskOf(newFolder());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(free);
});
