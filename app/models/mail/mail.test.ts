import { expect, test } from "vitest";
import { pauseAfter } from "./mail";

test("the pauses grow, and there is none after the fifth attempt", () => {
  expect([1, 2, 3, 4, 5].map((attempts) => pauseAfter(attempts))).toEqual([
    60_000,
    300_000,
    1_800_000,
    7_200_000,
    undefined,
  ]);
});
