import { and, asc, eq, sql } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { reviewerDueDate } from "../assignments/assignment";
import { type AssignmentInput, addAssignment } from "../assignments/assignment.server";
import { certificationCheck } from "../assignments/reviewer-list.server";
import { changesBetween, recordEvent } from "../audit.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { changeRow } from "../change-row.server";
import { dayOf, today } from "../clock.server";
import { type CorrectionState, isDraft, isOpenCorrection } from "../corrections/correction";
import { readCorrectionStates } from "../corrections/correction-state.server";
import type { Discipline } from "../discipline";
import { claimKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfAssignments } from "../mail/notification.server";
import { nextReviewCycle, permitStatuses, type ReviewCycle, statusOfReview } from "../permits/permit";
import { lettersOfCycle, type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { newPlansOf, receivedByDefault } from "../review-cycles/new-plans.server";
import { isInReview } from "../review-cycles/plan-check";
import { openPlanCheck, refuseCancelled } from "../review-cycles/plan-check.server";
import { hasUnreleasedWork } from "../review-cycles/unreleased-work.server";
import { editedMeanwhile, isAbout, refuseStale } from "../stale-row.server";
import { assignments, auditEvents, permits, planChecks } from "../tables.server";
import { continuesByDefault, repeatableReviews } from "./next-cycle";

type NextCycleOptions = {
  cycle?: ReviewCycle;
  /** Where the city uses corrections; by default that of the first new plan. */
  receivedOn?: CalendarDate | null;
  dueDate?: CalendarDate | null;
  expectedVersion?: string;
  idempotencyKey?: string;
};

/** Assigns the chosen disciplines, or those with open corrections and those not completed, to their latest reviewers. */
export function startNextCycle(
  viewer: Viewer,
  permitId: number,
  chosen?: Discipline[],
  { cycle, expectedVersion, idempotencyKey, ...days }: NextCycleOptions = {},
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const key = scopedIdempotencyKey(idempotencyKey, viewer, permitId);
    await claimKey(tx, "next cycle", key, { chosen, cycle, ...days });
    const started = key && (await cycleStartedBy(tx, permitId, key));
    if (started) return started;
    if (cycle === permit.reviewCycle) {
      // Without a key, a second post of the same form; with one, it has other days or reviews.
      if (!key) return cycle;
      throw new Refusal(409, `${cycle} has already started`);
    }
    await refuseStale(permit, expectedVersion, editedMeanwhile(tx, "permit", permit));
    const next = nextReviewCycle(permit.reviewCycle);
    if (!next) throw new Refusal(409, `${permit.reviewCycle} is the last review cycle`);
    if (cycle && cycle !== next) throw new Refusal(409, `The permit is now in ${permit.reviewCycle}`);
    if (permit.city.usesCorrections) await refuseUnreleased(tx, permit);
    const receivedOn = permit.city.usesCorrections ? await receivedDay(tx, permit, days) : undefined;
    await moveToCycle(tx, viewer, permit, { next, dueDate: days.dueDate ?? permit.dueDate, formKey: key });
    await openPlanCheck(tx, { ...permit, reviewCycle: next }, { receivedOn });
    const corrections = permit.city.usesCorrections ? await readCorrectionStates(permit, undefined, tx) : [];
    const created = await repeatReviews(tx, viewer, permit, { next, corrections, chosen, ...days });
    const toBackCheck = corrections.filter((row) => isOpenCorrection(row) && !isDraft(row));
    const disciplines = toBackCheck.map(({ discipline }) => discipline);
    await notifyOfAssignments(tx, viewer, permit, created, disciplines);
    return next;
  });
}

async function refuseUnreleased(tx: Connection, permit: Permit) {
  refuseCancelled(permit);
  if (!isInReview(permit.planCheck)) return;
  if ((await tx.$count(permits, and(eq(permits.id, permit.id), hasUnreleasedWork))) === 0) return;
  throw new Refusal(409, `Release the ${permit.reviewCycle} letter first`);
}

/** That of the resubmittal, the typed one, or that of the first new plan. */
async function receivedDay(
  tx: Connection,
  permit: Permit,
  { receivedOn }: Pick<NextCycleOptions, "receivedOn">,
) {
  const { id, reviewCycle } = permit;
  const [planCheck] = await tx
    .select({ resubmittedAt: planChecks.resubmittedAt })
    .from(planChecks)
    .where(and(eq(planChecks.permitId, id), eq(planChecks.reviewCycle, reviewCycle)));
  if (planCheck?.resubmittedAt) return dayOf(planCheck.resubmittedAt);
  const first = lettersOfCycle(permit).at(-1)?.issuedOn;
  const day = receivedOn ?? receivedByDefault(await newPlansOf(permit, tx), first);
  if (day <= today() && !(first && day < first)) return day;
  const days = first ? `from ${formatDate(first)} to` : "up to";
  throw refusalAtField("receivedOn", `Choose a day ${days} today`);
}

type CycleMove = { next: ReviewCycle; dueDate: CalendarDate; formKey?: string };

async function moveToCycle(
  tx: Connection,
  viewer: Viewer,
  permit: Permit,
  { next, dueDate, formKey }: CycleMove,
) {
  const { id, reviewCycle } = permit;
  const goesOnWithNextCycle =
    permit.city.usesCorrections && permitStatuses[permit.status].goesOnWithNextCycle;
  const status = goesOnWithNextCycle ? statusOfReview : permit.status;
  const after = { ...permit, status, dueDate };
  await changeRow(tx, permits, permit, { reviewCycle: next, status, dueDate });
  const changes: CycleStart = { reviewCycle: [reviewCycle, next], formKey, ...changesBetween(permit, after) };
  await recordEvent(tx, viewer, "permit.updated", id, changes);
}

type Repeated = Pick<NextCycleOptions, "dueDate"> & {
  next: ReviewCycle;
  corrections: readonly CorrectionState[];
  chosen: Discipline[] | undefined;
};

async function repeatReviews(
  tx: Connection,
  viewer: Viewer,
  permit: Permit,
  { next, corrections, chosen, dueDate }: Repeated,
) {
  const stored = await tx
    .select()
    .from(assignments)
    .where(eq(assignments.permitId, permit.id))
    .orderBy(asc(assignments.reviewCycle), asc(assignments.discipline));
  const reviews = repeatableReviews(permit, stored);
  // From when the permit was in that cycle before.
  const existing = stored.filter(({ reviewCycle }) => reviewCycle === next);
  const isCertified = await certificationCheck(tx, reviews);
  const isDefault = continuesByDefault(permit, corrections);
  const employeeDueDate = dueDate ?? reviewerDueDate(permit.dueDate, today());
  const created: AssignmentInput[] = [];
  for (const review of reviews) {
    const { discipline, employeeId } = review;
    const exists = existing.some((assigned) => assigned.discipline === discipline);
    const isChosen = chosen ? chosen.includes(discipline) : isDefault(review);
    if (exists || !isChosen || !isCertified(review)) continue;
    const row: AssignmentInput = { discipline, employeeId, employeeDueDate, status: "assigned" };
    await addAssignment(tx, viewer, permit.id, next, row);
    created.push(row);
  }
  return created;
}

/** The scoped key makes the request idempotent. */
type CycleStart = Record<string, unknown> & { reviewCycle: [ReviewCycle, ReviewCycle]; formKey?: string };

async function cycleStartedBy(tx: Connection, permitId: number, key: string) {
  const [start] = await tx
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(isAbout("permit", permitId), sql`${auditEvents.changes} ->> 'formKey' = ${key}`));
  return (start?.changes as CycleStart | undefined)?.reviewCycle[1];
}
