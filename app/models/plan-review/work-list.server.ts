import { eq, or, type SQL } from "drizzle-orm";
import { db } from "../db.server";
import { orderTerms } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { displayName } from "../person";
import { allow, may, type Viewer } from "../policy";
import { assignments, cities, employees, permits, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { countByStatus, totalOf } from "./assignment-counts.server";
import { byDueDate, isListed, isOpenOf, isWithin, permitAndReviewerColumns } from "./assignment-list.server";

/** Assignments with the fields of the calendar and of the reviewers' dashboard, in the order of their due dates. */
export async function readWork(viewer: Viewer, where: SQL, limit: number) {
  allow(viewer, "assignment.read");
  const rows = await db
    .select({
      id: assignments.id,
      permitId: assignments.permitId,
      employeeId: assignments.employeeId,
      discipline: assignments.discipline,
      status: assignments.status,
      employeeDueDate: assignments.employeeDueDate,
      ...permitAndReviewerColumns,
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(where)
    .orderBy(...orderTerms(byDueDate))
    .limit(limit);
  return rows.map(({ firstName, lastName, email, ...assignment }) => ({
    ...assignment,
    employeeName: displayName({ firstName, lastName, email }),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

type WorkFilter = { employeeId?: number; status?: AssignmentStatus; page?: number };

/**
 * A page of the assignments in current cycles, the uncompleted before the completed ones, each sorted by the
 * reviewer's due date, those without one last. Returns the nearest page if the requested one does not exist. Runs
 * two queries for any number of rows.
 */
export async function listWork(viewer: Viewer, { employeeId, status, page: requested }: WorkFilter) {
  const counts = await countWork(viewer, employeeId);
  const total = totalOf(counts.byStatus, status);
  const page = nearestPage(requested, total);
  const offset = rowsBefore(page);
  const onPage = status
    ? isWithin(isListed(status, employeeId), byDueDate, offset, total, pageSize)
    : isWithinOpenFirst(employeeId, counts, offset);
  const rows = await readWork(viewer, onPage, pageSize);
  const isDone = ({ status }: { status: AssignmentStatus }) => status === "completed";
  return { counts, total, page, rows: [...rows.filter((row) => !isDone(row)), ...rows.filter(isDone)] };
}

/** The condition for a page of the open assignments, which continues with the completed ones. */
function isWithinOpenFirst(employeeId: number | undefined, counts: WorkCounts, offset: number): SQL {
  const { pending, completed } = counts;
  const open = Math.max(0, Math.min(pageSize, pending - offset));
  const done = pageSize - open;
  const isInOpen = isWithin(isOpenOf(employeeId), byDueDate, offset, pending, open);
  const isInDone = isWithin(
    isListed("completed", employeeId),
    byDueDate,
    offset + open - pending,
    completed,
    done,
  );
  // SQLite runs both queries of an OR once more to check the rows it finds, and they can skip many entries.
  if (done === 0) return isInOpen;
  return open === 0 ? isInDone : (or(isInOpen, isInDone) as SQL);
}

/** The number of assignments in current cycles by status, of one reviewer or of all reviewers. */
export async function countWork(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const byStatus = await countByStatus(employeeId);
  const { completed } = byStatus;
  const total = totalOf(byStatus);
  return { total, pending: total - completed, completed, byStatus };
}

export type WorkCounts = Awaited<ReturnType<typeof countWork>>;
