import { expect, test } from "vitest";
import { pauseAfter } from "./mail";

test("each pause is longer than the one before, and the fifth attempt is the last", () => {
  expect([1, 2, 3, 4, 5].map((attempts) => pauseAfter(attempts))).toEqual([
    60_000,
    300_000,
    1_800_000,
    7_200_000,
    undefined,
  ]);
});
