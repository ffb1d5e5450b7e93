import { and, eq, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { amongIdsSql } from "~/platform/db/dialect.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { may, type Viewer } from "../policy";
import { currentCycleSql } from "../review-cycle.server";
import { assignments, employees, users } from "../tables.server";
import { cityStatusOf } from "./city-status";
import type { PermitStatus } from "./permit";

type Reviewer = { userId: number; name: string };

async function reviewersOf(rows: { id: number }[]): Promise<Map<number, Reviewer[]>> {
  const reviewers = new Map<number, Reviewer[]>();
  if (rows.length === 0) return reviewers;
  const permitIds = JSON.stringify(rows.map(({ id }) => id));
  for (const { permitId, userId, ...person } of await findReviewers.execute({ permitIds })) {
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
  .where(and(amongIdsSql(assignments.permitId, sql.placeholder("permitIds")), currentCycleSql))
  .orderBy(assignments.id)
  .prepare();

/** Returns a function for the columns that follow from assignments: reviewers only if the viewer may read them. */
export async function reviewFields<Identity>(
  viewer: Viewer,
  rows: { id: number }[],
  identify: (reviewer: Reviewer) => Identity,
) {
  const reviewers = may(viewer, "assignment.read") ? await reviewersOf(rows) : undefined;
  return ({ id, status, isAssigned }: { id: number; status: PermitStatus; isAssigned: boolean }) => ({
    cityStatus: cityStatusOf(status, isAssigned),
    assigned: isAssigned,
    assignedEmployees: reviewers && (reviewers.get(id) ?? []).map(identify),
  });
}
