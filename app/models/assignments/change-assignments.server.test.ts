import { asc, desc, eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Tick } from "../many";
import type { Viewer } from "../policy";
import { assignments, auditEvents, mailOutbox } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import { updateAssignment } from "./assignment.server";
import { changeAssignments, completeAssignments } from "./change-assignments.server";
import { listTickedAssignments } from "./ticked-assignment.server";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  await write((tx) => tx.delete(mailOutbox));
});

async function make(viewer = reviewer, discipline: "Fire" | "Civil" = "Fire"): Promise<number> {
  const permit = await makePermit(administrator, cityId);
  return (await assign(permit, viewer, discipline))?.id ?? 0;
}

const read = (ids: number[]) =>
  db.select().from(assignments).where(inArray(assignments.id, ids)).orderBy(asc(assignments.id));

const tick = async (...ids: number[]): Promise<Tick[]> =>
  (await read(ids)).map(({ id, updatedAt }) => ({ id, version: updatedAt }));

const lastAct = async () => {
  const [act] = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "assignment.many-updated"))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return act;
};

const colleagueId = () => ({ employeeId: colleague.employeeId ?? 0 });

test("a reviewer completes own reviews; another's, one that is gone and a changed one refuse", async () => {
  const [own, done, others, changed] = [await make(), await make(), await make(colleague), await make()];
  await updateAssignment(reviewer, done, { status: "completed" });
  const ticks = await tick(own, done, others, changed);
  await updateAssignment(reviewer, changed, { comment: "Stairs" });
  const gone = { id: 999_999, version: "2026-11-27T20:00:00.000Z" };
  const outcome = await completeAssignments(reviewer, [...ticks, gone]);
  expect(outcome.done).toEqual([own, done]);
  expect(outcome.refused).toEqual([
    { id: others, reason: "Your role allows this for your own, current work only." },
    { id: changed, reason: expect.stringContaining("changed after you ticked it") },
    { id: gone.id, reason: expect.stringMatching(/^assignment not found$/i) },
  ]);
  expect((await read([own, others, changed])).map(({ status }) => status)).toEqual([
    "completed",
    "assigned",
    "assigned",
  ]);
  expect(await lastAct()).toMatchObject({ subjectId: null, changes: { ids: [own] } });
  expect(await findUndo(reviewer, "assignment", own)).toBeDefined();
});

test("several are completed once, also if they are sent twice", async () => {
  const ids = [await make(), await make()];
  const ticks = await tick(...ids);
  await completeAssignments(administrator, ticks);
  const completed = await read(ids);
  const act = await lastAct();
  expect(await completeAssignments(administrator, ticks)).toEqual({
    done: ids,
    changed: [],
    refused: [],
  });
  expect(await read(ids)).toEqual(completed);
  expect(await lastAct()).toEqual(act);
});

test("Undo takes all of them back", async () => {
  const ids = [await make(), await make()];
  const before = await read(ids);
  await completeAssignments(reviewer, await tick(...ids));
  const undo = await findUndo(reviewer, "assignment", ids[0] ?? 0);
  expect(await undoChange(reviewer, undo ?? 0)).toBe(true);
  expect(await read(ids)).toEqual(before);
});

test("the new reviewer of several gets one email; one who is not certified is refused for a row", async () => {
  const ids = [await make(), await make(), await make()];
  const civil = await make(reviewer, "Civil");
  const outcome = await changeAssignments(administrator, await tick(...ids, civil), colleagueId());
  expect(outcome.done).toEqual(ids);
  expect(outcome.refused).toEqual([
    { id: civil, reason: "This plan reviewer is inactive or not certified in Civil. Choose another." },
  ]);
  expect((await read([...ids, civil])).map(({ employeeId }) => employeeId)).toEqual([
    ...ids.map(() => colleague.employeeId),
    reviewer.employeeId,
  ]);
  const emails = await db.select().from(mailOutbox);
  expect(emails).toMatchObject([{ toAddress: colleague.email, subject: "Assigned to you: 3 reviews" }]);
  expect(emails[0]?.plainText.match(/: Fire/g)).toHaveLength(3);
});

test("a single review is told of as by its own form", async () => {
  await changeAssignments(administrator, await tick(await make()), colleagueId());
  const emails = await db.select().from(mailOutbox);
  expect(emails.map(({ subject }) => subject)).toEqual([expect.not.stringContaining("reviews")]);
});

test("due dates are set without an email, and shown with the rows", async () => {
  const ids = [await make(), await make(colleague)];
  await changeAssignments(administrator, await tick(...ids), { employeeDueDate: "2027-01-15" });
  expect((await read(ids)).map((row) => row.employeeDueDate)).toEqual(["2027-01-15", "2027-01-15"]);
  expect(await db.$count(mailOutbox)).toBe(0);
  const rows = await listTickedAssignments(administrator, ids);
  expect(rows).toMatchObject([
    { id: ids[0], name: expect.stringMatching(/ Fire$/), detail: expect.stringContaining("Jan 15, 2027") },
    { id: ids[1] },
  ]);
});

test("only administrators give work and due dates, and cities complete nothing", async () => {
  const ticks = await tick(await make());
  const clerk = await makeViewer("city", { cityId });
  for (const viewer of [reviewer, clerk])
    await expect(changeAssignments(viewer, ticks, colleagueId())).rejects.toMatchObject({ status: 403 });
  await expect(completeAssignments(clerk, ticks)).rejects.toMatchObject({ status: 403 });
});
