import { expect, test } from "vitest";
import type { AssignmentStatus } from "../assignments/assignment";
import type { CorrectionState } from "../corrections/correction";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { continuesByDefault, repeatableReviews } from "./next-cycle";

const review = (
  discipline: Discipline,
  reviewCycle: ReviewCycle,
  status: AssignmentStatus = "completed",
) => ({ discipline, reviewCycle, status });

const written = (discipline: Discipline, fields: Partial<CorrectionState> = {}): CorrectionState => ({
  id: 1,
  discipline,
  number: 1,
  kind: "correction",
  status: "open",
  reviewCycle: "PC1",
  issuedIn: "PC1",
  newReason: null,
  isBackChecked: false,
  ...fields,
});

const permit = (usesCorrections: boolean, cyclesWithLetter: ReviewCycle[] = ["PC1", "PC2"]) => ({
  reviewCycle: "PC2" as const,
  cyclesWithLetter,
  city: { usesCorrections },
});

const reviews = [
  review("Plumbing", "PC1"),
  review("Fire", "PC1"),
  review("Fire", "PC2"),
  review("Civil", "PC3"),
  review("Structural", "PC2"),
];
const names = (rows: { discipline: Discipline; reviewCycle: ReviewCycle }[]) =>
  rows.map(({ discipline, reviewCycle }) => `${discipline} ${reviewCycle}`);

test("with corrections, the latest review of each discipline can be repeated, also of an earlier cycle", () => {
  expect(names(repeatableReviews(permit(true), reviews))).toEqual([
    "Fire PC2",
    "Structural PC2",
    "Plumbing PC1",
  ]);
});

test("without corrections, only the reviews of the current cycle can be repeated", () => {
  expect(names(repeatableReviews(permit(false), reviews))).toEqual(["Fire PC2", "Structural PC2"]);
});

test("after a letter, the disciplines with open corrections continue, drafts included", () => {
  const corrections = [
    written("Fire"),
    written("Plumbing", { issuedIn: null }),
    written("Structural", { status: "resolved" }),
    written("Civil", { kind: "condition" }),
    written("Electrical", { kind: "note" }),
  ];
  const continues = continuesByDefault(permit(true), corrections);
  const disciplines = ["Fire", "Plumbing", "Structural", "Civil", "Electrical"] as const;
  expect(disciplines.filter((discipline) => continues(review(discipline, "PC2")))).toEqual([
    "Fire",
    "Plumbing",
  ]);
});

test("without a letter of the cycle, its reviews that are not completed continue, too", () => {
  const continues = continuesByDefault(permit(true, ["PC1"]), [written("Fire")]);
  expect(continues(review("Fire", "PC2"))).toBe(true);
  expect(continues(review("Civil", "PC2", "assigned"))).toBe(true);
  expect(continues(review("Civil", "PC1", "assigned"))).toBe(false);
  expect(continues(review("Civil", "PC2"))).toBe(false);
});
