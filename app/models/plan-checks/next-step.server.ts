import { env } from "~/platform/env.server";
import { isDone } from "../assignments/assignment";
import type { Assignment } from "../assignments/assignment.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { type CorrectionState, needsBackCheck } from "../corrections/correction";
import type { Discipline } from "../discipline";
import { cityBadgeOf, cityDueStatus, holderLine } from "../permits/city-status";
import { dueStatus } from "../permits/due-date";
import { permitStatuses } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { effectiveDecisions } from "../review-cycles/blocker";
import { hasPlanChecks, type Review, wordForCity } from "../review-cycles/plan-check";
import { pick, present } from "../shown-fields";
import { holderText, nextStepOf, type StepFacts, stepViewerOf } from "./next-step";
import { progressOf } from "./permit-plan-checks.server";
import { canBeLate } from "./plan-check-view";

/** Needed for staff only: a city sees nothing of the work. */
type Work = { assignments: readonly Assignment[]; corrections: readonly CorrectionState[] };

export type PermitStripData = ReturnType<typeof permitStrip>;

/** Where a permit stands, who has it, when it is due, and what this viewer does next. Without the work, as its city sees it. */
export function permitStrip(viewer: Viewer, permit: Permit, today: CalendarDate, work?: Work) {
  const stepViewer = stepViewerOf(viewer, permit, work === undefined);
  const facts = {
    ...permit,
    ...(work ? workOf(viewer, permit, work) : hidden(permit)),
  };
  const { due, ...shown } = work ? shownToProvider(facts, permit, today) : shownToCity(permit, today);
  const step = nextStepOf(facts, stepViewer);
  return {
    ...shown,
    cycle: permit.reviewCycle,
    dueDate: formatDate(permit.dueDate),
    ...present({ daysLeft: due?.label, isLate: due && due.days < 0 }),
    step: step && pick(step, "label", "to", "dialog"),
  };
}

function workOf(viewer: Viewer, permit: Permit, { assignments, corrections }: Work) {
  const { word } = progressOf(permit, assignments, corrections);
  const current = assignments.filter(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
  const open = current.filter(({ status }) => !isDone(status));
  return {
    word: hasPlanChecks(permit) ? word : null,
    waitsForReviews: open.length > 0,
    openReviews: open.map(({ id, discipline, employeeName, employeeId }) => ({
      ...{ id, discipline, reviewer: employeeName },
      isOwn: employeeId === viewer.employeeId,
      toBackCheck: corrections.filter(
        (correction) =>
          correction.discipline === discipline && needsBackCheck(correction, permit.reviewCycle),
      ).length,
    })),
    unassigned: unassignedOf(permit, assignments),
  };
}

/** Returns what nobody reviews in the current cycle, and was not finished in an earlier one. */
export function unassignedOf(permit: Permit, reviews: readonly Review[]): Discipline[] {
  const isAssigned = (discipline: Discipline) =>
    reviews.some((review) => review.reviewCycle === permit.reviewCycle && review.discipline === discipline);
  return effectiveDecisions({ ...permit, reviews })
    .filter(({ decision, discipline }) => decision === null && !isAssigned(discipline))
    .map(({ discipline }) => discipline);
}

const hidden = ({ planCheck }: Permit) => ({
  word: wordForCity(planCheck),
  openReviews: [],
  waitsForReviews: false,
  unassigned: [],
});

function shownToProvider(facts: StepFacts, { dueDate, status }: Permit, today: CalendarDate) {
  const isReviewed =
    facts.word === null ? permitStatuses[status].isPendingReview : canBeLate(facts.word, status);
  const { label, tone } = permitStatuses[status];
  return {
    badges: [{ label, tone }],
    holder: holderText(facts, env.PROVIDER_NAME),
    due: isReviewed && permitStatuses[status].isOpen ? dueStatus(dueDate, today) : undefined,
  };
}

function shownToCity(permit: Permit, today: CalendarDate) {
  const { status, isAssigned, planCheck } = permit;
  const { label, tone, second } = cityBadgeOf(status, isAssigned);
  const isHandedOver = planCheck !== null && planCheck.handedOverOn !== null;
  const held = { ...permit, word: wordForCity(planCheck), isHandedOver };
  return {
    badges: [{ label, tone }, ...(second ? [second] : [])],
    holder: holderLine(held, env.PROVIDER_NAME),
    due: cityDueStatus(held, today),
  };
}
