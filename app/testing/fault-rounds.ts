import { inject } from "vitest";

/**
 * Returns how often a test repeats a race or a fault that it must survive: a hundredth of `full`, but at least `least`.
 * `FAULT_ROUNDS=100` runs all of them, and more is more.
 */
export const faultRounds = (full: number, least = 1): number =>
  Math.max(least, Math.round((full * inject("faultRounds")) / 100));
