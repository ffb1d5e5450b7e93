import { and, count, eq, ne } from "drizzle-orm";
import { inviteUser, refuseEmailInUse, sendPasswordLink } from "../accounts/invitation.server";
import { endLinksOf } from "../accounts/one-time-token.server";
import { endSessionsOf } from "../accounts/session.server";
import { changesBetween, record } from "../audit.server";
import { nextMoment, now } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { splitName } from "../person";
import { type Workload, workloadOf } from "../plan-review/workload.server";
import { pluralize } from "../pluralize";
import { allow, staffRoles, type Viewer } from "../policy";
import { type FieldErrors, fieldRefusal, Refusal } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { employeeDisciplines, employees, users } from "../tables.server";
import { disciplineNeeded, lacksDiscipline } from "./employee";
import type { EmployeeChanges, NewEmployee } from "./employee.form.server";
import { type Employee, readEmployee } from "./employee-list.server";

const roleOf = ({ isAdministrator }: { isAdministrator: boolean }) =>
  isAdministrator ? staffRoles.administrator : staffRoles.reviewer;

/**
 * Creates an employee, whose user has no password yet, and mails the link to set one. Refuses, at their
 * fields, an address that has an account anywhere (409) and a reviewer without a discipline (400).
 * Idempotent: reposting a `formKey` returns the same employee, without the link, of which only the hash is
 * stored.
 */
export function createEmployee(viewer: Viewer, { name, email, disciplines, ...fields }: NewEmployee) {
  const { formKey, ...grant } = fields;
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
  return write(async (tx) => {
    allow(viewer, "employee.manage");
    const earlier = await findByIdempotencyKey(tx, employees, idempotencyKey);
    if (earlier) return { employee: await readEmployee(viewer, earlier.id, tx), link: null };

    if (grant.isAdministrator) allow(viewer, "employee.grant-administrator");
    if (lacksDiscipline({ ...grant, disciplines })) throw fieldRefusal("disciplines", disciplineNeeded);
    const invitation = { ...splitName(name), email, role: roleOf(grant) };
    const { user, link } = await inviteUser(tx, viewer, invitation);
    const [created] = await tx
      .insert(employees)
      .values({ userId: user.id, idempotencyKey, createdAt: now(), updatedAt: now() })
      .returning({ id: employees.id });
    if (!created) throw new Error("The employee was not saved");
    await setDisciplines(tx, created.id, disciplines);
    const employee = await readEmployee(viewer, created.id, tx);
    await record(tx, viewer, "employee.created", null, employee);
    return { employee, link };
  });
}

async function setDisciplines(tx: Connection, employeeId: number, certified: Discipline[]): Promise<void> {
  await tx.delete(employeeDisciplines).where(eq(employeeDisciplines.employeeId, employeeId));
  if (certified.length === 0) return;
  await tx.insert(employeeDisciplines).values(certified.map((discipline) => ({ employeeId, discipline })));
}

/**
 * Changes an employee. With `seen`, the `updatedAt` of the row that was edited, a row changed meanwhile is
 * refused (409) and carried in the refusal. Refuses at their fields (409) a taken address, the end of one's
 * own or the last administrator access, and the end of somebody, or of a certificate, with open work.
 * Whose role changes, or who is deactivated, is signed out everywhere; a new address ends the links that
 * were mailed to the former one.
 */
export function updateEmployee(
  viewer: Viewer,
  id: number,
  changes: EmployeeChanges,
  expectedVersion?: string,
): Promise<Employee> {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    refuseStale(employee, expectedVersion, staleEmployee);
    const next: Employee = { ...employee, ...changes };
    if (Object.keys(changesBetween(employee, next)).length === 0) return employee;
    if (next.isAdministrator !== employee.isAdministrator) allow(viewer, "employee.grant-administrator");
    if (lacksDiscipline(next)) throw fieldRefusal("disciplines", disciplineNeeded);
    await refuseEmailInUse(tx, next.email, employee.userId);
    await refuseLoss(tx, viewer, employee, next);

    await tx
      .update(users)
      .set({
        // A name that stays is not split anew: its first part may be of two words.
        ...(next.name === employee.name ? {} : splitName(next.name)),
        email: next.email,
        role: roleOf(next),
        isActive: next.isActive,
        updatedAt: nextMoment(employee.updatedAt),
      })
      .where(eq(users.id, employee.userId));
    await setDisciplines(tx, id, next.disciplines);
    if (next.isAdministrator !== employee.isAdministrator || !next.isActive) {
      await endSessionsOf(tx, employee.userId);
    }
    if (next.email !== employee.email) await endLinksOf(tx, employee.userId);
    const updated = await readEmployee(viewer, id, tx);
    await record(tx, viewer, "employee.updated", employee, updated);
    return updated;
  });
}

const staleEmployee = "This employee was changed after you opened the form. Nothing of yours was saved yet.";

/** Refuses what nobody may lose: one's own access, the last administrator, a reviewer of open work. */
async function refuseLoss(tx: Connection, viewer: Viewer, employee: Employee, next: Employee): Promise<void> {
  const isOwn = employee.userId === viewer.id;
  const work = await workloadOf(tx, employee.id);
  const lost = work.byDiscipline.filter(({ discipline }) => !next.disciplines.includes(discipline));
  const fields: FieldErrors = {};
  if (!next.isAdministrator && isOwn) {
    fields.isAdministrator = ["You cannot take away your own administrator access"];
  } else if (!next.isAdministrator && (await isLastAdministrator(tx, employee))) {
    fields.isAdministrator = [lastAdministrator(employee)];
  }
  if (!next.isActive) {
    const stays = await whyAccountStays(tx, viewer, employee, "deactivate");
    const [obstacle] = stays ? [stays] : obstaclesTo("deactivate", employee, work);
    if (obstacle) fields.isActive = [obstacle];
  }
  if (lost.length > 0) {
    const each = lost.map(({ discipline, open }) => `${open} in ${discipline}`).join(", ");
    fields.disciplines = [`${employee.name} has open assignments: ${each}. Reassign them first.`];
  }
  const [first] = Object.values(fields).flat();
  if (first) throw new Refusal(409, first, fields);
}

type Closing = "deactivate" | "delete";

/** Why an account is not closed whatever becomes of its work: it is one's own, or the last that administers. */
async function whyAccountStays(
  connection: Connection,
  viewer: Viewer,
  employee: Employee,
  closing: Closing,
): Promise<string | undefined> {
  if (employee.userId === viewer.id) return `You cannot ${closing} your own account`;
  return (await isLastAdministrator(connection, employee)) ? lastAdministrator(employee) : undefined;
}

/** Whether nobody else could administer: with a password, and active. */
async function isLastAdministrator(connection: Connection, employee: Employee): Promise<boolean> {
  if (!employee.isAdministrator || !employee.isActive) return false;
  const [others] = await connection
    .select({ administrators: count() })
    .from(users)
    .where(
      and(
        eq(users.role, staffRoles.administrator),
        eq(users.isActive, true),
        eq(users.isInvited, false),
        ne(users.id, employee.userId),
      ),
    );
  return others?.administrators === 0;
}

const lastAdministrator = ({ name }: Employee) => `${name} is the last administrator who can sign in`;

const openWork = ({ name }: Employee, { open }: Workload) =>
  `${name} has ${pluralize(open, "open assignment", "open assignments")}`;

/**
 * What an employee still has to do, and what stands in the way of closing their account; none is nothing.
 * An account that stays is not closed whatever becomes of that work.
 */
export async function readEmployeeWork(viewer: Viewer, employee: Employee, closing: Closing) {
  allow(viewer, "employee.manage");
  const work = await workloadOf(db, employee.id);
  const stays = await whyAccountStays(db, viewer, employee, closing);
  const obstacles = stays ? [stays] : obstaclesTo(closing, employee, work);
  return { ...work, accountStays: stays !== undefined, obstacles };
}

function obstaclesTo(closing: Closing, employee: Employee, work: Workload): string[] {
  return [
    work.open > 0 && openWork(employee, work),
    closing === "delete" &&
      work.hasRecords &&
      `${employee.name} has completed reviews or logged hours, which stay on record: the account can be deactivated, not deleted`,
  ].filter((reason) => reason !== false);
}

/**
 * Deletes an employee with their user. Refuses (409) oneself, the last administrator, and whoever has open
 * assignments, or completed ones or hours, which must stand.
 */
export function deleteEmployee(viewer: Viewer, id: number): Promise<Employee> {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    const stays = await whyAccountStays(tx, viewer, employee, "delete");
    if (stays) throw new Refusal(409, stays);
    const obstacles = obstaclesTo("delete", employee, await workloadOf(tx, id));
    if (obstacles.length > 0) throw new Refusal(409, `${obstacles.join(". ")}.`);
    await tx.delete(employees).where(eq(employees.id, id));
    await tx.delete(users).where(eq(users.id, employee.userId));
    await record(tx, viewer, "employee.deleted", employee, null);
    return employee;
  });
}

/** A new link for an employee to set a password, which is mailed too; refused (409) for who is inactive. */
export function sendEmployeeLink(viewer: Viewer, id: number) {
  return write(async (tx) => {
    const employee = await readEmployee(viewer, id, tx);
    if (!employee.isActive) {
      throw new Refusal(409, `${employee.name} is inactive, and could not sign in with a new password`);
    }
    const [user] = await tx.select().from(users).where(eq(users.id, employee.userId));
    if (!user) throw new Error("The employee has no user");
    return { employee, link: await sendPasswordLink(tx, viewer, user) };
  });
}
