import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import type { Discipline } from "~/models/discipline";
import { type ReviewCycle, reviewCycles } from "~/models/permits/permit";
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
import type { DemoPeople, DemoReviewer, DemoUser } from "./demo-people";
import { type DemoCycle, type DemoPermit, decidedAt, resubmittedAt } from "./demo-permits";
import { type Random, randomFrom } from "./demo-random";

type AssignmentRow = typeof tables.assignments.$inferInsert;
type CommentRow = typeof tables.comments.$inferInsert;
type TimeEntryRow = typeof tables.timeEntries.$inferInsert;
type EventRow = typeof tables.auditEvents.$inferInsert;

/** One discipline's review in one cycle; `worked` are positions in the working days. */
type Review = {
  permit: DemoPermit;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  worked: DemoCycle | undefined;
  row: AssignmentRow;
};

/** Chosen so that the reviewer of the demo has work overdue, due today and due this week. */
const seed = 61;
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

/** What was done with the permits: assignments, hours, discussions, and the history of their status. */
export function demoReviews(permits: DemoPermit[], people: DemoPeople, today: CalendarDate) {
  const days = workingDaysBefore(today);
  const random = randomFrom(seed);
  const reviews = permits
    .flatMap((permit) => reviewsOf(permit, people, days, random))
    .map((review, index) => ({ ...review, row: { ...review.row, id: index + 1 } }));
  const auditEvents = [
    ...permits.flatMap((permit) => history(permit, people.administrator, days)),
    ...reviews.flatMap((review) => historyOfReview(review, people.administrator)),
  ];
  return {
    assignments: reviews.map(({ row }) => row),
    timeEntries: timeEntries(reviews, days, today, random),
    comments: comments(permits, reviews, people, days, random),
    auditEvents: auditEvents.sort(byTime),
  };
}

const byTime = (first: EventRow, second: EventRow) =>
  first.at < second.at ? -1 : first.at > second.at ? 1 : 0;

function reviewsOf(permit: DemoPermit, people: DemoPeople, days: CalendarDate[], random: Random): Review[] {
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

type Draft = {
  permit: DemoPermit;
  discipline: Discipline;
  reviewer: DemoReviewer;
  cycle: DemoCycle;
  isCurrent: boolean;
  progress: AssignmentStatus;
};

function review(draft: Draft, days: CalendarDate[], random: Random): Review {
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
  return { permit, reviewer, cycle, worked, row };
}

/** A text of a list that its permit does not repeat in the next cycle. */
const inTurn = <Text>(list: Text[], { row, cycles }: DemoPermit, cycle: DemoCycle): Text =>
  list[(row.id + cycles.indexOf(cycle)) % list.length] as Text;

const cycleName = ({ cycles }: DemoPermit, cycle: DemoCycle): ReviewCycle =>
  reviewCycles[cycles.indexOf(cycle)] ?? "PC1";

function timeEntries(
  reviews: Review[],
  days: CalendarDate[],
  today: CalendarDate,
  random: Random,
): TimeEntryRow[] {
  const quartersOn = new Map<string, number>();
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
  reviews: Review[],
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

/** The events that the application would have recorded of a permit. */
function history({ row, cycles }: DemoPermit, administrator: DemoUser, days: CalendarDate[]): EventRow[] {
  const event = eventsOf(row.id, administrator);
  const changed = (at: string, changes: EventRow["changes"]) => event(at, "permit.updated", changes);

  const events = [event(row.createdAt, "permit.created", {})];
  for (const [index, cycle] of cycles.entries()) {
    if (index > 0) {
      events.push(
        changed(resubmittedAt(days, cycle), {
          status: ["resubmittal_required", "in_process"],
          reviewCycle: [reviewCycles[index - 1], reviewCycles[index]],
        }),
      );
    }
    const isCurrent = index === cycles.length - 1;
    const outcome = isCurrent ? row.status : "resubmittal_required";
    if (outcome !== "in_process")
      events.push(changed(decidedAt(days, cycle), { status: ["in_process", outcome] }));
  }
  return events;
}

/** And of a review in it: that it was given, and what its reviewer did with it. */
function historyOfReview({ row, reviewer, permit }: Review, administrator: DemoUser): EventRow[] {
  const { id, discipline, reviewCycle, employeeId, employeeDueDate, status, comment } = row;
  const assignment = { id, discipline, reviewCycle };
  const given = eventsOf(permit.row.id, administrator)(row.createdAt, "permit.assignment-created", {
    assignment,
    employee: [null, reviewer.name],
    employeeId: [null, employeeId],
    employeeDueDate: [null, employeeDueDate],
    status: [null, "assigned"],
  });
  if (status === "assigned") return [given];
  const worked = eventsOf(permit.row.id, reviewer)(row.updatedAt, "permit.assignment-updated", {
    assignment,
    employee: [reviewer.name, reviewer.name],
    status: ["assigned", status],
    ...(comment && { comment: [null, comment] }),
  });
  return [given, worked];
}

const eventsOf =
  (subjectId: number, actor: DemoUser) =>
  (at: string, action: string, changes: EventRow["changes"]): EventRow => ({
    at,
    actorId: actor.id,
    actorName: actor.name,
    action,
    subject: "permit",
    subjectId,
    changes,
  });
