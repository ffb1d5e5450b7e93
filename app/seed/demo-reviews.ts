import type { AssignmentStatus } from "~/models/assignments/assignment";
import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import type * as tables from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import {
  clearNotes,
  correctionNotes,
  type DemoThread,
  disciplineThreads,
  permitThreads,
  workDescriptions,
} from "./demo-data";
import type { DemoDiscipline } from "./demo-disciplines";
import { newestPermits, permitsDueFirst } from "./demo-first-pages";
import type { DemoPeople, DemoReviewer, DemoUser } from "./demo-people";
import {
  cycleName,
  type DemoCycle,
  type DemoPermit,
  permitOfDemoReviewer,
  readyPermit,
} from "./demo-permits";
import { itemAt, type Random, randomFrom } from "./demo-random";
import {
  addComment,
  type CommentRow,
  createTimeSheet,
  isClear,
  type TimeEntryRow,
  type TimeSheet,
} from "./demo-rows";
import { writeStories } from "./demo-stories";

type AssignmentRow = typeof tables.assignments.$inferInsert & {
  id: number;
  status: AssignmentStatus;
  discipline: DemoDiscipline;
};

/** The review of one discipline in one cycle. */
export type DemoReview = {
  permit: DemoPermit;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  /** The working days of the review, as positions; undefined before it starts. */
  worked: DemoCycle | undefined;
  /** The time when the assignment was set to in progress. */
  startedAt: string | undefined;
  row: AssignmentRow;
};

/** With this seed the demo reviewer has work that is overdue, due today and due this week. */
const seed = 61;
const hoursSeed = 78;
const commentsSeed = 89;
const openShares: [AssignmentStatus, number][] = [
  ["assigned", 0.4],
  ["in_progress", 0.35],
  ["completed", 0.25],
];
/** The share of permits without reviewers. */
const unassignedShare = 0.24;
/** The share of disciplines without a reviewer on the other permits. */
const unassignedDisciplineShare = 0.25;
/** Time entries are at most this many days old. */
const maxHoursAge = 60;

/**
 * Returns the assignments, hours and discussions of the permits. The permits at the top of a demo account's
 * list have written stories; the others have random reviews, hours and comments.
 */
export function demoReviews(permits: DemoPermit[], people: DemoPeople, today: CalendarDate) {
  const days = workingDaysBefore(today);
  const random = randomFrom(seed);
  const randomReviews = permits.flatMap((permit) => reviewsOf(permit, people, days, random));
  const newest = newestPermits(permits, people);
  const unreviewed = newest.filter(
    (permit) =>
      permit.row.status !== "in_process" && !randomReviews.some((review) => review.permit === permit),
  );
  const earlierReviews = permits
    .filter(({ row }) => row.id === permitOfDemoReviewer)
    .map((permit) => ({ permit, cycles: permit.cycles.slice(0, -1) }));
  const addedReviews = [
    ...unreviewed.map((permit) => ({ permit, cycles: permit.cycles })),
    ...earlierReviews,
  ].flatMap(({ permit, cycles }) =>
    completedReviews(permit, cycles, people, days, randomFrom(permit.row.id)),
  );
  const allReviews = [...randomReviews.map(completedIfReady), ...addedReviews].map((review, index) => ({
    ...review,
    row: { ...review.row, id: index + 1 },
  }));
  const topPermits = [...new Set([...newest, ...permitsDueFirst(allReviews, people)])];
  const timeSheet = createTimeSheet();
  const stories = writeStories(topPermits, allReviews, people, days, timeSheet);

  const isOutsideStories = ({ permitId }: { permitId: number }) =>
    !topPermits.some(({ row }) => row.id === permitId);
  const randomHours = timeEntriesOf(randomReviews, timeSheet, days, today, randomFrom(hoursSeed));
  const randomComments = commentsOn(permits, randomReviews, people, days, randomFrom(commentsSeed));
  const lastRandomId = randomComments.length;
  return {
    topPermits,
    reviews: stories.reviews,
    timeEntries: [...stories.timeEntries, ...randomHours.filter(isOutsideStories)],
    comments: [
      ...randomComments.filter(isOutsideStories),
      ...stories.comments.map((comment) => ({
        ...comment,
        id: comment.id + lastRandomId,
        parentId: comment.parentId ? comment.parentId + lastRandomId : null,
      })),
    ],
  };
}

/** Returns a review of the ready permit as completed on the last day; the permit's story writes its notes. */
function completedIfReady(review: DemoReview): DemoReview {
  const { permit, cycle, row } = review;
  if (permit.row.id !== readyPermit || row.status === "completed") return review;
  return { ...review, worked: cycle, row: { ...row, status: "completed" } };
}

function reviewsOf(
  permit: DemoPermit,
  people: DemoPeople,
  days: CalendarDate[],
  random: Random,
): DemoReview[] {
  const { status } = permit.row;
  const isUnassigned =
    status === "cancelled" ||
    ((status === "in_process" || status === "approved") && random.chance(unassignedShare));
  return permit.cycles.flatMap((cycle, index) => {
    const isCurrent = index === permit.cycles.length - 1;
    if (isCurrent ? isUnassigned : permit.row.id === permitOfDemoReviewer) return [];
    const isOpen = isCurrent && (status === "in_process" || status === "hold");
    return permit.requiredDisciplines.flatMap((discipline) => {
      const reviewer = random.pick(people.reviewersOf[discipline]);
      if (isOpen && random.chance(unassignedDisciplineShare)) return [];
      const progress = isOpen ? random.weighted(openShares) : "completed";
      return createReview({ permit, discipline, reviewer, cycle, isCurrent, progress }, days, random);
    });
  });
}

/** Returns completed reviews of all required disciplines in some cycles of a permit. */
function completedReviews(
  permit: DemoPermit,
  cycles: DemoCycle[],
  people: DemoPeople,
  days: CalendarDate[],
  random: Random,
): DemoReview[] {
  return cycles.flatMap((cycle) =>
    permit.requiredDisciplines.map((discipline) => {
      const reviewer = random.pick(people.reviewersOf[discipline]);
      const isCurrent = cycle === permit.cycles.at(-1);
      return createReview(
        { permit, discipline, reviewer, cycle, isCurrent, progress: "completed" },
        days,
        random,
      );
    }),
  );
}

type ReviewDraft = {
  permit: DemoPermit;
  discipline: DemoDiscipline;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  isCurrent: boolean;
  progress: AssignmentStatus;
};

function createReview(draft: ReviewDraft, days: CalendarDate[], random: Random): DemoReview {
  const { permit, discipline, reviewer, cycle, isCurrent, progress } = draft;
  const isCompleted = progress === "completed";
  const worked =
    progress === "assigned" ? undefined : { ...cycle, end: random.between(cycle.start, cycle.end) };
  const createdAt = momentOn(days[cycle.start], "assigning", random.fraction());
  const workedAt = worked ? momentOn(days[worked.end], "reviewing", random.fraction()) : createdAt;
  const employeeDueDate = isCurrent ? addDays(permit.row.dueDate, -random.between(1, 4)) : days[cycle.end];
  const reviewCycle = cycleName(permit, cycle);
  const notes = isClear(permit, { discipline, reviewCycle }) ? clearNotes : correctionNotes[discipline];
  const comment = itemAt(notes, variantOf(permit, cycle));
  const row: AssignmentRow = {
    id: 0, // set when all reviews exist
    permitId: permit.row.id,
    reviewCycle,
    discipline,
    employeeId: reviewer.employeeId,
    employeeDueDate,
    status: progress,
    comment: isCompleted ? comment : null,
    completedAt: isCompleted ? workedAt : null,
    createdAt,
    updatedAt: workedAt,
  };
  const startedAt = progress === "in_progress" ? workedAt : undefined;
  return { permit, reviewer, cycle, worked, startedAt, row };
}

/** A position in a list of texts; the next cycle of the permit has another. */
const variantOf = ({ row, cycles }: DemoPermit, cycle: DemoCycle): number => row.id + cycles.indexOf(cycle);

function timeEntriesOf(
  reviews: DemoReview[],
  timeSheet: TimeSheet,
  days: CalendarDate[],
  today: CalendarDate,
  random: Random,
): TimeEntryRow[] {
  const rows: TimeEntryRow[] = [];
  for (const review of reviews) {
    const { worked } = review;
    if (!worked) continue;
    for (let remaining = random.between(0, 3); remaining > 0; remaining -= 1) {
      const workDate = days[random.between(worked.start, worked.end)] as CalendarDate;
      const quarterHours = random.between(1, random.chance(0.1) ? 32 : 14);
      const description = random.pick(workDescriptions);
      if (quarterHours > timeSheet.remainingQuarterHours(review, workDate)) continue;
      if (daysBetween(workDate, today) > maxHoursAge) continue;
      rows.push(timeSheet.log(review, workDate, quarterHours, description));
    }
  }
  return rows;
}

function commentsOn(
  permits: DemoPermit[],
  reviews: DemoReview[],
  people: DemoPeople,
  days: CalendarDate[],
  random: Random,
): CommentRow[] {
  const rows: CommentRow[] = [];

  function discuss(
    permit: DemoPermit,
    cycle: DemoCycle,
    thread: DemoThread,
    reviewer: DemoUser,
    discipline?: DemoDiscipline,
  ) {
    const authors = {
      reviewer,
      administrator: people.administrator,
      city: random.pick(people.usersOfCity(permit.row.cityId)),
    };
    const firstDay = random.between(cycle.start, cycle.end);
    const lines = [{ from: "reviewer" as const, text: thread.text }, ...thread.replies];
    let parent: CommentRow | undefined;
    for (const [position, { from, text }] of lines.entries()) {
      const day = days[Math.min(firstDay + position, cycle.end)];
      const createdAt = momentOn(day, "reviewing", (position + random.fraction()) / lines.length);
      const { isShared } = thread;
      const author = authors[from];
      const comment = { permit, cycle, author, text, createdAt, parent, discipline, isShared };
      const row = addComment(rows, comment, people);
      parent ??= row;
    }
  }

  for (const permit of permits) {
    const cycle = random.pick(permit.cycles);
    if (random.chance(0.25)) discuss(permit, cycle, random.pick(permitThreads), people.administrator);
  }
  for (const { permit, reviewer, cycle, worked, row } of reviews) {
    if (!worked || random.chance(0.75)) continue;
    discuss(
      permit,
      cycle,
      itemAt(disciplineThreads[row.discipline], variantOf(permit, cycle)),
      reviewer,
      row.discipline,
    );
  }
  return rows;
}
