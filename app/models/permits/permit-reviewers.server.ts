import { eq, inArray } from "drizzle-orm";
import { db } from "../db.server";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { may, type Viewer } from "../policy";
import { ofCurrentCycle } from "../review-cycle.server";
import { assignments, employees, permits, users } from "../tables.server";
import { cityStatusOf } from "./city-status";
import type { PermitStatus } from "./permit";

type Reviewer = { userId: number; name: string };

const among = (rows: { id: number }[]) =>
  inArray(
    assignments.permitId,
    rows.map(({ id }) => id),
  );

/**
 * The reviewers of each permit's current cycle, once each, in the order in which they were assigned;
 * none for a viewer who may not know them.
 */
export async function reviewersOf(viewer: Viewer, rows: { id: number }[]): Promise<Map<number, Reviewer[]>> {
  const reviewers = new Map<number, Reviewer[]>();
  if (rows.length === 0 || !may(viewer, "assignment.read")) return reviewers;
  const found = await db
    .select({ permitId: assignments.permitId, userId: users.id, ...nameColumns })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(among(rows))
    .orderBy(assignments.id);
  for (const { permitId, userId, ...person } of found) {
    const known = reviewers.get(permitId) ?? [];
    if (known.some((reviewer) => reviewer.userId === userId)) continue;
    reviewers.set(permitId, [...known, { userId, name: displayName(person) }]);
  }
  return reviewers;
}

/** Those of the permits that somebody is assigned to in their current cycle, which a city may know too. */
async function assignedAmong(rows: { id: number }[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const found = await db
    .selectDistinct({ permitId: assignments.permitId })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(among(rows));
  return new Set(found.map(({ permitId }) => permitId));
}

/**
 * What programs read of a permit's review: its status in the city's words, whether anybody is assigned in
 * the current cycle and, for those who may know them, its reviewers as `identify` names them.
 */
export async function reviewFields<Identity>(
  viewer: Viewer,
  rows: { id: number; status: PermitStatus }[],
  identify: (reviewer: Reviewer) => Identity,
) {
  const assigned = await assignedAmong(rows);
  const reviewers = await reviewersOf(viewer, rows);
  const knowsReviewers = may(viewer, "assignment.read");
  return ({ id, status }: { id: number; status: PermitStatus }) => ({
    cityStatus: cityStatusOf(status, assigned.has(id)),
    assigned: assigned.has(id),
    assignedEmployees: knowsReviewers ? (reviewers.get(id) ?? []).map(identify) : undefined,
  });
}
