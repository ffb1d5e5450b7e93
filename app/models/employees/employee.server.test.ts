import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, rehearse, write } from "~/platform/db/db.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { execute } from "~/testing/database";
import { eventsOf } from "~/testing/recorded-events";
import { assign, makeCity, makePermit, makeViewer, startedSession } from "~/testing/test-rows";
import { createAdministrator } from "../accounts/administrator.server";
import { createApiKey, readApiKeyOwner } from "../accounts/api-key.server";
import { readLink, redeemLink } from "../accounts/one-time-token.server";
import { readViewer, startSession } from "../accounts/session.server";
import { signIn } from "../accounts/sign-in.server";
import { recordEvents } from "../audit.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, employees, mailOutbox, timeEntries, users } from "../tables.server";
import { createEmployee, deleteEmployee, sendEmployeeLink, updateEmployee } from "./employee.server";
import { readEmployee } from "./employee-list.server";

let administrator: Viewer;
let cityId: number;
let maria: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park", disciplines: [] });
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire", "Structural"] });
});

const idOf = (viewer: Viewer) => viewer.employeeId ?? 0;
const employeeOf = (viewer: Viewer) => readEmployee(administrator, idOf(viewer));
const userOf = async ({ id }: Viewer) => (await db.select().from(users).where(eq(users.id, id)))[0];
const browser = { userAgent: "Firefox", address: "203.0.113.1" };
const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const sessionOf = ({ id }: Viewer) => write((tx) => startSession(tx, id, "Firefox"));
const assignWork = async (discipline: Discipline, viewer = maria) =>
  assign(await makePermit(administrator, cityId), viewer, discipline);

let added = 0;
function fields(changes: Partial<Parameters<typeof createEmployee>[1]> = {}) {
  added += 1;
  return {
    name: "Ann van der Lee",
    email: `added${added}@example.test`,
    disciplines: ["Fire"] as Discipline[],
    isAdministrator: false,
    ...changes,
  };
}

const otherRoles = ["employee", "city", null] as const;

describe("adding an employee", () => {
  test("creates an invited user with disciplines, and emails a link that signs the user in", async () => {
    const { employee, link } = await createEmployee(
      administrator,
      fields({ disciplines: ["Civil", "Fire"] }),
    );
    expect(employee).toMatchObject({
      name: "Ann van der Lee",
      role: "employee",
      disciplines: ["Civil", "Fire"],
      isActive: true,
      isInvited: true,
    });
    const [email] = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, employee.email));
    expect(email?.plainText).toContain(link);
    const session = await redeemLink(tokenOf(link ?? ""), "invite", { password: "a quiet harbor" }, browser);
    expect(await readViewer(startedSession(session))).toMatchObject({
      role: "employee",
      employeeId: employee.id,
      firstName: "Ann",
      lastName: "van der Lee",
    });
    expect(await eventsOf("employee", employee.id)).toMatchObject([
      { action: "employee.created", changes: { name: [null, "Ann van der Lee"] } },
    ]);
  });

  test("grants administrator access without a discipline", async () => {
    const { employee } = await createEmployee(
      administrator,
      fields({ isAdministrator: true, disciplines: [] }),
    );
    expect(employee).toMatchObject({ role: "admin", isAdministrator: true, disciplines: [] });
  });

  test("refuses a reviewer without a discipline", async () => {
    await expect(createEmployee(administrator, fields({ disciplines: [] }))).rejects.toMatchObject({
      status: 400,
      fields: { disciplines: ["Non-admin employees must have at least one discipline selected"] },
    });
  });

  test("refuses an address that a user of any role has", async () => {
    for (const role of ["admin", "employee", "city"] as const) {
      const { email } = await makeViewer(role);
      await expect(createEmployee(administrator, fields({ email }))).rejects.toMatchObject({
        status: 409,
        fields: { email: ["This email address already has an account"] },
      });
    }
  });

  test("creates only one employee when the form is submitted again", async () => {
    const newEmployee = fields({ formKey: newIdempotencyKey() });
    const [first, second] = await Promise.all([
      createEmployee(administrator, newEmployee),
      createEmployee(administrator, newEmployee),
    ]);
    expect(second).toEqual({ employee: first.employee, link: null });
    expect(
      await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, newEmployee.email)),
    ).toHaveLength(1);
    expect(await readLink(tokenOf(first.link ?? ""), "invite")).not.toBeNull();
  });
});

describe("changing an employee", () => {
  test("changes name, address and disciplines, and is recorded", async () => {
    const changes = {
      name: "Maria Ibarra",
      email: "ibarra@example.test",
      disciplines: ["Civil"] as Discipline[],
    };
    expect(await updateEmployee(administrator, idOf(maria), changes)).toMatchObject(changes);
    const [event] = await eventsOf("employee", idOf(maria));
    expect(event?.changes).toEqual({
      name: ["Maria Lopez", "Maria Ibarra"],
      email: [maria.email, "ibarra@example.test"],
      disciplines: [["Structural", "Fire"], ["Civil"]],
    });
  });

  test("without changes writes and records nothing", async () => {
    const before = await employeeOf(maria);
    expect(await updateEmployee(administrator, idOf(maria), { name: "Maria Lopez" })).toEqual(before);
    expect(await eventsOf("employee", idOf(maria))).toEqual([]);
  });

  test("does not split an unchanged name again", async () => {
    await write((tx) =>
      tx.update(users).set({ firstName: "Ana Maria", lastName: "Lopez" }).where(eq(users.id, maria.id)),
    );
    await updateEmployee(administrator, idOf(maria), { name: "Ana Maria Lopez", disciplines: ["Fire"] });
    expect(await userOf(maria)).toMatchObject({ firstName: "Ana Maria", lastName: "Lopez" });
  });

  test("refuses an address in use, and removing the last discipline of a reviewer", async () => {
    await expect(
      updateEmployee(administrator, idOf(maria), { email: administrator.email }),
    ).rejects.toMatchObject({ status: 409, fields: { email: [expect.any(String)] } });
    await expect(updateEmployee(administrator, idOf(maria), { disciplines: [] })).rejects.toMatchObject({
      status: 400,
      fields: { disciplines: ["Non-admin employees must have at least one discipline selected"] },
    });
  });

  test("with an outdated version is refused with the current row", async () => {
    const { updatedAt } = await employeeOf(maria);
    await updateEmployee(administrator, idOf(maria), { name: "Maria Ibarra" }, updatedAt);
    const late = updateEmployee(administrator, idOf(maria), { name: "Mary Lopez" }, updatedAt);
    await expect(late).rejects.toMatchObject({ status: 409, details: { current: { name: "Maria Ibarra" } } });
    const { updatedAt: currentVersion } = await employeeOf(maria);
    expect(
      await updateEmployee(administrator, idOf(maria), { name: "Mary Lopez" }, currentVersion),
    ).toMatchObject({
      name: "Mary Lopez",
    });
  });

  test("to another address ends the links sent to the old one", async () => {
    const { employee, link } = await createEmployee(administrator, fields());
    await updateEmployee(administrator, employee.id, { name: "Ann Lee" });
    expect(await readLink(tokenOf(link ?? ""), "invite")).not.toBeNull();
    await updateEmployee(administrator, employee.id, { email: "ann.lee@example.test" });
    expect(await readLink(tokenOf(link ?? ""), "invite")).toBeNull();
  });

  test("cannot remove a discipline with open assignments, and shows their number", async () => {
    await assignWork("Fire");
    await assignWork("Fire");
    const without = updateEmployee(administrator, idOf(maria), { disciplines: ["Structural"] });
    await expect(without).rejects.toMatchObject({
      status: 409,
      fields: { disciplines: ["Maria Lopez has open assignments: 2 in Fire. Reassign them first."] },
    });
    expect(await updateEmployee(administrator, idOf(maria), { disciplines: ["Fire"] })).toMatchObject({
      disciplines: ["Fire"],
    });
  });
});

describe("administrator access", () => {
  test("is granted and removed, which ends all sessions immediately", async () => {
    const session = await sessionOf(maria);
    await updateEmployee(administrator, idOf(maria), { name: "Maria Ibarra" });
    expect(await readViewer(session)).not.toBeNull();
    await updateEmployee(administrator, idOf(maria), { isAdministrator: true });
    expect(await readViewer(session)).toBeNull();
    const newSession = await sessionOf(maria);
    expect((await readViewer(newSession))?.role).toBe("admin");
    await updateEmployee(administrator, idOf(maria), { isAdministrator: false });
    expect(await readViewer(newSession)).toBeNull();
  });

  test("cannot be removed from the viewer's own account, which the viewer cannot close either", async () => {
    const id = idOf(administrator);
    const disciplines: Discipline[] = ["Fire"];
    await expect(
      updateEmployee(administrator, id, { isAdministrator: false, disciplines }),
    ).rejects.toMatchObject({
      status: 409,
      fields: { isAdministrator: ["You cannot remove your own administrator access"] },
    });
    await expect(updateEmployee(administrator, id, { isActive: false })).rejects.toMatchObject({
      status: 409,
      fields: { isActive: ["You cannot deactivate your own account"] },
    });
    await expect(deleteEmployee(administrator, id)).rejects.toMatchObject({
      status: 409,
      message: "You cannot delete your own account",
    });
  });

  test("of the last administrator who can sign in cannot be removed", async () => {
    const others = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin"));
    const lastAdministrator = await makeViewer("admin", { name: "Bo Bell", disciplines: ["Fire"] });
    const leaveActive = async (administrator: Viewer) => {
      for (const { id } of [...others, lastAdministrator]) {
        await write((tx) =>
          tx
            .update(users)
            .set({ isActive: id === administrator.id })
            .where(eq(users.id, id)),
        );
      }
    };
    await leaveActive(lastAdministrator);
    // An invited administrator without a password cannot sign in.
    await createEmployee(administrator, fields({ isAdministrator: true }));
    const message = "Bo Bell is the last administrator who can sign in";
    try {
      await expect(
        updateEmployee(administrator, idOf(lastAdministrator), { isAdministrator: false }),
      ).rejects.toMatchObject({ status: 409, fields: { isAdministrator: [message] } });
      await expect(
        updateEmployee(administrator, idOf(lastAdministrator), { isActive: false }),
      ).rejects.toMatchObject({
        fields: { isActive: [message] },
      });
      await expect(deleteEmployee(administrator, idOf(lastAdministrator))).rejects.toMatchObject({
        status: 409,
        message,
      });
    } finally {
      for (const { id } of others) {
        await write((tx) => tx.update(users).set({ isActive: true }).where(eq(users.id, id)));
      }
    }
    expect(
      await updateEmployee(administrator, idOf(lastAdministrator), { isAdministrator: false }),
    ).toMatchObject({
      role: "employee",
    });
  });

  test("granted by the operator or before the migration comes with an employee row", async () => {
    await createAdministrator("operator@example.test", "Olga Perez");
    const older = await makeViewer("admin");
    const clerk = await makeViewer("city", { cityId });
    const rowsOf = (userId: number) => db.select().from(employees).where(eq(employees.userId, userId));
    const [operator] = await db.select().from(users).where(eq(users.email, "operator@example.test"));
    expect(await rowsOf(operator?.id ?? 0)).toHaveLength(1);
    await createAdministrator("operator@example.test", "Olga Perez");
    const migration = readFileSync("drizzle/0003_administrators_are_employees.sql", "utf8");
    await write(async (tx) => {
      await execute(tx, sql.raw(migration));
    });
    expect(await rowsOf(older.id)).toHaveLength(1);
    expect(await rowsOf(operator?.id ?? 0)).toHaveLength(1);
    expect(await rowsOf(clerk.id)).toEqual([]);
  });
});

describe("the account at an identity provider", () => {
  const bind = () =>
    write((tx) =>
      tx
        .update(users)
        .set({ identityProvider: "oakville", identitySubject: String(maria.id) })
        .where(eq(users.id, maria.id)),
    );
  const bound = async () => (await userOf(maria))?.identitySubject ?? null;

  test("is released by an administrator, and by a new email, and by nothing else", async () => {
    await bind();
    await updateEmployee(administrator, idOf(maria), { name: "Maria L. Lopez", releaseAccount: false });
    expect(await bound()).toBe(String(maria.id));
    const session = await sessionOf(maria);
    await updateEmployee(administrator, idOf(maria), { releaseAccount: true });
    expect([await bound(), await readViewer(session)]).toEqual([null, null]);
    await bind();
    await updateEmployee(administrator, idOf(maria), { email: "maria.new@page.test" });
    expect(await bound()).toBeNull();
  });

  test("is released by the command line, for an administrator who cannot sign in", async () => {
    await bind();
    await createAdministrator(maria.email, "Maria Lopez");
    expect(await bound()).toBeNull();
  });
});

describe("deactivating an employee", () => {
  test("ends all sessions and prevents signing in until activation", async () => {
    const session = await sessionOf(maria);
    await updateEmployee(administrator, idOf(maria), { isActive: false });
    expect(await readViewer(session)).toBeNull();
    const credentials = { email: maria.email, password: "a quiet harbor", address: "::1", userAgent: "" };
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 401 });
    await expect(sendEmployeeLink(administrator, idOf(maria))).rejects.toMatchObject({ status: 409 });
    await updateEmployee(administrator, idOf(maria), { isActive: true });
    const { link } = await sendEmployeeLink(administrator, idOf(maria));
    await redeemLink(tokenOf(link), "reset", { password: "a quiet harbor" }, browser);
    expect(await signIn(credentials)).toEqual({ session: expect.any(String) });
  });

  test("ends a link to set a password, which activation does not bring back", async () => {
    const { link } = await sendEmployeeLink(administrator, idOf(maria));
    await updateEmployee(administrator, idOf(maria), { isActive: false });
    await updateEmployee(administrator, idOf(maria), { isActive: true });
    await expect(
      redeemLink(tokenOf(link), "reset", { password: "a quiet harbor" }, browser),
    ).rejects.toMatchObject({ status: 410 });
  });

  test("revokes the API keys, which activation does not bring back", async () => {
    const { key } = await createApiKey(maria, { name: "Report", isReadOnly: true });
    await updateEmployee(administrator, idOf(maria), { isActive: false });
    await updateEmployee(administrator, idOf(maria), { isActive: true });
    expect(await readApiKeyOwner(String(key))).toBeNull();
  });

  test("is refused with open assignments, but not with completed or earlier ones", async () => {
    const open = await assignWork("Fire");
    const earlier = await assignWork("Structural");
    await updatePermit(administrator, earlier?.permitId ?? 0, { reviewCycle: "PC2" });
    await expect(updateEmployee(administrator, idOf(maria), { isActive: false })).rejects.toMatchObject({
      status: 409,
      fields: { isActive: ["Maria Lopez has 1 open assignment"] },
    });
    await write((tx) =>
      tx
        .update(assignments)
        .set({ status: "completed" })
        .where(eq(assignments.id, open?.id ?? 0)),
    );
    expect(await updateEmployee(administrator, idOf(maria), { isActive: false })).toMatchObject({
      isActive: false,
    });
  });
});

describe("deleting an employee", () => {
  test("deletes the account, ends its sessions, and keeps the name in the audit record", async () => {
    const session = await sessionOf(maria);
    await deleteEmployee(administrator, idOf(maria));
    expect(await readViewer(session)).toBeNull();
    expect(await userOf(maria)).toBeUndefined();
    await expect(employeeOf(maria)).rejects.toMatchObject({ status: 404 });
    const [event] = await eventsOf("employee", idOf(maria));
    expect(event).toMatchObject({ action: "employee.deleted", changes: { name: ["Maria Lopez", null] } });
  });

  test("is refused with open assignments", async () => {
    await assignWork("Fire");
    await assignWork("Structural");
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject({
      status: 409,
      message: "Maria Lopez has 2 open assignments.",
    });
  });

  test("is refused with completed reviews or logged hours", async () => {
    const completed = await assignWork("Fire");
    await write((tx) =>
      tx
        .update(assignments)
        .set({ status: "completed" })
        .where(eq(assignments.id, completed?.id ?? 0)),
    );
    const refusal = { status: 409, message: expect.stringContaining("stay on record") };
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject(refusal);
    await write(async (tx) => {
      await tx.delete(assignments).where(eq(assignments.id, completed?.id ?? 0));
      const stamp = new Date().toISOString();
      await tx.insert(timeEntries).values({
        permitId: completed?.permitId ?? 0,
        employeeId: idOf(maria),
        discipline: "Fire",
        reviewCycle: "PC1",
        quarterHours: 4,
        workDate: "2026-11-01",
        createdAt: stamp,
        updatedAt: stamp,
      });
    });
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject(refusal);
  });

  describe("with a long history", () => {
    const subjectId = 7_000_000;
    const eventsByMaria = () =>
      db
        .selectDistinct({ actorId: auditEvents.actorId, actorName: auditEvents.actorName })
        .from(auditEvents)
        .where(sql`${auditEvents.subjectId} = ${subjectId + maria.id}`);
    const unchanged = () => [{ actorId: maria.id, actorName: "Maria Lopez" }];

    beforeEach(async () => {
      const events = Array.from({ length: 450 }, () => ({ subjectId: subjectId + maria.id, changes: {} }));
      await write((tx) => recordEvents(tx, maria, "session.ended", events));
    });

    test("deactivates the account first, and keeps the name in the history", async () => {
      await deleteEmployee(administrator, idOf(maria));
      expect(await userOf(maria)).toBeUndefined();
      expect(await eventsByMaria()).toEqual([{ actorId: null, actorName: "Maria Lopez" }]);
      expect(await eventsOf("employee", idOf(maria))).toMatchObject([
        { action: "employee.updated", changes: { isActive: [true, false] } },
        { action: "employee.deleted", actorName: "Dana Park", changes: { name: ["Maria Lopez", null] } },
      ]);
    });

    test("changes nothing if it is refused, or only rehearsed", async () => {
      expect(await rehearse(() => deleteEmployee(administrator, idOf(maria)))).toBeUndefined();
      await assignWork("Fire");
      await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject({ status: 409 });
      expect(await userOf(maria)).toMatchObject({ isActive: true });
      expect(await eventsByMaria()).toEqual(unchanged());
    });

    test("is refused if the employee was given work in the meantime, and leaves the account inactive", async () => {
      const session = await sessionOf(maria);
      const permit = await makePermit(administrator, cityId);
      const deletion = deleteEmployee(administrator, idOf(maria)).catch((error) => error);
      await assign(permit, maria, "Fire");
      expect(await readViewer(session)).toBeNull();
      expect(await deletion).toMatchObject({ status: 409, message: "Maria Lopez has 1 open assignment." });
      expect(await userOf(maria)).toMatchObject({ isActive: false });
      expect(await eventsByMaria()).toMatchObject([{ actorName: "Maria Lopez" }]);
    });
  });
});

test("a link to set a password is an invitation until the user has one, and is emailed each time", async () => {
  const { employee } = await createEmployee(administrator, fields());
  expect((await sendEmployeeLink(administrator, employee.id)).link).toContain("/invite/");
  expect((await sendEmployeeLink(administrator, idOf(maria))).link).toContain("/reset-password/");
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, employee.email))).toHaveLength(2);
});

test.each(otherRoles)(
  "all commands throw 403 for the role %s, and 404 for an unknown employee",
  async (role) => {
    const viewer = await makeViewer(role, { cityId });
    const id = idOf(maria);
    const commands = (viewer: Viewer, id: number) => [
      () => updateEmployee(viewer, id, { name: "X" }),
      () => deleteEmployee(viewer, id),
      () => sendEmployeeLink(viewer, id),
    ];
    for (const command of [() => createEmployee(viewer, fields()), ...commands(viewer, id)]) {
      await expect(command()).rejects.toMatchObject({ status: 403 });
    }
    for (const command of commands(administrator, 999_999)) {
      await expect(command()).rejects.toMatchObject({ status: 404 });
    }
  },
);
