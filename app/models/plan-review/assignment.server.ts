import { and, asc, count, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import type { CalendarDate } from "../calendar-date";
import { addDays } from "../calendar-date";
import { nextMoment, now, today } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { scopedIdempotencyKey } from "../idempotency.server";
import { tellOfAssignments } from "../mail/notification.server";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { displayName } from "../person";
import { allow, type Capability, may, type Viewer } from "../policy";
import { conflictRefusal, type FieldErrors, Refusal } from "../refusal";
import { ofCurrentCycle, ofCycle } from "../review-cycle.server";
import { refuseStale, refuseStaleNamingEditor } from "../stale-row.server";
import {
  assignments,
  auditEvents,
  cities,
  employeeDisciplines,
  employees,
  permits,
  users,
} from "../tables.server";
import { type AssignmentStatus, goesOn } from "./assignment";
import { ofWork } from "./assignment-list.server";
import { recordAssignment } from "./assignment-record.server";
import { isReviewing } from "./reviewer-scope.server";

export type AssignmentRow = {
  discipline: Discipline;
  employeeId: number;
  employeeDueDate: CalendarDate | null;
  status: AssignmentStatus;
  /** The version that was read, where it is to be that one which is replaced. */
  updatedAt?: string;
};

type Stored = typeof assignments.$inferSelect;

export type WorkFilter = {
  employeeId?: number;
  status?: AssignmentStatus;
  where?: SQL;
  /** What is completed comes last. */
  openFirst?: boolean;
  limit?: number;
  offset?: number;
};

/**
 * The assignments of the permits' current cycles, the earliest reviewer's due date first and those
 * without one last: one query, for the calendar and for a reviewer's own list.
 */
export async function listWork(viewer: Viewer, filter: WorkFilter) {
  const { employeeId, status, where, openFirst, limit = 2000, offset = 0 } = filter;
  allow(viewer, "assignment.read");
  const rows = await db
    .select({
      id: assignments.id,
      permitId: assignments.permitId,
      employeeId: assignments.employeeId,
      discipline: assignments.discipline,
      status: assignments.status,
      employeeDueDate: assignments.employeeDueDate,
      ...ofWork,
    })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      and(
        employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId),
        status === undefined ? undefined : eq(assignments.status, status),
        where,
      ),
    )
    .orderBy(
      ...(openFirst ? [asc(eq(assignments.status, "completed"))] : []),
      asc(isNull(assignments.employeeDueDate)),
      asc(assignments.employeeDueDate),
      asc(assignments.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(({ firstName, lastName, email, ...assignment }) => ({
    ...assignment,
    employeeName: displayName({ firstName, lastName, email }),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

export type Work = Awaited<ReturnType<typeof listWork>>[number];

/** The reviewers who can be given work now, with what they are certified in and how much is open. */
export async function listReviewers(viewer: Viewer) {
  allow(viewer, "employee.read");
  const open = db
    .select({ employeeId: assignments.employeeId, open: count().as("open") })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(ne(assignments.status, "completed"))
    .groupBy(assignments.employeeId)
    .as("open_work");
  const rows = await db
    .select({
      id: employees.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      open: sql<number>`coalesce(${open.open}, 0)`,
      discipline: employeeDisciplines.discipline,
    })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
    .leftJoin(open, eq(open.employeeId, employees.id))
    .leftJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(isReviewing)
    .orderBy(asc(employees.id));
  const reviewers = new Map<number, { id: number; name: string; open: number; disciplines: Discipline[] }>();
  for (const { id, firstName, lastName, email, open: openWork, discipline } of rows) {
    const reviewer = reviewers.get(id) ?? {
      id,
      name: displayName({ firstName, lastName, email }),
      open: openWork,
      disciplines: [],
    };
    if (discipline) reviewer.disciplines.push(discipline);
    reviewers.set(id, reviewer);
  }
  return [...reviewers.values()].sort((one, other) => one.name.localeCompare(other.name, "en-US"));
}

/** All assignments of a permit, of every cycle, for those who may read them. */
export async function listAssignments(viewer: Viewer, permitId: number) {
  await readPermit(viewer, permitId);
  allow(viewer, "assignment.read");
  const rows = await db
    .select({
      assignment: assignments,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(assignments)
    .innerJoin(employees, eq(employees.id, assignments.employeeId))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(assignments.permitId, permitId))
    .orderBy(asc(assignments.discipline), asc(assignments.id));
  return rows.map(({ assignment, firstName, lastName, email }) => ({
    ...assignment,
    employeeName: displayName({ firstName, lastName, email }),
    mayWork: may(viewer, "assignment.work", { isOwn: assignment.employeeId === viewer.employeeId }),
  }));
}

export type Assignment = Awaited<ReturnType<typeof listAssignments>>[number];

/** An assignment as pages show it to those who only read it. */
export function lineOf(assignment: Assignment) {
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
  { permitId, seen }: { permitId?: number; seen?: string } = {},
): Promise<Stored> {
  return write(async (tx) => {
    const assignment = await ownAssignment(tx, viewer, id, "assignment.work");
    if (permitId !== undefined && permitId !== assignment.permitId) throw assignmentNotFound();
    const { comment, status, updatedAt } = assignment;
    refuseStale(assignment, seen, staleAssignment, { comment, status, updatedAt });
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
  seen?: string,
): Promise<void> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const present = await tx.select().from(assignments).where(ofCycle(permit));
    if (seen !== undefined && seen !== versionOf(present)) {
      throw conflictRefusal(staleAssignments, versionOf(present));
    }
    refuseStaleRows(rows, present);
    await refuseUnfit(tx, rows, present);
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
    await tellOfAssignments(tx, viewer, permit, rows.filter(isNew));
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

async function addAssignment(
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

type Given = Pick<AssignmentRow, "discipline" | "employeeId">;

/** Tells which work can be given now: to reviewers who are active and certified in its discipline. */
export async function fitness(tx: Connection, rows: Given[]): Promise<(row: Given) => boolean> {
  const asked = rows.map(({ employeeId }) => employeeId);
  const fit = await tx
    .select({ employeeId: employees.id, discipline: employeeDisciplines.discipline })
    .from(employees)
    .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)))
    .innerJoin(employeeDisciplines, eq(employeeDisciplines.employeeId, employees.id))
    .where(inArray(employees.id, asked));
  return (row) =>
    fit.some((each) => each.employeeId === row.employeeId && each.discipline === row.discipline);
}

export const unfit = (discipline: Discipline) =>
  `This reviewer is inactive or not certified in ${discipline}. Choose another.`;

export const twice = (discipline: Discipline) => `${discipline} stands twice`;

/** Work that stays with its reviewer is not asked about again: they may have left after doing it. */
async function refuseUnfit(tx: Connection, rows: AssignmentRow[], present: Stored[]): Promise<void> {
  const isFit = await fitness(tx, rows);
  const stays = (row: Given) =>
    present.some((each) => each.discipline === row.discipline && each.employeeId === row.employeeId);
  const fields: FieldErrors = {};
  rows.forEach((row, index) => {
    if (rows.findIndex(({ discipline }) => discipline === row.discipline) < index) {
      fields[`assignments[${index}].discipline`] = [twice(row.discipline)];
    }
    if (!stays(row) && !isFit(row)) {
      fields[`assignments[${index}].employeeId`] = [unfit(row.discipline)];
    }
  });
  if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", fields);
}

type NextCycle = {
  /** The cycle that is meant. */
  cycle?: ReviewCycle;
  /** The `updatedAt` of the permit that was read. */
  seen?: string;
  formKey?: string;
};

/**
 * Moves a permit to its next review cycle and opens assignments there for the chosen disciplines, or for
 * those not completed, with the reviewers of the last cycle, due with the permit or, when that is past, in
 * ten days. Reviewers who are inactive or no longer certified are left out, the others told by mail. With
 * `cycle` or `formKey` it starts once however often it is sent. Refuses after PC10, a cycle that is not the
 * next, and a permit that was changed since it was read (409).
 */
export function startNextCycle(
  viewer: Viewer,
  permitId: number,
  chosen?: Discipline[],
  { cycle, seen, formKey }: NextCycle = {},
): Promise<ReviewCycle> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const key = scopedIdempotencyKey(formKey, viewer, permitId);
    const started = key && (await cycleStartedBy(tx, permitId, key));
    if (started) return started;
    // A second post of the same form finds the cycle started, and starts no other.
    if (cycle === permit.reviewCycle) return cycle;
    await refuseStaleNamingEditor(tx, "permit", permit, seen);
    const next = reviewCycles[reviewCycles.indexOf(permit.reviewCycle) + 1];
    if (!next) throw new Refusal(409, "PC10 is the last review cycle");
    if (cycle && cycle !== next) throw new Refusal(409, `The permit is in ${permit.reviewCycle} by now`);
    const last = await tx.select().from(assignments).where(ofCycle(permit));
    await tx
      .update(permits)
      .set({ reviewCycle: next, updatedAt: nextMoment(permit.updatedAt) })
      .where(eq(permits.id, permitId));
    const changes: CycleStart = { reviewCycle: [permit.reviewCycle, next], formKey: key };
    await recordEvent(tx, viewer, "permit.updated", permitId, changes);
    const employeeDueDate = permit.dueDate >= today() ? permit.dueDate : addDays(today(), 10);
    // A permit that was set back by hand may have been in that cycle before.
    const there = await tx
      .select({ discipline: assignments.discipline })
      .from(assignments)
      .where(ofCycle({ id: permitId, reviewCycle: next }));
    const isFit = await fitness(tx, last);
    const given: AssignmentRow[] = [];
    for (const assignment of last) {
      const { discipline, employeeId } = assignment;
      const isThere = there.some((each) => each.discipline === discipline);
      const isMeant = chosen ? chosen.includes(discipline) : goesOn(assignment);
      if (isThere || !isMeant || !isFit(assignment)) continue;
      const row: AssignmentRow = { discipline, employeeId, employeeDueDate, status: "assigned" };
      await addAssignment(tx, viewer, permitId, next, row);
      given.push(row);
    }
    await tellOfAssignments(tx, viewer, permit, given);
    return next;
  });
}

/** What is recorded of a cycle that was started: by which key, so that a second post is known. */
type CycleStart = { reviewCycle: [ReviewCycle, ReviewCycle]; formKey?: string };

/** The cycle that an earlier post of the same key started on a permit. */
async function cycleStartedBy(
  tx: Connection,
  permitId: number,
  key: string,
): Promise<ReviewCycle | undefined> {
  const ofPermit = and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, permitId));
  const events = await tx
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(ofPermit, eq(auditEvents.action, "permit.updated")));
  const start = events.find(({ changes }) => changes.formKey === key)?.changes as CycleStart | undefined;
  return start?.reviewCycle[1];
}

/** How many assignments a reviewer, or everybody, has in current cycles: all, not completed, completed. */
export async function countWork(viewer: Viewer, employeeId?: number) {
  allow(viewer, "assignment.read");
  const rows = await db
    .select({ status: assignments.status, assignments: count() })
    .from(assignments)
    .innerJoin(permits, ofCurrentCycle)
    .where(employeeId === undefined ? undefined : eq(assignments.employeeId, employeeId))
    .groupBy(assignments.status);
  const of = (status: AssignmentStatus) => rows.find((row) => row.status === status)?.assignments ?? 0;
  const byStatus = { assigned: of("assigned"), in_progress: of("in_progress"), completed: of("completed") };
  const pending = byStatus.assigned + byStatus.in_progress;
  return { total: pending + byStatus.completed, pending, completed: byStatus.completed, byStatus };
}
