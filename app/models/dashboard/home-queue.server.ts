import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { limitOf } from "~/platform/db/dialect.server";
import { existsIn } from "~/platform/db/exists.server";
import { idsOfAll, idsOfSlice } from "~/platform/db/list.server";
import { byDueDate, readAssignments } from "../assignments/assignment-list.server";
import { isDueIn } from "../assignments/calendar.server";
import type { CalendarDate } from "../calendar-date";
import {
  listWaitingThreads,
  sideOf,
  threadAddress,
  type WaitingThread,
} from "../comments/waiting-thread.server";
import { pendingReview } from "../permits/permit";
import { reviewStep, type StepKind } from "../plan-checks/next-step";
import { listSteps, type PermitWithStep } from "../plan-checks/step-list.server";
import { hasOwnPortal, isReviewer, type Viewer } from "../policy";
import { newestIds } from "../portal/portal.server";
import { permitsWithNewPlans } from "../review-cycles/new-plans.server";
import { assignments, listedPlanChecks, permits, planFiles } from "../tables.server";
import {
  dueLine,
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
const mostOfKind = 4;

/** What the viewer does next, the most urgent first: at most 20 lines. */
export async function homeQueue(viewer: Viewer, today: CalendarDate) {
  if (hasOwnPortal(viewer)) return queueOf(await cityParts(viewer));
  return queueOf(
    await (isReviewer(viewer) ? reviewerParts(viewer, today) : administratorParts(viewer, today)),
  );
}

/** The kind's lines, and a link to all of them if there are more. */
function partOf(group: QueueGroup, found: QueueLine[], all: QueuePart["all"]): QueuePart {
  return { group, lines: found.slice(0, mostOfKind), all: found.length > mostOfKind ? all : null };
}

async function replyPart(viewer: Viewer): Promise<QueuePart> {
  const threads = await listWaitingThreads(viewer, { limit: mostThreads });
  const byPermit = Map.groupBy(threads, ({ permitId }) => permitId);
  const lines = [...byPermit.values()].map((ofPermit) => {
    const [first] = ofPermit as [WaitingThread, ...WaitingThread[]];
    const isCity = sideOf(viewer) === "city";
    return replyLine({ ...first, comments: ofPermit.length }, threadAddress(viewer, first), isCity);
  });
  return partOf("now", lines, { label: "All comments that wait for a reply", to: "/replies" });
}

const mostThreads = 30;

const ready = sql`
  select ${listedPlanChecks.permitId} as id from ${listedPlanChecks}
  where ${listedPlanChecks.word} = 'ready' and ${listedPlanChecks.isInReview} = true
  order by ${listedPlanChecks.dueDate}, ${listedPlanChecks.permitId} limit ${limitOf(mostOfKind + 1)}`;

const unassigned = sql`
  select ${permits.id} as id from ${permits} where ${and(
    inArray(permits.status, pendingReview),
    sql`(${permits.lacksReviewer} = true or ${permits.isAssigned} = false)`,
  )} order by ${permits.dueDate}, ${permits.id} limit ${limitOf(mostOfKind + 1)}`;

const newPlans = sql`${permitsWithNewPlans({ limit: mostOfKind + 1, offset: 0 })}`;

async function administratorParts(viewer: Viewer, today: CalendarDate): Promise<QueuePart[]> {
  const ids = idsOfAll([ready, unassigned, newPlans]);
  const permitsToDo = (await listSteps(viewer, ids)).sort(byDay);
  const linesOf = (kind: StepKind, isWanted = (_: PermitWithStep) => true) =>
    permitsToDo.filter((permit) => permit.step.kind === kind && isWanted(permit)).map(stepLine);
  const isLate = ({ dueDate }: PermitWithStep) => dueDate < today;
  const reviews = await reviewsOf(viewer, [isDueIn("overdue", today), isDueIn("week", today)]);
  const linesDue = (isWanted: (day: CalendarDate) => boolean) =>
    reviews
      .filter(({ employeeDueDate }) => employeeDueDate !== null && isWanted(employeeDueDate))
      .map((review) => dueLine(review, today, `/permits/${review.permitId}/assignments`));
  return [
    partOf("now", linesOf("letter"), links.ready),
    partOf("now", linesOf("cycle"), links.newPlans),
    await replyPart(viewer),
    partOf("now", linesOf("assign", isLate), links.unassigned),
    partOf(
      "now",
      linesDue((day) => day < today),
      links.late,
    ),
    partOf(
      "today",
      linesOf("assign", (permit) => !isLate(permit)),
      links.unassigned,
    ),
    partOf(
      "today",
      linesDue((day) => day === today),
      links.week,
    ),
    partOf(
      "week",
      linesDue((day) => day > today),
      links.week,
    ),
  ];
}

const links = {
  ready: { label: "All that are ready for release", to: "/plan-checks?view=ready" },
  newPlans: { label: "All new plans", to: "/plan-checks?view=new_plans" },
  unassigned: { label: "All that lack a plan reviewer", to: "/permits?view=unassigned" },
  late: { label: "All late reviews", to: "/plan-check-calendar?view=overdue" },
  week: { label: "All reviews due this week", to: "/plan-check-calendar?view=week" },
  own: { label: "All your reviews", to: "/employee-dashboard" },
  handOver: { label: "All letters to hand over", to: "/?holder=city" },
};

const byDay = (first: PermitWithStep, second: PermitWithStep) =>
  dayOfWork(first).localeCompare(dayOfWork(second));
const dayOfWork = ({ newPlansSince, dueDate }: PermitWithStep): string => newPlansSince ?? dueDate;

/** The first of each condition, by the reviewer's due date. */
function reviewsOf(viewer: Viewer, conditions: SQL[], limit = 2 * mostOfKind + 1) {
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
  const rows = reviews.map((review) => ({ ...noBadges, ...review, ...badges.get(review.id) }));
  const lineOf = (review: (typeof rows)[number]) =>
    ownReviewLine(review, reviewStep({ ...review, needsDecision: review.usesCorrections }), today);
  const part = (group: QueueGroup, isWanted: (review: (typeof rows)[number]) => boolean): QueuePart => {
    const lines = rows.filter(isWanted).map(lineOf);
    return { group, lines, all: rows.length > mostReviews ? links.own : null };
  };
  const isOn = (isWanted: (day: CalendarDate) => boolean) => (review: (typeof rows)[number]) =>
    !review.isReturned && review.employeeDueDate !== null && isWanted(review.employeeDueDate);
  return [
    part("now", ({ isReturned }) => isReturned),
    part(
      "now",
      isOn((day) => day < today),
    ),
    await replyPart(viewer),
    part(
      "today",
      isOn((day) => day === today),
    ),
    part(
      "week",
      isOn((day) => day > today),
    ),
  ];
}

/** Those that the provider has not begun to review. */
const withoutPlans = (cityId: number): SQL => sql`
  select ${permits.id} as id from ${permits} where ${and(
    eq(permits.cityId, cityId),
    inArray(permits.status, pendingReview),
    eq(permits.isAssigned, false),
    not(existsIn(planFiles, eq(planFiles.permitId, permits.id))),
  )} order by ${permits.id} desc limit ${limitOf(mostOfKind + 1)}`;

async function cityParts(viewer: Viewer): Promise<QueuePart[]> {
  const cityId = viewer.cityId ?? -1;
  const toHandOver = newestIds(cityId, { holder: "city" }, mostOfKind + 1);
  const permitsToDo = await listSteps(viewer, idsOfAll([toHandOver, withoutPlans(cityId)]));
  const linesOf = (kind: StepKind) => permitsToDo.filter(({ step }) => step.kind === kind).map(stepLine);
  return [
    partOf("now", linesOf("hand_over"), links.handOver),
    partOf("now", linesOf("plans"), null),
    await replyPart(viewer),
  ];
}
