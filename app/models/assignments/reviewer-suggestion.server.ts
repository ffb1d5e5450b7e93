import { and, count, inArray, lt } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { type CalendarDate, formatDay } from "../calendar-date";
import type { Discipline } from "../discipline";
import type { Viewer } from "../policy";
import { openSql } from "../review-cycle.server";
import { assignments } from "../tables.server";
import { listReviewers, nobodyCertified } from "./reviewer-list.server";

type Review = { discipline: Discipline; employeeDueDate: CalendarDate | null };

/** For each review the certified reviewer with the least open work due before it, the first by name among equals. */
export async function suggestReviewers(viewer: Viewer, reviews: Review[]) {
  const reviewers = await listReviewers(viewer);
  const dueBefore = await workDueBefore(
    reviewers.map(({ id }) => id),
    reviews.flatMap(({ employeeDueDate }) => employeeDueDate ?? []),
  );
  return reviews.map(({ discipline, employeeDueDate: day }) => {
    const [first] = reviewers
      .filter(({ disciplines }) => disciplines.includes(discipline))
      .map(({ id, open }) => ({ id, open: day === null ? open : dueBefore(id, day) }))
      .sort((one, other) => one.open - other.open);
    if (!first) return { employeeId: null, reason: nobodyCertified(discipline) };
    const before = day === null ? "" : ` before ${formatDay(day)}`;
    return { employeeId: first.id, reason: `${first.open} open${before}, certified in ${discipline}` };
  });
}

async function workDueBefore(employeeIds: number[], dueDates: CalendarDate[]) {
  const latest = dueDates.toSorted().at(-1) ?? "";
  const { employeeId, employeeDueDate } = assignments;
  const due = await db
    .select({ employeeId, employeeDueDate, open: count() })
    .from(assignments)
    .where(and(openSql, inArray(employeeId, employeeIds), lt(employeeDueDate, latest)))
    .groupBy(employeeId, employeeDueDate);
  return (id: number, dueDate: CalendarDate) =>
    due
      .filter((work) => work.employeeId === id && String(work.employeeDueDate) < dueDate)
      .reduce((sum, { open }) => sum + open, 0);
}
