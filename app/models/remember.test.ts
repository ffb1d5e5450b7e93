import { expect, test, vi } from "vitest";
import { remember } from "./remember";

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
