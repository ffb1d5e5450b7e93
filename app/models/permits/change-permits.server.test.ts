import { asc, desc, eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { updateAssignment } from "../assignments/assignment.server";
import type { Tick } from "../many";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { Refusal } from "../refusal";
import { auditEvents, mailOutbox, permits } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import { changePermits } from "./change-permits.server";
import { updatePermit } from "./permit.server";
import { listTickedPermits } from "./ticked-permit.server";

let administrator: Viewer;
let city: { id: number };

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

beforeEach(async () => {
  city = await makeCity();
  await write((tx) => tx.delete(mailOutbox));
});

const make = async (cityId = city.id) => (await makePermit(administrator, cityId)).id;

const read = (ids: number[]) =>
  db.select().from(permits).where(inArray(permits.id, ids)).orderBy(asc(permits.id));

async function tick(...ids: number[]): Promise<Tick[]> {
  return (await read(ids)).map(({ id, updatedAt }) => ({ id, version: updatedAt }));
}

const statusesOf = async (...ids: number[]) => (await read(ids)).map(({ status }) => status);

const lastAct = async () => {
  const [act] = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "permit.many-updated"))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return act;
};

test("ticked permits are put on hold: one event of the act, and one email for each person", async () => {
  const otherCity = await makeCity();
  const clerks = [
    await makeViewer("city", { cityId: city.id }),
    await makeViewer("city", { cityId: city.id }),
    await makeViewer("city", { cityId: otherCity.id }),
  ];
  const ids = [await make(), await make(), await make(otherCity.id), await make(otherCity.id)];
  const { done, refused } = await changePermits(administrator, await tick(...ids), { status: "hold" });
  expect({ done, refused }).toEqual({ done: ids, refused: [] });
  expect(await statusesOf(...ids)).toEqual(["hold", "hold", "hold", "hold"]);
  expect(await lastAct()).toMatchObject({ subjectId: null, changes: { ids } });
  // The history of each permit has its own change.
  expect((await eventsOf("permit", ids[0] ?? 0)).at(-1)).toMatchObject({ action: "permit.updated" });
  const emails = await db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
  expect(emails.map(({ toAddress }) => toAddress).sort()).toEqual(clerks.map(({ email }) => email).sort());
  for (const { subject, plainText } of emails) {
    expect(subject).toBe("The status of 2 permits has changed");
    expect(plainText.match(/: On hold/g)).toHaveLength(2);
  }
});

test("a single permit is changed as by its own form, with Undo and its email", async () => {
  await makeViewer("city", { cityId: city.id });
  const id = await make();
  await changePermits(administrator, await tick(id), { status: "hold" });
  expect(await findUndo(administrator, "permit", id)).toBeDefined();
  const emails = await db.select().from(mailOutbox);
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^On hold: /)]);
});

test("each row refuses for itself: changed meanwhile, and gone", async () => {
  const [free, changed, gone] = [await make(), await make(), await make()];
  const ticks = await tick(free, changed, gone);
  await updatePermit(administrator, changed, { projectName: "Another name" });
  await deletePermit(administrator, gone);
  const { done, refused } = await changePermits(administrator, ticks, { dueDate: "2027-03-01" });
  expect(done).toEqual([free]);
  expect(refused).toEqual([
    { id: changed, reason: expect.stringContaining("changed after you ticked it") },
    { id: gone, reason: expect.stringMatching(/^Permit not found$/i) },
  ]);
  const [first, second] = await read([free, changed]);
  expect([first?.dueDate, second?.dueDate]).toEqual(["2027-03-01", permitDueDate]);
  expect(await listTickedPermits(administrator, [changed, gone])).toMatchObject([
    { id: changed, detail: expect.stringContaining("Another name") },
  ]);
});

test("only open permits are put on hold, and each gets a due date", async () => {
  const [open, approved] = [await make(), await make()];
  await updatePermit(administrator, approved, { status: "approved" });
  const { done, refused } = await changePermits(administrator, await tick(open, approved), {
    status: "hold",
  });
  expect(done).toEqual([open]);
  expect(refused).toEqual([{ id: approved, reason: "It is not open: Approved" }]);
  const dated = await changePermits(administrator, await tick(approved), { dueDate: "2027-03-01" });
  expect(dated.done).toEqual([approved]);
});

const permitDueDate = "2026-11-11";

test("sent twice, it changes, records and tells once", async () => {
  await makeViewer("city", { cityId: city.id });
  const ids = [await make(), await make()];
  const ticks = await tick(...ids);
  await changePermits(administrator, ticks, { status: "hold" });
  const act = await lastAct();
  const again = await changePermits(administrator, [...ticks, ...ticks], { status: "hold" });
  expect(again).toEqual({ done: ids, changed: [], refused: [] });
  expect(await lastAct()).toEqual(act);
  expect(await db.$count(mailOutbox)).toBe(1);
});

test("Undo takes all of them back, with the email, unless one was changed since", async () => {
  await makeViewer("city", { cityId: city.id });
  const ids = [await make(), await make()];
  const before = await read(ids);
  await changePermits(administrator, await tick(...ids), { status: "hold" });
  const undo = await findUndo(administrator, "permit", ids[0] ?? 0);
  expect(await undoChange(administrator, undo ?? 0)).toBe(true);
  expect(await read(ids)).toEqual(before);
  expect(await db.$count(mailOutbox)).toBe(0);
  for (const id of ids)
    expect((await eventsOf("permit", id)).at(-1)).toMatchObject({
      changes: { status: ["hold", before[0]?.status] },
    });

  await changePermits(administrator, await tick(...ids), { status: "hold" });
  const second = await findUndo(administrator, "permit", ids[0] ?? 0);
  await updatePermit(administrator, ids[1] ?? 0, { projectName: "Another name" });
  await expect(undoChange(administrator, second ?? 0)).rejects.toMatchObject({ status: 409 });
  expect(await statusesOf(...ids)).toEqual(["hold", "hold"]);
});

test("ticked permits have the last day of their open reviews", async () => {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  const permit = await makePermit(administrator, city.id);
  const fire = await assign(permit, reviewer, "Fire");
  const lastReviewOn = async () => (await listTickedPermits(administrator, [permit.id]))[0]?.lastReviewOn;
  expect(await lastReviewOn()).toBe(fire?.employeeDueDate);
  await updateAssignment(reviewer, fire?.id ?? 0, { status: "completed" });
  expect(await lastReviewOn()).toBeNull();
});

test("a due date is told to nobody, and has no Undo", async () => {
  await makeViewer("city", { cityId: city.id });
  const id = await make();
  await changePermits(administrator, await tick(id), { dueDate: "2027-03-01" });
  expect(await db.$count(mailOutbox)).toBe(0);
  expect(await findUndo(administrator, "permit", id)).toBeUndefined();
});

test("others may not", async () => {
  const id = await make();
  const ticks = await tick(id);
  for (const viewer of [await makeViewer("employee"), await makeViewer("city", { cityId: city.id })]) {
    const refusal = await changePermits(viewer, ticks, { status: "hold" }).catch((error) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.status).toBe(403);
    expect(await listTickedPermits(viewer, [id])).toHaveLength(1);
  }
  const stranger = await makeViewer("city", { cityId: (await makeCity()).id });
  expect(await listTickedPermits(stranger, [id])).toEqual([]);
  expect(await statusesOf(id)).not.toContain("hold");
});
