import { and, eq, min, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { amongIdsSql } from "~/platform/db/dialect.server";
import { nameColumns } from "../person.server";
import { may, type Viewer } from "../policy";
import { currentCycleSql } from "../review-cycle.server";
import { assignments, employees, users } from "../tables.server";
import { cityStatusOf } from "./city-status";
import type { PermitStatus } from "./permit";

const findReviewers = db
  .select({ permitId: assignments.permitId, userId: users.id, ...nameColumns })
  .from(assignments)
  .innerJoin(employees, eq(employees.id, assignments.employeeId))
  .innerJoin(users, eq(users.id, employees.userId))
  .where(and(amongIdsSql(assignments.permitId, sql.placeholder("permitIds")), currentCycleSql))
  .groupBy(assignments.permitId, users.id)
  .orderBy(min(assignments.id))
  .prepare();

type Reviewer = Awaited<ReturnType<typeof findReviewers.execute>>[number];

/** Returns a function for the columns that follow from assignments: reviewers only if the viewer may read them. */
export async function reviewFields<Identity>(
  viewer: Viewer,
  rows: { id: number }[],
  identify: (reviewer: Reviewer) => Identity,
) {
  const permitIds = JSON.stringify(rows.map(({ id }) => id));
  const reviewers = may(viewer, "assignment.read") ? await findReviewers.execute({ permitIds }) : undefined;
  const byPermit = reviewers && Map.groupBy(reviewers, ({ permitId }) => permitId);
  return ({ id, status, isAssigned }: { id: number; status: PermitStatus; isAssigned: boolean }) => ({
    cityStatus: cityStatusOf(status, isAssigned),
    assigned: isAssigned,
    assignedEmployees: byPermit && (byPermit.get(id) ?? []).map(identify),
  });
}
