import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anotherServer } from "~/testing/another-server";
import { currentTime, fromNow, now, setClockAhead, today } from "./clock.server";
import { beginToFollowTime, followTime } from "./database-clock.server";
import { watchDatabase } from "./db.server";
import { isPostgres } from "./dialect.server";

const start = Date.parse("2026-11-20T10:00:00.000Z");
const hour = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => {
  setClockAhead(0);
  vi.useRealTimers();
});

/** A database whose clock is ahead, and which responds after some milliseconds. */
const databaseAhead =
  (milliseconds: number, [there, back] = [0, 0]) =>
  async () => {
    vi.setSystemTime(Date.now() + there);
    const time = Date.now() + milliseconds;
    vi.setSystemTime(Date.now() + back);
    return time;
  };

test("all times are those of the database, ahead or behind", async () => {
  await followTime(databaseAhead(3 * hour));
  expect(now()).toBe("2026-11-20T13:00:00.000Z");
  expect(fromNow(-hour)).toBe("2026-11-20T12:00:00.000Z");
  await followTime(databaseAhead(-12 * hour));
  expect(new Date(currentTime()).toISOString()).toBe("2026-11-19T22:00:00.000Z");
  expect(today()).toBe("2026-11-19");
  await followTime(databaseAhead(0));
  expect(now()).toBe("2026-11-20T10:00:00.000Z");
});

test("half of the time until the response is subtracted", async () => {
  await followTime(databaseAhead(60_000, [20, 20]));
  expect(currentTime() - Date.now()).toBe(60_000);
  await followTime(databaseAhead(60_000, [40, 0]));
  expect(currentTime() - Date.now()).toBe(60_020);
});

test.each([
  [0, [30, 0]],
  [0, [0, 30]],
  [2, [0, 0]],
  [-10, [10, 10]],
])("a clock that seems %i ms ahead with a response of %o ms is the same", async (ahead, latency) => {
  await followTime(databaseAhead(ahead, latency as [number, number]));
  expect(currentTime()).toBe(Date.now());
});

test("a database that is away leaves the clock as it is", async () => {
  await followTime(databaseAhead(hour));
  await expect(followTime(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(currentTime() - Date.now()).toBe(hour);
});

test("the first measurement does not use a clock that a test has set", async () => {
  await beginToFollowTime(async () => performance.timeOrigin + performance.now());
  expect(now()).toBe("2026-11-20T10:00:00.000Z");
});

test.runIf(!isPostgres)("SQLite has the clock of its server", async () => {
  setClockAhead(hour);
  (await watchDatabase())();
  expect(currentTime() - Date.now()).toBe(hour);
});

describe.runIf(isPostgres)("on PostgreSQL", () => {
  test("a server whose clock is set follows the database's with the next measurement", async () => {
    (await watchDatabase())();
    expect(Math.abs(currentTime() - (performance.timeOrigin + performance.now()))).toBeLessThan(1000);
    const other = await anotherServer(async () => ({
      clock: await import("./clock.server"),
      database: await import("./db.server"),
    }));
    expect(other.clock.now()).toBe(new Date().toISOString());
    (await other.database.watchDatabase())();
    expect(Math.abs(other.clock.currentTime() - currentTime())).toBeLessThan(1000);
    await other.close();
  });
});
