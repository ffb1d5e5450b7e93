import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everyDay, everyHour } from "./schedule.server";

const hour = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the number of runs at the start, and after each number of hours. */
function runsOf(schedule: typeof everyHour, hours: number[]): number[] {
  const task = vi.fn(async () => undefined);
  const stop = schedule(task, "a task");
  const counts = [0, ...hours].map((time, index, times) => {
    vi.advanceTimersByTime((time - (times[index - 1] ?? 0)) * hour);
    return task.mock.calls.length;
  });
  stop();
  const before = task.mock.calls.length;
  vi.advanceTimersByTime(48 * hour);
  expect(task).toHaveBeenCalledTimes(before);
  return counts;
}

test("an hourly task runs at the start and every hour, until it is stopped", () => {
  expect(runsOf(everyHour, [0.5, 1, 2])).toEqual([1, 1, 2, 3]);
});

test("a daily task runs an hour after the start and every day, until it is stopped", () => {
  expect(runsOf(everyDay, [0.5, 1, 24, 25, 48, 49])).toEqual([0, 0, 1, 1, 2, 2, 3]);
});

test("an error is logged with the task's name, and does not end the schedule", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const task = vi.fn(() => Promise.reject(new Error("no disk")));
  const stop = everyHour(task, "the file sweep");
  await vi.advanceTimersByTimeAsync(hour);
  stop();
  expect(task).toHaveBeenCalledTimes(2);
  expect(log.mock.calls.join()).toContain("the file sweep");
  log.mockRestore();
});
