import { desc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { execute } from "~/testing/database";
import { makeViewer } from "~/testing/test-rows";
import { changesBetween, record, recordEvent, recordEvents } from "./audit.server";
import { fromNow, now } from "./clock.server";
import { auditEvents } from "./tables.server";

async function latestEvent() {
  const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  return event;
}

describe("the changes between two rows", () => {
  test("contain each field that differs, with its old and new value", () => {
    const before = { id: 1, status: "hold", projectName: "Same", cityId: 1 };
    expect(changesBetween(before, { ...before, status: "approved", cityId: 2 })).toEqual({
      status: ["hold", "approved"],
      cityId: [1, 2],
    });
  });

  test("contain all fields of a new row, with null as the old value", () => {
    expect(changesBetween(null, { id: 1, status: "hold" })).toEqual({ status: [null, "hold"] });
  });

  test("contain all fields of a deleted row, with null as the new value", () => {
    expect(changesBetween({ id: 1, status: "hold" }, null)).toEqual({ status: ["hold", null] });
  });

  test("are empty if only the time of the last change differs", () => {
    expect(changesBetween({ updatedAt: "a", status: "hold" }, { updatedAt: "b", status: "hold" })).toEqual(
      {},
    );
  });

  test("treat a missing field and null as equal", () => {
    expect(changesBetween({ applicantName: null }, {})).toEqual({});
    expect(changesBetween({ applicantName: null }, { applicantName: undefined })).toEqual({});
  });

  test("compare lists by their items", () => {
    expect(changesBetween({ disciplines: ["Fire"] }, { disciplines: ["Fire"] })).toEqual({});
    expect(changesBetween({ disciplines: ["Fire"] }, { disciplines: [] })).toEqual({
      disciplines: [["Fire"], []],
    });
  });

  test("distinguish false and zero from null", () => {
    expect(changesBetween({ flag: null, number: null }, { flag: false, number: 0 })).toEqual({
      flag: [null, false],
      number: [null, 0],
    });
  });

  test("never contain a password hash or an idempotency key", () => {
    const changes = changesBetween(null, {
      id: 1,
      passwordHash: "secret",
      idempotencyKey: "key",
      email: "a@b.test",
    });
    expect(changes).toEqual({ email: [null, "a@b.test"] });
  });
});

describe("an audit event", () => {
  test("contains the user, the action, the row and the time", async () => {
    const viewer = await makeViewer("admin", { name: "Dana Price" });
    await write((tx) => record(tx, viewer, "city.updated", { id: 7, name: "A" }, { id: 7, name: "B" }));
    const event = await latestEvent();
    expect(event).toMatchObject({
      actorId: viewer.id,
      actorName: "Dana Price",
      action: "city.updated",
      subject: "city",
      subjectId: 7,
      changes: { name: ["A", "B"] },
    });
    expect(event?.at).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
  });

  test("names the row that was created or deleted", async () => {
    await write((tx) => record(tx, null, "city.created", null, { id: 8 }));
    expect((await latestEvent())?.subjectId).toBe(8);
    await write((tx) => record(tx, null, "city.deleted", { id: 9 }, null));
    expect((await latestEvent())?.subjectId).toBe(9);
  });

  test("has the email of a user without a name, and 'Nobody' if there is no user", async () => {
    const nameless = { id: 0, firstName: null, lastName: null, email: "x@example.test" };
    const viewer = { ...nameless, id: (await makeViewer("admin")).id };
    await write((tx) => recordEvent(tx, viewer, "sign-in.succeeded", null, {}));
    expect((await latestEvent())?.actorName).toBe("x@example.test");
    await write((tx) => recordEvent(tx, null, "sign-in.refused", null, {}));
    expect(await latestEvent()).toMatchObject({ actorId: null, actorName: "Nobody", subjectId: null });
  });

  test("is one of many that are recorded together, more than a statement can hold", async () => {
    const events = Array.from({ length: 5000 }, (_, index) => ({ subjectId: index, changes: {} }));
    await write((tx) => recordEvents(tx, null, "standard-comment.updated", events));
    const stored = await db
      .select({ subjectId: auditEvents.subjectId })
      .from(auditEvents)
      .where(eq(auditEvents.action, "standard-comment.updated"))
      .orderBy(auditEvents.id);
    expect(stored.map(({ subjectId }) => subjectId)).toEqual(events.map(({ subjectId }) => subjectId));
  });

  test("is rolled back with its change", async () => {
    const before = await latestEvent();
    const failing = write(async (tx) => {
      await recordEvent(tx, null, "city.updated", 1, {});
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(await latestEvent()).toEqual(before);
  });
});

describe("triggers", () => {
  const eventOf = async (values: Partial<typeof auditEvents.$inferInsert> = {}) => {
    const event = { at: now(), actorName: "Ann", action: "city.updated", subject: "city", changes: {} };
    const [row] = await write((tx) =>
      tx
        .insert(auditEvents)
        .values({ ...event, ...values })
        .returning(),
    );
    return row as typeof auditEvents.$inferSelect;
  };
  const rowOf = async (id: number) => (await db.select().from(auditEvents).where(eq(auditEvents.id, id)))[0];
  const day = 24 * 60 * 60 * 1000;

  test.each([
    ["at", { at: "2026-01-01T00:00:00.000Z" }],
    ["actorName", { actorName: "Bob" }],
    ["action", { action: "city.created" }],
    ["subject", { subject: "permit" }],
    ["subjectId", { subjectId: 7 }],
    ["changes", { changes: { name: ["A", "B"] } }],
    ["id", { id: 1_000_000 }],
  ])("refuse another %s", async (_, values) => {
    const event = await eventOf();
    const update = write((tx) => tx.update(auditEvents).set(values).where(eq(auditEvents.id, event.id)));
    await expect(update).rejects.toThrow();
    expect(await rowOf(event.id)).toEqual(event);
  });

  test("let an event lose its user, and nothing else with it, and get no other", async () => {
    const [ann, bob] = [await makeViewer("admin"), await makeViewer("admin")];
    const event = await eventOf({ actorId: ann.id });
    const set = (values: object) =>
      write((tx) => tx.update(auditEvents).set(values).where(eq(auditEvents.id, event.id)));
    await expect(set({ actorId: bob.id })).rejects.toThrow();
    await expect(set({ actorId: null, actorName: "Nobody" })).rejects.toThrow();
    await set({ actorId: null });
    expect(await rowOf(event.id)).toEqual({ ...event, actorId: null });
    await expect(set({ actorId: ann.id })).rejects.toThrow();
  });

  test("keep an event for 365 days, and then let it be deleted", async () => {
    const recent = await eventOf({ at: fromNow(-364 * day) });
    const old = await eventOf({ at: fromNow(-366 * day) });
    const remove = ({ id }: { id: number }) =>
      write((tx) => tx.delete(auditEvents).where(eq(auditEvents.id, id)));
    await expect(remove(recent)).rejects.toThrow();
    await expect(write((tx) => tx.delete(auditEvents))).rejects.toThrow();
    expect(await rowOf(old.id)).toEqual(old);
    await remove(old);
    expect(await rowOf(recent.id)).toEqual(recent);
    expect(await rowOf(old.id)).toBeUndefined();
  });

  test("refuse to replace or empty all at once", async () => {
    const event = await eventOf();
    const replaced = isPostgres
      ? sql`truncate audit_events`
      : sql`insert or replace into audit_events (id, at, actor_name, action, subject, changes) values (${event.id}, '', '', '', '', '{}')`;
    await expect(write((tx) => execute(tx, replaced))).rejects.toThrow();
    expect(await rowOf(event.id)).toEqual(event);
  });
});
