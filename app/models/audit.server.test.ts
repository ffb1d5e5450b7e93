import { desc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeViewer } from "~/testing/test-rows";
import { changesBetween, record, recordEvent } from "./audit.server";
import { db, write } from "./db.server";
import { auditEvents } from "./tables.server";

async function latest() {
  const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  return event;
}

describe("the changes between two rows", () => {
  test("name each field that differs, as it was and as it is", () => {
    const before = { id: 1, status: "hold", projectName: "Same", cityId: 1 };
    expect(changesBetween(before, { ...before, status: "approved", cityId: 2 })).toEqual({
      status: ["hold", "approved"],
      cityId: [1, 2],
    });
  });

  test("of a new row are all its fields, from nothing", () => {
    expect(changesBetween(null, { id: 1, status: "hold" })).toEqual({ status: [null, "hold"] });
  });

  test("of a deleted row are all its fields, to nothing", () => {
    expect(changesBetween({ id: 1, status: "hold" }, null)).toEqual({ status: ["hold", null] });
  });

  test("are none where nothing but a time of change differs", () => {
    expect(changesBetween({ updatedAt: "a", status: "hold" }, { updatedAt: "b", status: "hold" })).toEqual(
      {},
    );
  });

  test("take a missing field and an empty one for the same", () => {
    expect(changesBetween({ applicantName: null }, {})).toEqual({});
    expect(changesBetween({ applicantName: null }, { applicantName: undefined })).toEqual({});
  });

  test("compare lists by what is in them", () => {
    expect(changesBetween({ disciplines: ["Fire"] }, { disciplines: ["Fire"] })).toEqual({});
    expect(changesBetween({ disciplines: ["Fire"] }, { disciplines: [] })).toEqual({
      disciplines: [["Fire"], []],
    });
  });

  test("tell false from nothing, and zero from it", () => {
    expect(changesBetween({ flag: null, number: null }, { flag: false, number: 0 })).toEqual({
      flag: [null, false],
      number: [null, 0],
    });
  });

  test("never hold a password's hash or a form's key", () => {
    const changes = changesBetween(null, {
      id: 1,
      passwordHash: "secret",
      idempotencyKey: "key",
      email: "a@b.test",
    });
    expect(changes).toEqual({ email: [null, "a@b.test"] });
  });
});

describe("a record", () => {
  test("tells who did what to which row, and when", async () => {
    const viewer = await makeViewer("admin", { name: "Dana Price" });
    await write((tx) => record(tx, viewer, "city.updated", { id: 7, name: "A" }, { id: 7, name: "B" }));
    const event = await latest();
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

  test("of a new and of a deleted row names that row", async () => {
    await write((tx) => record(tx, null, "city.created", null, { id: 8 }));
    expect((await latest())?.subjectId).toBe(8);
    await write((tx) => record(tx, null, "city.deleted", { id: 9 }, null));
    expect((await latest())?.subjectId).toBe(9);
  });

  test("of somebody without a name has the e-mail address, and of nobody says so", async () => {
    const nameless = { id: 0, firstName: null, lastName: null, email: "x@example.test" };
    const viewer = { ...nameless, id: (await makeViewer("admin")).id };
    await write((tx) => recordEvent(tx, viewer, "session.started", null, {}));
    expect((await latest())?.actorName).toBe("x@example.test");
    await write((tx) => recordEvent(tx, null, "session.refused", null, {}));
    expect(await latest()).toMatchObject({ actorId: null, actorName: "Nobody", subjectId: null });
  });

  test("goes with its change: a write that fails leaves neither", async () => {
    const before = await latest();
    const failing = write(async (tx) => {
      await recordEvent(tx, null, "city.updated", 1, {});
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(await latest()).toEqual(before);
  });
});
