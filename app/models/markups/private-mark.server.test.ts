import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { deleteEmployee } from "../employees/employee.server";
import { draftLetter } from "../letters/letter-draft.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { recordsOf } from "../records/city-records.server";
import { deletePermit, restorePermit } from "../records/permit-bin.server";
import { auditEvents, markups, undos, users } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import type { Drawn } from "./markup";
import { addPrivateMarks, listPrivateMarks, removePrivateMark } from "./private-mark.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Permit;
let sheetId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  other = await makeViewer("employee", { disciplines: ["Civil"] });
  clerk = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  ({ permit } = await makeDecidedPermit(dana, lee, cityId));
  sheetId = (await addPlanSet(permit, ["A-101"])).sheetIds[0] ?? 0;
});

const pin: Drawn = { shape: "pin", points: [[0.5, 0.5]] };
const secret: Drawn = { shape: "text", points: [[0.1, 0.2]], text: "A secret mark" };
const mark = (viewer: Viewer, drawn = [secret], permitId = permit.id) =>
  addPrivateMarks(viewer, permitId, { sheetId, drawn });
const marksOf = (viewer: Viewer) => listPrivateMarks(viewer, sheetId);
const stored = () => db.select().from(markups).where(eq(markups.sheetId, sheetId)).orderBy(markups.id);

test("are their author's alone, and no correction's", async () => {
  const [made] = await mark(lee);
  expect(made).toMatchObject({
    ...{ sheetId, ownerId: lee.id, correctionId: null, authorId: null, reviewCycle: null },
    ...{ ...secret, pointCount: 1 },
  });
  await mark(dana, [pin]);
  expect(await marksOf(lee)).toMatchObject([secret]);
  expect(await marksOf(dana)).toMatchObject([pin]);
  expect(await marksOf(other)).toEqual([]);
});

test("are drawn by the firm alone, on a sheet of the permit, and are not recorded", async () => {
  const another = await makePermit(dana, cityId);
  const recorded = await db.$count(auditEvents);
  await mark(other);
  expect(await db.$count(auditEvents)).toBe(recorded);
  expect(await refused(mark(lee, [pin], another.id))).toEqual([404, "Sheet not found"]);
  for (const viewer of [clerk, await makeViewer("city", { cityId: (await makeCity()).id })])
    expect((await refused(mark(viewer)))[0]).toBe(403);
  expect(await stored()).toHaveLength(1);
});

test("are removed by their author, with undo, and are unknown to everyone else", async () => {
  const [made] = await mark(lee);
  const id = made?.id ?? 0;
  for (const viewer of [dana, other, clerk]) {
    const unknown = await refused(removePrivateMark(viewer, 999_999));
    expect(await refused(removePrivateMark(viewer, id))).toEqual(unknown);
    expect(unknown[0]).toBe(404);
  }
  await removePrivateMark(lee, id);
  expect(await marksOf(lee)).toEqual([]);
  expect(await findUndo(dana, "place", sheetId)).toBeUndefined();
  await undoChange(lee, (await findUndo(lee, "place", sheetId)) ?? 0);
  expect(await stored()).toEqual([made]);
});

test("are gone with the account of their author, whether an employee or a user is deleted", async () => {
  const employee = await makeViewer("employee", { disciplines: ["Fire"] });
  const user = await makeViewer("admin");
  await mark(employee);
  const [removed] = await mark(employee);
  await removePrivateMark(employee, removed?.id ?? 0);
  await mark(user);
  await mark(lee, [pin]);
  await deleteEmployee(dana, employee.employeeId ?? 0);
  await write((tx) => tx.delete(users).where(eq(users.id, user.id)));
  expect(await stored()).toMatchObject([{ ownerId: lee.id }]);
  expect(await db.$count(undos, eq(undos.userId, employee.id))).toBe(0);
});

test("are as they were after their permit was in the bin, without those whose owner has gone meanwhile", async () => {
  const leaving = await makeViewer("employee", { disciplines: ["Fire"] });
  await mark(lee);
  await mark(dana, [pin]);
  const kept = await stored();
  await mark(leaving);
  await deletePermit(dana, permit.id);
  expect(await stored()).toEqual([]);
  await deleteEmployee(dana, leaving.employeeId ?? 0);
  await restorePermit(dana, permit.id);
  expect(await stored()).toEqual(kept);
});

async function recordsOfCity(): Promise<string> {
  const all: Record<string, unknown[]> = {};
  for (const [name, batches] of Object.entries(recordsOf(cityId))) {
    const rows: unknown[] = [];
    for await (const batch of batches() as AsyncIterable<unknown>) rows.push(batch);
    all[name] = rows;
  }
  return JSON.stringify(all);
}

test("are in no letter, and in no record that a city takes along", async () => {
  const drafted = async () => {
    const { content, version } = await draftLetter(dana, await readPermit(dana, permit.id));
    return { content, hash: version.split(".")[1] };
  };
  const draft = await drafted();
  await mark(lee);
  await mark(dana);
  expect(await drafted()).toEqual(draft);
  await releaseNow(dana, permit.id);
  const records = await recordsOfCity();
  expect(records).toContain("Show the rated walls");
  expect(records).not.toContain(secret.text);
  await write((tx) => tx.delete(markups));
  expect(await recordsOfCity()).toBe(records);
});
