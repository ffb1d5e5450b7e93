import { afterEach, expect, test, vi } from "vitest";
import { diskOf } from "~/platform/disk.server";
import { env } from "~/platform/env.server";
import { newFolder } from "~/testing/new-database";
import { diskCheck, diskNotice } from "./disk-notice.server";

vi.hoisted(() => void vi.stubEnv("MIN_FREE_MB", "1000"));
afterEach(() => void vi.restoreAllMocks());

const gigabyte = 1_000_000_000;
const roomy = { free: 500 * gigabyte, total: 1000 * gigabyte, freeInodes: 900_000, totalInodes: 1_000_000 };
const low = { ...roomy, free: 1.24 * gigabyte, total: 30 * gigabyte };
const full = { ...low, free: 0.99 * gigabyte };

test("less than twice the reserve is a sentence for administrators, and says when uploads are refused", async () => {
  expect(await diskNotice({ ...low, free: 2 * gigabyte - 1 })).toContain("Uploads are refused below 1.0 GB.");
  expect(await diskNotice(low)).toBe(
    "The disk of the data folder is 95 % full: 1.2 GB are free. Uploads are refused below 1.0 GB.",
  );
  expect(await diskNotice(full)).toBe(
    "The disk of the data folder is 96 % full: 990 MB are free. Uploads are refused until 1.0 GB are free.",
  );
});

test.each([
  ["twice the reserve", { ...roomy, free: 2 * gigabyte }],
  ["a file system that does not know its size", { ...roomy, free: 0, total: 0 }],
  ["a file system that reports no inodes", { ...roomy, freeInodes: 0, totalInodes: 0 }],
])("%s is none", async (_, disk) => {
  expect(await diskNotice(disk)).toBeNull();
});

test("without a reserve there is none before the disk is full", async () => {
  env.MIN_FREE_MB = 0;
  expect(await diskNotice({ ...full, free: 1 })).toBeNull();
  env.MIN_FREE_MB = 1000;
});

test("a disk without inodes is full too", async () => {
  expect(await diskNotice({ ...roomy, freeInodes: 1200 })).toBe(
    "The disk of the data folder has inodes for 1,200 more files. Plan files will soon be refused.",
  );
});

test("the log has one line when a disk gets full, one when uploads are refused, and one when it has room again", async () => {
  const lines = vi.spyOn(console, "warn").mockReturnValue();
  const disks = [roomy, low, { ...low, free: 1.1 * gigabyte }, full, full, low, roomy, roomy, full];
  const check = diskCheck(async () => disks.shift() ?? roomy);
  while (disks.length > 0) await check();
  expect(lines.mock.calls.map(([line]) => String(line).replace(/^\S+ /, ""))).toEqual([
    expect.stringContaining("95 % full: 1.2 GB"),
    expect.stringContaining("until 1.0 GB are free"),
    "The disk of the data folder has room again",
    expect.stringContaining("until 1.0 GB are free"),
  ]);
});

test("the disk of a folder is read", async () => {
  const { free, total } = await diskOf(newFolder());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(free);
});
