import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveMemoryBackWhenQuiet } from "./quiet-server.server";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("memory is given back three seconds after the start and its last request, once", () => {
  const collect = vi.fn();
  const noteRequest = giveMemoryBackWhenQuiet(collect);
  vi.advanceTimersByTime(2000);
  noteRequest();
  vi.advanceTimersByTime(2999);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(collect).toHaveBeenCalledExactlyOnceWith({
    type: "major",
    execution: "sync",
    flavor: "last-resort",
  });
  vi.advanceTimersByTime(3_600_000);
  expect(collect).toHaveBeenCalledOnce();
});

test("later, memory is given back after ten minutes without a request", () => {
  const collect = vi.fn();
  const noteRequest = giveMemoryBackWhenQuiet(collect);
  vi.advanceTimersByTime(3000);
  noteRequest();
  vi.advanceTimersByTime(599_000);
  noteRequest();
  vi.advanceTimersByTime(599_999);
  expect(collect).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("without the flag of Node.js nothing is collected", () => {
  giveMemoryBackWhenQuiet(undefined)();
  expect(vi.getTimerCount()).toBe(0);
});
