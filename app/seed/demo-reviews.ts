import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import type { Discipline } from "~/models/discipline";
import type { AssignmentStatus } from "~/models/plan-review/assignment";
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
import { newestPermits, soonestDue } from "./demo-first-lists";
import type { DemoPeople, DemoReviewer, DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, type DemoPermit } from "./demo-permits";
import { type Random, randomFrom } from "./demo-random";
import { tellStories } from "./demo-stories";

type AssignmentRow = typeof tables.assignments.$inferInsert & { id: number; status: AssignmentStatus };
export type CommentRow = typeof tables.comments.$inferInsert & { id: number };
export type TimeEntryRow = typeof tables.timeEntries.$inferInsert;

/** One discipline's review in one cycle; `worked` are positions in the working days. */
export type DemoReview = {
  permit: DemoPermit;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  worked: DemoCycle | undefined;
  /** When it was set in progress, if it was. */
  startedAt: string | undefined;
  row: AssignmentRow;
};

/** Chosen so that the reviewer of the demo has work overdue, due today and due this week. */
const seed = 61;
const hoursSeed = 78;
const commentsSeed = 89;
const openShares: [AssignmentStatus, number][] = [
  ["assigned", 0.4],
  ["in_progress", 0.35],
  ["completed", 0.25],
];
/** Permits without any reviewer, and disciplines without one on the others. */
const unassignedShare = 0.24;
const notYetShare = 0.25;
const hoursBack = 60;
/** Ten hours in quarters. */
const longestDay = 40;

/**
 * What was done with the permits: assignments, hours and discussions. Those that head somebody's list have a
 * story of their own, the others what is drawn.
 */
export function demoReviews(permits: DemoPermit[], people: DemoPeople, today: CalendarDate) {
  const days = workingDaysBefore(today);
  const random = randomFrom(seed);
  const drawn = permits.flatMap((permit) => reviewsOf(permit, people, days, random));
  const newest = newestPermits(permits, people);
  const settled = newest.filter(
    (permit) => permit.row.status !== "in_process" && !drawn.some((review) => review.permit === permit),
  );
  const added = settled.flatMap((permit) =>
    completedReviews(permit, people, days, randomFrom(permit.row.id)),
  );
  const present = [...drawn, ...added].map((review, index) => ({
    ...review,
    row: { ...review.row, id: index + 1 },
  }));
  const first = [...new Set([...newest, ...soonestDue(present, people)])];
  const stories = tellStories(first, present, people, days);

  const isDrawn = ({ permitId }: { permitId: number }) => !first.some(({ row }) => row.id === permitId);
  const drawnHours = timeEntries(drawn, stories.timeEntries, days, today, randomFrom(hoursSeed));
  const drawnComments = comments(permits, drawn, people, days, randomFrom(commentsSeed));
  const firstOwnId = drawnComments.length;
  return {
    first,
    reviews: stories.reviews,
    timeEntries: [...stories.timeEntries, ...drawnHours.filter(isDrawn)],
    comments: [
      ...drawnComments.filter(isDrawn),
      ...stories.comments.map((comment) => ({
        ...comment,
        id: comment.id + firstOwnId,
        parentId: comment.parentId ? comment.parentId + firstOwnId : null,
      })),
    ],
  };
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
    if (isCurrent && isUnassigned) return [];
    const isOpen = isCurrent && (status === "in_process" || status === "hold");
    return permit.requiredDisciplines.flatMap((discipline) => {
      const reviewer = random.pick(people.reviewersOf[discipline]);
      if (isOpen && random.chance(notYetShare)) return [];
      const progress = isOpen ? random.weighted(openShares) : "completed";
      return review({ permit, discipline, reviewer, cycle, isCurrent, progress }, days, random);
    });
  });
}

/** For a permit that was settled and would have nobody who reviewed it. */
function completedReviews(
  permit: DemoPermit,
  people: DemoPeople,
  days: CalendarDate[],
  random: Random,
): DemoReview[] {
  return permit.cycles.flatMap((cycle, index) =>
    permit.requiredDisciplines.map((discipline) => {
      const reviewer = random.pick(people.reviewersOf[discipline]);
      const isCurrent = index === permit.cycles.length - 1;
      return review({ permit, discipline, reviewer, cycle, isCurrent, progress: "completed" }, days, random);
    }),
  );
}

type Draft = {
  permit: DemoPermit;
  discipline: Discipline;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  isCurrent: boolean;
  progress: AssignmentStatus;
};

function review(draft: Draft, days: CalendarDate[], random: Random): DemoReview {
  const { permit, discipline, reviewer, cycle, isCurrent, progress } = draft;
  const isCompleted = progress === "completed";
  const worked =
    progress === "assigned" ? undefined : { ...cycle, end: random.between(cycle.start, cycle.end) };
  const createdAt = momentOn(days[cycle.start], "assigning", random.fraction());
  const workedAt = worked ? momentOn(days[worked.end], "reviewing", random.fraction()) : createdAt;
  const employeeDueDate = isCurrent ? addDays(permit.row.dueDate, -random.between(1, 4)) : days[cycle.end];
  const isClear = isCurrent && permit.row.status !== "resubmittal_required";
  const comment = inTurn(isClear ? clearNotes : correctionNotes[discipline], permit, cycle);
  const row: AssignmentRow = {
    id: 0, // until all are counted
    permitId: permit.row.id,
    reviewCycle: cycleName(permit, cycle),
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

/** A text of a list that its permit does not repeat in the next cycle. */
const inTurn = <Text>(list: Text[], { row, cycles }: DemoPermit, cycle: DemoCycle): Text =>
  list[(row.id + cycles.indexOf(cycle)) % list.length] as Text;

function timeEntries(
  reviews: DemoReview[],
  present: TimeEntryRow[],
  days: CalendarDate[],
  today: CalendarDate,
  random: Random,
): TimeEntryRow[] {
  const quartersOn = new Map<string, number>();
  for (const { employeeId, workDate, quarterHours } of present) {
    const key = `${employeeId} ${workDate}`;
    quartersOn.set(key, (quartersOn.get(key) ?? 0) + quarterHours);
  }
  const rows: TimeEntryRow[] = [];
  for (const { permit, reviewer, worked, row } of reviews) {
    if (!worked) continue;
    for (let times = random.between(0, 3); times > 0; times -= 1) {
      const workDate = days[random.between(worked.start, worked.end)] as CalendarDate;
      const quarterHours = random.between(1, random.chance(0.1) ? 32 : 14);
      const description = random.pick(workDescriptions);
      const key = `${reviewer.employeeId} ${workDate}`;
      const total = (quartersOn.get(key) ?? 0) + quarterHours;
      if (total > longestDay || daysBetween(workDate, today) > hoursBack) continue;
      quartersOn.set(key, total);
      const loggedAt = momentOn(workDate, "deciding", 0.4);
      rows.push({
        permitId: permit.row.id,
        employeeId: reviewer.employeeId,
        discipline: row.discipline,
        reviewCycle: row.reviewCycle,
        quarterHours,
        workDate,
        description,
        createdAt: loggedAt,
        updatedAt: loggedAt,
      });
    }
  }
  return rows;
}

function comments(
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
    starter: DemoUser,
    discipline?: Discipline,
  ) {
    const authors = {
      reviewer: starter,
      administrator: people.administrator,
      city: random.pick(people.usersOfCity(permit.row.cityId)),
    };
    const first = random.between(cycle.start, cycle.end);
    const parentId = rows.length + 1;
    const lines = [{ from: "reviewer" as const, text: thread.text }, ...thread.answers];
    for (const [position, { from, text }] of lines.entries()) {
      const author = authors[from];
      const day = days[Math.min(first + position, cycle.end)];
      const at = momentOn(day, "reviewing", (position + random.fraction()) / lines.length);
      rows.push({
        id: rows.length + 1,
        permitId: permit.row.id,
        parentId: position === 0 ? null : parentId,
        reviewCycle: cycleName(permit, cycle),
        discipline: discipline ?? null,
        authorId: author.id,
        authorName: author.name,
        authorCityId: from === "city" ? permit.row.cityId : null,
        text,
        isShared: thread.isShared,
        createdAt: at,
        updatedAt: at,
      });
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
      inTurn(disciplineThreads[row.discipline], permit, cycle),
      reviewer,
      row.discipline,
    );
  }
  return rows;
}
