import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusalOf } from "~/testing/refusals";
import { outagesOf } from "./outage-postgres.server";

let isHanging = false;
const look = vi.fn(async () => {
  if (isHanging) throw new Error("Query read timeout");
});
let stop: () => void;
let outages: ReturnType<typeof outagesOf>;
let lines: string[];

beforeEach(async () => {
  vi.useFakeTimers();
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line.replace(/^\S+ /, "")));
  isHanging = false;
  outages = outagesOf(look);
  stop = await outages.watch({ responding: 1000, away: 100 });
  look.mockClear();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

test("what waits for a database that no longer responds is refused, and so is what comes", async () => {
  const waiting = [outages.whileReachable(never), outages.whileReachable(never)].map(refusalOf);
  isHanging = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
  const work = vi.fn(never);
  expect((await refusalOf(outages.whileReachable(work))).status).toBe(503);
  expect(work).not.toHaveBeenCalled();
  expect(() => outages.expectReachable()).toThrow();
  expect(lines).toEqual(["The database does not respond: Query read timeout"]);
});

test("a database that responds again is used again, and a line of the log says so", async () => {
  isHanging = true;
  await vi.advanceTimersByTimeAsync(1200);
  isHanging = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(await outages.whileReachable(async () => "read")).toBe("read");
  expect(lines).toEqual(["The database does not respond: Query read timeout", "The database responds again"]);
});

test("one missed look is no outage", async () => {
  look.mockRejectedValueOnce(new Error("Query read timeout"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(look).toHaveBeenCalledTimes(2);
  expect(await outages.whileReachable(async () => "read")).toBe("read");
  expect(lines).toEqual([]);
});

test("work that fails or is done is not refused later", async () => {
  expect(await outages.whileReachable(async () => "read")).toBe("read");
  await expect(outages.whileReachable(() => Promise.reject(new Error("a bad query")))).rejects.toThrow(
    "bad query",
  );
  isHanging = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(() => outages.expectReachable()).toThrow();
});

test("a watch that was stopped looks no more", async () => {
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).not.toHaveBeenCalled();
});
