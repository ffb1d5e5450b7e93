import type { AssignmentStatus } from "~/models/assignments/assignment";
import { addDays, type CalendarDate } from "~/models/calendar-date";
import { reviewCycles } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import { momentOn } from "./demo-calendar";
import { clearNotes, correctionNotes, workDescriptions } from "./demo-data";
import type { DemoCycle } from "./demo-permits";
import { itemAt, randomFrom } from "./demo-random";
import type { DemoReview } from "./demo-reviews";
import { dealt } from "./uneven-shares";
import type { PlannedReview, VolumeContext, VolumePermit } from "./volume-permits";

type TimeEntryRow = typeof tables.timeEntries.$inferInsert;
export type VolumeReview = Pick<DemoReview, "row" | "reviewer" | "startedAt"> & { hours: TimeEntryRow[] };

const withoutDueDateShare = 0.05;
/** A permit on hold often has no due date. */
const withoutDueDateOnHoldShare = 0.5;

/** Returns a function that creates the assignments and time entries of each permit, in the order of the permits. */
export function createReviews({ sizes, people, days }: VolumeContext) {
  const random = randomFrom(103);
  const hourCounts = dealt(sizes.timeEntries, sizes.assignments, { random, group: 19, winners: 9, most: 6 });
  let lastId = 0;

  function dueDateOf({ row, isNewest }: VolumePermit, { isOpen }: PlannedReview, cycle: DemoCycle) {
    const isHeld = isOpen && !isNewest;
    if (random.chance(isHeld ? withoutDueDateOnHoldShare : withoutDueDateShare)) return null;
    return isOpen ? addDays(row.dueDate, -random.between(0, 4)) : (days[cycle.end] as CalendarDate);
  }

  function createReview(permit: VolumePermit, planned: PlannedReview): VolumeReview {
    const { cycle: position, discipline, isOpen } = planned;
    const cycle = permit.cycles[position] as DemoCycle;
    const reviewer = people.reviewerFor(discipline, random);
    const hours = hourCounts.next().value as number;
    const status: AssignmentStatus = isOpen ? (hours > 0 ? "in_progress" : "assigned") : "completed";
    const createdAt = momentOn(days[cycle.start], "assigning", random.fraction());
    const workedOn = random.between(cycle.start, cycle.end);
    const workedAt =
      status === "assigned" ? createdAt : momentOn(days[workedOn], "reviewing", random.fraction());
    const isCurrent = position === permit.cycles.length - 1;
    const isClear = isCurrent && permit.row.status !== "resubmittal_required";
    lastId += 1;
    const row: DemoReview["row"] = {
      id: lastId,
      permitId: permit.row.id,
      reviewCycle: itemAt(reviewCycles, position),
      discipline,
      employeeId: reviewer.employeeId,
      employeeDueDate: dueDateOf(permit, planned, cycle),
      status,
      comment: isOpen
        ? null
        : itemAt(isClear ? clearNotes : correctionNotes[discipline], permit.row.id + position),
      completedAt: isOpen ? null : workedAt,
      decision: null,
      decidedAt: null,
      decidedById: null,
      decisionReason: null,
      createdAt,
      updatedAt: workedAt,
      isCurrent,
      isOpen: isCurrent && isOpen,
      permitDueDate: permit.row.dueDate,
    };
    const entries = Array.from({ length: hours }, () =>
      timeEntry(row, days[random.between(cycle.start, workedOn)] as CalendarDate),
    );
    return { row, reviewer, startedAt: status === "in_progress" ? workedAt : undefined, hours: entries };
  }

  function timeEntry(
    { permitId, employeeId, discipline, reviewCycle }: DemoReview["row"],
    workDate: CalendarDate,
  ): TimeEntryRow {
    const loggedAt = momentOn(workDate, "deciding", 0.4);
    return {
      permitId,
      employeeId,
      discipline,
      reviewCycle,
      quarterHours: random.between(1, random.chance(0.1) ? 32 : 14),
      workDate,
      description: random.pick(workDescriptions),
      createdAt: loggedAt,
      updatedAt: loggedAt,
    };
  }

  return (permit: VolumePermit): VolumeReview[] =>
    permit.reviews.map((planned) => createReview(permit, planned));
}
