import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { createAdministrator } from "../accounts/administrator.server";
import { readLink, redeemLink } from "../accounts/one-time-token.server";
import { readViewer, startSession } from "../accounts/session.server";
import { signIn } from "../accounts/sign-in.server";
import { db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { newIdempotencyKey } from "../secret.server";
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
const give = async (discipline: Discipline, viewer = maria) =>
  assign(await makePermit(administrator, cityId), viewer, discipline);
const eventsOf = (subject: string, id: number) =>
  db
    .select()
    .from(auditEvents)
    .where(sql`${auditEvents.subject} = ${subject} and ${auditEvents.subjectId} = ${id}`);

let added = 0;
function fields(more: Partial<Parameters<typeof createEmployee>[1]> = {}) {
  added += 1;
  return {
    name: "Ann van der Lee",
    email: `added${added}@example.test`,
    disciplines: ["Fire"] as Discipline[],
    isAdministrator: false,
    ...more,
  };
}

const everybodyElse = ["employee", "city", null] as const;

describe("adding an employee", () => {
  test("makes an invited user with disciplines, whose link is mailed and lets them in", async () => {
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
    const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, employee.email));
    expect(mail?.plainText).toContain(link);
    const session = await redeemLink(tokenOf(link ?? ""), "invite", "a quiet harbor", browser);
    expect(await readViewer(session)).toMatchObject({
      role: "employee",
      employeeId: employee.id,
      firstName: "Ann",
      lastName: "van der Lee",
    });
    expect(await eventsOf("employee", employee.id)).toMatchObject([
      { action: "employee.created", changes: { name: [null, "Ann van der Lee"] } },
    ]);
  });

  test("grants administrator access, without a discipline if need be", async () => {
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

  test("refuses an address that anybody has, of whatever role", async () => {
    for (const role of ["admin", "employee", "city"] as const) {
      const { email } = await makeViewer(role);
      await expect(createEmployee(administrator, fields({ email }))).rejects.toMatchObject({
        status: 409,
        fields: { email: ["This e-mail address has an account already"] },
      });
    }
  });

  test("of one form is done once, however often it is sent", async () => {
    const once = fields({ formKey: newIdempotencyKey() });
    const [first, second] = await Promise.all([
      createEmployee(administrator, once),
      createEmployee(administrator, once),
    ]);
    expect(second).toEqual({ employee: first.employee, link: null });
    expect(await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, once.email))).toHaveLength(1);
    expect(await readLink(tokenOf(first.link ?? ""), "invite")).not.toBeNull();
  });
});

describe("changing an employee", () => {
  test("changes name, address and disciplines, and records it", async () => {
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

  test("that changes nothing writes nothing", async () => {
    const before = await employeeOf(maria);
    expect(await updateEmployee(administrator, idOf(maria), { name: "Maria Lopez" })).toEqual(before);
    expect(await eventsOf("employee", idOf(maria))).toEqual([]);
  });

  test("does not split a name anew that stays", async () => {
    await write((tx) =>
      tx.update(users).set({ firstName: "Ana Maria", lastName: "Lopez" }).where(eq(users.id, maria.id)),
    );
    await updateEmployee(administrator, idOf(maria), { name: "Ana Maria Lopez", disciplines: ["Fire"] });
    expect(await userOf(maria)).toMatchObject({ firstName: "Ana Maria", lastName: "Lopez" });
  });

  test("refuses a taken address, and the last discipline of a reviewer", async () => {
    await expect(
      updateEmployee(administrator, idOf(maria), { email: administrator.email }),
    ).rejects.toMatchObject({ status: 409, fields: { email: [expect.any(String)] } });
    await expect(updateEmployee(administrator, idOf(maria), { disciplines: [] })).rejects.toMatchObject({
      status: 400,
      fields: { disciplines: ["Non-admin employees must have at least one discipline selected"] },
    });
  });

  test("made of an older version is refused, and shown the newer", async () => {
    const { updatedAt } = await employeeOf(maria);
    await updateEmployee(administrator, idOf(maria), { name: "Maria Ibarra" }, updatedAt);
    const late = updateEmployee(administrator, idOf(maria), { name: "Mary Lopez" }, updatedAt);
    await expect(late).rejects.toMatchObject({ status: 409, details: { current: { name: "Maria Ibarra" } } });
    const { updatedAt: seen } = await employeeOf(maria);
    expect(await updateEmployee(administrator, idOf(maria), { name: "Mary Lopez" }, seen)).toMatchObject({
      name: "Mary Lopez",
    });
  });

  test("to another address ends the links mailed to the former one", async () => {
    const { employee, link } = await createEmployee(administrator, fields());
    await updateEmployee(administrator, employee.id, { name: "Ann Lee" });
    expect(await readLink(tokenOf(link ?? ""), "invite")).not.toBeNull();
    await updateEmployee(administrator, employee.id, { email: "ann.lee@example.test" });
    expect(await readLink(tokenOf(link ?? ""), "invite")).toBeNull();
  });

  test("takes no discipline away in which there is open work, and tells how much", async () => {
    await give("Fire");
    await give("Fire");
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
  test("is granted and taken away, which ends every session at once", async () => {
    const session = await sessionOf(maria);
    await updateEmployee(administrator, idOf(maria), { name: "Maria Ibarra" });
    expect(await readViewer(session)).not.toBeNull();
    await updateEmployee(administrator, idOf(maria), { isAdministrator: true });
    expect(await readViewer(session)).toBeNull();
    const anew = await sessionOf(maria);
    expect((await readViewer(anew))?.role).toBe("admin");
    await updateEmployee(administrator, idOf(maria), { isAdministrator: false });
    expect(await readViewer(anew)).toBeNull();
  });

  test("is not one's own to give up, nor one's own account to close", async () => {
    const id = idOf(administrator);
    const disciplines: Discipline[] = ["Fire"];
    await expect(
      updateEmployee(administrator, id, { isAdministrator: false, disciplines }),
    ).rejects.toMatchObject({
      status: 409,
      fields: { isAdministrator: ["You cannot take away your own administrator access"] },
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

  test("stays with the last who can sign in, when two take it from each other at once", async () => {
    const others = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin"));
    const two = await makeViewer("admin", { name: "Bo Bell", disciplines: ["Fire"] });
    const only = async (kept: Viewer) => {
      for (const { id } of [...others, two]) {
        await write((tx) =>
          tx
            .update(users)
            .set({ isActive: id === kept.id })
            .where(eq(users.id, id)),
        );
      }
    };
    await only(two);
    // An invitation that nobody has used yet lets nobody in.
    await createEmployee(administrator, fields({ isAdministrator: true }));
    const message = "Bo Bell is the last administrator who can sign in";
    try {
      await expect(
        updateEmployee(administrator, idOf(two), { isAdministrator: false }),
      ).rejects.toMatchObject({ status: 409, fields: { isAdministrator: [message] } });
      await expect(updateEmployee(administrator, idOf(two), { isActive: false })).rejects.toMatchObject({
        fields: { isActive: [message] },
      });
      await expect(deleteEmployee(administrator, idOf(two))).rejects.toMatchObject({ status: 409, message });
    } finally {
      for (const { id } of others) {
        await write((tx) => tx.update(users).set({ isActive: true }).where(eq(users.id, id)));
      }
    }
    expect(await updateEmployee(administrator, idOf(two), { isAdministrator: false })).toMatchObject({
      role: "employee",
    });
  });

  test("made by the operator, or before there were rows for it, is an employee's", async () => {
    await createAdministrator("operator@example.test", "Olga Perez");
    const older = await makeViewer("admin");
    const clerk = await makeViewer("city", { cityId });
    const rowsOf = (userId: number) => db.select().from(employees).where(eq(employees.userId, userId));
    const [operator] = await db.select().from(users).where(eq(users.email, "operator@example.test"));
    expect(await rowsOf(operator?.id ?? 0)).toHaveLength(1);
    await createAdministrator("operator@example.test", "Olga Perez");
    const migration = readFileSync("drizzle/0003_administrators_are_employees.sql", "utf8");
    await write(async (tx) => {
      await tx.run(sql.raw(migration));
    });
    expect(await rowsOf(older.id)).toHaveLength(1);
    expect(await rowsOf(operator?.id ?? 0)).toHaveLength(1);
    expect(await rowsOf(clerk.id)).toEqual([]);
  });
});

describe("deactivating an employee", () => {
  test("signs them out, keeps them out, and is undone by activating", async () => {
    const session = await sessionOf(maria);
    await updateEmployee(administrator, idOf(maria), { isActive: false });
    expect(await readViewer(session)).toBeNull();
    const credentials = { email: maria.email, password: "a quiet harbor", address: "::1", userAgent: "" };
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 401 });
    await expect(sendEmployeeLink(administrator, idOf(maria))).rejects.toMatchObject({ status: 409 });
    await updateEmployee(administrator, idOf(maria), { isActive: true });
    const { link } = await sendEmployeeLink(administrator, idOf(maria));
    await redeemLink(tokenOf(link), "reset", "a quiet harbor", browser);
    expect(await signIn(credentials)).toEqual(expect.any(String));
  });

  test("waits for open work, not for what is completed or of an earlier cycle", async () => {
    const open = await give("Fire");
    const earlier = await give("Structural");
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
  test("deletes the account and ends its sessions, and the audit keeps the name", async () => {
    const session = await sessionOf(maria);
    await deleteEmployee(administrator, idOf(maria));
    expect(await readViewer(session)).toBeNull();
    expect(await userOf(maria)).toBeUndefined();
    await expect(employeeOf(maria)).rejects.toMatchObject({ status: 404 });
    const [event] = await eventsOf("employee", idOf(maria));
    expect(event).toMatchObject({ action: "employee.deleted", changes: { name: ["Maria Lopez", null] } });
  });

  test("waits for open work", async () => {
    await give("Fire");
    await give("Structural");
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject({
      status: 409,
      message: "Maria Lopez has 2 open assignments.",
    });
  });

  test("is refused once there are completed reviews or hours", async () => {
    const done = await give("Fire");
    await write((tx) =>
      tx
        .update(assignments)
        .set({ status: "completed" })
        .where(eq(assignments.id, done?.id ?? 0)),
    );
    const stands = { status: 409, message: expect.stringContaining("stay on record") };
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject(stands);
    await write(async (tx) => {
      await tx.delete(assignments).where(eq(assignments.id, done?.id ?? 0));
      const stamp = new Date().toISOString();
      await tx.insert(timeEntries).values({
        permitId: done?.permitId ?? 0,
        employeeId: idOf(maria),
        discipline: "Fire",
        reviewCycle: "PC1",
        quarterHours: 4,
        workDate: "2026-11-01",
        createdAt: stamp,
        updatedAt: stamp,
      });
    });
    await expect(deleteEmployee(administrator, idOf(maria))).rejects.toMatchObject(stands);
  });
});

test("a link to set a password is an invitation until there is one, and mailed each time", async () => {
  const { employee } = await createEmployee(administrator, fields());
  expect((await sendEmployeeLink(administrator, employee.id)).link).toContain("/invite/");
  expect((await sendEmployeeLink(administrator, idOf(maria))).link).toContain("/reset-password/");
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, employee.email))).toHaveLength(2);
});

test.each(everybodyElse)("nothing of it is for %s, and nobody who is not there is found", async (role) => {
  const viewer = await makeViewer(role, { cityId });
  const id = idOf(maria);
  const all = (who: Viewer, of: number) => [
    updateEmployee(who, of, { name: "X" }),
    deleteEmployee(who, of),
    sendEmployeeLink(who, of),
  ];
  for (const work of [createEmployee(viewer, fields()), ...all(viewer, id)]) {
    await expect(work).rejects.toMatchObject({ status: 403 });
  }
  for (const work of all(administrator, 999_999)) await expect(work).rejects.toMatchObject({ status: 404 });
});
