import { and, eq, ne } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { revokeApiKeysOf } from "../accounts/api-key.server";
import { releaseAccount } from "../accounts/identity-provider-sign-in.server";
import { inviteUser, refuseEmailInUse, sendPasswordLink } from "../accounts/invitation.server";
import { endLinksOf } from "../accounts/one-time-token.server";
import { endSessionsOf } from "../accounts/session.server";
import { turnOffFor } from "../accounts/two-factor.server";
import { deleteInSteps, longHistoryOf } from "../accounts/user-history.server";
import { workloadOf } from "../assignments/assignment-list.server";
import { isUnchanged, record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import type { Discipline } from "../discipline";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { splitName } from "../person";
import { pluralize } from "../pluralize";
import { allow, staffRoles, type Viewer } from "../policy";
import { type FieldErrors, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { employeeDisciplines, employees, users } from "../tables.server";
import { disciplineNeeded, lacksDiscipline } from "./employee";
import type { EmployeeChanges, NewEmployee } from "./employee.schema.server";
import { type Employee, readEmployee } from "./employee-list.server";

const roleOf = ({ isAdministrator }: { isAdministrator: boolean }) =>
  isAdministrator ? staffRoles.administrator : staffRoles.reviewer;

/** Only the link's hash is stored, so a second request with the same `formKey` returns `link: null`. */
export function createEmployee(viewer: Viewer, { formKey, ...fields }: NewEmployee) {
  const { name, email, disciplines, ...access } = fields;
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
  return write(async (tx) => {
    allow(viewer, "employee.manage");
    const earlier = await findByIdempotencyKey(tx, employees, idempotencyKey, fields);
    if (earlier) return { employee: await readEmployee(viewer, earlier.id, tx), link: null };

    if (access.isAdministrator) allow(viewer, "employee.grant-administrator");
    if (lacksDiscipline({ ...access, disciplines })) throw refusalAtField("disciplines", disciplineNeeded);
    const invitation = { ...splitName(name), email, role: roleOf(access) };
    const { user, link } = await inviteUser(tx, viewer, invitation);
    const { id } = await insertRow(tx, employees, { userId: user.id, idempotencyKey });
    await setDisciplines(tx, id, disciplines);
    const employee = await readEmployee(viewer, id, tx);
    await record(tx, viewer, "employee.created", null, employee);
    return { employee, link };
  });
}

async function setDisciplines(tx: Connection, employeeId: number, certified: Discipline[]): Promise<void> {
  await tx.delete(employeeDisciplines).where(eq(employeeDisciplines.employeeId, employeeId));
  if (certified.length === 0) return;
  await tx.insert(employeeDisciplines).values(certified.map((discipline) => ({ employeeId, discipline })));
}

/** A new role or a deactivation ends sessions; a new address ends links and releases the bound account. */
export function updateEmployee(
  viewer: Viewer,
  id: number,
  { releaseAccount: mustRelease, ...changes }: EmployeeChanges,
  expectedVersion?: string,
): Promise<Employee> {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    await refuseStale(employee, expectedVersion, staleEmployee);
    const next: Employee = { ...employee, ...changes };
    if (mustRelease || next.email !== employee.email) await releaseAccount(tx, viewer, employee.userId);
    if (isUnchanged(employee, next)) return employee;
    if (next.isAdministrator !== employee.isAdministrator) allow(viewer, "employee.grant-administrator");
    if (lacksDiscipline(next)) throw refusalAtField("disciplines", disciplineNeeded);
    await refuseEmailInUse(tx, next.email, employee.userId);
    await refuseProtected(tx, viewer, employee, next);

    await changeRow(tx, users, userOf(employee), {
      // An unchanged first name may have two words.
      ...(next.name === employee.name ? {} : splitName(next.name)),
      email: next.email,
      role: roleOf(next),
      isActive: next.isActive,
    });
    await setDisciplines(tx, id, next.disciplines);
    if (next.isAdministrator !== employee.isAdministrator || !next.isActive) {
      await endSessionsOf(tx, employee.userId);
    }
    if (!next.isActive) await revokeApiKeysOf(tx, viewer, employee.userId);
    if (!next.isActive || next.email !== employee.email) await endLinksOf(tx, employee.userId);
    const updated = await readEmployee(viewer, id, tx);
    await record(tx, viewer, "employee.updated", employee, updated);
    return updated;
  });
}

/** An employee has the version of their user. */
const userOf = ({ userId, updatedAt }: Employee) => ({ id: userId, updatedAt });

const staleEmployee = "This employee was changed after you opened the form. Your changes were not saved.";

/** The own account and the last administrator stay active and administrators; open assignments keep a discipline. */
async function refuseProtected(tx: Connection, viewer: Viewer, employee: Employee, next: Employee) {
  const isOwn = employee.userId === viewer.id;
  const { byDiscipline, blockers } = await workloadAndBlockers(tx, viewer, employee, "deactivate");
  const removed = byDiscipline.filter(({ discipline }) => !next.disciplines.includes(discipline));
  const fields: FieldErrors = {};
  if (!next.isAdministrator && isOwn) {
    fields.isAdministrator = ["You cannot remove your own administrator access"];
  } else if (!next.isAdministrator && (await isLastAdministrator(tx, employee))) {
    fields.isAdministrator = [lastAdministrator(employee)];
  }
  const [blocker] = blockers;
  if (!next.isActive && blocker) fields.isActive = [blocker];
  if (removed.length > 0) {
    const counts = removed.map(({ discipline, open }) => `${open} in ${discipline}`).join(", ");
    fields.disciplines = [`${employee.name} has open assignments: ${counts}. Reassign them first.`];
  }
  const [first] = Object.values(fields).flat();
  if (first) throw new Refusal(409, first, { fields });
}

type Action = "deactivate" | "delete";

/** Reassigning the work helps no protected account: the viewer's own and the last administrator's. */
async function workloadAndBlockers(tx: Connection, viewer: Viewer, employee: Employee, action: Action) {
  const workload = await workloadOf(tx, employee.id);
  const isOwn = employee.userId === viewer.id;
  if (isOwn || (await isLastAdministrator(tx, employee))) {
    const protection = isOwn ? `You cannot ${action} your own account` : lastAdministrator(employee);
    return { ...workload, isProtected: true, blockers: [protection] };
  }
  const blockers = [
    workload.open > 0 &&
      `${employee.name} has ${pluralize(workload.open, "open assignment", "open assignments")}`,
    action === "delete" &&
      workload.hasRecords &&
      `${employee.name} has completed reviews or logged hours, which stay on record: the account can be deactivated but not deleted`,
  ].filter((reason) => reason !== false);
  return { ...workload, isProtected: false, blockers };
}

async function isLastAdministrator(connection: Connection, employee: Employee): Promise<boolean> {
  if (!employee.isAdministrator || !employee.isActive) return false;
  const isOther = and(eq(users.role, staffRoles.administrator), ne(users.id, employee.userId));
  const maySignIn = and(eq(users.isActive, true), eq(users.isInvited, false));
  return (await connection.$count(users, and(isOther, maySignIn))) === 0;
}

const lastAdministrator = ({ name }: Employee) => `${name} is the last administrator who can sign in`;

export async function readEmployeeWorkload(viewer: Viewer, employee: Employee, action: Action) {
  allow(viewer, "employee.manage");
  return workloadAndBlockers(db, viewer, employee, action);
}

/** Throws 409 for a protected account, and for open or recorded work. A user with a long history is deactivated first. */
export function deleteEmployee(viewer: Viewer, id: number): Promise<Employee> {
  return deleteInSteps(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    const { isProtected, blockers } = await workloadAndBlockers(tx, viewer, employee, "delete");
    const reasons = blockers.join(". ");
    if (reasons) throw new Refusal(409, isProtected ? reasons : `${reasons}.`);
    const longHistory = await longHistoryOf(tx, [employee.userId]);
    if (longHistory) {
      if (employee.isActive) await deactivate(tx, viewer, employee);
      return longHistory;
    }
    await tx.delete(employees).where(eq(employees.id, id));
    await tx.delete(users).where(eq(users.id, employee.userId));
    await record(tx, viewer, "employee.deleted", employee, null);
    return employee;
  });
}

/** Without new work, and without work on half of their history. */
async function deactivate(tx: Connection, viewer: Viewer, employee: Employee): Promise<void> {
  await changeRow(tx, users, userOf(employee), { isActive: false });
  await endSessionsOf(tx, employee.userId);
  await endLinksOf(tx, employee.userId);
  await revokeApiKeysOf(tx, viewer, employee.userId);
  await record(tx, viewer, "employee.updated", employee, { ...employee, isActive: false });
}

export function sendEmployeeLink(viewer: Viewer, id: number) {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    if (!employee.isActive) {
      throw new Refusal(409, `${employee.name} is inactive and cannot sign in with a new password`);
    }
    return { employee, link: await sendPasswordLink(tx, viewer, await userRow(tx, employee)) };
  });
}

async function userRow(tx: Connection, { userId }: Employee) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("The employee has no user");
  return user;
}

/** 409 for the viewer's own, and if it is off. */
export function turnOffEmployeeTwoFactor(viewer: Viewer, id: number): Promise<Employee> {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    await turnOffFor(tx, viewer, await userRow(tx, employee));
    return employee;
  });
}
