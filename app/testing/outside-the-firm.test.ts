import { eq, isNotNull } from "drizzle-orm";
import { generatePath } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { saveAssignments, updateAssignment } from "~/models/assignments/assignment.server";
import { now } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import { saveBackCheck, undoBackCheck } from "~/models/corrections/back-check.server";
import type { CorrectionKind, Verdict } from "~/models/corrections/correction";
import {
  addCorrection,
  addStandardCorrections,
  deleteCorrection,
  updateCorrection,
} from "~/models/corrections/correction.server";
import type { Decision } from "~/models/corrections/decision";
import { decide, returnReview } from "~/models/corrections/decision.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { previewLetter } from "~/models/letters/letter-draft.server";
import { releaseLetter } from "~/models/letters/release.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles, setFileAside } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { makeStatusLink } from "~/models/status-links/status-link.server";
import {
  assignments,
  backChecks,
  cities,
  corrections,
  mailOutbox,
  planChecks,
  planFiles,
  standardComments,
} from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { requestHtml, requestPage } from "./page-request";
import { leaves } from "./route-addresses";
import { signInCookie } from "./test-addresses";
import { assign, makeCity, makePermit, makeViewer } from "./test-rows";

vi.mock(import("~/models/letters/letter-pdf.server"), () => import("./letter-pdf-stub"));
// All requests come from one address.
vi.mock(import("~/models/status-links/status-link-limits.server"));

// Each form has a key of its own, and its signed owner another value each hour; all else is the same at each request.
vi.mock(import("~/platform/secret.server"), async (original) => ({
  ...(await original()),
  newIdempotencyKey: () => "the key of a new form",
}));
vi.mock(import("~/models/accounts/kept-form.server"), async (original) => ({
  ...(await original()),
  signFormOwner: () => "the owner of a form",
}));

vi.setConfig({ testTimeout: 60_000 });

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let clerk: Viewer;
let cookie: string;
let permitId: number;
let assignmentId: number;
let standardId: number;
/** Of a status link, with which an applicant reads. */
let statusPage: string;

beforeAll(async () => {
  const { id: cityId } = await makeCity("Oakville");
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  cookie = await signInCookie(clerk);
  const stamps = { createdAt: now(), updatedAt: now() };
  await write(async (tx) => {
    await tx.update(cities).set({ usesCorrections: true }).where(eq(cities.id, cityId));
    const comment = {
      discipline: "Fire",
      kind: "correction",
      title: "Exit signs",
      text: "Show exit signs",
    } as const;
    const [standard] = await tx
      .insert(standardComments)
      .values({ ...comment, ...stamps })
      .returning();
    standardId = standard?.id ?? 0;
  });
  const fields = { submissionDate: "2026-11-02", requiredDisciplines: ["Fire"] };
  permitId = (await makePermit(administrator, cityId, fields)).id;
  assignmentId = (await assign({ id: permitId }, reviewer, "Fire"))?.id ?? 0;
  statusPage = new URL((await makeStatusLink(administrator, permitId)).link).pathname;
  // The list of links has the day of its last use.
  await requestPage(statusPage);
  await upload("submitted");
  await addComment(reviewer, permitId, { text: "Which edition of the code applies?", isShared: true });
});

/** Ids of rows, most of which do not exist at first: a reply about one must not change when it is created. */
const tried = [1, 2, 3, 5, 8, 12];

/** Ids of letters, of which the last does not exist. */
const letterIds = [1, 2, 3, 4];

const pages = () => [
  "/_root.data",
  "/oakvilles.data",
  "/oakvilles.data?status=in_review",
  "/oakvilles.data?search=Harbor",
  `/permits/${permitId}.data`,
  `/employee-dashboard/permits/${permitId}.data`,
  `/permits/${permitId}/corrections.data`,
  `/permits/${permitId}/corrections.csv`,
  "/standard-comments.csv",
  "/plan-checks.data",
  `/permits/${permitId}/letter.data`,
  `/permits/${permitId}/letter.pdf`,
  ...["", "/upload", "/hand-over", "/reopen", "/files/2/delete", "/status-links", ...answers].map(
    (dialog) => `/oakvilles/permits/${permitId}${dialog}.data`,
  ),
  `/oakvilles/permits/${permitId}/answers.csv`,
  ...pagesOfLink(),
  ...staffDialogs().map(({ address }) => `${address}.data`),
  ...letterIds.flatMap((id) => [
    `/permits/${permitId}/letters/${id}.data`,
    ...["", "?print", "?discipline=Fire"].map(
      (query) => `/oakvilles/permits/${permitId}/letters/${id}.data${query}`,
    ),
  ]),
];

const answers = ["/answers", "/answers/send"];

const pagesOfLink = () => [
  ...["", ...answers].map((path) => `${statusPage}${path}.data`),
  `${statusPage}/answers.csv`,
  ...letterIds.flatMap((id) => [`${statusPage}/letters/${id}.data`, `${statusPage}/letters/${id}/pdf`]),
  ...tried.map((id) => `${statusPage}/files/${id}`),
];

const readable = () => [
  "/permits",
  "/permits?page=1&pageSize=10&sort=-number",
  "/permits?search=Harbor",
  "/permits?status=in_process",
  `/permits/${permitId}`,
  `/permits/${permitId}/files`,
  `/permits/${permitId}/files?page=1&pageSize=10`,
  `/permits/${permitId}/files.zip`,
  `/permits/${permitId}/comments`,
  `/permits/${permitId}/corrections`,
  `/permits/${permitId}/corrections?discipline=Fire&page=1&limit=1`,
  `/permits/${permitId}/plan-checks`,
  `/permits/${permitId}/letters`,
  `/permits/${permitId}/answers`,
  `/permits/${permitId}/status-links`,
  ...["PC1", "PC2"].flatMap((cycle) => [
    `/permits/${permitId}/plan-checks/${cycle}`,
    `/permits/${permitId}/plan-checks/${cycle}/release`,
  ]),
  ...letterIds.flatMap((id) => [`/letters/${id}`, `/letters/${id}/download`]),
  `/permits/${permitId}/assignments`,
  `/permits/${permitId}/history`,
  `/permits/${permitId}/time-entries`,
  "/cities",
  `/cities/${clerk.cityId}`,
  "/dashboard/stats",
  "/plan-check-assignments",
  "/standard-comments",
  "/auth/user",
];

type Sent = { path: string; method?: string; body?: object };

/** Requests about rows that a city may not see: a refusal must not show which ones exist. */
const refused = (): Sent[] => [...refusedForRows(), ...refusedForLetters()];

const refusedForLetters = (): Sent[] => [
  { path: `/assignments/${assignmentId}/return`, method: "POST", body: { remark: "Other" } },
  ...["PC1", "PC2"].flatMap((cycle) => [
    { path: `/permits/${permitId}/plan-checks/${cycle}/release`, method: "POST", body: { seen: "1.other" } },
    {
      path: `/permits/${permitId}/plan-checks/${cycle}/cover-note`,
      method: "PUT",
      body: { coverNote: "Other" },
    },
    { path: `/permits/${permitId}/plan-checks/${cycle}/reopen`, method: "POST", body: { reason: "Other" } },
  ]),
];

const refusedForRows = (): Sent[] =>
  tried.flatMap((id) => [
    { path: `/corrections/${id}` },
    { path: `/corrections/${id}`, method: "PATCH", body: { text: "Other" } },
    { path: `/corrections/${id}`, method: "DELETE" },
    { path: `/corrections/${id}/back-check`, method: "PUT", body: { verdict: "resolved" } },
    { path: `/corrections/${id}/back-check`, method: "DELETE" },
    { path: `/files/${id}/download` },
    { path: `/files/download/${id}?inline` },
    { path: `/files/${id}`, method: "PATCH", body: { isSetAside: true } },
    // The first file is the city's to read.
    ...(id === 1 ? [] : [{ path: `/files/${id}`, method: "DELETE" }]),
  ]);

const portal = "/oakvilles/permits/:id";
const addressesOfDialogs = leaves.filter(({ isDialog }) => isDialog).map(({ address }) => address);

/** The dialogs over the staff's pages of a permit, each about this row. */
const staffDialogs = (row = tried[0]) =>
  addressesOfDialogs.flatMap((pattern) => {
    const [, page = "", path = ""] = /^((?:\/employee-dashboard)?\/permits\/:id)(\/.*)/.exec(pattern) ?? [];
    if (!page) return [];
    const id = String(row);
    const ids = { fileId: id, correctionId: id, commentId: id, entryId: id };
    const params = { ...ids, id: String(permitId), assignmentId: String(assignmentId) };
    const isOfRow = /:(file|correction)Id/.test(path);
    const inPortal = addressesOfDialogs.includes(`${portal}${path}`)
      ? []
      : [generatePath(portal + path, params)];
    return [{ address: generatePath(pattern, params), inPortal, isOfRow, page }];
  });

/** The forms in the page of a review, which the city's page does not have. */
const formsOfReview = () =>
  tried.flatMap((id) =>
    ["back-check", "undo-back-check"].map((form) => ({
      ...{ [form]: "", correctionId: String(id) },
      [`rows.c${id}.verdict`]: "resolved",
    })),
  );

const staffFields = {
  ...{ discipline: "Fire", kind: "correction", text: "Other", standardIds: "1" },
  ...{ decision: "approved", seen: "another version", receivedOn: "2026-11-02", cycle: "PC1" },
  ...{ verdict: "resolved", remark: "Other", reason: "Other", updatedAt: "2026-11-02T00:00:00.000Z" },
};

/**
 * Returns the replies to the staff's forms, sent to the staff's addresses and to the same below the city's page. Those
 * that all refuse alike get what is about the first row only.
 */
async function repliesToStaffForms(): Promise<Record<string, string>> {
  const [first = [], ...others] = tried.map((row) => staffDialogs(row));
  const isTried = ({ isOfRow, page }: (typeof first)[number]) => isOfRow && page.startsWith("/employee");
  const dialogs = [
    ...[...first, ...others.flat().filter(isTried)].map(({ address }) => address),
    ...first.flatMap(({ inPortal }) => inPortal),
  ];
  const sent = [
    ...dialogs.map((address) => ({ address: `${address}.data`, fields: staffFields })),
    ...formsOfReview().flatMap((form) =>
      ["/employee-dashboard", "/oakvilles"].map((pages) => ({
        address: `${pages}/permits/${permitId}.data?${new URLSearchParams(form)}`,
        fields: { ...staffFields, ...form },
      })),
    ),
  ];
  const replies: Record<string, string> = {};
  for (const { address, fields } of sent) {
    const response = await requestPage(address, cookie, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    replies[`POST ${address}`] = await replyOf(response);
  }
  return replies;
}

async function sendToApi({ path, method = "GET", body }: Sent): Promise<string> {
  const headers = body && { "content-type": "application/json" };
  const text = body && JSON.stringify(body);
  return replyOf(await requestPage(`/api${path}`, cookie, { method, body: text, headers }));
}

/** Returns the status, headers and body of a response, without the reference that each request has. */
async function replyOf(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== "redline-reference");
  return JSON.stringify([response.status, headers, await response.text()]);
}

async function portalHtml(dialog: string): Promise<string> {
  const html = await (await requestHtml(`/oakvilles/permits/${permitId}${dialog}`, cookie)).text();
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

const emails = async () =>
  JSON.stringify(await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, clerk.email)));

async function repliesOfPages(): Promise<Record<string, string>> {
  const replies: Record<string, string> = { emails: await emails() };
  for (const dialog of ["", "/upload"]) replies[`HTML ${dialog}`] = await portalHtml(dialog);
  for (const address of pages()) replies[address] = await replyOf(await requestPage(address, cookie));
  return replies;
}

async function repliesOfApi(): Promise<Record<string, string>> {
  const replies: Record<string, string> = {};
  for (const sent of [...readable().map((path): Sent => ({ path })), ...refused()])
    replies[`${sent.method ?? "GET"} ${sent.path}`] = await sendToApi(sent);
  return replies;
}

/** Returns every reply that the city's user can get about the permit, by what was sent. */
async function repliesOutside(): Promise<Record<string, string>> {
  const parts = await Promise.all([repliesOfPages(), repliesOfApi(), repliesToStaffForms()]);
  return Object.assign({}, ...parts);
}

/** Returns the replies that are not as before, each as [before, after]. */
const changesSince = (before: Record<string, string>, after: Record<string, string>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((sent) => before[sent] !== after[sent])
      .map((sent) => [sent, [before[sent], after[sent]]]),
  );

/** Whether it was a form that the city's page does not have. */
const isUnknownForm = (sent: string) => /^POST \/oakvilles.*back-check/.test(sent);

type Acts = [name: string, act: () => Promise<unknown>][];

/** Compares the replies before the acts with those after each of them. */
function expectNoTrace(acts: Acts, start: () => Promise<unknown>): void {
  let before: Record<string, string>;

  beforeAll(async () => {
    await start();
    // The first command of a plan check without a letter opens it.
    await write(async (tx) => {
      const permit = await readPermit(administrator, permitId, tx);
      if (permit.cyclesWithLetter.includes(permit.reviewCycle)) return;
      const isCurrent = (row: { reviewCycle: string }) => row.reviewCycle === permit.reviewCycle;
      const [current] = (await tx.select().from(planChecks).where(eq(planChecks.permitId, permitId))).filter(
        isCurrent,
      );
      await tx.delete(planChecks).where(eq(planChecks.id, current?.id ?? 0));
    });
    before = await repliesOutside();
  });

  test("two reads without an act are equal", async () => {
    const broken = Object.entries(before).filter(([, reply]) => /^\[[45]00/.test(reply));
    expect(broken.map(([sent]) => sent)).toEqual(Object.keys(before).filter(isUnknownForm));
    expect(broken.every(([, reply]) => reply.includes("This form could not be processed"))).toBe(true);
    expect(changesSince(before, await repliesOutside())).toEqual({});
  });

  test.each(acts)("%s", async (_, act) => {
    await act();
    expect(changesSince(before, await repliesOutside())).toEqual({});
  });
}

const lastCorrection = async () =>
  (await db.select().from(corrections).orderBy(corrections.id)).at(-1)?.id ?? 0;
const correctionAt = async (position: number) =>
  (await db.select().from(corrections).orderBy(corrections.id))[position]?.id ?? 0;
const newest = async () =>
  (await listPlanFiles(administrator, await readPermit(administrator, permitId)))[0]?.id ?? 0;

const add = (kind: CorrectionKind, newReason?: "newly_shown") =>
  addCorrection(reviewer, permitId, { discipline: "Fire", kind, text: `A secret ${kind}`, newReason });
const decideAs = (decision: Decision, viewer = reviewer) =>
  decide(viewer, assignmentId, { decision, decisionReason: "No work in this discipline" });

const verdict = (position: number, name: Verdict) => async () =>
  saveBackCheck(reviewer, await correctionAt(position), { verdict: name, remark: "A secret remark" });
const undo = (position: number) => async () => undoBackCheck(reviewer, await correctionAt(position));

async function upload(origin: PlanFileOrigin) {
  const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${origin}`));
  const files = [{ ...stored, fileName: `${origin}.pdf`, kind: "pdf" as const }];
  const { reviewCycle } = await readPermit(reviewer, permitId);
  return addPlanFiles(reviewer, permitId, { reviewCycle, origin, files });
}

async function giveTo({ employeeId }: Viewer) {
  const [assignment] = await db.select().from(assignments).where(eq(assignments.id, assignmentId));
  const { discipline = "Fire", status = "assigned" } = assignment ?? {};
  const row = { discipline, status, employeeId: employeeId ?? 0, employeeDueDate: null };
  return saveAssignments(administrator, permitId, [row]);
}

/** What a reviewer does in every cycle, from a permit without decision to one without. */
const inEveryCycle: Acts = [
  ["an uploaded marked-up plan", () => upload("marked_up")],
  ["an uploaded internal file", () => upload("internal")],
  ["a deleted marked-up plan", async () => deletePlanFile(administrator, (await newest()) - 1)],
  ["a deleted internal file", async () => deletePlanFile(reviewer, await newest())],
  ["another marked-up plan", () => upload("marked_up")],
  ["an internal comment", () => addComment(reviewer, permitId, { text: "A secret comment" })],
  [
    "logged hours",
    () => addTimeEntry(reviewer, permitId, { discipline: "Fire", hoursWorked: 1, workDate: "2026-11-02" }),
  ],
  ["a status set to In progress", () => updateAssignment(reviewer, assignmentId, { status: "in_progress" })],
  [
    "review notes, which complete the assignment",
    () => updateAssignment(reviewer, assignmentId, { status: "completed", comment: "Secret notes" }),
  ],
  ["a status set back to Assigned", () => updateAssignment(reviewer, assignmentId, { status: "assigned" })],
  ["another reviewer", () => giveTo(colleague)],
  ["the former reviewer", () => giveTo(reviewer)],
];

test("the staff's forms are sent to the staff's addresses and to the city's", () => {
  const sent = staffDialogs().flatMap(({ address, inPortal }) => [address, ...inPortal]);
  expect(sent).toEqual(
    expect.arrayContaining([
      `/permits/${permitId}/dates`,
      `/permits/${permitId}/letter/release`,
      `/employee-dashboard/permits/${permitId}/corrections/1/delete`,
      `/oakvilles/permits/${permitId}/corrections/1/delete`,
      `/oakvilles/permits/${permitId}/letter/release`,
    ]),
  );
});

describe("nothing of a first plan check is read outside the firm after", () => {
  expectNoTrace(
    [
      ["a decision Not Applicable", () => decideAs("not_applicable")],
      ["a correction, which takes the decision back", () => add("correction")],
      [
        "a changed correction",
        async () => updateCorrection(reviewer, await lastCorrection(), { text: "Other" }),
      ],
      ["a decision Corrections Required", () => decideAs("corrections_required")],
      [
        "a deleted correction, which takes it back",
        async () => deleteCorrection(reviewer, await lastCorrection()),
      ],
      ["a decision Approved", () => decideAs("approved", administrator)],
      [
        "a decision taken back by the status",
        () => updateAssignment(reviewer, assignmentId, { status: "in_progress" }),
      ],
      ["a condition", () => add("condition")],
      ["a decision Approved with Conditions", () => decideAs("approved_with_conditions")],
      ["a decision taken back by another reviewer", () => giveTo(colleague)],
      ["the former reviewer again", () => giveTo(reviewer)],
      ["a note", () => add("note")],
      [
        "corrections from standard comments",
        () => addStandardCorrections(reviewer, permitId, { discipline: "Fire", standardIds: [standardId] }),
      ],
      ["a second correction", () => add("correction")],
      ["a third correction", () => add("correction")],
      ...inEveryCycle,
      ["a last decision", () => decideAs("corrections_required")],
    ],
    async () => undefined,
  );
});

test("before the first letter, the city's page says that the plan check is in review, and nothing else", async () => {
  const html = await portalHtml("");
  expect(html).toContain("Plan check");
  expect(html).toContain("In review");
  expect(html).not.toContain("Closed");
  expect(html).not.toMatch(/secret|Ready for release|Corrections Required/i);
});

describe("nothing is read outside the firm after the release of a letter, after", () => {
  expectNoTrace(
    [
      ["a draft for the next letter", () => add("correction")],
      ["a changed draft", async () => updateCorrection(reviewer, await lastCorrection(), { text: "Other" })],
      ["a deleted draft", async () => deleteCorrection(reviewer, await lastCorrection())],
      ["a note for the next letter", () => add("note")],
      ["a marked-up plan for the next letter", () => upload("marked_up")],
      ["this plan set aside", async () => setFileAside(administrator, await newest(), true)],
      ["this plan taken back", async () => setFileAside(administrator, await newest(), false)],
      ["an internal file", () => upload("internal")],
      ["review notes", () => updateAssignment(reviewer, assignmentId, { comment: "More secret notes" })],
      ["another reviewer", () => giveTo(colleague)],
      ["the former reviewer", () => giveTo(reviewer)],
    ],
    async () => {
      await release();
      await handOverLetter(clerk, permitId, "PC1");
    },
  );

  test("which the applicant reads, with its corrections to answer", async () => {
    const html = await (await requestHtml(`${statusPage}/answers`)).text();
    expect(html).toContain("A secret correction");
    expect(html).not.toContain("Other");
  });
});

describe("nothing of a letter that is being corrected is read outside the firm after", () => {
  const issued = () => correctionAt(3);
  const change = { text: "A secret change", sheet: "A9.9", kind: "condition" } as const;

  expectNoTrace(
    [
      ["a changed correction of the letter", async () => updateCorrection(reviewer, await issued(), change)],
      [
        "a correction again, with another text",
        async () => updateCorrection(reviewer, await issued(), { kind: "correction" }),
      ],
      ["a verdict on a correction of the letter", verdict(4, "withdrawn")],
      ["its undoing", undo(4)],
      ["a verdict Not resolved", verdict(4, "not_resolved")],
      ["a draft, which takes the decision back", () => add("correction")],
      ["a deleted draft", async () => deleteCorrection(reviewer, await lastCorrection())],
      ["a marked-up plan", () => upload("marked_up")],
      ["a decision", () => decideAs("corrections_required")],
      ["a returned decision", () => returnReview(administrator, assignmentId, "A secret remark")],
      ["a last decision", () => decideAs("corrections_required")],
    ],
    () => reopenPlanCheck(administrator, permitId, "PC1", { reason: "A secret reason" }),
  );
});

describe("nothing of a second plan check is read outside the firm after", () => {
  expectNoTrace(
    [
      ["a verdict Resolved", verdict(0, "resolved")],
      ["a verdict Not resolved", verdict(2, "not_resolved")],
      ["a verdict Withdrawn", verdict(3, "withdrawn")],
      ["another verdict of the same cycle", verdict(2, "withdrawn")],
      ["an undone verdict", undo(2)],
      ["a verdict Resolved on it", verdict(2, "resolved")],
      ["a verdict Resolved on the last one", verdict(4, "resolved")],
      ["a new correction", () => add("correction", "newly_shown")],
      ["a decision Corrections Required", () => decideAs("corrections_required")],
      [
        "a deleted correction, which takes it back",
        async () => deleteCorrection(reviewer, await lastCorrection()),
      ],
      ["a decision Approved", () => decideAs("approved")],
      ["an undone verdict, which takes the decision back", undo(4)],
      ["a decided verdict again", verdict(4, "resolved")],
      ["a condition of this cycle", () => add("condition")],
      ["a note of this cycle", () => add("note")],
      ...inEveryCycle,
      ["a last decision", () => decideAs("approved_with_conditions")],
    ],
    startNext,
  );

  test("which had work of every kind", async () => {
    expect(await db.select().from(backChecks)).not.toEqual([]);
    expect((await db.select().from(corrections).orderBy(corrections.id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["correction", "condition", "note"]),
    );
    expect((await db.select().from(planFiles)).map(({ origin }) => origin)).toContain("marked_up");
    expect(
      Math.max(await lastCorrection(), ...(await db.select().from(planFiles)).map(({ id }) => id)),
    ).toBeLessThanOrEqual(Math.max(...tried));
  });
});

describe("nothing of a third plan check is read outside the firm after", () => {
  const reopen = async () =>
    saveBackCheck(reviewer, await correctionAt(2), { verdict: "reopened", remark: "A secret remark" });

  expectNoTrace(
    [
      ["a verdict Reopen on a resolved correction", reopen],
      ["its undoing", async () => undoBackCheck(reviewer, await correctionAt(2))],
    ],
    startNext,
  );
});

/** Releases the letter of the current plan check, which is no act of a reviewer. */
async function release() {
  const { version, content } = await previewLetter(administrator, permitId);
  await releaseLetter(administrator, permitId, content.cycle, { expectedVersion: version });
}

/** Releases the letter and starts the next review cycle with the same reviewer. */
async function startNext() {
  await release();
  await startNextCycle(administrator, permitId, ["Fire"]);
  const { reviewCycle } = await readPermit(administrator, permitId);
  const rows = await db.select().from(assignments).where(eq(assignments.permitId, permitId));
  assignmentId = rows.find((row) => row.reviewCycle === reviewCycle)?.id ?? 0;
}

test("in the end, the city reads three letters and what they say of the corrections", async () => {
  const read = async (path: string) =>
    JSON.parse(await (await requestPage(`/api/permits/${permitId}${path}`, cookie)).text());
  const numbers = (await read("/letters")).map(({ number }: { number: string }) => number);
  const first = `${(await readPermit(administrator, permitId)).urban37PermitNumber}-PC1`;
  expect(numbers).toEqual([first.replace("PC1", "PC2"), `${first}-2`, first]);
  const said = (await read("/corrections")).map((row: { number: string; status: string }) => row.number);
  const issued = await db.select().from(corrections).where(isNotNull(corrections.firstLetterId));
  expect(said).toHaveLength(issued.length);
  const html = await portalHtml("");
  for (const number of numbers) expect(html).toContain(number);
  expect(html).toContain("In review");
  expect(html).not.toMatch(/secret|Ready for release/i);
});

test("in the end, the applicant reads the last letter of each cycle", async () => {
  const html = await (await requestHtml(statusPage)).text();
  const { urban37PermitNumber } = await readPermit(administrator, permitId);
  for (const ending of ["PC1-2", "PC2"]) expect(html).toContain(`>${urban37PermitNumber}-${ending}</a>`);
  expect(html).not.toContain(`>${urban37PermitNumber}-PC1</a>`);
  expect(html).not.toMatch(/secret|Ready for release/i);
});
