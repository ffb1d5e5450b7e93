import { and, asc, eq, inArray } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { refusalOf, refused } from "~/testing/refusals";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { type AssignmentInput, saveAssignments } from "../assignments/assignment.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { updatePermit } from "../permits/permit.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { assignments, backChecks, correctionNumbers, corrections, standardComments } from "../tables.server";
import { saveBackCheck } from "./back-check.server";
import type { NewCorrection } from "./correction.schema.server";
import {
  addCorrection,
  addPastedCorrections,
  addStandardCorrections,
  deleteCorrection,
  updateCorrection,
} from "./correction.server";
import { decide } from "./decision.server";

let administrator: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  other = await makeViewer("employee", { name: "Sam Reyes", disciplines: ["Fire", "Civil"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  rolelessUser = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the time, so that a letter is released at this moment. */
const releaseAt = (moment: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(moment) });
const fields: NewCorrection = { discipline: "Fire", kind: "correction", text: "Show the rated walls" };
const add = (changes: Partial<NewCorrection> = {}, viewer = lee) =>
  addCorrection(viewer, permit.id, { ...fields, ...changes });

test("nothing is written on a cancelled permit", async () => {
  const { id } = await add();
  await updatePermit(administrator, permit.id, { status: "cancelled" });
  const message = [409, "This permit is cancelled"];
  expect(await refused(add())).toEqual(message);
  expect(await refused(add({}, administrator))).toEqual(message);
  expect(await refused(updateCorrection(lee, id, { text: "Show both walls" }))).toEqual(message);
  expect(await refused(deleteCorrection(lee, id))).toEqual(message);
  expect(await refused(decide(lee, fire, { decision: "corrections_required" }))).toEqual(message);
  await updatePermit(administrator, permit.id, { status: "hold" });
  expect((await add()).number).toBe(2);
});

const numbers = async () =>
  (
    await db
      .select()
      .from(corrections)
      .where(eq(corrections.permitId, permit.id))
      .orderBy(asc(corrections.discipline), asc(corrections.number))
  ).map(({ number }) => number);
const assignmentOf = async (id: number) =>
  (await db.select().from(assignments).where(eq(assignments.id, id)))[0];
const decisionOf = async (id = fire) => (await assignmentOf(id))?.decision;
const fireRow = (viewer: Viewer): AssignmentInput => ({
  discipline: "Fire",
  employeeId: viewer.employeeId ?? 0,
  employeeDueDate: null,
  status: "in_progress",
});
/** Decides Fire in PC1, whose letter is out, and starts PC2 with Fire assigned. */
async function startPC2(): Promise<void> {
  const { id } = await add({ kind: "condition" });
  await decide(lee, fire, { decision: "approved_with_conditions" });
  await issueLetter(administrator, permit.id);
  await startNextCycle(administrator, permit.id, ["Fire"]);
  await write((tx) => tx.update(corrections).set({ status: "resolved" }).where(eq(corrections.id, id)));
}

describe("pasted corrections", () => {
  const formKey = "a-key-of-sixteen-letters";
  const rows = [
    {
      kind: "correction" as const,
      sheet: "A-101",
      codeReference: "CBC 1010.1.9",
      text: "Show the exit sign",
    },
    { kind: "note" as const, text: "The stairs are fine" },
    { kind: "condition" as const, sheet: "A-103", text: "Show the path of travel" },
  ];
  const paste = (changes: Partial<Parameters<typeof addPastedCorrections>[2]> = {}, viewer = lee) =>
    addPastedCorrections(viewer, permit.id, { discipline: "Fire", rows, ...changes });

  test("are added in their order, each with its audit record, and once for the same key and rows", async () => {
    const { added } = await paste({ formKey });
    expect(added).toMatchObject(
      rows.map((row, index) => ({ ...row, discipline: "Fire", number: index + 1 })),
    );
    for (const { id } of added) {
      expect(await eventsOf("correction", id)).toMatchObject([
        { action: "correction.created", actorName: "Lee Tran" },
      ]);
    }
    const again = await paste({ formKey });
    expect(again.added.map(({ id }) => id)).toEqual(added.map(({ id }) => id));
    await expect(paste({ formKey, rows: rows.slice(1) })).rejects.toBeInstanceOf(ReusedKey);
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  test("are added once when sent two times at the same moment", async () => {
    const [one, other] = await Promise.all([paste({ formKey }), paste({ formKey })]);
    expect(one.added.map(({ id }) => id)).toEqual(other.added.map(({ id }) => id));
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  test("are all refused if one lacks the reason that an earlier letter asks for", async () => {
    await startPC2();
    const before = await numbers();
    expect(await refused(paste())).toEqual([
      400,
      { newReason: ["Say why this was not in the earlier letter"] },
    ]);
    expect(await numbers()).toEqual(before);
    const { added } = await paste({ newReason: "revised_plans" });
    expect(added.map(({ newReason }) => newReason)).toEqual(["revised_plans", null, null]);
    expect((await paste({ rows: rows.slice(1) })).added).toHaveLength(2);
  });

  test("are all refused above the limit of a discipline, and give no number away", async () => {
    await makeCorrections(permit, lee, Array(198).fill({}));
    expect(await refused(paste())).toEqual([409, "A discipline holds at most 200 corrections"]);
    expect((await add()).number).toBe(199);
  });

  test("take a decision back, and are refused for others and on a cancelled permit", async () => {
    await decide(lee, fire, { decision: "approved" });
    expect((await paste()).isDecisionTakenBack).toBe(true);
    expect((await refused(paste({}, other)))[0]).toBe(403);
    expect((await refused(paste({}, foreigner)))[0]).toBe(404);
    await updatePermit(administrator, permit.id, { status: "cancelled" });
    expect(await refused(paste())).toEqual([409, "This permit is cancelled"]);
  });
});

describe("a number", () => {
  test("is given once in a permit and discipline, also after a deletion", async () => {
    expect((await add()).number).toBe(1);
    const second = await add();
    expect((await add()).number).toBe(3);
    await deleteCorrection(lee, second.id);
    expect((await add()).number).toBe(4);
    expect(await numbers()).toEqual([1, 3, 4]);
  });

  test("is counted for each discipline and permit", async () => {
    await assign(permit, other, "Civil");
    await add();
    expect((await add({ discipline: "Civil" }, other)).number).toBe(1);
    const second = await makePermit(administrator, cityId);
    await assign(second, lee, "Fire");
    expect((await addCorrection(lee, second.id, fields)).number).toBe(1);
  });

  test("is not given two times to corrections that are written at the same time", async () => {
    await Promise.all(Array.from({ length: 5 }, () => add()));
    expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
  });

  test("ends at 999, and a refused request takes none", async () => {
    await add();
    const ofFire = eq(correctionNumbers.permitId, permit.id);
    await write((tx) => tx.update(correctionNumbers).set({ highest: 998 }).where(ofFire));
    expect((await add()).number).toBe(999);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await refused(add())).toEqual([409, "Fire has used all numbers up to 999"]);
    }
    expect((await db.select().from(correctionNumbers).where(ofFire))[0]?.highest).toBe(999);
  });
});

describe("writing", () => {
  test("stores the fields, the author and the cycle, and is recorded", async () => {
    const added = await add({ sheet: "A2.1", codeReference: "CBC 1010.1.9", newReason: "newly_shown" });
    expect(added).toMatchObject({
      permitId: permit.id,
      discipline: "Fire",
      kind: "correction",
      sheet: "A2.1",
      codeReference: "CBC 1010.1.9",
      text: "Show the rated walls",
      newReason: "newly_shown",
      status: "open",
      reviewCycle: "PC1",
      authorId: lee.id,
      authorName: "Lee Tran",
      isDecisionTakenBack: false,
    });
    expect(await eventsOf("correction", added.id)).toMatchObject([
      { action: "correction.created", actorName: "Lee Tran", changes: { number: [null, 1] } },
    ]);
  });

  test.each<[string, () => Viewer, number]>([
    ["another reviewer", () => other, 403],
    ["the city", () => clerk, 403],
    ["another city", () => foreigner, 404],
    ["a user without a role", () => rolelessUser, 404],
  ])("is refused to %s", async (_, viewer, status) => {
    expect((await refusalOf(add({}, viewer()))).status).toBe(status);
    const [id = 0] = await makeCorrections(permit, lee, [{}]);
    // Outside the firm, nothing shows whether a correction exists.
    const expected = viewer() === other || viewer() === rolelessUser ? 403 : 404;
    expect((await refusalOf(updateCorrection(viewer(), id, { text: "Mine" }))).status).toBe(expected);
    expect((await refusalOf(deleteCorrection(viewer(), id))).status).toBe(expected);
  });

  test("by an administrator needs an assignment of the discipline, but for a note", async () => {
    const civil = { discipline: "Civil" } as const;
    for (const kind of ["correction", "condition"] as const) {
      expect(await refused(add({ ...civil, kind }, administrator))).toEqual([
        409,
        "Civil is not in PC1: assign it first",
      ]);
    }
    const note = await add({ ...civil, kind: "note" }, administrator);
    expect(await refused(updateCorrection(administrator, note.id, { kind: "correction" }))).toEqual([
      409,
      "Civil is not in PC1: assign it first",
    ]);
    expect((await add({}, administrator)).authorName).toBe("Dana Park");
  });

  test("is refused in a city that does not write corrections, and that no longer writes them", async () => {
    const riverton = (await makeCity("Riverton")).id;
    const without = await makePermit(administrator, riverton);
    await assign(without, lee, "Fire");
    const write = () => addCorrection(lee, without.id, fields);
    expect(await refused(write())).toEqual([409, "Riverton does not write corrections"]);
    await switchCorrections(riverton, true);
    const { id } = await write();
    await switchCorrections(riverton, false);
    const message = "Riverton no longer writes corrections";
    expect(await refused(write())).toEqual([409, message]);
    expect(await refused(updateCorrection(lee, id, { text: "Late" }))).toEqual([409, message]);
    expect(await refused(deleteCorrection(lee, id))).toEqual([409, message]);
    await switchCorrections(riverton, true);
    expect((await write()).number).toBe(2);
  });

  test("is refused when a discipline has 200 corrections, or the permit 800", async () => {
    await makeCorrections(
      permit,
      lee,
      Array.from({ length: 199 }, () => ({})),
    );
    await add();
    expect(await refused(add())).toEqual([409, "A discipline holds at most 200 corrections"]);
    const four = ["Civil", "Plumbing", "Structural"] as const;
    for (const discipline of four) {
      await makeCorrections(
        permit,
        lee,
        Array.from({ length: 200 }, () => ({ discipline })),
      );
    }
    await assign(permit, lee, "Electrical");
    expect(await refused(add({ discipline: "Electrical" }))).toEqual([
      409,
      "A permit holds at most 800 corrections",
    ]);
    const [first] = await db
      .select()
      .from(corrections)
      .where(and(eq(corrections.permitId, permit.id), eq(corrections.discipline, "Fire")));
    await deleteCorrection(lee, first?.id ?? 0);
    expect((await add()).number).toBe(201);
  });
});

describe("after the release of a letter", () => {
  test("a correction is a draft for the next letter and changes no assignment", async () => {
    await add();
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permit.id);
    const before = await assignmentOf(fire);
    const draft = await add();
    expect(draft).toMatchObject({ number: 2, firstLetterId: null, isDecisionTakenBack: false });
    const condition = await updateCorrection(lee, draft.id, { kind: "condition" });
    expect(condition.isDecisionTakenBack).toBe(false);
    expect((await deleteCorrection(lee, draft.id)).isDecisionTakenBack).toBe(false);
    expect(await assignmentOf(fire)).toEqual(before);
  });

  test("an administrator writes drafts also for a discipline that is not in the cycle", async () => {
    await add();
    await issueLetter(administrator, permit.id);
    const draft = await add({ discipline: "Civil" }, administrator);
    expect(draft).toMatchObject({ number: 1, discipline: "Civil", firstLetterId: null });
  });

  test("no draft needs a reason, since the letter of this cycle can be issued again", async () => {
    await add();
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permit.id);
    expect((await add()).newReason).toBeNull();
  });

  test("nothing is written once the letter has approved the plans", async () => {
    await decide(lee, fire, { decision: "approved" });
    await issueLetter(administrator, permit.id);
    for (const kind of ["correction", "note"] as const) {
      expect(await refused(add({ kind }))).toEqual([409, "This permit has no open plan check"]);
    }
  });
});

describe("a reason", () => {
  const message = { newReason: ["Say why this was not in the earlier letter"] };

  test("is required for a correction in a discipline that was decided in an earlier cycle", async () => {
    await startPC2();
    expect(await refused(add())).toEqual([400, message]);
    expect((await add({ newReason: "missed_earlier" })).newReason).toBe("missed_earlier");
    for (const kind of ["condition", "note"] as const) {
      // Only a correction keeps one.
      const { id, newReason } = await add({ kind, newReason: "revised_plans" });
      expect(newReason).toBeNull();
      expect(await refused(updateCorrection(lee, id, { kind: "correction" }))).toEqual([400, message]);
      const changed = await updateCorrection(lee, id, { kind: "correction", newReason: "newly_shown" });
      expect(changed.newReason).toBe("newly_shown");
      expect(await refused(updateCorrection(lee, id, { newReason: null }))).toEqual([400, message]);
    }
  });

  test("is required once the next cycle has begun, also of a draft that is saved unchanged", async () => {
    await add({ text: "Show the exits" });
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permit.id);
    const draft = await add();
    expect(draft.newReason).toBeNull();
    await updateCorrection(lee, draft.id, { text: fields.text });
    await startNextCycle(administrator, permit.id, ["Fire"]);
    for (const changes of [{}, { text: fields.text }, { text: "Show all walls" }]) {
      expect(await refused(updateCorrection(lee, draft.id, changes))).toEqual([400, message]);
    }
    const saved = await updateCorrection(lee, draft.id, { newReason: "missed_earlier" });
    expect(saved).toMatchObject({ id: draft.id, text: fields.text, newReason: "missed_earlier" });
  });

  test("is not required in a discipline that no earlier letter lists with a decision", async () => {
    await assign(permit, other, "Civil");
    await issueLetter(administrator, permit.id);
    await startNextCycle(administrator, permit.id, ["Fire", "Civil"]);
    expect((await add()).newReason).toBeNull();
    expect((await add({ discipline: "Civil" }, other)).newReason).toBeNull();
  });
});

describe("a repeated request", () => {
  const formKey = "a-key-of-sixteen-letters";

  test("with the same key and fields returns the first correction, also after the library changed", async () => {
    const standardCommentId = await makeStandardComment();
    const first = await add({ formKey, standardCommentId });
    await write((tx) =>
      tx.update(standardComments).set({ isActive: false }).where(eq(standardComments.id, standardCommentId)),
    );
    expect((await add({ formKey, standardCommentId })).id).toBe(first.id);
    expect(await numbers()).toEqual([1]);
    expect(await refused(add({ standardCommentId }))).toEqual([
      400,
      { standardCommentId: ["A standard comment is no longer offered. Choose again"] },
    ]);
  });

  test("with another text is refused, and one of another user writes another correction", async () => {
    await add({ formKey });
    await expect(add({ formKey, text: "Another" })).rejects.toBeInstanceOf(ReusedKey);
    await add({ formKey }, administrator);
    expect(await numbers()).toEqual([1, 2]);
  });
});

async function makeStandardComment(values: Partial<typeof standardComments.$inferInsert> = {}) {
  titles += 1;
  const moment = "2026-11-01T00:00:00.000Z";
  const [row] = await write((tx) =>
    tx
      .insert(standardComments)
      .values({
        discipline: "Fire",
        kind: "correction",
        title: `Rated walls ${titles}`,
        text: "Show the rated walls",
        createdAt: moment,
        updatedAt: moment,
        ...values,
      })
      .returning(),
  );
  return row?.id ?? 0;
}
let titles = 0;

describe("writing from standard comments", () => {
  const addChosen = (standardIds: number[], options: { formKey?: string; newReason?: "newly_shown" } = {}) =>
    addStandardCorrections(lee, permit.id, { discipline: "Fire", standardIds, ...options });

  test("copies each, counts the use, and is done once for the same key and fields", async () => {
    const ids = [
      await makeStandardComment(),
      await makeStandardComment({ kind: "note", codeReference: "CFC 9" }),
    ];
    const formKey = "a-key-of-sixteen-letters";
    const { added } = await addChosen(ids, { formKey });
    expect(added).toMatchObject([
      { number: 1, kind: "correction", text: "Show the rated walls", standardCommentId: ids[0] },
      { number: 2, kind: "note", codeReference: "CFC 9", standardCommentId: ids[1] },
    ]);
    const again = await addChosen(ids, { formKey });
    expect(again.added.map(({ id }) => id)).toEqual(added.map(({ id }) => id));
    const other = addChosen(ids, { formKey, newReason: "newly_shown" });
    await expect(other).rejects.toBeInstanceOf(ReusedKey);
    expect(await numbers()).toEqual([1, 2]);
    const uses = await db.select().from(standardComments).where(inArray(standardComments.id, ids));
    expect(uses.map((row) => row.uses)).toEqual([1, 1]);
  });

  test("is refused for one with a blank, and for one of another discipline, another city or switched off", async () => {
    const blank = await makeStandardComment({ text: "Show the ____-hour walls", title: "Hourly walls" });
    expect(await refused(addChosen([blank]))).toEqual([
      400,
      { standardIds: ["Fill in the blank (____) of Hourly walls first"] },
    ]);
    const elsewhere = (await makeCity()).id;
    const others = [{ discipline: "Civil" as const }, { cityId: elsewhere }, { isActive: false }];
    for (const values of others) {
      const ids = [await makeStandardComment(), await makeStandardComment(values)];
      expect(await refused(addChosen(ids))).toEqual([
        400,
        { standardIds: ["A standard comment is no longer offered. Choose again"] },
      ]);
    }
    expect(await numbers()).toEqual([]);
  });
});

describe("changing", () => {
  test("keeps fields left out, clears those that are null, and is recorded", async () => {
    const added = await add({ sheet: "A2.1", codeReference: "CBC 1" });
    const changed = await updateCorrection(lee, added.id, { text: "Show all rated walls", sheet: null });
    expect(changed).toMatchObject({ text: "Show all rated walls", sheet: null, codeReference: "CBC 1" });
    expect(changed.updatedAt > added.updatedAt).toBe(true);
    expect((await eventsOf("correction", added.id))[1]).toMatchObject({
      action: "correction.updated",
      changes: { text: ["Show the rated walls", "Show all rated walls"], sheet: ["A2.1", null] },
    });
  });

  test("nothing writes and records nothing", async () => {
    const added = await add();
    const same = await updateCorrection(lee, added.id, { text: added.text });
    expect(same.updatedAt).toBe(added.updatedAt);
    expect(await eventsOf("correction", added.id)).toHaveLength(1);
  });

  test("of an outdated version names the other user, with the current row", async () => {
    const added = await add();
    const expectedVersion = added.updatedAt;
    await updateCorrection(administrator, added.id, { text: "By Dana" }, { expectedVersion });
    const refusal = await refusalOf(updateCorrection(lee, added.id, { text: "By Lee" }, { expectedVersion }));
    expect([refusal.status, refusal.message]).toEqual([
      409,
      "Dana Park changed F-1 after you opened it. Nothing of yours was saved yet: save again to replace what is there.",
    ]);
    expect(refusal.details?.current).toMatchObject({ text: "By Dana" });
    await updateCorrection(lee, added.id, { text: "By Lee" });
  });

  test("is refused once it was in a letter, also in a later cycle and after a back-check, as is deleting", async () => {
    const { id } = await add();
    await issueLetter(administrator, permit.id);
    const message = `F-1 went out with ${permit.urban37PermitNumber}-PC1. Withdraw it, or say more in the back-check`;
    const expectRefused = async () => {
      expect(await refused(updateCorrection(lee, id, { text: "Other" }))).toEqual([409, message]);
      expect(await refused(deleteCorrection(administrator, id))).toEqual([409, message]);
    };
    await expectRefused();
    await startNextCycle(administrator, permit.id, ["Fire"]);
    await expectRefused();
    await saveBackCheck(lee, id, { verdict: "resolved" });
    await expectRefused();
  });

  test("by a form that was opened before the release says when the letter was released", async () => {
    const { id, updatedAt: expectedVersion } = await add();
    releaseAt("2026-12-04T22:15:00Z");
    await issueLetter(administrator, permit.id);
    const message = `${permit.urban37PermitNumber}-PC1 was released at 2:15 PM. Your text is kept below.`;
    expect(await refused(updateCorrection(lee, id, { text: "Other" }, { expectedVersion }))).toEqual([
      409,
      message,
    ]);
    const [, deletion] = await refused(deleteCorrection(lee, id, { expectedVersion }));
    expect(deletion).toMatch(/^F-\d went out with .*-PC1\. Withdraw it, or say more in the back-check$/);
    vi.setSystemTime(new Date("2026-12-05T22:15:00Z"));
    const [, nextDay] = await refused(updateCorrection(lee, id, { text: "Other" }, { expectedVersion }));
    expect(nextDay).toMatch(/-PC1 was released on Dec 4, 2026, 2:15 PM\. Your text is kept below\.$/);
  });

  test("by such a form says the same once the letter has approved the plans", async () => {
    const { id, updatedAt: expectedVersion } = await add({ kind: "condition" });
    await decide(lee, fire, { decision: "approved_with_conditions" });
    releaseAt("2026-12-04T22:15:00Z");
    await issueLetter(administrator, permit.id);
    const [, message] = await refused(updateCorrection(lee, id, { text: "Other" }, { expectedVersion }));
    expect(message).toMatch(/-PC1 was released at 2:15 PM\. Your text is kept below\.$/);
  });

  test("is allowed while the plan check of its letter is open again, but not deleting", async () => {
    const { id } = await add();
    await issueLetter(administrator, permit.id);
    await reopenPlanCheck(administrator, permit.id, "PC1", { reason: "Wrong sheet" });
    expect((await updateCorrection(lee, id, { sheet: "A2.2" })).sheet).toBe("A2.2");
    expect((await refused(deleteCorrection(lee, id)))[1]).toMatch(/^F-1 went out with .*-PC1\./);
  });

  test("is refused after a back-check from before letters, as is deleting", async () => {
    const { id } = await add();
    const moment = "2026-11-12T20:00:00.000Z";
    const backCheck = {
      correctionId: id,
      reviewCycle: "PC1",
      verdict: "resolved",
      byName: "Lee Tran",
    } as const;
    await write((tx) => tx.insert(backChecks).values({ ...backCheck, createdAt: moment, updatedAt: moment }));
    const message = "F-1 was back-checked already, so that it stays as it is";
    expect(await refused(updateCorrection(lee, id, { text: "Other" }))).toEqual([409, message]);
    expect(await refused(deleteCorrection(lee, id))).toEqual([409, message]);
  });

  test("is refused for a correction of another permit than the form's", async () => {
    const { id } = await add();
    const elsewhere = { permitId: permit.id + 1 };
    const notFound = [404, "Correction not found"];
    expect(await refused(updateCorrection(lee, id, { text: "Other" }, elsewhere))).toEqual(notFound);
    expect(await refused(deleteCorrection(lee, id, elsewhere))).toEqual(notFound);
    expect(await refused(deleteCorrection(lee, 999_999))).toEqual(notFound);
  });

  test("is refused to a reviewer whose discipline was given to another, who continues", async () => {
    const { id } = await add();
    await saveAssignments(administrator, permit.id, [fireRow(other)]);
    expect((await refusalOf(updateCorrection(lee, id, { text: "By Lee" }))).status).toBe(403);
    expect((await refusalOf(add())).status).toBe(403);
    const changed = await updateCorrection(other, id, { text: "By Sam" });
    expect([changed.text, changed.authorName]).toEqual(["By Sam", "Lee Tran"]);
    expect((await add({}, other)).number).toBe(2);
  });
});

describe("a decision that no longer fits is taken back", () => {
  /** Decides Fire, and expects that an act takes the decision back or not. */
  async function expectTakenBack(
    isTakenBack: boolean,
    act: () => Promise<{ isDecisionTakenBack: boolean }>,
  ): Promise<void> {
    const before = await assignmentOf(fire);
    expect(before?.decision).not.toBeNull();
    expect((await act()).isDecisionTakenBack).toBe(isTakenBack);
    const expected = isTakenBack
      ? {
          decision: null,
          decidedAt: null,
          decidedById: null,
          decisionReason: null,
          status: "in_progress",
          completedAt: null,
        }
      : before;
    expect(await assignmentOf(fire)).toMatchObject(expected ?? {});
  }

  test("by a new condition that it does not fit, by each new correction, and not by a note", async () => {
    await decide(lee, fire, { decision: "not_applicable", decisionReason: "No sprinklers" });
    await expectTakenBack(false, () => add({ kind: "note" }));
    await expectTakenBack(true, () => add({ kind: "condition" }));
    await decide(lee, fire, { decision: "approved_with_conditions" });
    await expectTakenBack(false, () => add({ kind: "condition" }));
    await expectTakenBack(true, () => add());
    await decide(lee, fire, { decision: "corrections_required" });
    await expectTakenBack(false, () => add({ kind: "condition" }));
    await expectTakenBack(true, () => add());
  });

  test("by another kind and by a deletion", async () => {
    const { id } = await add();
    await decide(lee, fire, { decision: "corrections_required" });
    await expectTakenBack(false, () => updateCorrection(lee, id, { text: "Show walls" }));
    await expectTakenBack(true, () => updateCorrection(lee, id, { kind: "condition" }));
    await decide(lee, fire, { decision: "approved_with_conditions" });
    await expectTakenBack(true, () => updateCorrection(lee, id, { kind: "note" }));
    await updateCorrection(lee, id, { kind: "correction" });
    const second = await add();
    await decide(lee, fire, { decision: "corrections_required" });
    await expectTakenBack(false, () => deleteCorrection(lee, second.id));
    await expectTakenBack(true, () => deleteCorrection(lee, id));
  });

  test("by standard comments", async () => {
    const standardIds = [await makeStandardComment()];
    await decide(lee, fire, { decision: "approved" });
    await expectTakenBack(true, () =>
      addStandardCorrections(lee, permit.id, { discipline: "Fire", standardIds }),
    );
  });

  test("in its own discipline only", async () => {
    const civil = (await assign(permit, other, "Civil"))?.id ?? 0;
    await decide(other, civil, { decision: "approved" });
    await decide(lee, fire, { decision: "approved" });
    await add();
    expect([await decisionOf(fire), await decisionOf(civil)]).toEqual([null, "approved"]);
  });
});
