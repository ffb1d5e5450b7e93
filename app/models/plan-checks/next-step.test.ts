import { describe, expect, test } from "vitest";
import { holderText, nextStepOf, type StepFacts, type StepViewer } from "./next-step";

const released = { state: "released", releasedAt: "2026-11-02T20:00:00.000Z", handedOverOn: null } as const;
const corrections = { ...released, outcome: "corrections_required" } as const;
const inReview = { state: "in_review", releasedAt: null, handedOverOn: null, outcome: null } as const;

const facts = (fields: Partial<StepFacts>): StepFacts => ({
  id: 7,
  status: "in_process",
  reviewCycle: "PC1",
  city: { cityName: "Oakville", usesCorrections: true },
  planCheck: inReview,
  word: "in_review",
  isAssigned: true,
  newPlans: 0,
  hasUnreleasedWork: false,
  hasPlans: true,
  cityPermitNumber: "B-1",
  openReviews: [],
  waitsForReviews: false,
  unassigned: [],
  ...fields,
});

const review = { id: 12, discipline: "Fire", reviewer: "Ana Ruiz", isOwn: true, toBackCheck: 0 } as const;
const own = { openReviews: [review], waitsForReviews: true };
const others = { openReviews: [{ ...review, isOwn: false }], waitsForReviews: true };
const withoutCorrections = {
  city: { cityName: "Oakville", usesCorrections: false },
  planCheck: null,
  word: null,
};
const withCity = { planCheck: corrections, word: "with_city" } as const;
const withApplicant = {
  planCheck: { ...corrections, handedOverOn: "2026-11-03" },
  word: "with_applicant",
  status: "resubmittal_required",
} as const;

const resubmitted = {
  planCheck: { ...corrections, state: "resubmitted", handedOverOn: "2026-11-03" },
  word: "resubmitted",
  status: "resubmittal_required",
  newPlans: 2,
} as const;

const nobody: StepViewer = {
  page: "/employee-dashboard/permits/7",
  isCity: false,
  mayAssign: false,
  mayRelease: false,
  mayHandOver: false,
  mayEdit: false,
  mayUpload: false,
  mayGiveNumber: false,
};
const viewers = {
  administrator: {
    ...nobody,
    page: "/permits/7",
    mayAssign: true,
    mayRelease: true,
    mayHandOver: true,
    mayEdit: true,
    mayUpload: true,
  },
  reviewer: nobody,
  city: {
    ...nobody,
    page: "/oakvilles/permits/7",
    isCity: true,
    mayHandOver: true,
    mayUpload: true,
    mayGiveNumber: true,
  },
};

const stepFor = (viewer: keyof typeof viewers, fields: Partial<StepFacts>) => {
  const step = nextStepOf(facts(fields), viewers[viewer]);
  return step && `${step.label} ${step.to}`;
};

type Case = [string, Partial<StepFacts>, string | null];

describe("an administrator", () => {
  const review = "/employee-dashboard/permits/7";
  test.each<Case>([
    [
      "assigns what nobody reviews",
      { word: "not_started", isAssigned: false },
      "Assign reviewers /permits/7/assignments",
    ],
    [
      "assigns one missing discipline",
      { ...others, unassigned: ["Fire"] },
      "Assign Fire /permits/7/assignments",
    ],
    [
      "assigns several",
      { ...others, unassigned: ["Fire", "Civil"] },
      "Assign reviewers /permits/7/assignments",
    ],
    ["waits for reviewers", others, null],
    ["decides their own review", own, `Decide Fire ${review}/assignments/12/decide`],
    ["releases what is ready", { word: "ready" }, "Check and release letter /permits/7/letter"],
    ["opens the letter if something else keeps it back", {}, "Check and release letter /permits/7/letter"],
    ["hands over a letter", withCity, "Hand over /permits/7/hand-over"],
    [
      "does not hand over twice",
      { ...withCity, planCheck: { ...corrections, handedOverOn: "2026-11-03" } },
      null,
    ],
    ["waits for the applicant", withApplicant, null],
    ["starts the cycle of new plans", { ...withApplicant, newPlans: 2 }, "Start PC2 /permits/7/next-cycle"],
    ["starts it before a hand-over", { ...withCity, newPlans: 1 }, "Start PC2 /permits/7/next-cycle"],
    [
      "releases before new plans, if there is work for it",
      { ...others, newPlans: 1, hasUnreleasedWork: true },
      "Check and release letter /permits/7/letter",
    ],
    ["has no cycle after the last", { ...withApplicant, reviewCycle: "PC10", newPlans: 1 }, null],
    ["starts the cycle of a resubmittal", resubmitted, "Start PC2 /permits/7/next-cycle"],
    [
      "starts it also without new plans, and before their own review",
      { ...resubmitted, ...own, newPlans: 0 },
      "Start PC2 /permits/7/next-cycle",
    ],
    [
      "reopens the last cycle after its resubmittal",
      { ...resubmitted, reviewCycle: "PC10", newPlans: 0 },
      "Reopen PC10 /permits/7/reopen",
    ],
    ["does nothing with a resubmittal on hold", { ...resubmitted, status: "hold" }, null],
    [
      "assigns without corrections",
      { ...withoutCorrections, isAssigned: false },
      "Assign reviewers /permits/7/assignments",
    ],
    ["updates the status once all is completed", withoutCorrections, "Update the status /permits/7/edit"],
    ["does nothing while it is on hold", { word: "not_started", status: "hold" }, null],
    ["does nothing once it is cancelled", { word: "not_started", status: "cancelled" }, null],
    [
      "does nothing once it is approved",
      { word: "not_started", status: "approved", isAssigned: false },
      null,
    ],
    [
      "does not release for a city that stopped using corrections",
      { ...withoutCorrections, word: "ready", ...others },
      null,
    ],
  ])("%s", (_, fields, expected) => expect(stepFor("administrator", fields)).toBe(expected));
});

describe("a reviewer", () => {
  const page = "/employee-dashboard/permits/7";
  const toBackCheck = (count: number) => ({ ...own, openReviews: [{ ...review, toBackCheck: count }] });
  test.each<Case>([
    ["decides their review", own, `Decide Fire ${page}/assignments/12/decide`],
    ["back-checks first", toBackCheck(3), `Back-check 3 corrections ${page}?discipline=Fire#checks`],
    ["back-checks one", toBackCheck(1), `Back-check 1 correction ${page}?discipline=Fire#checks`],
    ["completes one without corrections", { ...withoutCorrections, ...own }, `Complete Fire ${page}#reviews`],
    ["has no step in the work of others", others, null],
    ["does not assign", { word: "not_started", isAssigned: false }, null],
    ["does not release", { word: "ready" }, null],
    ["does not start a cycle", { ...withApplicant, newPlans: 2 }, null],
    ["does not hand over", withCity, null],
    ["does nothing with a resubmittal", { ...resubmitted, ...own }, null],
  ])("%s", (_, fields, expected) => expect(stepFor("reviewer", fields)).toBe(expected));
});

describe("a city", () => {
  const hidden = { word: null, openReviews: [], isAssigned: false };
  test.each<Case>([
    ["hands over a letter", withCity, "Hand over /oakvilles/permits/7/hand-over"],
    [
      "hands over an approval",
      { ...withCity, word: "approved", status: "approved" },
      "Hand over /oakvilles/permits/7/hand-over",
    ],
    ["uploads revised plans", withApplicant, "Upload revised plans /oakvilles/permits/7/upload"],
    ["has sent them", { ...withApplicant, newPlans: 1 }, null],
    ["has resubmitted", resubmitted, null],
    [
      "uploads them without corrections too",
      { ...withoutCorrections, status: "resubmittal_required" },
      "Upload revised plans /oakvilles/permits/7/upload",
    ],
    ["does not upload after the approval", { ...hidden, status: "approved", hasPlans: false }, null],
    ["uploads missing plans", { ...hidden, hasPlans: false }, "Upload plans /oakvilles/permits/7/upload"],
    [
      "gives its number",
      { ...hidden, cityPermitNumber: null },
      "Add your permit number /oakvilles/permits/7#city-number",
    ],
    ["waits for the provider", hidden, null],
    ["sees no step of a cancelled permit", { ...hidden, status: "cancelled", hasPlans: false }, null],
  ])("%s", (_, fields, expected) => expect(stepFor("city", fields)).toBe(expected));
});

test.each<[string, Partial<StepFacts>]>([
  ["With Ana Ruiz (Fire)", others],
  ["With Ana Ruiz (Fire), nobody (Civil)", { ...others, unassigned: ["Civil"] }],
  [
    "With Ana Ruiz (Fire), Ana Ruiz (Fire), Ana Ruiz (Fire), 1 more",
    { openReviews: [review, review, review, review] },
  ],
  ["With Urban37: nobody is assigned", { word: "not_started", isAssigned: false, unassigned: ["Civil"] }],
  ["With Urban37: ready for release", { word: "ready" }],
  ["With Urban37: new plans wait for PC2", { ...withApplicant, newPlans: 1 }],
  ["With Oakville: the letter is not handed over yet", withCity],
  ["With the applicant, who revises the plans", withApplicant],
  ["With Urban37: resubmitted, PC2 has not begun", resubmitted],
  ["With Urban37: resubmitted", { ...resubmitted, reviewCycle: "PC10" }],
  ["On hold", { ...resubmitted, status: "hold" }],
  ["The review is finished", { word: "approved", planCheck: { ...corrections, handedOverOn: "2026-11-03" } }],
  ["The review is finished", { ...withoutCorrections, status: "approved" }],
  ["On hold", { status: "hold" }],
  ["Cancelled", { status: "cancelled" }],
])("who has it: %s", (expected, fields) => expect(holderText(facts(fields), "Urban37")).toBe(expected));
