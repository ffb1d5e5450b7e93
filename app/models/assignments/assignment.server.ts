import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { preparedFor } from "~/platform/db/prepared.server";
import { record } from "../audit.server";
import type { CalendarDate } from "../calendar-date";
import { changeRow, insertRow } from "../change-row.server";
import { nextMoment, now } from "../clock.server";
import type { Discipline } from "../discipline";
import { notifyOfAssignments } from "../mail/notification.server";
import type { ReviewCycle } from "../permits/permit";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { pluralize } from "../pluralize";
import { allow, may, type Viewer } from "../policy";
import { conflictRefusal, type FieldErrors, notFound, Refusal } from "../refusal";
import { ofCycle } from "../review-cycle.server";
import { finishedReview, openPlanCheck, refuseFinishedReview } from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import {
  assignments,
  corrections,
  employeeDisciplines,
  employees,
  type timeEntries,
  users,
} from "../tables.server";
import { keepUndo, keptRow, keptRows, restoreRows, type TakeBack } from "../undo.server";
import { type AssignmentStatus, isDone, isTakenBackBy, withoutDecision } from "./assignment";
import { recordAssignment } from "./assignment-record.server";
import {
  certificationCheck,
  isSamePair,
  type NewAssignment,
  notCertifiedMessage,
} from "./reviewer-list.server";

export type AssignmentInput = {
  discipline: Discipline;
  employeeId: number;
  employeeDueDate: CalendarDate | null;
  status: AssignmentStatus;
  /** Without it, any stored version is replaced. */
  updatedAt?: string;
};

export type StoredAssignment = typeof assignments.$inferSelect;

const isCertified = existsIn(
  employeeDisciplines,
  eq(employeeDisciplines.employeeId, assignments.employeeId),
  eq(employeeDisciplines.discipline, assignments.discipline),
);

const assignmentsQuery = preparedFor((connection, _: null) =>
  connection
    .select({ assignment: assignments, isCertified, ...nameColumns })
    .from(assignments)
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(assignments.permitId, sql.placeholder("permitId")))
    .orderBy(asc(assignments.discipline), asc(assignments.id)),
);

export async function listAssignments(viewer: Viewer, permit: Permit, connection: Connection = db) {
  allow(viewer, "assignment.read");
  const rows = await assignmentsQuery(connection, null).execute({ permitId: permit.id });
  return rows.map(({ assignment, isCertified, ...person }) => ({
    ...assignment,
    isCertified,
    employeeName: personName(person),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

export type Assignment = Awaited<ReturnType<typeof listAssignments>>[number];

export function assignmentSummary(assignment: Assignment) {
  const { id, reviewCycle, discipline, employeeName, employeeDueDate, status, decision, comment } =
    assignment;
  return { id, reviewCycle, discipline, employeeName, employeeDueDate, status, decision, comment };
}

export const versionOf = (rows: { id: number; updatedAt: string }[]): string =>
  rows
    .map(({ id, updatedAt }) => `${id}@${updatedAt}`)
    .sort()
    .join(",");

/** Another status than completed removes the decision. */
export function updateAssignment(
  viewer: Viewer,
  id: number,
  changes: Progress,
  { permitId, expectedVersion }: { permitId?: number; expectedVersion?: string } = {},
) {
  return write(async (tx) => {
    const assignment = await readWorkableAssignment(tx, viewer, id, permitId);
    const { comment, status, updatedAt } = assignment;
    await refuseStale(assignment, expectedVersion, staleAssignment, { comment, status, updatedAt });
    const updated = await changeProgress(tx, viewer, assignment, changes);
    const isStatusChange = updated.status !== status;
    if (isStatusChange) await keepAssignmentUndo(tx, viewer, withNotesOf(updated, assignment), updated);
    return {
      ...updated,
      isDecisionTakenBack: isStatusChange && assignment.decision !== null,
    };
  });
}

type Progress = { status?: AssignmentStatus; comment?: string | null };

export async function changeProgress(
  tx: Connection,
  viewer: Viewer,
  assignment: StoredAssignment,
  changes: Progress,
) {
  const { status } = changes;
  const isStatusChange = status !== undefined && status !== assignment.status;
  if (isStatusChange) await refuseFinishedReview(tx, assignment);
  const progress = isStatusChange ? { completedAt: isDone(status) ? now() : null, ...withoutDecision } : {};
  const updated = await changeRow(tx, assignments, assignment, { ...changes, ...progress });
  await recordAssignment(tx, viewer, assignment, updated);
  return updated;
}

/** Undo keeps the notes that were saved with the status, and then has a version of its own. */
function withNotesOf({ comment, updatedAt }: StoredAssignment, before: StoredAssignment): StoredAssignment {
  if (comment === before.comment) return before;
  return { ...before, comment, updatedAt: nextMoment(updatedAt) };
}

export const keepAssignmentUndo = (
  tx: Connection,
  viewer: Viewer,
  before: StoredAssignment,
  after: StoredAssignment,
  timeEntry?: typeof timeEntries.$inferSelect,
) =>
  keepUndo(tx, viewer, "assignment", {
    rows: [
      { table: "assignments", before, after },
      ...(timeEntry ? [{ table: "timeEntries" as const, before: null, after: timeEntry }] : []),
    ],
  });

/** With the hours that were logged with a decision. */
export const takeAssignmentBack: TakeBack = async (tx, viewer, change) => {
  const kept = keptRows(change, "assignments");
  for (const { after } of kept) {
    const assignment = await readWorkableAssignment(tx, viewer, after?.id ?? 0);
    await refuseFinishedReview(tx, assignment);
  }
  await restoreRows(tx, change);
  for (const { before, after } of kept) await recordAssignment(tx, viewer, after, before);
  const { after: timeEntry } = keptRow(change, "timeEntries");
  if (timeEntry) await record(tx, viewer, "time-entry.deleted", timeEntry, null);
};

const staleAssignment =
  "This assignment was changed after you opened it. Your changes were not saved. Save again to replace the current version.";

export async function readStoredAssignment(tx: Connection, viewer: Viewer, id: number, permitId?: number) {
  allow(viewer, "assignment.read");
  const [assignment] = await tx.select().from(assignments).where(eq(assignments.id, id));
  if (!assignment || (permitId ?? assignment.permitId) !== assignment.permitId) throw notFound("Assignment");
  return assignment;
}

export async function readWorkableAssignment(tx: Connection, viewer: Viewer, id: number, permitId?: number) {
  const assignment = await readStoredAssignment(tx, viewer, id, permitId);
  allow(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId });
  return assignment;
}

/** A discipline that remains keeps its row with notes and history. */
export function saveAssignments(
  viewer: Viewer,
  permitId: number,
  rows: AssignmentInput[],
  expectedVersion?: string,
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const stored = await tx
      .select()
      .from(assignments)
      .where(ofCycle(permit))
      .orderBy(asc(assignments.discipline));
    if (expectedVersion !== undefined && expectedVersion !== versionOf(stored)) {
      throw conflictRefusal(staleAssignments, versionOf(stored));
    }
    await refuseStaleOrUnread(rows, stored);
    await assertAssignable(tx, rows, stored);
    for (const removed of stored) {
      if (rows.some(({ discipline }) => discipline === removed.discipline)) continue;
      await refuseFinishedReview(tx, removed);
      if (permit.city.usesCorrections) await refuseWithDrafts(tx, removed);
      await tx.delete(assignments).where(eq(assignments.id, removed.id));
      await recordAssignment(tx, viewer, removed, null);
    }
    const added: AssignmentInput[] = [];
    for (const row of rows) {
      const existing = stored.find(({ discipline }) => discipline === row.discipline);
      let { status } = row;
      if (existing) status = await changeAssignment(tx, viewer, permit, existing, row);
      else await addAssignment(tx, viewer, permitId, permit.reviewCycle, row);
      if (!isDone(status) && !isAlreadyAssigned(stored, row)) added.push(row);
    }
    await openPlanCheck(tx, permit);
    await notifyOfAssignments(tx, viewer, permit, added);
  });
}

/** Drafts that nobody is assigned to could no longer be decided. */
async function refuseWithDrafts(tx: Connection, { permitId, discipline }: StoredAssignment) {
  const isOfDiscipline = and(eq(corrections.permitId, permitId), eq(corrections.discipline, discipline));
  const drafts = await tx.$count(corrections, and(isOfDiscipline, isNull(corrections.firstLetterId)));
  if (drafts === 0) return;
  const them = drafts === 1 ? "it" : "them";
  const remedy = `Delete ${them}, or give ${discipline} to another reviewer`;
  throw new Refusal(409, `${discipline} has ${pluralize(drafts, "draft", "drafts")}. ${remedy}`);
}

const staleAssignments =
  "Another user changed these assignments after you opened them. Your version is below: save again to replace theirs.";

const isAlreadyAssigned = (stored: StoredAssignment[], row: NewAssignment) =>
  stored.some((assignment) => isSamePair(assignment, row));

async function refuseStaleOrUnread(rows: AssignmentInput[], stored: StoredAssignment[]) {
  for (const { discipline, updatedAt } of rows) {
    const current = stored.find((assignment) => assignment.discipline === discipline);
    await refuseStale(current, updatedAt, `The ${discipline} assignment was changed after you read it`);
  }
  // A list must not remove an assignment that was created after the list was read.
  const newest =
    rows
      .map(({ updatedAt }) => updatedAt ?? "")
      .toSorted()
      .at(-1) ?? "";
  const unread = stored.find(
    ({ discipline, createdAt }) =>
      newest !== "" && createdAt > newest && !rows.some((row) => row.discipline === discipline),
  );
  if (!unread) return;
  throw conflictRefusal(`The ${unread.discipline} assignment was created after you read the others`, unread);
}

/** Returns the status: in progress if a new reviewer must decide again. */
export async function changeAssignment(
  tx: Connection,
  viewer: Viewer,
  { city }: Permit,
  assignment: StoredAssignment,
  row: AssignmentInput,
) {
  const isReviewerChange = assignment.employeeId !== row.employeeId;
  const isStatusChange = assignment.status !== row.status;
  const isDayChange = assignment.employeeDueDate !== row.employeeDueDate;
  if (!isReviewerChange && !isStatusChange && !isDayChange) return row.status;
  const finished = await finishedReview(tx, assignment);
  // After the release another reviewer may write the drafts for the next letter.
  const mayChange = !finished || (finished.takesDrafts && !isStatusChange);
  if (!mayChange && (isReviewerChange || isStatusChange)) await refuseFinishedReview(tx, assignment);
  const { usesCorrections } = city;
  const isFinished = finished !== undefined;
  const isTakenBack = isTakenBackBy(row.employeeId, { ...assignment, usesCorrections, isFinished });
  const status = isTakenBack && isDone(row.status) ? "in_progress" : row.status;
  const isDecisionKept = isDone(status) && !isTakenBack;
  const completedAt = isDone(status) ? (assignment.completedAt ?? now()) : null;
  const progress = { status, completedAt, ...(isDecisionKept ? {} : withoutDecision) };
  const updated = await changeRow(tx, assignments, assignment, { ...row, ...progress });
  await recordAssignment(tx, viewer, assignment, updated);
  return status;
}

export async function addAssignment(
  tx: Connection,
  viewer: Viewer,
  permitId: number,
  reviewCycle: ReviewCycle,
  row: AssignmentInput,
) {
  const completedAt = isDone(row.status) ? now() : null;
  const { discipline, employeeId, employeeDueDate, status } = row;
  const values = { permitId, reviewCycle, discipline, employeeId, employeeDueDate, status, completedAt };
  await recordAssignment(tx, viewer, null, await insertRow(tx, assignments, values));
}

export const duplicateDisciplineMessage = (discipline: Discipline) =>
  `${discipline} is listed more than once`;

/** A reviewer who is unchanged is not checked, and can have left. */
async function assertAssignable(tx: Connection, rows: AssignmentInput[], stored: StoredAssignment[]) {
  const isCertified = await certificationCheck(tx, rows);
  const fields: FieldErrors = {};
  rows.forEach((row, index) => {
    if (rows.findIndex(({ discipline }) => discipline === row.discipline) < index) {
      fields[`assignments[${index}].discipline`] = [duplicateDisciplineMessage(row.discipline)];
    }
    if (!isAlreadyAssigned(stored, row) && !isCertified(row)) {
      fields[`assignments[${index}].employeeId`] = [notCertifiedMessage(row.discipline)];
    }
  });
  if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", { fields });
}
