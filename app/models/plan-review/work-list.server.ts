import { eq, or, type SQL, sql } from "drizzle-orm";
import { db } from "../db.server";
import { orderTerms } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { personName } from "../person";
import { isOver } from "../plan-checks/plan-check.server";
import { allow, may, type Viewer } from "../policy";
import { preparedFor } from "../prepared.server";
import { assignments, cities, employees, permits, planChecks, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { countByStatus, totalOf } from "./assignment-counts.server";
import { byDueDate, isInSlice, isListed, isOpenOf, permitAndReviewerColumns } from "./assignment-list.server";
import type { WorkFilter } from "./work-filter";

type WorkRow = Awaited<ReturnType<typeof selectWork>>[number];

/** Assignments with the fields of the calendar and of the reviewers' dashboard, in the order of their due dates. */
export async function readWork(viewer: Viewer, read: () => WorkRow[] | Promise<WorkRow[]>) {
  allow(viewer, "assignment.read");
  const rows = await read();
  return rows.map(({ firstName, lastName, email, decision, usesCorrections, isReleased, ...assignment }) => ({
    ...assignment,
    lacksDecision: usesCorrections && assignment.status === "completed" && decision === null,
    employeeName: personName({ firstName, lastName, email }),
    isFinished: usesCorrections && isReleased,
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

/** Whether the letter of an assignment's cycle is out, so that its review can no longer change. */
const isReleased = sql`exists (select 1 from ${planChecks} where ${planChecks.permitId} = ${assignments.permitId}
  and ${planChecks.reviewCycle} = ${assignments.reviewCycle} and ${isOver})`;

/** The query for what `readWork` reads. */
export const selectWork = (where: SQL, limit: number) =>
  db
    .select({
      id: assignments.id,
      permitId: assignments.permitId,
      employeeId: assignments.employeeId,
      discipline: assignments.discipline,
      status: assignments.status,
      employeeDueDate: assignments.employeeDueDate,
      decision: assignments.decision,
      usesCorrections: cities.usesCorrections,
      isReleased: isReleased.mapWith(Boolean) as SQL<boolean>,
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

type Page = Pick<WorkFilter, "employeeId" | "status" | "page">;

/**
 * A page of the assignments in current cycles, the uncompleted before the completed ones, each sorted by the
 * reviewer's due date, those without one last. Returns the nearest page if the requested one does not exist. Runs
 * two queries for any number of rows.
 */
export async function listWork(viewer: Viewer, { employeeId, status, page: requested }: Page) {
  const counts = await countWork(viewer, employeeId);
  const total = totalOf(counts.byStatus, status);
  const page = nearestPage(requested, total);
  const offset = rowsBefore(page);
  const slices = status
    ? [{ of: status, ...sliceFromNearerEnd(offset, total) }]
    : slicesOpenFirst(counts, offset);
  const rows = await readWork(viewer, () => readSlices(slices, employeeId));
  return { counts, total, page, rows: openFirst(rows) };
}

const isDone = ({ status }: { status: AssignmentStatus }) => status === "completed";

/** The uncompleted assignments before the completed ones. */
export const openFirst = <Work extends { status: AssignmentStatus }>(rows: Work[]): Work[] => [
  ...rows.filter((row) => !isDone(row)),
  ...rows.filter(isDone),
];

/** The assignments of a page: some of the open ones, or of those of a status. */
type Slice = { of: AssignmentStatus | "open"; isFromEnd: boolean; offset: number; limit: number };

/** The slices for a page of the open assignments, which continues with the completed ones. */
function slicesOpenFirst({ pending, completed }: WorkCounts, offset: number): Slice[] {
  const open = Math.max(0, Math.min(pageSize, pending - offset));
  const done = pageSize - open;
  const isInOpen: Slice = { of: "open", ...sliceFromNearerEnd(offset, pending, open) };
  const isInDone: Slice = {
    of: "completed",
    ...sliceFromNearerEnd(offset + open - pending, completed, done),
  };
  // SQLite runs both queries of an OR once more to check the rows it finds, and they can skip many entries.
  if (done === 0) return [isInOpen];
  return open === 0 ? [isInDone] : [isInOpen, isInDone];
}

function readSlices(slices: Slice[], employeeId?: number) {
  const [offset0, offset1] = slices.map(({ offset }) => offset);
  const shape = {
    isOfReviewer: employeeId !== undefined,
    slices: slices.map(({ offset: _, ...slice }) => slice),
  };
  return pageFor(shape).execute({ employeeId, offset0, offset1 });
}

type PageShape = { isOfReviewer: boolean; slices: Omit<Slice, "offset">[] };

const pageFor = preparedFor(({ isOfReviewer, slices }: PageShape) => {
  const employeeId = isOfReviewer ? sql.placeholder("employeeId") : undefined;
  const conditions = slices.map(({ of, ...slice }, index) => {
    const where = of === "open" ? isOpenOf(employeeId) : isListed(of, employeeId);
    return isInSlice(where, byDueDate, { ...slice, offset: sql.placeholder(`offset${index}`) });
  });
  return selectWork(or(...conditions) as SQL, pageSize).prepare();
});

/** The number of assignments in current cycles by status, of one reviewer or of all reviewers. */
export async function countWork(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const byStatus = await countByStatus(employeeId);
  const { completed } = byStatus;
  const total = totalOf(byStatus);
  return { total, pending: total - completed, completed, byStatus };
}

type WorkCounts = Awaited<ReturnType<typeof countWork>>;
