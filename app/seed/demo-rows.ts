import type { CalendarDate } from "~/models/calendar-date";
import type * as tables from "~/models/tables.server";
import { momentOn } from "./demo-calendar";
import { cities } from "./demo-data";
import { type DemoDiscipline, demoDisciplines } from "./demo-disciplines";
import type { DemoPeople, DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, type DemoPermit } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";

export type CommentRow = typeof tables.comments.$inferInsert & { id: number };
export type TimeEntryRow = typeof tables.timeEntries.$inferInsert;

/** Ten hours. */
const maxQuarterHoursPerDay = 40;

export type TimeSheet = ReturnType<typeof createTimeSheet>;

/** Creates time entries, and adds up the hours of each employee by day. */
export function createTimeSheet() {
  const loggedQuarterHours = new Map<string, number>();
  const keyOf = ({ reviewer }: DemoReview, workDate: CalendarDate) => `${reviewer.employeeId} ${workDate}`;

  return {
    /** The quarter hours that the reviewer can still log on this date. */
    remainingQuarterHours: (review: DemoReview, workDate: CalendarDate): number =>
      maxQuarterHoursPerDay - (loggedQuarterHours.get(keyOf(review, workDate)) ?? 0),

    /** Returns the row of a time entry for a review, and counts its hours. */
    log(
      review: DemoReview,
      workDate: CalendarDate,
      quarterHours: number,
      description: string | null,
    ): TimeEntryRow {
      const { permit, reviewer, row } = review;
      const key = keyOf(review, workDate);
      loggedQuarterHours.set(key, (loggedQuarterHours.get(key) ?? 0) + quarterHours);
      const loggedAt = momentOn(workDate, "deciding", 0.4);
      return {
        permitId: permit.row.id,
        employeeId: reviewer.employeeId,
        discipline: row.discipline,
        reviewCycle: row.reviewCycle,
        quarterHours,
        workDate,
        description,
        createdAt: loggedAt,
        updatedAt: loggedAt,
      };
    },
  };
}

type ClearReview = Pick<DemoReview["row"], "discipline" | "reviewCycle">;

/**
 * Returns true if a completed review leaves no correction: in the last cycle, unless the permit must be resubmitted.
 * While a permit is under review, half of the disciplines have corrections in its current cycle too.
 */
export function isClear({ row }: DemoPermit, { discipline, reviewCycle }: ClearReview): boolean {
  if (reviewCycle !== row.reviewCycle) return false;
  if (row.status === "resubmittal_required" || row.status === "cancelled") return false;
  const isUnderReview = row.status === "in_process" || row.status === "hold";
  if (!isUnderReview || cities[row.cityId - 1]?.usesCorrections === false) return true;
  return (row.id + demoDisciplines.indexOf(discipline)) % 2 === 0;
}

export type DemoComment = {
  permit: DemoPermit;
  cycle: DemoCycle;
  author: DemoUser;
  text: string;
  createdAt: string;
  /** The first comment of the thread; a reply has the same discipline and visibility. */
  parent?: CommentRow | undefined;
  discipline?: DemoDiscipline | undefined;
  isShared?: boolean;
};

/** Adds a comment to the rows with the next id, and returns its row. */
export function addComment(rows: CommentRow[], comment: DemoComment, people: DemoPeople): CommentRow {
  const { permit, cycle, author, text, createdAt, parent, discipline = null, isShared = false } = comment;
  const { cityId } = permit.row;
  const row: CommentRow = {
    id: rows.length + 1,
    permitId: permit.row.id,
    parentId: parent?.id ?? null,
    reviewCycle: cycleName(permit, cycle),
    discipline: parent ? parent.discipline : discipline,
    authorId: author.id,
    authorName: author.name,
    authorCityId: people.usersOfCity(cityId).some(({ id }) => id === author.id) ? cityId : null,
    text,
    isShared: parent ? parent.isShared : isShared,
    createdAt,
    updatedAt: createdAt,
  };
  rows.push(row);
  return row;
}
