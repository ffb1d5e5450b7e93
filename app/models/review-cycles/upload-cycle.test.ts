import { expect, test } from "vitest";
import type { ReviewCycle } from "../permits/permit";
import type { PlanCheckState } from "./plan-check";
import { isCycleOver, uploadCycleOf, uploadCyclesOf } from "./upload-cycle";

const permit = (reviewCycle: ReviewCycle, state?: PlanCheckState, cyclesWithLetter: ReviewCycle[] = []) => ({
  reviewCycle,
  planCheck: state
    ? { state, releasedAt: cyclesWithLetter.includes(reviewCycle) ? "2026-11-20T20:00:00.000Z" : null }
    : null,
  cyclesWithLetter,
});

test.each([
  ["PC1", "without a plan check", permit("PC1")],
  ["PC3", "without a plan check in a later cycle", permit("PC3")],
  ["PC1", "in review", permit("PC1", "in_review")],
  ["PC2", "in review after an earlier letter", permit("PC2", "in_review", ["PC1"])],
  ["PC2", "after a letter with corrections", permit("PC1", "released", ["PC1"])],
  ["PC2", "after an approval", permit("PC1", "closed", ["PC1"])],
  ["PC3", "after a resubmittal", permit("PC2", "resubmitted", ["PC1", "PC2"])],
  ["PC1", "opened again for a corrected letter", permit("PC1", "in_review", ["PC1"])],
  ["PC1", "closed without a letter and set back", permit("PC1", "closed")],
  ["PC3", "set back to a released cycle before another", permit("PC1", "closed", ["PC1", "PC2"])],
  [undefined, "after the last letter", permit("PC10", "released", ["PC10"])],
] as const)("new files are for %s %s", (cycle, _, of) => {
  expect(uploadCycleOf(of)).toBe(cycle);
});

test("a cycle is over with its letter, or when a later one has begun", () => {
  const inReview = permit("PC2", "in_review", ["PC1"]);
  expect((["PC1", "PC2", "PC3"] as const).map((cycle) => isCycleOver(inReview, cycle))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isCycleOver(permit("PC2", "released", ["PC2"]), "PC2")).toBe(true);
});

test("the choice says what a cycle that is over means", () => {
  expect(uploadCyclesOf(permit("PC1", "in_review")).warning).toBeNull();
  const { options, warning } = uploadCyclesOf(permit("PC1", "released", ["PC1"]));
  expect(options.slice(0, 2).map(({ label }) => label)).toEqual([
    "PC1 - Plan Check 1 (over)",
    "PC2 - Plan Check 2",
  ]);
  expect(warning).toBe("PC1 is over: files that are added to it are not reviewed, and cannot be deleted.");
});

test("a file of a cycle that is over without a letter can be deleted by administrators alone", () => {
  const of = permit("PC2", "in_review");
  const warning = "PC1 is over: files that are added to it are not reviewed";
  expect(uploadCyclesOf(of).warning).toBe(`${warning}, and cannot be deleted.`);
  expect(uploadCyclesOf(of, { mayDeleteAll: true }).warning).toBe(`${warning}.`);
});

test("a city chooses from the first five cycles, and from those reached", () => {
  const cycles = uploadCyclesOf(permit("PC6", "released", ["PC6"]), { asCity: true }).options;
  expect(cycles.map(({ value }) => value)).toEqual(["PC1", "PC2", "PC3", "PC4", "PC5", "PC6", "PC7"]);
});
