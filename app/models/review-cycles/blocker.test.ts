import { expect, test } from "vitest";
import type { CorrectionState } from "../corrections/correction";
import type { Decision } from "../corrections/decision";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { blockerAddress, blockersOf, type CycleReviews, effectiveDecisions } from "./blocker";
import { outcomeOfCycle, type Review, releasedWord, reviewWord } from "./plan-check";

const review = (
  discipline: Discipline,
  reviewCycle: ReviewCycle,
  decision: Decision | null,
  status: Review["status"] = decision ? "completed" : "in_progress",
): Review => ({ id: 1, discipline, reviewCycle, status, decision });

const written = (fields: Partial<CorrectionState> = {}): CorrectionState => ({
  id: 1,
  discipline: "Fire",
  number: 7,
  kind: "correction",
  status: "open",
  reviewCycle: "PC1",
  issuedIn: "PC1",
  newReason: null,
  isBackChecked: false,
  ...fields,
});

const cycle = (reviews: Review[], fields: Partial<CycleReviews> = {}): CycleReviews => ({
  reviewCycle: "PC2",
  requiredDisciplines: [],
  reviews,
  cyclesWithPlanCheck: ["PC1", "PC2"],
  cyclesWithLetter: ["PC1"],
  ...fields,
});
const before: Partial<CycleReviews> = { cyclesWithPlanCheck: ["PC2"] };

test.each<[string, CycleReviews, Decision | null]>([
  [
    "Fire corrections_required, Structural approved, Plumbing not applicable",
    cycle([
      review("Fire", "PC2", "corrections_required"),
      review("Structural", "PC2", "approved"),
      review("Plumbing", "PC2", "not_applicable"),
    ]),
    "corrections_required",
  ],
  [
    "two corrections_required",
    cycle([
      review("Fire", "PC2", "corrections_required"),
      review("Structural", "PC2", "corrections_required"),
    ]),
    "corrections_required",
  ],
  [
    "approved, approved_with_conditions, not applicable",
    cycle([
      review("Fire", "PC2", "approved"),
      review("Structural", "PC2", "approved_with_conditions"),
      review("Plumbing", "PC2", "not_applicable"),
    ]),
    "approved_with_conditions",
  ],
  [
    "approved, not applicable",
    cycle([review("Fire", "PC2", "not_applicable"), review("Structural", "PC2", "approved")]),
    "approved",
  ],
  [
    "not applicable alone",
    cycle([review("Fire", "PC2", "not_applicable"), review("Civil", "PC2", "not_applicable")]),
    "not_applicable",
  ],
  [
    "approved in PC1, Fire undecided in PC2",
    cycle([
      review("Fire", "PC1", "approved"),
      review("Fire", "PC2", null),
      review("Civil", "PC2", "approved"),
    ]),
    null,
  ],
  [
    "Fire approved in PC1, then corrections_required in PC2",
    cycle([review("Fire", "PC1", "approved"), review("Fire", "PC2", "corrections_required")]),
    "corrections_required",
  ],
  [
    "Plumbing's approval from PC1 and Fire's from PC2",
    cycle([review("Plumbing", "PC1", "approved"), review("Fire", "PC2", "approved")]),
    "approved",
  ],
  [
    "required Civil never assigned",
    cycle([review("Fire", "PC2", "approved")], { requiredDisciplines: ["Civil"] }),
    null,
  ],
  ["nothing", cycle([]), null],
  [
    "the latest of two earlier decisions",
    cycle(
      [
        review("Fire", "PC2", "approved"),
        review("Fire", "PC1", "corrections_required"),
        review("Civil", "PC3", "approved"),
      ],
      { reviewCycle: "PC3" },
    ),
    "approved",
  ],
  [
    "PC10 counted as later than PC9",
    cycle([review("Fire", "PC9", "corrections_required"), review("Fire", "PC10", "approved")], {
      reviewCycle: "PC10",
    }),
    "approved",
  ],
  [
    "a discipline that is no longer required but was assigned",
    cycle([review("Fire", "PC2", "approved"), review("Civil", "PC1", "corrections_required")]),
    "corrections_required",
  ],
])("the outcome of %s", (_, permit, expected) => {
  expect(outcomeOfCycle(effectiveDecisions(permit))).toBe(expected);
});

test("a discipline that was completed before the city used corrections counts as approved", () => {
  const fire = { discipline: "Fire", decision: "approved", decidedIn: "PC1", isBeforeCorrections: true };
  const completed = review("Fire", "PC1", null, "completed");
  expect(effectiveDecisions(cycle([completed], before))).toEqual([fire]);
  // With a plan check of that cycle it is completed without a decision.
  expect(effectiveDecisions(cycle([completed]))).toMatchObject([{ decision: null }]);
  // The last one counts.
  const three = { ...before, reviewCycle: "PC3" as const, cyclesWithPlanCheck: ["PC3" as const] };
  expect(effectiveDecisions(cycle([review("Fire", "PC2", null), completed], three))).toEqual([]);
  // Once it is assigned in the current cycle, that counts.
  expect(effectiveDecisions(cycle([completed, review("Fire", "PC2", null)], before))).toMatchObject([
    { decision: null, isBeforeCorrections: false },
  ]);
});

test("a discipline that was not completed before the city used corrections counts only if it is required", () => {
  const begun = review("Fire", "PC1", null);
  expect(effectiveDecisions(cycle([begun], before))).toEqual([]);
  const required = effectiveDecisions(cycle([begun], { ...before, requiredDisciplines: ["Fire"] }));
  expect(required).toMatchObject([{ discipline: "Fire", decision: null, isBeforeCorrections: false }]);
});

const approvedCivil = review("Civil", "PC2", "approved");

test.each<[string, CycleReviews, CorrectionState[], string[]]>([
  ["nothing", cycle([]), [], ["There is nothing to release"]],
  ["all decided", cycle([approvedCivil]), [], []],
  [
    "a required discipline without a reviewer",
    cycle([approvedCivil], { requiredDisciplines: ["Civil", "Fire"] }),
    [],
    ["Fire is required and nobody is assigned"],
  ],
  [
    "undecided disciplines",
    cycle([approvedCivil, review("Fire", "PC2", null), review("Plumbing", "PC2", null, "completed")]),
    [],
    ["Plumbing has no decision, completed without one", "Fire has no decision"],
  ],
  [
    "open corrections of a discipline that is not in the cycle",
    cycle([approvedCivil, review("Structural", "PC1", "corrections_required")]),
    [written({ discipline: "Structural" })],
    ["Structural has open corrections from PC1 and is not in PC2"],
  ],
  [
    "a draft without assignment",
    cycle([approvedCivil]),
    [written({ issuedIn: null }), written({ number: 8, issuedIn: null, kind: "note" })],
    ["F-7 is written for Fire, which is not in PC2"],
  ],
  [
    "nothing decided in the cycle",
    cycle([review("Civil", "PC1", "approved")]),
    [],
    ["Nobody has decided anything in PC2"],
  ],
  [
    "nothing decided in a cycle whose plan check was opened again",
    cycle([review("Civil", "PC1", "approved")], { cyclesWithLetter: ["PC1", "PC2"] }),
    [],
    [],
  ],
  [
    "a decision of an earlier cycle that no longer fits",
    cycle([approvedCivil, review("Fire", "PC1", "corrections_required")]),
    [written({ status: "resolved" })],
    ["Fire stands as Corrections Required from PC1, but nothing of it is open: assign Fire in PC2"],
  ],
  [
    "an earlier approval with a condition of a later cycle",
    cycle([review("Civil", "PC3", "approved"), review("Fire", "PC1", "approved")], { reviewCycle: "PC3" }),
    [written({ kind: "condition", reviewCycle: "PC2" })],
    ["Fire stands as Approved from PC1, but F-7 stands: assign Fire in PC3"],
  ],
  [
    "decisions of a plan check that was opened again, with a draft that was written in between",
    cycle([approvedCivil, review("Fire", "PC2", "approved")], { cyclesWithLetter: ["PC1", "PC2"] }),
    [written({ issuedIn: null, reviewCycle: "PC2" })],
    ["Fire stands as Approved, but F-7 is open: decide it again"],
  ],
  [
    "new corrections of a discipline that an earlier letter has",
    cycle([approvedCivil, review("Fire", "PC1", "approved"), review("Fire", "PC2", "corrections_required")]),
    [
      written({ issuedIn: null }),
      written({ number: 8, issuedIn: null, newReason: "newly_shown" }),
      written({ number: 9, issuedIn: null, kind: "condition" }),
      written({ number: 10, issuedIn: null, status: "withdrawn" }),
      written({ number: 11 }),
    ],
    ["F-7 does not say why it is new"],
  ],
  [
    "a new correction of a discipline that no earlier letter has",
    cycle([approvedCivil, review("Fire", "PC2", "corrections_required")]),
    [written({ issuedIn: null })],
    [],
  ],
  [
    "a correction without its reason in a letter that is being corrected",
    cycle([review("Fire", "PC1", "approved"), review("Fire", "PC2", "corrections_required")], {
      cyclesWithLetter: ["PC1", "PC2"],
    }),
    [written({ issuedIn: "PC2" })],
    ["F-7 does not say why it is new"],
  ],
  [
    "a discipline that was begun and never decided",
    cycle([approvedCivil, review("Plumbing", "PC1", null)]),
    [],
    ["Plumbing was begun in PC1 and never decided: assign it in PC2"],
  ],
  [
    "a required discipline that was begun before the city used corrections",
    cycle([approvedCivil, review("Plumbing", "PC1", null)], { ...before, requiredDisciplines: ["Plumbing"] }),
    [],
    ["Plumbing was begun in PC1 and never decided: assign it in PC2"],
  ],
  [
    "a discipline that was completed before the city used corrections",
    cycle([approvedCivil, review("Fire", "PC1", null, "completed")], before),
    [],
    [],
  ],
  [
    "a required discipline that is only assigned in a later cycle, after the permit was set back",
    cycle([approvedCivil, review("Fire", "PC3", null)], { requiredDisciplines: ["Fire"] }),
    [],
    ["Fire is required and nobody is assigned"],
  ],
])("blockers with %s", (_, permit, corrections, expected) => {
  expect(blockersOf(permit, corrections, "approved").map(({ what }) => what)).toEqual(expected);
});

test("a blocker has the city's word for an approval", () => {
  const [blocker] = blockersOf(cycle([approvedCivil]), [written({ discipline: "Civil" })], "recommended");
  expect(blocker?.what).toBe("Civil stands as Recommended for approval, but C-7 is open: decide it again");
});

test("a blocker leads to where it is solved", () => {
  const permit = cycle([
    { ...review("Fire", "PC1", "approved"), id: 1 },
    { ...review("Fire", "PC2", null), id: 2 },
    { ...review("Civil", "PC2", "approved"), id: 3 },
  ]);
  const blockers = blockersOf(
    { ...permit, requiredDisciplines: ["Plumbing"] },
    [
      written({ id: 7, issuedIn: null }),
      written({ id: 8, discipline: "Civil", issuedIn: null, newReason: "newly_shown" }),
    ],
    "approved",
  );
  const reviewPage = "/employee-dashboard/permits/5";
  expect(blockers.map((blocker) => [blocker.what, blockerAddress(5, blocker)])).toEqual([
    [
      "Civil stands as Approved, but C-7 is open: decide it again",
      `${reviewPage}/assignments/3/decide?discipline=Civil`,
    ],
    ["Plumbing is required and nobody is assigned", "/permits/5/assignments"],
    ["Fire has no decision", `${reviewPage}/assignments/2/decide?discipline=Fire`],
    ["F-7 does not say why it is new", `${reviewPage}/corrections/7/edit?discipline=Fire`],
  ]);
  const [first] = blockersOf(cycle([{ ...review("Fire", "PC2", null), id: 2 }]), [], "approved").slice(-1);
  expect(first?.what).toBe("Nobody has decided anything in PC2");
  expect(first && blockerAddress(5, first)).toBe(`${reviewPage}/assignments/2/decide?discipline=Fire`);
});

test("a plan check in review is not started, in review or ready for release", () => {
  const [none, one] = [[], ["Fire has no decision"]];
  expect(reviewWord({ hasAssignment: false, blockers: none })).toBe("not_started");
  expect(reviewWord({ hasAssignment: true, blockers: one })).toBe("in_review");
  expect(reviewWord({ hasAssignment: true, blockers: none })).toBe("ready");
});

test.each([
  ["released", null, "corrections_required", "with_city"],
  ["released", "2026-11-20", "corrections_required", "with_applicant"],
  ["resubmitted", "2026-11-20", "corrections_required", "resubmitted"],
  ["closed", null, "approved", "approved"],
  ["closed", "2026-11-20", "approved_with_conditions", "approved"],
  ["closed", null, "not_applicable", "closed"],
  ["closed", null, null, "closed"],
] as const)(
  "a plan check that is %s, handed over on %s with %s is %s",
  (state, handedOverOn, outcome, word) => {
    expect(releasedWord({ state, handedOverOn, outcome })).toBe(word);
  },
);
