import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { changesBetween, recordEvents } from "../audit.server";
import type { Discipline } from "../discipline";
import { reviewerNames } from "../person.server";
import type { Viewer } from "../policy";
import { isAbout } from "../stale-row.server";
import { assignments, auditEvents } from "../tables.server";
import type { AssignmentChange, Pair } from "./assignment-change";

type Stored = typeof assignments.$inferSelect;

/** Records a change as an event of the permit, with the reviewers' names, who may be deleted later. */
export function recordAssignment(
  tx: Connection,
  viewer: Viewer,
  before: Stored | null,
  after: Stored | null,
) {
  const action = before ? (after ? "updated" : "removed") : "created";
  return recordAssignments(tx, viewer, action, [{ before, after }]);
}

export async function recordAssignments(
  tx: Connection,
  viewer: Viewer,
  action: AssignmentChange["kind"],
  rows: { before: Stored | null; after: Stored | null }[],
) {
  const employeeIds = rows.flatMap(({ before, after }) => [before?.employeeId, after?.employeeId]);
  const names = await reviewerNames([...new Set(employeeIds)], tx);
  const nameOf = (row: Stored | null) => (row && names.get(row.employeeId)) ?? null;
  const events = rows.flatMap(({ before, after }) => {
    const assignment = after ?? before;
    const changes = changesBetween(before, after);
    if (!assignment || Object.keys(changes).length === 0) return [];
    const { id, permitId, discipline, reviewCycle } = assignment;
    const employee = [nameOf(before), nameOf(after)] satisfies Pair<string>;
    const described = { assignment: { id, discipline, reviewCycle }, employee, ...changes };
    return [{ subjectId: permitId, changes: described }];
  });
  await recordEvents(tx, viewer, `permit.assignment-${action}`, events);
}

/** Also until it was reassigned or removed. */
export async function wasReviewerOf(viewer: Viewer, permitId: number, discipline: Discipline) {
  if (viewer.employeeId === null) return false;
  const own = and(
    eq(assignments.permitId, permitId),
    eq(assignments.discipline, discipline),
    eq(assignments.employeeId, viewer.employeeId),
  );
  if ((await db.$count(assignments, own)) > 0) return true;
  const isOfDiscipline = sql`${auditEvents.changes} -> 'assignment' ->> 'discipline' = ${discipline}`;
  return isFormerReviewer(viewer, and(isAbout("permit", permitId), isOfDiscipline));
}

export async function wasReassignedFrom(viewer: Viewer, permitId: number, id: number): Promise<boolean> {
  const isOfAssignment = sql`${auditEvents.changes} -> 'assignment' ->> 'id' = ${id}`;
  // Older events have the assignment as subject.
  const isOlder = isAbout("assignment", id);
  return isFormerReviewer(viewer, or(and(isAbout("permit", permitId), isOfAssignment), isOlder));
}

async function isFormerReviewer({ employeeId }: Viewer, ofAssignment: SQL | undefined): Promise<boolean> {
  const events = await db.select({ changes: auditEvents.changes }).from(auditEvents).where(ofAssignment);
  const formers = events.map(({ changes }) => (changes as { employeeId?: unknown[] }).employeeId?.[0]);
  return employeeId !== null && formers.includes(employeeId);
}
