import { expect, test } from "vitest";
import { randomFrom } from "./demo-random";
import { dealt, shuffled } from "./uneven-shares";
import { volumeSizes } from "./volume-sizes";

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test.each([100, 101, 999, 1_000, 2_999, 3_000, 10_000, 123_457, 1_000_000])(
  "of %i permits the largest city has 12 %, the smallest 5, and no city more than the one before it",
  (permits) => {
    const { cities } = volumeSizes(permits);
    expect(sum(cities)).toBe(permits);
    expect(cities[0]).toBe(Math.round(permits * 0.12));
    expect(cities.at(-1)).toBe(5);
    expect(cities).toEqual(cities.toSorted((left, right) => right - left));
  },
);

test.each([
  [1, 1, 12],
  [99, 9, 12],
  [240, 24, 32],
  [2_990, 299, 399],
  [3_000, 300, 400],
  [1_000_000, 300, 400],
])("%i permits have %i cities and %i reviewers", (permits, cities, reviewers) => {
  const sizes = volumeSizes(permits);
  expect(sizes.cities.length).toBe(cities);
  expect(sum(sizes.cities)).toBe(permits);
  expect(sizes.reviewers).toBe(reviewers);
});

test("a million permits have 1.9 million assignments, 3 % of them open", () => {
  expect(volumeSizes(1_000_000)).toMatchObject({
    assignments: 1_900_000,
    openAssignments: 57_000,
    busyReviewers: 40,
    timeEntries: 900_000,
    comments: 1_000_000,
    corrections: 2_000_000,
    busiestPermitCorrections: 120,
    fullReviewers: 40,
    permitsWithLetters: 250_000,
    busiestPermitComments: 500,
    auditEvents: 3_000_000,
    planFiles: 500_000,
    fees: 300_000,
  });
});

test("few permits have no full reviews, which would have most of the corrections", () => {
  expect(volumeSizes(999).fullReviewers).toBe(0);
  const { fullReviewers, fullReviewCorrections, corrections } = volumeSizes(1_000);
  expect(fullReviewers).toBeGreaterThan(0);
  expect(fullReviewers * fullReviewCorrections).toBeLessThan(corrections / 4);
});

test.each([
  [0, 7],
  [5, 3],
  [190, 100],
  [191, 101],
  [9, 30],
])("%i dealt to %i slots is all dealt, and to none more than the most", (total, slots) => {
  const parts = [...dealt(total, slots, { random: randomFrom(1), group: 10, winners: 2, most: 4 })];
  expect(parts.length).toBe(slots);
  expect(sum(parts)).toBe(total);
  expect(Math.max(...parts)).toBeLessThanOrEqual(4);
});

test("a shuffled deck has each number as often as its size, in another order", () => {
  const deck = [...shuffled([3, 0, 100], randomFrom(1))];
  expect(deck.filter((value) => value === 0).length).toBe(3);
  expect(deck.filter((value) => value === 2).length).toBe(100);
  expect(deck).not.toEqual(deck.toSorted((left, right) => left - right));
});
