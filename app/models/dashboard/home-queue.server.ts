import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { limitOf } from "~/platform/db/dialect.server";
import { existsIn } from "~/platform/db/exists.server";
import { idsOfAll, idsOfSlice } from "~/platform/db/list.server";
import { byDueDate, readAssignments } from "../assignments/assignment-list.server";
import { isDueIn } from "../assignments/calendar.server";
import { addDays, type CalendarDate } from "../calendar-date";
import { sideOf, threadAddress, waitingPermits } from "../comments/waiting-thread.server";
import { pendingReview } from "../permits/permit";
import { isUnassigned } from "../permits/permit-list.server";
import { reviewStep, type StepKind } from "../plan-checks/next-step";
import { listPermitsToDo, type PermitToDo } from "../plan-checks/step-list.server";
import { allow, hasOwnPortal, isReviewer, type Viewer } from "../policy";
import { newestIds } from "../portal/portal.server";
import { permitsWithNewPlans } from "../review-cycles/new-plans.server";
import { assignments, listedPlanChecks, permits, planFiles } from "../tables.server";
import {
  dueLine,
  failedEmailLines,
  ownReviewLine,
  type QueueGroup,
  type QueueLine,
  type QueuePart,
  queueOf,
  replyLine,
  stepLine,
} from "./home-queue";
import { isInView, noBadges, readBadges } from "./work-list.server";

/** More of a kind are behind its link "All …", so that none keeps the others out. */
const mostOfKind = 3;

/** What the viewer does next, the most urgent first: at most 20 lines. `failedEmails` are for administrators. */
export async function homeQueue(viewer: Viewer, today: CalendarDate, failedEmails = 0) {
  allow(viewer, "dashboard.read");
  if (hasOwnPortal(viewer)) return queueOf(await cityParts(viewer, today));
  return queueOf(
    await (isReviewer(viewer)
      ? reviewerParts(viewer, today)
      : administratorParts(viewer, today, failedEmails)),
  );
}

/** The kind's lines, and a link to all of them if there are more. */
function partOf(group: QueueGroup, found: QueueLine[], all: QueuePart["all"]): QueuePart {
  return { group, lines: found.slice(0, mostOfKind), all: found.length > mostOfKind ? all : null };
}

function replyPart(viewer: Viewer, permitsToDo: PermitToDo[]): QueuePart {
  const isCity = sideOf(viewer) === "city";
  const lines = permitsToDo
    .flatMap((permit) => {
      const [first] = permit.waiting;
      return first ? [{ permit, ...first }] : [];
    })
    .sort((one, other) => one.since.localeCompare(other.since))
    .map(({ permit, commentId }) =>
      replyLine(permit, threadAddress(viewer, { permitId: permit.id, commentId }), isCity),
    );
  return partOf("now", lines, { label: "All comments that wait for a reply", to: "/replies" });
}

const ready = sql`
  select ${listedPlanChecks.permitId} as id from ${listedPlanChecks}
  where ${listedPlanChecks.word} = 'ready' and ${listedPlanChecks.isInReview} = true
  order by ${listedPlanChecks.dueDate}, ${listedPlanChecks.permitId} limit ${limitOf(mostOfKind + 1)}`;

const unassigned = sql`
  select ${permits.id} as id from ${permits} where ${and(
    inArray(permits.status, pendingReview),
    isUnassigned,
  )} order by ${permits.dueDate}, ${permits.id} limit ${limitOf(mostOfKind + 1)}`;

const resubmitted = sql`
  select ${listedPlanChecks.permitId} as id from ${listedPlanChecks}
  where ${listedPlanChecks.word} = 'resubmitted'
  order by ${listedPlanChecks.dueDate}, ${listedPlanChecks.permitId} limit ${limitOf(mostOfKind + 1)}`;

const newPlans = sql`${permitsWithNewPlans({ limit: mostOfKind + 1, offset: 0 })}`;

/** The permits whose open reviews are due first. */
const duePermits = (view: "overdue" | "week", today: CalendarDate) => sql`
  select ${assignments.permitId} as id from ${assignments} where ${isDueIn(view, today)}
  order by ${assignments.employeeDueDate}, ${assignments.id} limit ${limitOf(2 * mostOfKind + 1)}`;

const linesOf = (permitsToDo: PermitToDo[], kind: StepKind) =>
  permitsToDo.flatMap((permit) => {
    const { step } = permit;
    return step?.kind === kind ? [stepLine({ ...permit, step })] : [];
  });

const groupOf = (day: CalendarDate, today: CalendarDate): QueueGroup =>
  day < today ? "now" : day === today ? "today" : "week";

async function administratorParts(
  viewer: Viewer,
  today: CalendarDate,
  failedEmails: number,
): Promise<QueuePart[]> {
  const withReviews = [duePermits("overdue", today), duePermits("week", today)];
  const ids = [
    ready,
    unassigned,
    resubmitted,
    newPlans,
    waitingPermits(viewer, mostOfKind + 1),
    ...withReviews,
  ];
  const permitsToDo = (await listPermitsToDo(viewer, idsOfAll(ids), lastDayOf(today))).sort(byDay);
  const late = permitsToDo.filter(({ dueDate }) => dueDate < today);
  const others = permitsToDo.filter((permit) => !late.includes(permit));
  const reviews = permitsToDo
    .flatMap((permit) => permit.due.map((review) => ({ permit, review })))
    .sort((one, other) => one.review.day.localeCompare(other.review.day));
  const due = (group: QueueGroup, all: QueuePart["all"]) => {
    const ofGroup = reviews.filter(({ review }) => groupOf(review.day, today) === group);
    const lines = ofGroup.map(({ permit, review }) => dueLine(permit, review, today));
    return partOf(group, lines, all);
  };
  return [
    partOf("now", linesOf(permitsToDo, "letter"), links.ready),
    partOf("now", linesOf(permitsToDo, "resubmittal"), links.resubmitted),
    partOf("now", linesOf(permitsToDo, "cycle"), links.newPlans),
    replyPart(viewer, permitsToDo),
    partOf("now", failedEmailLines(failedEmails), null),
    partOf("now", linesOf(late, "assign"), links.unassigned),
    due("now", links.late),
    partOf("today", linesOf(others, "assign"), links.unassigned),
    due("today", links.week),
    due("week", links.week),
  ];
}

const links = {
  ready: { label: "All that are ready for release", to: "/plan-checks?view=ready" },
  resubmitted: { label: "All resubmittals", to: "/plan-checks?view=resubmitted" },
  newPlans: { label: "All new plans", to: "/plan-checks?view=new_plans" },
  unassigned: { label: "All that lack a plan reviewer", to: "/permits?view=unassigned" },
  late: { label: "All late reviews", to: "/plan-check-calendar?view=overdue" },
  week: { label: "All reviews due this week", to: "/plan-check-calendar?view=week" },
  own: { label: "All your reviews", to: "/employee-dashboard" },
  handOver: { label: "All letters to hand over", to: "/?holder=city" },
};

const byDay = (first: PermitToDo, second: PermitToDo) => dayOfWork(first).localeCompare(dayOfWork(second));
const dayOfWork = ({ newPlansSince, dueDate }: PermitToDo): string => newPlansSince ?? dueDate;

/** The queue has what is due until then. */
const lastDayOf = (today: CalendarDate): CalendarDate => addDays(today, 7);

/** The first of each condition, by the reviewer's due date. */
function reviewsOf(viewer: Viewer, conditions: SQL[], limit: number) {
  const slice = { isFromEnd: false, offset: 0, limit };
  const parts = conditions.map((where) => idsOfSlice({ table: assignments, where, order: byDueDate }, slice));
  return readAssignments(viewer, sql`${assignments.id} in (${idsOfAll(parts)})`);
}

const mostReviews = 20;

async function reviewerParts(viewer: Viewer, today: CalendarDate): Promise<QueuePart[]> {
  const employeeId = viewer.employeeId ?? -1;
  const isDue = or(isDueIn("overdue", today, employeeId), isDueIn("week", today, employeeId)) as SQL;
  const isReturned = isInView.returned(today, employeeId) as SQL;
  const reviews = await reviewsOf(viewer, [isReturned, isDue], mostReviews + 1);
  const badges = await readBadges(reviews);
  const waiting = await listPermitsToDo(viewer, waitingPermits(viewer, mostOfKind + 1), today);
  const rows = reviews.map((review) => ({ ...noBadges, ...review, ...badges.get(review.id) }));
  const part = (group: QueueGroup, isWanted: (review: (typeof rows)[number]) => boolean): QueuePart => {
    const lines = rows.filter(isWanted).map((review) => {
      const step = reviewStep({ ...review, needsDecision: review.usesCorrections });
      return ownReviewLine(review, step, today);
    });
    return { group, lines, all: rows.length > mostReviews ? links.own : null };
  };
  const due = (group: QueueGroup) =>
    part(
      group,
      ({ isReturned, employeeDueDate: day }) => !isReturned && day !== null && groupOf(day, today) === group,
    );
  const returned = part("now", ({ isReturned }) => isReturned);
  return [returned, due("now"), replyPart(viewer, waiting), due("today"), due("week")];
}

/** Those that the provider has not begun to review. */
const withoutPlans = (cityId: number): SQL => sql`
  select ${permits.id} as id from ${permits} where ${and(
    eq(permits.cityId, cityId),
    inArray(permits.status, pendingReview),
    eq(permits.isAssigned, false),
    not(existsIn(planFiles, eq(planFiles.permitId, permits.id))),
  )} order by ${permits.id} desc limit ${limitOf(mostOfKind + 1)}`;

async function cityParts(viewer: Viewer, today: CalendarDate): Promise<QueuePart[]> {
  const cityId = viewer.cityId ?? -1;
  const toHandOver = newestIds(cityId, { holder: "city" }, mostOfKind + 1);
  const ids = [toHandOver, withoutPlans(cityId), waitingPermits(viewer, mostOfKind + 1)];
  const permitsToDo = await listPermitsToDo(viewer, idsOfAll(ids), today);
  const lackPlans = permitsToDo.filter(({ hasPlans }) => !hasPlans);
  return [
    partOf("now", linesOf(permitsToDo, "hand_over"), links.handOver),
    partOf("now", linesOf(lackPlans, "plans"), null),
    replyPart(viewer, permitsToDo),
  ];
}
