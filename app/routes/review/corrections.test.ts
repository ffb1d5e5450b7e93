import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAssignments } from "~/models/assignments/assignment.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { addCorrection, deleteCorrection, updateCorrection } from "~/models/corrections/correction.server";
import { decide } from "~/models/corrections/decision.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { updatePermit } from "~/models/permits/permit.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { assignments, backChecks, corrections, mailOutbox, planChecks } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { dialogHtml } from "~/testing/dialog-html";
import { requestHtml, requestPage } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { PermitReview } from "./parts/load-review.server";

let administrator: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  other = await makeViewer("employee", { name: "Casey Stone", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
  await assign({ id: permitId }, lee, "Fire");
});

const addressOf = (path: string) => `/employee-dashboard/permits/${permitId}${path}`;
const open = <Dialog = object>(path: string, viewer = lee) =>
  openPage<PermitReview, Dialog>(viewer, addressOf(path));
const post = (path: string, fields: Fields, viewer = lee) => sendForm(viewer, addressOf(path), fields);
const textAt = async (path: string) => textOf(await dialogHtml(lee, addressOf(path)));
/** The version of the row that a dialog shows. */
const versionAt = async (path: string) => (await open<{ version: string }>(path)).dialog.version;
/** The fields of a correction in the form with all back-checks of the page. */
const row = (id: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`rows.c${id}.${name}`, value]));
const write = (viewer = lee) =>
  addCorrection(viewer, permitId, { discipline: "Fire", kind: "correction", text: "Show the rated walls" });
const cardOf = async (query = "") => (await open(query)).page.corrections;

/** Gives Fire to another reviewer. */
async function giveAway(): Promise<void> {
  const row = { discipline: "Fire", employeeDueDate: null, status: "assigned" } as const;
  await saveAssignments(administrator, permitId, [{ ...row, employeeId: other.employeeId ?? 0 }]);
}

async function currentReview() {
  const { reviewCycle } = await readPermit(administrator, permitId);
  const rows = await db.select().from(assignments).where(eq(assignments.permitId, permitId));
  const row = rows.find((review) => review.reviewCycle === reviewCycle);
  if (!row) throw new Error("No review");
  return row;
}

/** Starts the next review cycle with Fire, after the letter of this one. */
async function startNext(): Promise<void> {
  await issueLetter(administrator, permitId);
  await startNextCycle(administrator, permitId, ["Fire"]);
}

/** A correction of the letter of PC1, in PC2. */
async function correctionToCheck() {
  const correction = await write();
  await decide(lee, (await currentReview()).id, { decision: "corrections_required" });
  await startNext();
  return correction;
}

describe("a reviewer who lost the discipline while writing", () => {
  test("gets a new correction back with 409", async () => {
    await giveAway();
    const fields = { discipline: "Fire", kind: "correction", text: "Show the walls" };
    const { status, failure, typed } = await post("/corrections/new", fields);
    expect([status, failure]).toEqual([
      409,
      "Fire is no longer assigned to you here. Copy your text before you leave.",
    ]);
    expect(typed).toMatchObject({ text: "Show the walls" });
    expect((await open("/corrections/new")).dialog).toMatchObject({
      disciplines: expect.arrayContaining(["Fire"]),
    });
  });

  test("gets a remark and a reason back with 409", async () => {
    const { id } = await correctionToCheck();
    await giveAway();
    const verdict = { verdict: "not_resolved", remark: "Still missing" };
    expect(await post("?back-check", row(id, verdict))).toMatchObject({
      status: 409,
      typed: { rows: { [`c${id}`]: { remark: "Still missing" } } },
    });
    const path = `/assignments/${(await currentReview()).id}/decide`;
    const decision = { decision: "not_applicable", decisionReason: "No sprinklers" };
    expect(await post(path, decision)).toMatchObject({ status: 409, typed: decision });
    expect((await open(path)).dialog).toMatchObject({ discipline: null });
  });

  test("gets the text back with 409 after a review cycle without the discipline has begun", async () => {
    await startNextCycle(administrator, permitId, []);
    const fields = { discipline: "Fire", kind: "correction", text: "Show the walls" };
    expect(await post("/corrections/new", fields)).toMatchObject({
      status: 409,
      typed: { text: "Show the walls" },
    });
  });

  test("a city is no such reviewer, whether or not the discipline was ever assigned", async () => {
    for (const discipline of ["Fire", "Civil"]) {
      const fields = { discipline, kind: "correction", text: "Show the walls" };
      expect((await post("/corrections/new", fields, clerk)).status).toBe(403);
    }
  });
});

describe("a form that is sent a second time", () => {
  test("is no edit conflict with itself", async () => {
    const { id } = await correctionToCheck();
    const [before] = (await cardOf())?.groups.toBackCheck.lines ?? [];
    const updatedAt = before?.updatedAt ?? "";
    const verdict = row(id, { verdict: "resolved", updatedAt });
    for (const _ of [1, 2])
      expect(await post("?back-check", verdict)).toMatchObject({ toast: "F-1 resolved" });
    const path = `/assignments/${(await currentReview()).id}/decide`;
    const seen = await versionAt(path);
    for (const _ of [1, 2]) {
      expect(await post(path, { decision: "approved", seen })).toMatchObject({ toast: "Fire: Approved" });
    }
    expect((await cardOf())?.groups.closed).toEqual({ lines: [], total: 1 });
    const [line] = (await cardOf("?closed=1"))?.groups.closed.lines ?? [];
    const undo = { correctionId: id, updatedAt: line?.updatedAt ?? "" };
    expect((await post("?undo-back-check", undo)).toast).toBe(
      "The back-check of F-1 was removed. Fire's decision was taken back: decide again",
    );
    expect((await post("?undo-back-check", undo)).toast).toBe("The back-check was removed");
    expect(await db.select().from(backChecks).where(eq(backChecks.correctionId, id))).toEqual([]);
  });
});

describe("after the next review cycle has begun", () => {
  test("the verdict of a page from before is refused, and its remark is preserved", async () => {
    const { id, updatedAt } = await correctionToCheck();
    await startNext();
    const verdict = row(id, { verdict: "not_resolved", remark: "Missing", updatedAt });
    expect(await post("?back-check", { ...verdict, cycle: "PC2" })).toMatchObject({
      status: 409,
      errors: { [`rows.c${id}.verdict`]: ["The permit is now in PC3"] },
      typed: { rows: { [`c${id}`]: { remark: "Missing" } } },
    });
    expect(await db.select().from(backChecks).where(eq(backChecks.correctionId, id))).toEqual([]);
    expect(await post("?back-check", { ...verdict, cycle: "PC3" })).toMatchObject({
      toast: "F-1 not resolved",
    });
  });

  test("a verdict of the earlier cycle cannot be removed", async () => {
    const { id } = await correctionToCheck();
    await saveBackCheck(lee, id, { verdict: "resolved" });
    await startNext();
    expect(await post("?undo-back-check", { correctionId: id, cycle: "PC2" })).toMatchObject({
      status: 409,
      failure: "The permit is now in PC3",
    });
  });
});

describe("a draft whose letter is released while it is edited", () => {
  const text = "Show all rated walls";

  /** A draft, the path of its dialog, and the form as it was before the release. */
  async function editedDraft() {
    const draft = await write();
    const path = `/corrections/${draft.id}/edit`;
    const formKey = (await open<{ idempotencyKey: string }>(path)).dialog.idempotencyKey;
    return { ...draft, path, fields: { kind: "correction", text, updatedAt: draft.updatedAt, formKey } };
  }
  const written = () => db.select().from(corrections).where(eq(corrections.permitId, permitId));

  test("is refused with the text, and is added for the next letter with another button", async () => {
    const { id, path, fields } = await editedDraft();
    expect(await textAt(path)).not.toContain("Add it for the next letter");
    await issueLetter(administrator, permitId);
    const { status, failure, typed } = await post(path, fields);
    expect([status, typed.text]).toEqual([409, text]);
    expect(failure).toMatch(/-PC1 was released at .+ (AM|PM)\. Your text is kept below\.$/);
    expect(await textAt(path)).toMatch(/Save correction.*Add it for the next letter/);
    for (const _ of [1, 2]) {
      expect(await post(path, { ...fields, next: "1" })).toMatchObject({ status: 302, toast: "F-2 added" });
    }
    expect(await written()).toMatchObject([
      { id, number: 1, text: "Show the rated walls", firstLetterId: expect.any(Number) },
      { number: 2, text, firstLetterId: null },
    ]);
    expect((await cardOf())?.groups.drafts.lines).toMatchObject([{ number: 2, text }]);
  });

  test("is kept too when another reviewer has the discipline since", async () => {
    const { path, fields } = await editedDraft();
    await issueLetter(administrator, permitId);
    await giveAway();
    expect(await post(path, { ...fields, next: "1" })).toMatchObject({ status: 409, typed: { text } });
    expect(await written()).toHaveLength(1);
  });

  test("is refused with the text after an approval, which no letter follows", async () => {
    const { path, fields } = await editedDraft();
    await post(path, { ...fields, kind: "condition" });
    await decide(lee, (await currentReview()).id, { decision: "approved_with_conditions" });
    await updatePermit(administrator, permitId, { requiredDisciplines: ["Fire"] });
    await issueLetter(administrator, permitId);
    expect(await post(path, { ...fields, text: "Another text" })).toMatchObject({
      status: 409,
      failure: expect.stringContaining("Your text is kept below."),
      typed: { text: "Another text" },
    });
    expect(await textAt(path)).not.toContain("Add it for the next letter");
    expect(await post(path, { ...fields, next: "1" })).toMatchObject({ status: 409 });
  });

  test("is saved as usual after its plan check was opened again", async () => {
    const { id, path, fields } = await editedDraft();
    await issueLetter(administrator, permitId);
    await reopenPlanCheck(administrator, permitId, "PC1", { reason: "A wrong sheet" });
    expect(await post(path, fields)).toMatchObject({ toast: "F-1 saved" });
    expect(await written()).toMatchObject([{ id, text, firstLetterId: expect.any(Number) }]);
  });
});

test("the form of a draft from after the release has the field for why it is new, which the next cycle requires", async () => {
  await write();
  expect(await textAt("/corrections/new")).not.toContain("Why is it new?");
  await decide(lee, (await currentReview()).id, { decision: "corrections_required" });
  await issueLetter(administrator, permitId);
  expect(await textAt("/corrections/new")).toContain("Why is it new?");
  const { id, text, updatedAt } = await write();
  await startNextCycle(administrator, permitId, ["Fire"]);
  const edit = `/corrections/${id}/edit`;
  expect(await textAt(edit)).toContain("Required for a correction.");
  const unchanged = { kind: "correction", text, updatedAt };
  expect(await post(edit, unchanged)).toMatchObject({
    status: 400,
    errors: { newReason: ["Say why this was not in the earlier letter"] },
    typed: { text },
  });
  expect(await post(edit, { ...unchanged, newReason: "missed_earlier" })).toMatchObject({
    toast: "F-2 saved",
  });
});

test("a correction that never was on this permit opens no dialog", async () => {
  for (const act of ["edit", "reopen", "delete"])
    expect((await open(`/corrections/99999999/${act}`)).status, act).toBe(404);
});

test("a draft that a colleague deleted while it was edited is added as new, with the typed text", async () => {
  const { id, updatedAt } = await write();
  const path = `/corrections/${id}/edit`;
  const fields = { kind: "correction", text: "Show all rated walls", sheet: "A2", updatedAt };
  await deleteCorrection(administrator, id);
  expect(await post(path, fields)).toMatchObject({
    status: 409,
    failure: "Dana Park deleted F-1 after you opened it. Your text is kept below: add it as new.",
    typed: { text: "Show all rated walls" },
  });
  expect((await open(path)).dialog).toMatchObject({ isDeleted: true });
  expect((await post(path, { ...fields, next: "1" })).toast).toBe("F-2 added");
  expect((await cardOf())?.groups.drafts.lines).toMatchObject([
    { number: 2, text: "Show all rated walls", sheet: "A2" },
  ]);
  permitId = (await makePermit(administrator, cityId)).id;
  await assign({ id: permitId }, lee, "Fire");
  expect((await post(path, { ...fields, next: "1" })).status).toBe(404);
});

test("a draft and the CSV file say who wrote a correction, and who changed it last", async () => {
  const { id } = await write();
  await write();
  await updateCorrection(administrator, id, { text: "Show all rated walls" });
  const lines = (await cardOf())?.groups.drafts.lines ?? [];
  expect(lines.map(({ writtenBy }) => writtenBy)).toEqual([
    "Written by Lee Tran, last edited by Dana Park",
    "Written by Lee Tran",
  ]);
  const csv = await (await requestPage(`/permits/${permitId}/corrections.csv`, await cookieFor(lee))).text();
  expect(csv).toMatch(/"Author","Last edited by"\r?\n/);
  expect(csv).toContain('"Lee Tran","Dana Park"');
  expect(csv).toContain('"Lee Tran",""');
});

test("a correction with a back-check does not become a note while a corrected letter is prepared", async () => {
  const { id } = await write();
  await issueLetter(administrator, permitId);
  await reopenPlanCheck(administrator, permitId, "PC1", { reason: "A wrong sheet" });
  await saveBackCheck(lee, id, { verdict: "withdrawn", remark: "It is on A2.1" });
  const edit = `/corrections/${id}/edit`;
  expect(await post(edit, { kind: "note", text: "Show the walls" })).toMatchObject({
    status: 409,
    failure: "F-1 was back-checked already, so that it cannot become a note",
    typed: { text: "Show the walls" },
  });
  expect((await post(edit, { kind: "condition", text: "Show the walls" })).toast).toBe("F-1 saved");
});

describe("on a page that shows one discipline", () => {
  test("a correction of another one leads to a page that has it", async () => {
    await assign({ id: permitId }, lee, "Plumbing");
    const fields = { discipline: "Plumbing", kind: "correction", text: "Size the vent" };
    const { location } = await post("/corrections/new?discipline=Fire", fields);
    expect(location).toMatch(/\?correction=\d+#correction-\d+$/);
    const kept = await post("/corrections/new?discipline=Fire", { ...fields, discipline: "Fire" });
    expect(kept.location).toMatch(/\?discipline=Fire&correction=/);
  });

  test("that is not the viewer's, no dialog writes into another one", async () => {
    const foreign = "discipline=Structural";
    const form = await open(`/corrections/new?${foreign}`);
    expect(form.page.corrections).toMatchObject({ writable: [] });
    expect(form.dialog).toMatchObject({ disciplines: ["Structural"] });
    expect((await open(`/corrections/new?${foreign}&dialogDiscipline=Fire`)).dialog).toMatchObject({
      disciplines: ["Structural"],
    });
    expect(await open(`/corrections/library?${foreign}`)).toMatchObject({
      status: 403,
      dialog: undefined,
      message: "You cannot write corrections here.",
    });
    const administrators = await open(`/corrections/new?${foreign}`, administrator);
    expect(administrators.dialog).toMatchObject({ disciplines: ["Structural"] });
  });

  test("Save and add another keeps what the page shows, and the discipline in the dialog", async () => {
    const fields = {
      discipline: "Fire",
      kind: "correction",
      text: "Show the walls",
      sheet: "A1",
      again: "1",
    };
    const { location } = await post("/corrections/new", fields);
    expect(location).toBe(addressOf("/corrections/new?dialogDiscipline=Fire&sheet=A1"));
    const html = await dialogHtml(lee, location ?? "");
    expect(html).toContain('<input type="hidden" name="discipline" value="Fire"/>');
    expect(html).toMatch(/<input[^>]*name="sheet"[^>]*value="A1"/);
    // What is typed is offered again in any form of a new correction.
    expect(html).toContain(`action="${addressOf("/corrections/new")}"`);
  });
});

test("a dialog names the discipline that it writes into", async () => {
  const { id } = await write();
  for (const path of ["new", "library", `${id}/edit`, `${id}/delete`, `${id}/reopen`])
    expect(await textAt(`/corrections/${path}`), path).toContain("Fire");
});

test("a refused decision can be made again in the same form, after what was added", async () => {
  const path = `/assignments/${(await currentReview()).id}/decide`;
  const seen = await versionAt(path);
  await write(administrator);
  const refused = await post(path, { decision: "approved", seen });
  expect(refused).toMatchObject({ status: 409, failure: expect.stringMatching(/^F-1 was added/) });
  const again = { decision: "corrections_required", seen: String(refused.current) };
  expect(await post(path, again)).toMatchObject({ toast: "Fire: Corrections Required" });
});

test("a decision that another user made in the meantime is not replaced unseen", async () => {
  const { id } = await currentReview();
  const path = `/assignments/${id}/decide`;
  const seen = await versionAt(path);
  await decide(administrator, id, { decision: "not_applicable", decisionReason: "No sprinklers" });
  expect(await post(path, { decision: "approved", seen })).toMatchObject({
    status: 409,
    failure: expect.stringMatching(/^Fire was changed/),
  });
});

test("a correction that a colleague has changed is not deleted unseen", async () => {
  const { id, updatedAt } = await write();
  await post(`/corrections/${id}/edit`, { kind: "correction", text: "Show all walls" }, administrator);
  const refused = await post(`/corrections/${id}/delete`, { updatedAt });
  expect([refused.status, refused.failure]).toEqual([
    409,
    "Dana Park changed F-1 after you opened it. It was not deleted: read it again first.",
  ]);
});

test.each([
  ["changed", "Dana Park changed F-1 after you opened it.", "Show all walls"],
  ["released", "F-1 is no longer a draft. It cannot be deleted.", "This could not be done"],
  ["deleted", "Draft not found", "It may have been deleted"],
])("without scripts, the dialog that deletes a draft says that it was %s", async (what, ...texts) => {
  const { id, updatedAt } = await write();
  if (what === "changed") await updateCorrection(administrator, id, { text: "Show all walls" });
  if (what === "released") await issueLetter(administrator, permitId);
  if (what === "deleted") await deleteCorrection(administrator, id);
  const body = new URLSearchParams({ updatedAt });
  const page = await requestHtml(addressOf(`/corrections/${id}/delete`), await cookieFor(lee), {
    method: "POST",
    body,
  });
  const [dialog = ""] = /<dialog.*<\/dialog>/s.exec(await page.text()) ?? [];
  for (const text of texts) expect(textOf(dialog)).toContain(text);
});

test("the dialog that reopens a correction stays open after a colleague has reopened it", async () => {
  const { id } = await correctionToCheck();
  await saveBackCheck(lee, id, { verdict: "resolved" });
  await startNext();
  const path = `/corrections/${id}/reopen`;
  const updatedAt = await versionAt(path);
  await saveBackCheck(administrator, id, { verdict: "reopened", remark: "The wall is gone" });
  const fields = { correctionId: id, verdict: "reopened", remark: "Not built", updatedAt };
  expect(await post(path, fields)).toMatchObject({
    status: 409,
    typed: { remark: "Not built" },
    current: { verdict: "reopened", remark: "The wall is gone" },
  });
  expect((await open(path)).dialog).toMatchObject({ number: "F-1" });
});

test("a new correction is on the page that its form leads to, also after many others", async () => {
  for (let count = 0; count < 21; count += 1) await write();
  const fields = { discipline: "Fire", kind: "correction", text: "The last one" };
  const { location } = await post("/corrections/new", fields);
  const { search, hash } = new URL(location ?? "", "http://localhost:3000");
  const lines = (await cardOf(search))?.groups.drafts.lines ?? [];
  expect([lines.length, `#correction-${lines.at(-1)?.id}`, lines.at(-1)?.text]).toEqual([
    21,
    hash,
    "The last one",
  ]);
});

test("the dates of a dialog that was opened in an earlier cycle do not change the next one", async () => {
  await startNextCycle(administrator, permitId, ["Fire"]);
  const fields = { cycle: "PC1", receivedOn: "2026-11-02" };
  const refused = await sendForm(administrator, `/permits/${permitId}/dates`, fields);
  expect([refused.status, refused.failure]).toEqual([409, "The permit is now in PC2"]);
});

test("dates that another administrator has saved are replaced only after they were shown", async () => {
  const [{ updatedAt } = { updatedAt: "" }] = await db
    .select()
    .from(planChecks)
    .where(eq(planChecks.permitId, permitId));
  const fields = { cycle: "PC1", updatedAt };
  const save = (receivedOn: string) =>
    sendForm(administrator, `/permits/${permitId}/dates`, { ...fields, receivedOn });
  await save("2026-10-20");
  const refused = await save("2026-10-21");
  expect(refused).toMatchObject({ status: 409, current: { receivedOn: "2026-10-20" } });
});

test("the toast of a status says that it took a decision back", async () => {
  const { id } = await currentReview();
  await decide(lee, id, { decision: "approved" });
  const { toast } = await post("?status", { assignmentId: id, status: "in_progress" });
  expect(toast).toBe("Assignment updated. Fire's decision was taken back: decide again");
});

test("a reviewer who takes over a decided discipline gets an email", async () => {
  const { id } = await currentReview();
  await decide(lee, id, { decision: "approved" });
  const row = { discipline: "Fire", employeeDueDate: null, status: "completed" } as const;
  await saveAssignments(administrator, permitId, [{ ...row, employeeId: other.employeeId ?? 0 }]);
  const emails = await db.select().from(mailOutbox);
  expect(
    emails.filter(({ toAddress }) => toAddress === other.email).map(({ subject }) => subject),
  ).toContainEqual(expect.stringMatching(/^Assigned to you: /));
});
