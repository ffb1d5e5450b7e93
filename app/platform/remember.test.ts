import { expect, test, vi } from "vitest";
import { once, remember } from "./remember";

test("a value is calculated once while its text is among those used last", () => {
  const calculate = vi.fn((text: string) => `${text}!`);
  const shout = remember(2, calculate);
  expect([shout("a"), shout("b"), shout("a"), shout("c"), shout("a")]).toEqual([
    "a!",
    "b!",
    "a!",
    "c!",
    "a!",
  ]);
  expect(calculate.mock.calls.flat()).toEqual(["a", "b", "c"]);
  shout("b");
  expect(calculate.mock.calls.flat()).toEqual(["a", "b", "c", "b"]);
});

test("a value without a text is calculated once", () => {
  const calculate = vi.fn(() => ({}));
  const read = once(calculate);
  expect(calculate).not.toHaveBeenCalled();
  expect(read()).toBe(read());
  expect(calculate).toHaveBeenCalledOnce();
});
