import { asc, eq } from "drizzle-orm";
import type { CalendarDate } from "../calendar-date";
import { nextMoment, now } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { notifyOfAssignments } from "../mail/notification.server";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Capability, may, type Viewer } from "../policy";
import { conflictRefusal, type FieldErrors, Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { refuseStale } from "../stale-row.server";
import { assignments, employees, users } from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import { recordAssignment } from "./assignment-record.server";
import { certification, type NewAssignment, notCertified } from "./reviewer-list.server";

export type AssignmentRow = {
  discipline: Discipline;
  employeeId: number;
  employeeDueDate: CalendarDate | null;
  status: AssignmentStatus;
  /** The version that was read, where it is to be that one which is replaced. */
  updatedAt?: string;
};

type Stored = typeof assignments.$inferSelect;

/** All assignments of a permit, of every cycle, for those who may read them. */
export async function listAssignments(viewer: Viewer, permitId: number) {
  await readPermit(viewer, permitId);
  allow(viewer, "assignment.read");
  const rows = await db
    .select({ assignment: assignments, ...nameColumns })
    .from(assignments)
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(assignments.permitId, permitId))
    .orderBy(asc(assignments.discipline), asc(assignments.id));
  return rows.map(({ assignment, ...person }) => ({
    ...assignment,
    employeeName: displayName(person),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

export type Assignment = Awaited<ReturnType<typeof listAssignments>>[number];

/** An assignment as pages show it to those who only read it. */
export function assignmentSummary(assignment: Assignment) {
  const { id, reviewCycle, discipline, employeeName, employeeDueDate, status, comment } = assignment;
  return { id, reviewCycle, discipline, employeeName, employeeDueDate, status, comment };
}

/** What a list of assignments looked like, to tell whether somebody else changed it meanwhile. */
export const versionOf = (rows: { id: number; updatedAt: string }[]): string =>
  rows
    .map(({ id, updatedAt }) => `${id}@${updatedAt}`)
    .sort()
    .join(",");

/**
 * Changes the status or the comment of an assignment: the viewer's own, or anybody's for an
 * administrator (403 otherwise, 404 when it is not there, or not on the permit that is named). What is
 * not given stays. With `seen`, the `updatedAt` of the row that was edited, a row changed meanwhile is
 * refused (409) and carried in the refusal.
 */
export function updateAssignment(
  viewer: Viewer,
  id: number,
  changes: { status?: AssignmentStatus; comment?: string | null },
  { permitId, expectedVersion }: { permitId?: number; expectedVersion?: string } = {},
): Promise<Stored> {
  return write(async (tx) => {
    const assignment = await ownAssignment(tx, viewer, id, "assignment.work");
    if (permitId !== undefined && permitId !== assignment.permitId) throw assignmentNotFound();
    const { comment, status, updatedAt } = assignment;
    refuseStale(assignment, expectedVersion, staleAssignment, { comment, status, updatedAt });
    const completedAt =
      changes.status === undefined || changes.status === assignment.status
        ? assignment.completedAt
        : changes.status === "completed"
          ? now()
          : null;
    const [updated] = await tx
      .update(assignments)
      .set({ ...changes, completedAt, updatedAt: nextMoment(assignment.updatedAt) })
      .where(eq(assignments.id, id))
      .returning();
    await recordAssignment(tx, viewer, assignment, updated ?? null);
    return updated ?? assignment;
  });
}

const staleAssignment =
  "This assignment was changed after you opened it. Nothing of yours was saved yet: save again to replace what is there.";

const assignmentNotFound = () => new Refusal(404, "Assignment not found");

async function ownAssignment(
  tx: Connection,
  viewer: Viewer,
  id: number,
  capability: Capability,
): Promise<Stored> {
  allow(viewer, "assignment.read");
  const [assignment] = await tx.select().from(assignments).where(eq(assignments.id, id));
  if (!assignment) throw assignmentNotFound();
  allow(viewer, capability, { isOwn: assignment.employeeId === viewer.employeeId });
  return assignment;
}

/**
 * Replaces the assignments of a permit's current cycle. A row whose discipline stays keeps its id,
 * comment and history, and a new reviewer is told by mail. Refuses, at its field, a reviewer who is
 * inactive or not certified and a discipline that stands twice; and a list changed meanwhile (409), as a
 * whole by `seen` or row by row by `updatedAt`.
 */
export function saveAssignments(
  viewer: Viewer,
  permitId: number,
  rows: AssignmentRow[],
  expectedVersion?: string,
): Promise<void> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const present = await tx.select().from(assignments).where(ofCycle(permit));
    if (expectedVersion !== undefined && expectedVersion !== versionOf(present)) {
      throw conflictRefusal(staleAssignments, versionOf(present));
    }
    refuseStaleRows(rows, present);
    await assertCertified(tx, rows, present);
    for (const gone of present.filter(
      (each) => !rows.some(({ discipline }) => discipline === each.discipline),
    )) {
      await tx.delete(assignments).where(eq(assignments.id, gone.id));
      await recordAssignment(tx, viewer, gone, null);
    }
    for (const row of rows) {
      const stays = present.find(({ discipline }) => discipline === row.discipline);
      if (stays) await changeRow(tx, viewer, stays, row);
      else await addAssignment(tx, viewer, permitId, permit.reviewCycle, row);
    }
    const isNew = (row: AssignmentRow) =>
      row.status !== "completed" &&
      !present.some((each) => each.discipline === row.discipline && each.employeeId === row.employeeId);
    await notifyOfAssignments(tx, viewer, permit, rows.filter(isNew));
  });
}

const staleAssignments =
  "Somebody changed these assignments after you opened them. Yours are kept below: save again to put them in place.";

function refuseStaleRows(rows: AssignmentRow[], present: Stored[]): void {
  for (const { discipline, updatedAt } of rows) {
    const current = present.find((each) => each.discipline === discipline);
    if (updatedAt === undefined || updatedAt === current?.updatedAt) continue;
    throw conflictRefusal(`The ${discipline} assignment was changed after you read it`, current);
  }
  const newest = rows
    .map(({ updatedAt }) => updatedAt ?? "")
    .reduce((one, other) => (one > other ? one : other), "");
  const unseen = present.find(
    ({ discipline, createdAt }) =>
      newest !== "" && createdAt > newest && !rows.some((row) => row.discipline === discipline),
  );
  if (!unseen) return;
  throw conflictRefusal(`The ${unseen.discipline} assignment was made after you read the others`, unseen);
}

async function changeRow(tx: Connection, viewer: Viewer, stays: Stored, row: AssignmentRow): Promise<void> {
  const isSame =
    stays.employeeId === row.employeeId &&
    stays.employeeDueDate === row.employeeDueDate &&
    stays.status === row.status;
  if (isSame) return;
  const completedAt = row.status === "completed" ? (stays.completedAt ?? now()) : null;
  const [updated] = await tx
    .update(assignments)
    .set({ ...row, completedAt, updatedAt: nextMoment(stays.updatedAt) })
    .where(eq(assignments.id, stays.id))
    .returning();
  await recordAssignment(tx, viewer, stays, updated ?? null);
}

/** Adds an assignment to a permit in a review cycle, inside a write that has asked the policy. */
export async function addAssignment(
  tx: Connection,
  viewer: Viewer,
  permitId: number,
  reviewCycle: ReviewCycle,
  row: AssignmentRow,
): Promise<void> {
  const completedAt = row.status === "completed" ? now() : null;
  const [created] = await tx
    .insert(assignments)
    .values({ ...row, permitId, reviewCycle, completedAt, createdAt: now(), updatedAt: now() })
    .returning();
  await recordAssignment(tx, viewer, null, created ?? null);
}

/** The message for a discipline that a list names more than once. */
export const chosenTwice = (discipline: Discipline) => `${discipline} stands twice`;

/** Work that stays with its reviewer is not asked about again: they may have left after doing it. */
async function assertCertified(tx: Connection, rows: AssignmentRow[], present: Stored[]): Promise<void> {
  const isCertified = await certification(tx, rows);
  const stays = (row: NewAssignment) =>
    present.some((each) => each.discipline === row.discipline && each.employeeId === row.employeeId);
  const fields: FieldErrors = {};
  rows.forEach((row, index) => {
    if (rows.findIndex(({ discipline }) => discipline === row.discipline) < index) {
      fields[`assignments[${index}].discipline`] = [chosenTwice(row.discipline)];
    }
    if (!stays(row) && !isCertified(row)) {
      fields[`assignments[${index}].employeeId`] = [notCertified(row.discipline)];
    }
  });
  if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", fields);
}
