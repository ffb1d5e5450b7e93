import { queryOf } from "../address";
import type { Discipline } from "../discipline";
import { nextReviewCycle, type PermitStatus, permitStatuses, type ReviewCycle } from "../permits/permit";
import { permitAddress, portalAddressOf, reviewAddressOf } from "../permits/permit-address";
import { pluralize } from "../pluralize";
import { may, type Viewer } from "../policy";
import {
  isInReview,
  isReviewOpen,
  type PlanCheckWord,
  planCheckWords,
  type WordedPlanCheck,
} from "../review-cycles/plan-check";

/** A review of the current cycle that is not finished. */
type OpenReview = {
  id: number;
  discipline: Discipline;
  reviewer: string;
  isOwn: boolean;
  toBackCheck: number;
};

/** What the next step of a permit follows from. A city sees neither reviews nor who is missing. */
export type StepFacts = {
  id: number;
  status: PermitStatus;
  reviewCycle: ReviewCycle;
  city: { cityName: string; usesCorrections: boolean };
  planCheck: WordedPlanCheck | null;
  /** Null where the city has no plan checks. */
  word: PlanCheckWord | null;
  isAssigned: boolean;
  newPlans: number;
  hasUnreleasedWork: boolean;
  hasPlans: boolean;
  cityPermitNumber: string | null;
  openReviews: OpenReview[];
  /** A list does not name the open reviews. */
  waitsForReviews: boolean;
  /** Required in the current cycle, and nobody reviews it. */
  unassigned: Discipline[];
};

type Stepping = Pick<Viewer, "role" | "cityId">;

export type StepViewer = ReturnType<typeof stepViewerOf>;

/** What the viewer may do, and the address of the page of the permit that they use. */
export function stepViewerOf(viewer: Stepping, permit: { id: number; cityId: number }, isCity = false) {
  return {
    page: isCity ? portalAddressOf(permit.id) : permitAddress(viewer, permit.id),
    isCity,
    mayAssign: may(viewer, "assignment.edit", permit),
    mayRelease: may(viewer, "letter.release", permit),
    mayHandOver: may(viewer, "letter.hand-over", permit),
    mayEdit: may(viewer, "permit.edit", permit),
    mayUpload: may(viewer, "plan-file.upload", permit),
    mayGiveNumber: may(viewer, "permit.give-city-number", permit),
  };
}

export type StepKind =
  | "letter"
  | "resubmittal"
  | "cycle"
  | "assign"
  | "review"
  | "hand_over"
  | "status"
  | "plans"
  | "number";

/** `dialog` is the path of a dialog over the viewer's page of the permit. */
export type NextStep = { kind: StepKind; label: string; to: string; dialog?: string };

/** Returns what the viewer does next for a permit; null if they wait for others, or nothing is to be done. */
export function nextStepOf(facts: StepFacts, viewer: StepViewer): NextStep | null {
  if (permitStatuses[facts.status].pause) return null;
  return viewer.isCity ? stepOfCity(facts, viewer) : stepOfProvider(facts, viewer);
}

const dialogStep = (kind: StepKind, label: string, { page }: StepViewer, dialog: string): NextStep => ({
  ...{ kind, label, dialog },
  to: `${page}/${dialog}`,
});

function stepOfProvider(facts: StepFacts, viewer: StepViewer): NextStep | null {
  const { id, unassigned, openReviews, word } = facts;
  const own = openReviews.find(({ isOwn }) => isOwn);
  if (viewer.mayRelease && word === "ready" && isReviewOpen(facts)) return letterStep(id);
  if (word === "resubmitted") return resubmittalStep(facts, viewer);
  const step = newPlansStep(facts, viewer);
  if (step) return step;
  if (viewer.mayAssign && isUnassigned(facts)) return assignStep(id, unassigned);
  if (own) return reviewStep({ ...own, permitId: id, needsDecision: facts.city.usesCorrections });
  if (isWithCity(facts))
    return viewer.mayHandOver ? dialogStep("hand_over", "Hand over", viewer, "hand-over") : null;
  if (facts.waitsForReviews || !permitStatuses[facts.status].isPendingReview) return null;
  if (facts.city.usesCorrections)
    return viewer.mayRelease && isInReview(facts.planCheck) ? letterStep(id) : null;
  return viewer.mayEdit ? { kind: "status", label: "Update the status", to: `/permits/${id}/edit` } : null;
}

const letterStep = (id: number): NextStep => ({
  kind: "letter",
  label: "Check and release letter",
  to: `/permits/${id}/letter`,
});

/** After the last cycle, its plan check is opened again. */
function resubmittalStep({ reviewCycle }: StepFacts, viewer: StepViewer): NextStep | null {
  if (!viewer.mayAssign) return null;
  const next = nextReviewCycle(reviewCycle);
  return next
    ? dialogStep("resubmittal", `Start ${next}`, viewer, "next-cycle")
    : dialogStep("resubmittal", `Reopen ${reviewCycle}`, viewer, "reopen");
}

/** New plans wait for the letter, if there is work that no letter has. */
function newPlansStep(facts: StepFacts, viewer: StepViewer): NextStep | null {
  if (facts.newPlans === 0) return null;
  if (isReviewOpen(facts) && facts.hasUnreleasedWork) return viewer.mayRelease ? letterStep(facts.id) : null;
  const next = nextReviewCycle(facts.reviewCycle);
  return next && viewer.mayAssign ? dialogStep("cycle", `Start ${next}`, viewer, "next-cycle") : null;
}

/** Nobody reviews it, or nobody a discipline that it needs. */
const isUnassigned = ({ word, isAssigned, status, unassigned, planCheck }: StepFacts): boolean =>
  permitStatuses[status].isUnderReview &&
  isInReview(planCheck) &&
  (word === "not_started" ||
    (permitStatuses[status].holder === "provider" && (!isAssigned || unassigned.length > 0)));

const assignStep = (id: number, unassigned: Discipline[]): NextStep => ({
  kind: "assign",
  label: unassigned.length === 1 ? `Assign ${unassigned[0]}` : "Assign reviewers",
  to: `/permits/${id}/assignments`,
});

type ReviewToDo = Pick<OpenReview, "id" | "discipline" | "toBackCheck"> & {
  permitId: number;
  needsDecision: boolean;
};

/** What its reviewer does next. */
export function reviewStep(review: ReviewToDo): NextStep {
  const { id, permitId, discipline, toBackCheck, needsDecision } = review;
  const page = reviewAddressOf(permitId);
  const query = queryOf({ discipline });
  if (toBackCheck > 0) {
    const label = `Back-check ${pluralize(toBackCheck, "correction", "corrections")}`;
    return { kind: "review", label, to: `${page}${query}#checks` };
  }
  if (!needsDecision) return { kind: "review", label: `Complete ${discipline}`, to: `${page}#reviews` };
  const dialog = `assignments/${id}/decide`;
  return { kind: "review", label: `Decide ${discipline}`, to: `${page}/${dialog}`, dialog };
}

const isWithCity = ({ word, planCheck }: StepFacts): boolean =>
  word !== null && planCheckWords[word].holder === "city" && planCheck?.handedOverOn === null;

const isWithApplicant = ({ word, status }: StepFacts): boolean =>
  (word && planCheckWords[word].holder) === "applicant" ||
  (word === null && permitStatuses[status].holder === "applicant");

function stepOfCity(facts: StepFacts, viewer: StepViewer): NextStep | null {
  if (isWithCity(facts))
    return viewer.mayHandOver ? dialogStep("hand_over", "Hand over", viewer, "hand-over") : null;
  if (viewer.mayUpload && isWithApplicant(facts) && facts.newPlans === 0)
    return dialogStep("plans", "Upload revised plans", viewer, "upload");
  if (viewer.mayUpload && !facts.hasPlans && permitStatuses[facts.status].isPendingReview)
    return dialogStep("plans", "Upload plans", viewer, "upload");
  if (viewer.mayGiveNumber && facts.cityPermitNumber === null)
    return { kind: "number", label: "Add your permit number", to: `${viewer.page}#city-number` };
  return null;
}

const nextPart = (cycle: ReviewCycle): string => {
  const next = nextReviewCycle(cycle);
  return next ? `, ${next} has not begun` : "";
};

const mostNamed = 3;

/** Returns who has a permit, for its provider: "With Ana Ruiz (Fire), Wei Zhang (Structural)". */
export function holderText(facts: StepFacts, provider: string): string {
  const { status, word, city, openReviews, unassigned, reviewCycle, planCheck } = facts;
  const { pause, holder } = permitStatuses[status];
  if (pause) return pause.label;
  if (word === "resubmitted") return `With ${provider}: resubmitted${nextPart(reviewCycle)}`;
  if (facts.newPlans > 0) return `With ${provider}: new plans wait for ${nextReviewCycle(reviewCycle)}`;
  if (word && planCheckWords[word].holder === "city")
    return planCheck?.handedOverOn
      ? "The review is finished"
      : `With ${city.cityName}: the letter is not handed over yet`;
  if (isWithApplicant(facts)) return "With the applicant, who revises the plans";
  if (holder === "none") return "The review is finished";
  if (word === "ready") return `With ${provider}: ready for release`;
  const names = openReviews.map(({ reviewer, discipline }) => `${reviewer} (${discipline})`);
  const missing = unassigned.length > 0 && facts.isAssigned ? [`nobody (${unassigned.join(", ")})`] : [];
  const shown = [...names.slice(0, mostNamed), ...missing];
  if (names.length > mostNamed) shown.push(`${names.length - mostNamed} more`);
  if (shown.length > 0) return `With ${shown.join(", ")}`;
  return facts.isAssigned ? `With ${provider}` : `With ${provider}: nobody is assigned`;
}
