import { and, eq, sql } from "drizzle-orm";
import { db } from "../db.server";
import { isAmongIds } from "../dialect.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { may, type Viewer } from "../policy";
import { isCurrentCycle } from "../review-cycle.server";
import { assignments, employees, users } from "../tables.server";
import { cityStatusOf } from "./city-status";
import type { PermitStatus } from "./permit";

type Reviewer = { userId: number; name: string };

/**
 * Returns the reviewers of each permit's current cycle by permit id, without repetition, in the order of
 * assignment. The map is empty for a viewer who may not read assignments.
 */
export async function reviewersOf(viewer: Viewer, rows: { id: number }[]): Promise<Map<number, Reviewer[]>> {
  const reviewers = new Map<number, Reviewer[]>();
  if (rows.length === 0 || !may(viewer, "assignment.read")) return reviewers;
  const assignedReviewers = await findReviewers.execute({
    permitIds: JSON.stringify(rows.map(({ id }) => id)),
  });
  for (const { permitId, userId, ...person } of assignedReviewers) {
    const earlier = reviewers.get(permitId) ?? [];
    if (earlier.some((reviewer) => reviewer.userId === userId)) continue;
    reviewers.set(permitId, [...earlier, { userId, name: personName(person) }]);
  }
  return reviewers;
}

const findReviewers = db
  .select({ permitId: assignments.permitId, userId: users.id, ...nameColumns })
  .from(assignments)
  .innerJoin(employees, eq(employees.id, assignments.employeeId))
  .innerJoin(users, eq(users.id, employees.userId))
  .where(and(isAmongIds(assignments.permitId, sql.placeholder("permitIds")), isCurrentCycle))
  .orderBy(assignments.id)
  .prepare();

/**
 * Returns a function that reads the API's review fields of a permit: the status that its city sees, whether
 * the current cycle has an assignment and, if the viewer may read assignments, the reviewers as returned by
 * `identify`.
 */
export async function reviewFields<Identity>(
  viewer: Viewer,
  rows: { id: number }[],
  identify: (reviewer: Reviewer) => Identity,
) {
  const reviewers = await reviewersOf(viewer, rows);
  const mayReadReviewers = may(viewer, "assignment.read");
  return ({ id, status, isAssigned }: { id: number; status: PermitStatus; isAssigned: boolean }) => ({
    cityStatus: cityStatusOf(status, isAssigned),
    assigned: isAssigned,
    assignedEmployees: mayReadReviewers ? (reviewers.get(id) ?? []).map(identify) : undefined,
  });
}
