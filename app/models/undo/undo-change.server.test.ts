import { eq, getTableName } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { allTables } from "~/testing/database";
import { refused } from "~/testing/refusals";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { updateAssignment } from "../assignments/assignment.server";
import { addComment, deleteComment, editComment } from "../comments/comment.server";
import { addCorrection, deleteCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import { createFee, markPaid, updateFee } from "../fees/fee.server";
import { addTimeEntry, deleteTimeEntry } from "../hours/time-entry.server";
import { handOverLetter } from "../letters/hand-over.server";
import { updatePermit } from "../permits/permit.server";
import { permitHistory } from "../permits/permit-history.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { createStandardComment } from "../standard-comments/standard-comment.server";
import { assignments, auditEvents, comments, mailOutbox, timeEntries, undos } from "../tables.server";
import type { UndoKind } from "../undo";
import { deleteOldUndos, findUndo, readDeletedRow } from "../undo.server";
import { undoChange } from "./undo-change.server";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Permit;
let fire: number;

const start = new Date("2026-11-20T18:00:00Z");
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeAll(async () => {
  keepPlanCheckList();
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Cole", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await write((tx) => tx.delete(timeEntries));
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  later(60);
});
afterEach(() => vi.useRealTimers());

const draft = (fields = {}) =>
  addCorrection(lee, permit.id, {
    discipline: "Fire",
    kind: "correction",
    text: "Show the rated walls",
    sheet: "A-101",
    formKey: `draft ${Math.random()}`,
    ...fields,
  });

const logHours = (formKey = `hours ${Math.random()}`) =>
  addTimeEntry(lee, permit.id, { hoursWorked: 2.5, discipline: "Fire", workDate: "2026-11-20", formKey });

const makeFee = () =>
  createFee(dana, cityId, {
    serviceType: "review",
    description: "First review",
    amount: 12345,
    status: "pending",
    formKey: `fee ${Math.random()}`,
  });

const undoIdOf = async (viewer: Viewer, kind: UndoKind, id: number) =>
  (await findUndo(viewer, kind, id)) ?? 0;
const undo = async (viewer: Viewer, kind: UndoKind, id: number) =>
  undoChange(viewer, await undoIdOf(viewer, kind, id));

const emptyCounter = /"(permits|emails|fees|assignments|planChecks)":0(,"(assigned|days|cents)":0)?}$/;

/** All rows of the database, but for what says that something was changed, and undone. */
async function contents() {
  const kept = allTables.filter((table) => !["undos", "audit_events"].includes(getTableName(table)));
  const rows = kept.map(async (table) => {
    const all = await db.select().from(table);
    // A counter at zero counts as none.
    const rows = all.map((row) => JSON.stringify(row)).filter((row) => !emptyCounter.test(row));
    return [getTableName(table), rows.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

type Change = { viewer: Viewer; kind: UndoKind; id: number; change: () => Promise<unknown> };

/** Each change with what it needs. */
const changes: Record<string, () => Promise<Change>> = {
  "completing an assignment": async () => ({
    viewer: lee,
    kind: "assignment",
    id: fire,
    change: () => updateAssignment(lee, fire, { status: "completed" }),
  }),
  "setting a completed assignment in progress": async () => {
    await updateAssignment(lee, fire, { status: "completed" });
    later(1);
    return {
      viewer: lee,
      kind: "assignment",
      id: fire,
      change: () => updateAssignment(lee, fire, { status: "in_progress" }),
    };
  },
  "a decision": async () => {
    await draft();
    return {
      viewer: lee,
      kind: "assignment",
      id: fire,
      change: () => decide(lee, fire, { decision: "corrections_required" }),
    };
  },
  "a decision with its hours": async () => {
    await draft();
    const time = { hoursWorked: 1.5, formKey: "hours of the decision" };
    return {
      viewer: lee,
      kind: "assignment",
      id: fire,
      change: () => decide(lee, fire, { decision: "corrections_required" }, { time }),
    };
  },
  "another decision": async () => {
    await decide(dana, fire, { decision: "approved" });
    later(1);
    return {
      viewer: lee,
      kind: "assignment",
      id: fire,
      change: () => decide(lee, fire, { decision: "not_applicable", decisionReason: "No sprinklers" }),
    };
  },
  "marking a fee as paid": async () => {
    const { id } = await makeFee();
    return { viewer: dana, kind: "fee", id, change: () => markPaid(dana, cityId, id) };
  },
  "the status of a permit": async () => ({
    viewer: dana,
    kind: "permit",
    id: permit.id,
    change: () => updatePermit(dana, permit.id, { status: "approved" }),
  }),
  "the status of a permit, edited with other fields": async () => ({
    viewer: dana,
    kind: "permit",
    id: permit.id,
    change: () =>
      updatePermit(dana, permit.id, {
        status: "hold",
        projectName: "Harbor Lofts",
        dueDate: "2026-12-24",
        submissionDate: "2026-11-05",
        reviewCycle: "PC2",
        requiredDisciplines: ["Structural", "Fire"],
      }),
  }),
  "a hand-over": async () => {
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    return {
      viewer: clerk,
      kind: "hand-over",
      id: permit.id,
      change: () => handOverLetter(clerk, permit.id, "PC1"),
    };
  },
  "a draft": async () => {
    const fields = {
      title: `Walls ${permit.id}`,
      discipline: "Fire",
      kind: "correction",
      text: "Show the walls",
    } as const;
    const { id: standardCommentId } = await createStandardComment(dana, { ...fields, cityId: null });
    const { id } = await draft({ standardCommentId });
    return { viewer: lee, kind: "correction", id, change: () => deleteCorrection(lee, id) };
  },
  "a draft whose decision is taken back": async () => {
    const { id } = await draft();
    await decide(dana, fire, { decision: "corrections_required" });
    return { viewer: lee, kind: "correction", id, change: () => deleteCorrection(lee, id) };
  },
  "a comment": async () => {
    const { id } = await addComment(lee, permit.id, {
      text: "Is this the latest plan?",
      isShared: true,
      formKey: `comment ${Math.random()}`,
    });
    return { viewer: lee, kind: "comment", id, change: () => deleteComment(lee, id) };
  },
  "a reply": async () => {
    const [parentId = 0] = await makeComments(permit, clerk, [{ isShared: true }]);
    const { id } = await addComment(lee, permit.id, { text: "Yes", isShared: true, parentId });
    return { viewer: lee, kind: "comment", id, change: () => deleteComment(lee, id) };
  },
  hours: async () => {
    const { id } = await logHours();
    return { viewer: lee, kind: "time-entry", id, change: () => deleteTimeEntry(lee, id) };
  },
};

const all = Object.entries(changes);

describe.each(all)("undoing %s", (_, prepare) => {
  test("leaves the database as it was, with its emails, counts and versions, and is recorded", async () => {
    const { viewer, kind, id, change } = await prepare();
    await readPermit(dana, permit.id);
    const before = await contents();
    later(5);
    await change();
    expect(await contents()).not.toEqual(before);
    const events = await db.$count(auditEvents);
    later(59);
    expect(await undo(viewer, kind, id)).toBe(true);
    expect(await contents()).toEqual(before);
    expect(await db.$count(auditEvents)).toBeGreaterThan(events);
    // Another change can be undone as well.
    later(5);
    await change();
    expect(await undo(viewer, kind, id)).toBe(true);
    expect(await contents()).toEqual(before);
  });

  test("is refused to others, after a minute, and does nothing more the second time", async () => {
    const { viewer, kind, id, change } = await prepare();
    await change();
    const undoId = await undoIdOf(viewer, kind, id);
    const changed = await contents();
    for (const other of [dana, lee, clerk].filter((person) => person !== viewer)) {
      expect(await refused(undoChange(other, undoId))).toEqual([404, "There is nothing to undo here"]);
      expect(await findUndo(other, kind, id)).not.toBe(undoId);
    }
    later(61);
    expect(await findUndo(viewer, kind, id)).toBeUndefined();
    const late = "It is too late: a change can be undone for 60 seconds";
    expect(await refused(undoChange(viewer, undoId))).toEqual([409, late]);
    expect(await contents()).toEqual(changed);
    later(-61);
    expect(await undoChange(viewer, undoId)).toBe(true);
    const undone = await contents();
    expect(await undoChange(viewer, undoId)).toBe(false);
    later(61);
    expect(await undoChange(viewer, undoId)).toBe(false);
    expect(await contents()).toEqual(undone);
  });

  test("is refused when the permit is gone", async () => {
    const { viewer, kind, id, change } = await prepare();
    if (kind === "fee") return;
    await change();
    const undoId = await undoIdOf(viewer, kind, id);
    await deletePermit(dana, permit.id);
    const [status] = await refused(undoChange(viewer, undoId));
    expect(status).toBe(409);
  });
});

const changedSince = [409, "This was changed since"];

/** Makes a change, and something after it; returns how the undo is refused, which changes nothing. */
async function refusedAfter(name: keyof typeof changes, after: (id: number) => Promise<unknown>) {
  const { viewer, kind, id, change } = await (changes[name] as () => Promise<Change>)();
  await change();
  const undoId = await undoIdOf(viewer, kind, id);
  later(1);
  await after(id);
  const changed = await contents();
  const refusal = await refused(undoChange(viewer, undoId));
  expect(await contents()).toEqual(changed);
  return refusal;
}

describe("after another change", () => {
  test("of an assignment", async () => {
    const again = () => updateAssignment(dana, fire, { comment: "See sheet A-1" });
    expect(await refusedAfter("completing an assignment", again)).toEqual(changedSince);
    later(1);
    const decideAgain = () => decide(dana, fire, { decision: "approved" });
    expect(await refusedAfter("setting a completed assignment in progress", decideAgain)).toEqual(
      changedSince,
    );
  });

  test("an assignment whose letter was released stays", async () => {
    const release = () => issueLetter(dana, permit.id);
    const stands = [409, "The PC1 letter was released: its reviews stand"];
    expect(await refusedAfter("a decision", release)).toEqual(stands);
  });

  test("hours of a decision that were edited stay, and with them the decision", async () => {
    const edit = () => write((tx) => tx.update(timeEntries).set({ quarterHours: 8 }));
    expect(await refusedAfter("a decision with its hours", edit)).toEqual(changedSince);
  });

  test("of a fee", async () => {
    const edit = (id: number) => updateFee(dana, cityId, id, { notes: "By check" });
    expect(await refusedAfter("marking a fee as paid", edit)).toEqual(changedSince);
  });

  test("of a permit, or of its plan check", async () => {
    const edit = () => updatePermit(dana, permit.id, { projectName: "Harbor Lofts" });
    expect(await refusedAfter("the status of a permit", edit)).toEqual(changedSince);
    permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
    await assign(permit, lee, "Fire");
    await makeCorrections(permit, lee, [{}]);
    const release = () => issueLetter(dana, permit.id);
    expect(await refusedAfter("the status of a permit", release)).toEqual(changedSince);
  });

  test("a permit's former number that another one has now stays with that one", async () => {
    const former = permit.urban37PermitNumber;
    await updatePermit(dana, permit.id, { urban37PermitNumber: "OTHER-1", status: "hold" });
    const undoId = await undoIdOf(dana, "permit", permit.id);
    await makePermit(dana, cityId, { urban37PermitNumber: former });
    const [status] = await refused(undoChange(dana, undoId));
    expect(status).toBe(409);
  });

  test("of a letter's hand-over", async () => {
    const change = () => handOverLetter(dana, permit.id, "PC1", { handedOverOn: null, reason: "Not yet" });
    expect(await refusedAfter("a hand-over", change)).toEqual(changedSince);
  });

  test("a draft is not restored once its discipline was decided again", async () => {
    const decideAgain = () => decide(lee, fire, { decision: "approved" });
    expect(await refusedAfter("a draft", decideAgain)).toEqual(changedSince);
    permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
    fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
    expect(await refusedAfter("a draft whose decision is taken back", decideAgain)).toEqual(changedSince);
  });

  test("a draft is restored beside one that was written since, with its own number", async () => {
    const { id } = await draft();
    await deleteCorrection(lee, id);
    expect((await draft()).number).toBe(2);
    expect(await undo(lee, "correction", id)).toBe(true);
    expect((await draft()).number).toBe(3);
  });

  test("a reply is not restored without its comment, nor what was written again", async () => {
    const parent = async () => {
      const [row] = await db.select().from(undos).where(eq(undos.kind, "comment"));
      const parentId = row?.change.rows[0]?.before as { parentId: number };
      return write((tx) => tx.delete(comments).where(eq(comments.id, parentId.parentId)));
    };
    await write((tx) => tx.delete(undos));
    expect(await refusedAfter("a reply", parent)).toEqual(changedSince);
    const { id } = await addComment(lee, permit.id, { text: "Once", formKey: "one-key" });
    await deleteComment(lee, id);
    const undoId = await undoIdOf(lee, "comment", id);
    const again = await addComment(lee, permit.id, { text: "Once", formKey: "one-key" });
    expect(await refused(undoChange(lee, undoId))).toEqual(changedSince);
    await editComment(lee, again.id, "Twice");
  });

  test("hours are not restored beyond the hours of a day", async () => {
    const more = () =>
      addTimeEntry(lee, permit.id, { hoursWorked: 23, discipline: "Fire", workDate: "2026-11-20" });
    const [status, message] = await refusedAfter("hours", more);
    expect([status, message]).toEqual([409, expect.stringContaining("A day has no more than 24 hours")]);
  });
});

test("a deleted row is read by who deleted it, until it is restored", async () => {
  const { id } = await logHours();
  const deleted = (viewer: Viewer) => readDeletedRow(viewer, "time-entry", id);
  await deleteTimeEntry(lee, id);
  expect(await deleted(lee)).toMatchObject({ id, quarterHours: 10 });
  expect(await deleted(dana)).toBeUndefined();
  await undo(lee, "time-entry", id);
  expect(await deleted(lee)).toBeUndefined();
});

test("the email about a status waits until the status can no longer be undone", async () => {
  await write((tx) => tx.delete(mailOutbox));
  await updatePermit(dana, permit.id, { status: "approved" });
  const [email] = await db.select().from(mailOutbox);
  expect(email).toMatchObject({ toAddress: clerk.email, nextAttemptAt: "2026-11-20T18:02:01.000Z" });
  await undo(dana, "permit", permit.id);
  expect(await db.$count(mailOutbox)).toBe(0);
});

test("the notes that completed an assignment stay, in a new version", async () => {
  const before = await updateAssignment(lee, fire, { status: "in_progress" });
  const completed = await updateAssignment(lee, fire, { status: "completed", comment: "See sheet A-1" });
  await undo(lee, "assignment", fire);
  const [after] = await db.select().from(assignments).where(eq(assignments.id, fire));
  expect(after).toMatchObject({ status: "in_progress", completedAt: null, comment: "See sheet A-1" });
  expect([before.updatedAt, completed.updatedAt]).not.toContain(after?.updatedAt);
});

test("the history tells what was undone", async () => {
  await updateAssignment(lee, fire, { status: "completed" });
  await undo(lee, "assignment", fire);
  const [last, before] = await permitHistory(dana, await readPermit(dana, permit.id));
  expect([before?.text, last?.text]).toEqual([
    "Fire (PC1, Lee Cole) completed",
    "Fire (PC1, Lee Cole) set back to Assigned",
  ]);
});

test("a reviewer who has lost the assignment undoes nothing", async () => {
  await updateAssignment(lee, fire, { status: "completed" });
  const undoId = await undoIdOf(lee, "assignment", fire);
  const other = await makeViewer("employee", { disciplines: ["Fire"] });
  const { employeeId } = other;
  // Without a new version.
  await write((tx) =>
    tx
      .update(assignments)
      .set({ employeeId: employeeId ?? 0 })
      .where(eq(assignments.id, fire)),
  );
  expect(await refused(undoChange(lee, undoId))).toEqual(changedSince);
});

test("a change is not offered to be undone after another change", async () => {
  await updatePermit(dana, permit.id, { status: "hold" });
  expect(await findUndo(dana, "permit", permit.id)).toBeDefined();
  later(1);
  await updatePermit(dana, permit.id, { projectName: "Harbor Lofts" });
  expect(await findUndo(dana, "permit", permit.id)).toBeUndefined();
});

test("old undos are removed an hour later", async () => {
  await logHours();
  const { id } = await logHours();
  await deleteTimeEntry(lee, id);
  const undoId = await undoIdOf(lee, "time-entry", id);
  later(59 * 60);
  await deleteOldUndos();
  expect(await db.$count(undos, eq(undos.id, undoId))).toBe(1);
  later(60);
  await deleteOldUndos();
  expect(await db.$count(undos, eq(undos.id, undoId))).toBe(0);
});
