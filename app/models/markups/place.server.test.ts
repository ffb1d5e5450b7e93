import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { refused } from "~/testing/refusals";
import { releaseNow } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { now } from "../clock.server";
import { saveBackCheck } from "../corrections/back-check.server";
import type { NewCorrection } from "../corrections/correction.schema.server";
import { deleteCorrection, updateCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { updatePermit } from "../permits/permit.server";
import type { Permit } from "../permits/permit-scope.server";
import { deletePlanFile } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { changePlanSetKind, changeSheet } from "../sheets/change-sheet.server";
import { confirmSheets } from "../sheets/confirm-sheets.server";
import { ConfirmSheetsSchema } from "../sheets/sheet.schema.server";
import { answerKeyOf } from "../sheets/sheet-question";
import { assignments, corrections, markups } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import type { Drawn, Point } from "./markup";
import { addPlacedCorrection, addPlaces, removePlace } from "./place.server";
import { addPrivateMarks } from "./private-mark.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Permit;
let fire: number;
/** */
let sheets: number[];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  other = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

beforeEach(async () => {
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  sheets = (await addPlanSet(permit, ["A-101", "A-102", "A-103", "A-104", "A-105"])).sheetIds;
});

const sheetAt = (index: number) => sheets[index] ?? 0;
const pinAt = (x: number, y: number): Drawn => ({ shape: "pin", points: [[x, y]] });
const pin = pinAt(0.5, 0.5);
const pins = (count: number) => Array.from({ length: count }, (_, index) => pinAt(index / count, 0.5));
const text = { discipline: "Fire", kind: "correction", text: "Show the rated walls" } as const;

type Written = { fields?: Partial<NewCorrection>; viewer?: Viewer; permitId?: number };

const writeOn = (drawn = [pin], sheet = sheetAt(0), { fields, viewer = lee, permitId }: Written = {}) =>
  addPlacedCorrection(viewer, permitId ?? permit.id, { ...text, ...fields }, { sheetId: sheet, drawn });
const place = (id: number, drawn = [pin], sheet = sheetAt(0), viewer = lee) =>
  addPlaces(viewer, id, { sheetId: sheet, drawn });

const correctionOf = async (id: number) =>
  (await db.select().from(corrections).where(eq(corrections.id, id)))[0];
const sheetText = async (id: number) => (await correctionOf(id))?.sheet;
const placesOf = (id: number) =>
  db.select().from(markups).where(eq(markups.correctionId, id)).orderBy(asc(markups.id));
const firstPlaceOf = async (id: number) => (await placesOf(id))[0]?.id ?? 0;
const countCorrections = () => db.$count(corrections, eq(corrections.permitId, permit.id));

async function undo(viewer: Viewer, kind: "place" | "correction", id: number) {
  const found = await findUndo(viewer, kind, id);
  return undoChange(viewer, found ?? 0);
}

/** Fills the sheet with rows as they are stored, of a correction of another discipline. */
async function fillSheet(count: number, fields: Partial<typeof markups.$inferInsert> = {}): Promise<void> {
  const [correctionId = 0] = await makeCorrections(permit, other, [{ discipline: "Civil" }]);
  const stored = { sheetId: sheetAt(0), shape: "pin", points: [[0.5, 0.5] as Point], pointCount: 1 } as const;
  const row = { ...stored, correctionId, authorId: other.id, updatedAt: now(), ...fields };
  await write(async (tx) => {
    for (let start = 0; start < count; start += 500)
      await tx.insert(markups).values(Array(Math.min(500, count - start)).fill(row));
  });
}

const release = () => releaseNow(dana, permit.id);
const startPC2 = () => startNextCycle(dana, permit.id, ["Fire"]);

/** Returns a correction with a place that went out with the letter of PC1. */
async function issue(drawn = [pin]): Promise<number> {
  const { id } = await writeOn(drawn);
  await decide(lee, fire, { decision: "corrections_required" });
  await release();
  return id;
}

describe("a correction with places", () => {
  const formKey = "a-key-of-sixteen-letters";

  test("is added with each of them, in the cycle and by the author, and is recorded", async () => {
    const cloud: Drawn = {
      shape: "cloud",
      points: [
        [0.2, 0.2],
        [0.4, 0.3],
      ],
    };
    const note: Drawn = { shape: "text", points: [[0.1, 0.9]], text: "2 h rated" };
    const added = await writeOn([cloud, note]);
    expect(added).toMatchObject({ number: 1, sheet: "A-101", isSheetFilled: true, authorId: lee.id });
    const common = { sheetId: sheetAt(0), authorId: lee.id, ownerId: null, reviewCycle: "PC1" };
    expect(await placesOf(added.id)).toMatchObject([
      { ...common, ...cloud, pointCount: 2, text: null },
      { ...common, ...note, pointCount: 1 },
    ]);
    expect(await eventsOf("correction", added.id)).toMatchObject([
      { action: "correction.created", actorName: "Lee Tran", changes: { number: [null, 1] } },
      {
        action: "correction.updated",
        changes: { placed: ["A-101 B3", "A-101 H2"], sheet: [null, "A-101"] },
      },
    ]);
  });

  test("is not added if one of its places is refused, and its number is given to the next", async () => {
    expect(await refused(writeOn(pins(21)))).toEqual([409, "F-1 has at most 20 places"]);
    const another = await makePermit(dana, cityId);
    const { sheetIds } = await addPlanSet(another, ["A-101"]);
    expect(await refused(writeOn([pin], sheetIds[0]))).toEqual([404, "Sheet not found"]);
    expect(await countCorrections()).toBe(0);
    expect(await writeOn(pins(20))).toMatchObject({ number: 1 });
  });

  test("is added once for the same key, and refused with other places for it", async () => {
    const { id } = await writeOn([pin], sheetAt(0), { fields: { formKey } });
    expect(await writeOn([pin], sheetAt(0), { fields: { formKey } })).toMatchObject({ id, sheet: "A-101" });
    const others = [
      () => writeOn([pinAt(0.5, 0.6)], sheetAt(0), { fields: { formKey } }),
      () => writeOn([pin, pin], sheetAt(0), { fields: { formKey } }),
      () => writeOn([pin], sheetAt(1), { fields: { formKey } }),
      () => writeOn([], sheetAt(0), { fields: { formKey } }),
    ];
    for (const send of others) await expect(send()).rejects.toBeInstanceOf(ReusedKey);
    expect(await countCorrections()).toBe(1);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("is added once when sent two times at the same moment", async () => {
    const send = () => writeOn([pin], sheetAt(0), { fields: { formKey } });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.id).toBe(two.id);
    expect(await placesOf(one.id)).toHaveLength(1);
  });

  test("may have none, and is then as one that is written elsewhere", async () => {
    expect(await writeOn([])).toMatchObject({ sheet: null, isSheetFilled: false });
  });

  test("is refused to other reviewers, cities and on a cancelled permit", async () => {
    const message = async (viewer: Viewer) => (await refused(writeOn([pin], sheetAt(0), { viewer })))[0];
    expect(await Promise.all([other, clerk, foreigner].map(message))).toEqual([403, 403, 404]);
    await updatePermit(dana, permit.id, { status: "cancelled" });
    expect(await refused(writeOn())).toEqual([409, "This permit is cancelled"]);
    expect(await countCorrections()).toBe(0);
  });
});

describe("the text of a correction's sheets", () => {
  test("has the numbers of all its places in the order of the index", async () => {
    const { id } = await writeOn([pin], sheetAt(2));
    expect(await sheetText(id)).toBe("A-103");
    for (const [index, expected] of [
      [0, "A-101 and A-103"],
      [1, "A-101, A-102 and A-103"],
      [4, "A-101, A-102 and 2 more"],
      [3, "A-101, A-102 and 3 more"],
    ] as const) {
      await place(id, [pin], sheetAt(index));
      expect(await sheetText(id)).toBe(expected);
    }
    await place(id, [pin], sheetAt(3));
    expect(await sheetText(id)).toBe("A-101, A-102 and 3 more");
  });

  test("is left alone once a person has typed it, also with the last place", async () => {
    const { id } = await writeOn();
    await updateCorrection(lee, id, { sheet: "A-101, at the stair" });
    expect((await eventsOf("correction", id)).at(-1)?.changes).toEqual({
      sheet: ["A-101", "A-101, at the stair"],
    });
    await place(id, [pin], sheetAt(1));
    for (const { id: placeId } of await placesOf(id)) await removePlace(lee, placeId);
    expect(await correctionOf(id)).toMatchObject({ sheet: "A-101, at the stair", isSheetFilled: false });
    const typed = await writeOn([pin], sheetAt(0), { fields: { sheet: "Title sheet" } });
    expect(typed).toMatchObject({ sheet: "Title sheet", isSheetFilled: false });
  });

  test("is filled in where nothing is typed, and empty without a place", async () => {
    const [id = 0] = await makeCorrections(permit, lee, [{}]);
    await place(id);
    expect(await correctionOf(id)).toMatchObject({ sheet: "A-101", isSheetFilled: true });
    await removePlace(lee, await firstPlaceOf(id));
    expect(await sheetText(id)).toBeNull();
    await place(id, [pin], sheetAt(1));
    expect(await sheetText(id)).toBe("A-102");
  });

  test("of a form that names its sheet is filled in, and follows the places", async () => {
    const { id, isSheetFilled } = await writeOn([pin], sheetAt(0), { fields: { sheet: "A-101" } });
    expect(isSheetFilled).toBe(true);
    await place(id, [pin], sheetAt(1));
    expect(await sheetText(id)).toBe("A-101 and A-102");
  });

  test("follows the numbers of sheets in drafts, with their next version, and never in what went out", async () => {
    const issued = await issue();
    const { id, updatedAt } = await writeOn([pin], sheetAt(0));
    const typed = await writeOn([pin], sheetAt(0), { fields: { sheet: "Stair" } });
    await changeSheet(dana, sheetAt(0), { number: "A-111" });
    const renumbered = await correctionOf(id);
    expect(renumbered).toMatchObject({ sheet: "A-111", isSheetFilled: true });
    expect(renumbered?.updatedAt).not.toBe(updatedAt);
    expect((await eventsOf("correction", id)).at(-1)).toMatchObject({
      actorName: "Dana Park",
      changes: { sheet: ["A-101", "A-111"] },
    });
    expect(await sheetText(typed.id)).toBe("Stair");
    expect(await sheetText(issued)).toBe("A-101");
  });

  test("follows the answers about a list of sheets, and whether a file is a document", async () => {
    const { sheetIds, planSetId } = await addPlanSet(permit, [null], { fileName: "Late.pdf" });
    const [sheet = 0] = sheetIds;
    const { id } = await writeOn([pin], sheet);
    expect(await sheetText(id)).toBe("Page 1");
    const numbers = { [answerKeyOf(sheet)]: "A-106" };
    await confirmSheets(dana, permit.id, ConfirmSheetsSchema.parse({ reviewCycle: "PC1", numbers }));
    expect(await sheetText(id)).toBe("A-106");
    await changePlanSetKind(dana, permit.id, planSetId, "document");
    expect(await sheetText(id)).toBe("p. 1");
  });
});

describe("placing", () => {
  test("is a change with the next version, which is recorded", async () => {
    const { id, updatedAt } = await writeOn();
    const changed = await place(id, [pinAt(0.01, 0.01), pinAt(0.99, 0.99)], sheetAt(1));
    expect(changed.updatedAt > updatedAt).toBe(true);
    await removePlace(lee, await firstPlaceOf(id));
    expect((await eventsOf("correction", id)).slice(2)).toMatchObject([
      {
        action: "correction.updated",
        changes: { placed: ["A-102 A1", "A-102 H12"], sheet: ["A-101", "A-101 and A-102"] },
      },
      {
        action: "correction.updated",
        changes: { removed: ["A-101 E7"], sheet: ["A-101 and A-102", "A-102"] },
      },
    ]);
  });

  test("ends at 20 places, of all sheets", async () => {
    const { id } = await writeOn(pins(19));
    await place(id, [pin], sheetAt(1));
    expect(await refused(place(id, [pin], sheetAt(2)))).toEqual([409, "F-1 has at most 20 places"]);
    expect(await placesOf(id)).toHaveLength(20);
  });

  test("needs a sheet of the correction's permit, and a correction of the page's", async () => {
    const another = await makePermit(dana, cityId);
    const { sheetIds } = await addPlanSet(another, ["A-101"]);
    const { id } = await writeOn();
    expect(await refused(place(id, [pin], sheetIds[0]))).toEqual([404, "Sheet not found"]);
    const places = { sheetId: sheetAt(0), drawn: [pin] };
    expect((await refused(addPlaces(lee, id, places, { permitId: another.id })))[0]).toBe(404);
    const removed = removePlace(lee, await firstPlaceOf(id), { permitId: another.id });
    expect((await refused(removed))[0]).toBe(404);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("with an outdated version is refused", async () => {
    const { id, updatedAt: expectedVersion } = await writeOn();
    await updateCorrection(dana, id, { text: "Show all walls" });
    const message = "Dana Park changed F-1 after you opened it. Nothing was placed: look at it again first.";
    const places = { sheetId: sheetAt(0), drawn: [pin] };
    expect(await refused(addPlaces(lee, id, places, { expectedVersion }))).toEqual([409, message]);
    const removed = removePlace(lee, await firstPlaceOf(id), { expectedVersion });
    expect((await refused(removed))[0]).toBe(409);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("is for the reviewer of the discipline and administrators", async () => {
    const { id } = await writeOn();
    await place(id, [pin], sheetAt(1), dana);
    const placeId = await firstPlaceOf(id);
    for (const [viewer, status] of [
      [other, 403],
      [clerk, 404],
      [foreigner, 404],
    ] as const) {
      expect((await refused(place(id, [pin], sheetAt(0), viewer)))[0]).toBe(status);
      expect((await refused(removePlace(viewer, placeId)))[0]).toBe(status);
    }
    await removePlace(dana, placeId);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("shows no city whether there is such a place", async () => {
    const { id } = await writeOn();
    const placeId = await firstPlaceOf(id);
    for (const viewer of [clerk, foreigner]) {
      const unknown = await refused(removePlace(viewer, 999_999));
      expect(await refused(removePlace(viewer, placeId))).toEqual(unknown);
      const [markId = 0] = (await addPrivateMarks(lee, permit.id, { sheetId: sheetAt(0), drawn: [pin] })).map(
        ({ id }) => id,
      );
      expect(await refused(removePlace(viewer, markId))).toEqual(unknown);
    }
  });
});

describe("a full sheet", () => {
  const message = "This sheet is full: remove shapes before you add others";

  test("has 1,500 shapes, of corrections and private marks", async () => {
    await fillSheet(1498);
    await addPrivateMarks(lee, permit.id, { sheetId: sheetAt(0), drawn: [pin] });
    expect(await refused(writeOn([pin, pin]))).toEqual([409, message]);
    const { id } = await writeOn([pin]);
    expect(await refused(place(id))).toEqual([409, message]);
    expect(await refused(addPrivateMarks(dana, permit.id, { sheetId: sheetAt(0), drawn: [pin] }))).toEqual([
      409,
      message,
    ]);
    await place(id, [pin], sheetAt(1));
    await removePlace(lee, await firstPlaceOf(id));
    await place(id);
  });

  test("counts what comes back by undo as its author's", async () => {
    const { id } = await writeOn([pin]);
    await fillSheet(200, { authorId: dana.id });
    await removePlace(dana, await firstPlaceOf(id));
    expect(await undo(dana, "place", sheetAt(0))).toBe(true);
    await deleteCorrection(dana, id);
    expect(await undo(dana, "correction", id)).toBe(true);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("gets nothing back by undo", async () => {
    await fillSheet(1499);
    const { id } = await writeOn([pin]);
    await removePlace(lee, await firstPlaceOf(id));
    await fillSheet(1);
    const removed = (await findUndo(lee, "place", sheetAt(0))) ?? 0;
    expect(await refused(undoChange(lee, removed))).toEqual([409, message]);
    const { id: another } = await writeOn([pin], sheetAt(1));
    await deleteCorrection(lee, another);
    await fillSheet(1500, { sheetId: sheetAt(1) });
    const deleted = (await findUndo(lee, "correction", another)) ?? 0;
    expect(await refused(undoChange(lee, deleted))).toEqual([409, message]);
  });

  test("has 60,000 points", async () => {
    await fillSheet(30, { shape: "freehand", pointCount: 1999 });
    const { id } = await writeOn(pins(20));
    const line: Drawn = {
      shape: "line",
      points: [
        [0.1, 0.1],
        [0.2, 0.2],
      ],
    };
    await addPrivateMarks(lee, permit.id, { sheetId: sheetAt(0), drawn: [line, line, line, line] });
    const { id: next } = await writeOn([line]);
    expect(await refused(place(next, [line]))).toEqual([409, message]);
    expect(await placesOf(id)).toHaveLength(20);
    expect(await placesOf(next)).toHaveLength(1);
  });

  test("has 200 shapes of one person, and others may go on", async () => {
    await fillSheet(150, { authorId: lee.id });
    await addPrivateMarks(lee, permit.id, { sheetId: sheetAt(0), drawn: pins(20).concat(pins(20)) });
    const { id } = await writeOn(pins(10));
    expect(await refused(place(id))).toEqual([409, message]);
    await place(id, [pin], sheetAt(0), dana);
    await place(id, [pin], sheetAt(1));
  });
});

describe("a place that went out with a letter", () => {
  test("stays, and no other is added, until the plan check is open again", async () => {
    const id = await issue([pin, pinAt(0.1, 0.1)]);
    const [, second] = await placesOf(id);
    const [status, message] = await refused(removePlace(lee, second?.id ?? 0));
    expect([status, message]).toEqual([409, expect.stringMatching(/^F-1 went out with .*-PC1/)]);
    expect((await refused(place(id)))[0]).toBe(409);
    for (const viewer of [clerk, foreigner]) {
      expect((await refused(place(id, [pin], sheetAt(0), viewer)))[0]).toBe(404);
      expect((await refused(removePlace(viewer, second?.id ?? 0)))[0]).toBe(404);
    }
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    await removePlace(lee, second?.id ?? 0);
    await place(id, [pin], sheetAt(1));
    expect(await placesOf(id)).toMatchObject([{ sheetId: sheetAt(0) }, { sheetId: sheetAt(1) }]);
    // What people read of an issued correction is changed by hand alone.
    expect(await sheetText(id)).toBe("A-101");
  });

  test("of a note gets no others in the next cycle: nobody would see them", async () => {
    const { id } = await writeOn([pin], sheetAt(0), { fields: { kind: "note" } });
    await issue();
    await startPC2();
    expect(await refused(place(id))).toEqual([409, expect.stringMatching(/^F-1 went out with /)]);
    expect(await placesOf(id)).toHaveLength(1);
  });

  test("stays in the next cycle, whose own places can be removed until its letter", async () => {
    const id = await issue();
    const old = await firstPlaceOf(id);
    await startPC2();
    const { sheetIds } = await addPlanSet(permit, ["A-101"], { reviewCycle: "PC2" });
    await place(id, [pin, pin], sheetIds[0]);
    const [, second, third] = await placesOf(id);
    expect([second?.reviewCycle, third?.reviewCycle]).toEqual(["PC2", "PC2"]);
    expect((await refused(removePlace(lee, old)))[0]).toBe(409);
    await removePlace(lee, third?.id ?? 0);
    await saveBackCheck(lee, id, { verdict: "not_resolved", remark: "It is not there" });
    await decideInPC2();
    await releaseNow(dana, permit.id, { cycle: "PC2" });
    expect((await refused(removePlace(lee, second?.id ?? 0)))[0]).toBe(409);
    expect((await refused(place(id, [pin], sheetIds[0])))[0]).toBe(409);
    await reopenPlanCheck(dana, permit.id, "PC2", { reason: "Wrong sheet" });
    expect((await refused(removePlace(lee, old)))[0]).toBe(409);
    await removePlace(lee, second?.id ?? 0);
    expect(await placesOf(id)).toMatchObject([{ id: old }]);
  });

  test("of a resolved or withdrawn correction gets no others until it is reopened", async () => {
    const id = await issue();
    await startPC2();
    await place(id);
    const [, own] = await placesOf(id);
    for (const verdict of ["resolved", "withdrawn"] as const) {
      await saveBackCheck(lee, id, { verdict, remark: "Not in this project" });
      const refusal = [409, `F-1 is ${verdict}: reopen it first`];
      expect(await refused(place(id))).toEqual(refusal);
      expect(await refused(removePlace(lee, own?.id ?? 0))).toEqual(refusal);
    }
    await saveBackCheck(lee, id, { verdict: "not_resolved", remark: "It is not there" });
    await removePlace(lee, own?.id ?? 0);
  });
});

describe("undo", () => {
  test("of a removed place restores it with the text and the version from before, and is recorded", async () => {
    const { id } = await writeOn();
    await place(id, [pinAt(0.2, 0.2)], sheetAt(1));
    const [before, places] = [await correctionOf(id), await placesOf(id)];
    await removePlace(lee, places[1]?.id ?? 0);
    expect(await sheetText(id)).toBe("A-101");
    expect(await undo(lee, "place", sheetAt(1))).toBe(true);
    expect(await correctionOf(id)).toEqual(before);
    expect(await placesOf(id)).toEqual(places);
    expect((await eventsOf("correction", id)).at(-1)).toMatchObject({
      action: "correction.updated",
      changes: { placed: ["A-102 B3"], sheet: ["A-101", "A-101 and A-102"] },
    });
  });

  test("of a removed place is offered to its remover alone, until the correction is changed", async () => {
    const { id } = await writeOn();
    const placeId = await firstPlaceOf(id);
    await removePlace(lee, placeId);
    expect(await findUndo(dana, "place", sheetAt(0))).toBeUndefined();
    const found = (await findUndo(lee, "place", sheetAt(0))) ?? 0;
    await place(id, [pin], sheetAt(1));
    expect(await findUndo(lee, "place", sheetAt(0))).toBeUndefined();
    expect(await refused(undoChange(lee, found))).toEqual([409, "This was changed since"]);
  });

  test("of a removed place is refused once it would be in a letter, or its sheet is gone", async () => {
    const { id } = await writeOn([pin, pin]);
    const placeId = await firstPlaceOf(id);
    await removePlace(lee, placeId);
    const found = (await findUndo(lee, "place", sheetAt(0))) ?? 0;
    await decide(lee, fire, { decision: "corrections_required" });
    await release();
    expect((await refused(undoChange(lee, found)))[0]).toBe(409);

    const set = await addPlanSet(await nextPermit(), ["A-101"]);
    const { id: another } = await writeOn([pin], set.sheetIds[0]);
    const lost = await firstPlaceOf(another);
    await removePlace(lee, lost);
    await deletePlanFile(dana, set.planFileId);
    const late = (await findUndo(lee, "place", set.sheetIds[0] ?? 0)) ?? 0;
    expect(await refused(undoChange(lee, late))).toEqual([409, "This was changed since"]);
  });

  test("names the sheet as it is called since", async () => {
    const { id } = await writeOn([pin]);
    await removePlace(lee, await firstPlaceOf(id));
    await changeSheet(dana, sheetAt(0), { number: "A-111" });
    await undo(lee, "place", sheetAt(0));
    expect(await sheetText(id)).toBe("A-111");
    await deleteCorrection(lee, id);
    await changeSheet(dana, sheetAt(0), { number: "A-121" });
    await undo(lee, "correction", id);
    expect(await sheetText(id)).toBe("A-121");
  });

  test("of a deleted correction restores its places with it", async () => {
    const { id } = await writeOn([pin, pinAt(0.2, 0.2)]);
    await place(id, [pin], sheetAt(1));
    const [before, places] = [await correctionOf(id), await placesOf(id)];
    expect(places).toHaveLength(3);
    await deleteCorrection(lee, id);
    expect(await placesOf(id)).toEqual([]);
    expect(await undo(lee, "correction", id)).toBe(true);
    expect(await correctionOf(id)).toEqual(before);
    expect(await placesOf(id)).toEqual(places);
  });
});

async function decideInPC2() {
  const ofPermit = eq(assignments.permitId, permit.id);
  const rows = await db.select().from(assignments).where(ofPermit).orderBy(asc(assignments.id));
  await decide(lee, rows.at(-1)?.id ?? 0, { decision: "corrections_required" });
}

/** Another permit takes the place of the first. */
async function nextPermit(): Promise<Permit> {
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  return permit;
}
