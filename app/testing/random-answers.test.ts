import { and, desc, eq, max, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { maxAnswerLength } from "~/models/answers/answer";
import { readAnswers } from "~/models/answers/answer.server";
import { returnResubmittal } from "~/models/answers/resubmittal.server";
import { type CityChanges, updateCity } from "~/models/cities/city.server";
import { cleanLine, cleanLines } from "~/models/clean-text";
import { now, today } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { maxSheetLength, needsBackCheck } from "~/models/corrections/correction";
import { addCorrection } from "~/models/corrections/correction.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import { fittingDecisions } from "~/models/corrections/decision";
import { decide, returnReview } from "~/models/corrections/decision.server";
import type { Discipline } from "~/models/discipline";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee } from "~/models/fees/fee.server";
import { storePicture } from "~/models/files/picture-store.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { type LetterContent, letterKinds, openItemsOf } from "~/models/letters/letter";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { nextReviewCycle, type PermitStatus } from "~/models/permits/permit";
import { updatePermit } from "~/models/permits/permit.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { openPlanChecks } from "~/models/review-cycles/open-plan-checks.server";
import { isInReview } from "~/models/review-cycles/plan-check";
import { createStatusLink, revokeStatusLinks } from "~/models/status-links/status-link.server";
import {
  assignments,
  correctionAnswers,
  corrections,
  letterPictures,
  letters,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
  stagedFiles,
  statusLinks,
} from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { contentVersion } from "./database";
import { faultRounds } from "./fault-rounds";
import { requestHtml, requestPage } from "./page-request";
import {
  type AnswerAct,
  answerActs,
  type Known,
  markOf,
  marksIn,
  type RandomRequest,
  requestOf,
  type Sent,
  strangeLinkTokens,
} from "./random-answer-requests";
import { isRare, oneOf, random } from "./random-requests";
import { leaves } from "./route-addresses";
import { cookieFor } from "./send-form";
import { hasFile, storePlan } from "./stored-files";
import { addLetterPicture, releaseNow } from "./test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "./test-rows";

// Requests with status links, and in the portal, while the firm goes on with its work.

// All requests come from one address; the limits have a test of their own.
vi.mock(import("~/models/status-links/status-link-limits.server"));

/** A letter's PDF has all that it says, so that a reply with it can be traced to it. */
vi.mock(import("~/models/letters/letter-pdf.server"), () => ({
  drawLetter: async (content: LetterContent) => Buffer.from(`%PDF-1.7 ${JSON.stringify(content)}`),
}));

const own: Discipline[] = ["Fire", "Mechanical"];
const applicantsEmail = "ann@applicant.test";

type Link = { token: string; sent: Sent };
type Links = Record<"valid" | "revoked" | "expired", Link[]>;

let administrator: Viewer;
/** Another administrator, who answers in the portal. */
let helper: Viewer;
let reviewers: Viewer[];
let clerks: Viewer[];
let foreignClerk: Viewer;
let cityId: number;
let logos: string[];
const permitIds: number[] = [];
const linksOf = new Map<number, Links>();
/** What a user has sent for a permit. */
const sentBy = new Map<string, Sent>();
const errors = vi.spyOn(console, "error");

beforeEach(() => {
  errors.mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterAll(() => void vi.restoreAllMocks());

/** A name that nobody outside the firm may read. */
const secretName = (name: string) => `${name} ${markOf(0, "firm")}`;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: secretName("Dana") });
  helper = await makeViewer("admin", { name: secretName("Hal") });
  reviewers = await Promise.all(
    own.map((discipline) => makeViewer("employee", { name: secretName("Rita"), disciplines: [discipline] })),
  );
  clerks = await Promise.all(
    [1, 2, 3].map(() => makeViewer("city", { cityId, name: `Carl ${markOf(0, "city")}` })),
  );
  foreignClerk = await makeViewer("city", { cityId: (await makeCity("Elmwood")).id });
  logos = await Promise.all(["red", "blue"].map(logoOf));
  await updateCity(administrator, cityId, { logoPath: logos[0] });
  await updateCity(administrator, foreignClerk.cityId ?? 0, { logoPath: logos[1] });
  for (const cycle of ["PC1", "PC1", "PC1", "PC10"] as const) permitIds.push(await newPermit(cycle));
});

async function logoOf(background: string): Promise<string> {
  const { default: sharp } = await import("sharp");
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return storePicture(await picture.png().toBuffer());
}

/** A permit whose letter is with the applicant. */
async function newPermit(reviewCycle: "PC1" | "PC10"): Promise<number> {
  const fields = { reviewCycle, requiredDisciplines: own, applicantEmail: applicantsEmail };
  const { id } = await makePermit(administrator, cityId, fields);
  const projectName = `Stairs ${markOf(id, "permit")}`;
  const projectAddress = `1 Main Street ${markOf(id, "permit")}`;
  await updatePermit(administrator, id, { projectName, projectAddress });
  linksOf.set(id, { valid: [], revoked: [], expired: [] });
  for (const email of [null, applicantsEmail]) await addLink(id, email);
  await firmActs.release.act(id);
  await firmActs.handOver.act(id);
  return id;
}

const links = (permitId: number) => linksOf.get(permitId) ?? { valid: [], revoked: [], expired: [] };

async function addLink(permitId: number, forEmail: string | null): Promise<void> {
  const { path } = await write((tx) => createStatusLink(tx, administrator, { id: permitId }, { forEmail }));
  links(permitId).valid.push({ token: path.replace("/status/", ""), sent: { uploads: [], tokens: [] } });
}

// What the firm does.

async function storedPlan(permitId: number, origin: PlanFileOrigin) {
  const kind = ({ submitted: "permit", marked_up: "letter", internal: "firm" } as const)[origin];
  const mark = markOf(permitId, kind);
  return storePlan(`${origin} ${mark}.pdf`, mark);
}

async function addFile(permitId: number, origin: PlanFileOrigin): Promise<void> {
  const files = [await storedPlan(permitId, origin)];
  await addPlanFiles(administrator, permitId, { origin, files });
}

async function addDraft(permitId: number, discipline: Discipline): Promise<void> {
  const kind = random() < 0.75 ? "correction" : oneOf(["condition", "note"] as const);
  await addCorrection(administrator, permitId, {
    ...{ discipline, kind },
    text: `${markOf(permitId, "letter")} ${oneOf(["Show the walls", "<b>Show</b>", "=1+1", "x".repeat(900)])}`,
    sheet: markOf(permitId, "letter"),
    codeReference: markOf(permitId, "letter"),
    // One that is written after the release is for a later cycle.
    newReason: kind === "correction" ? "newly_shown" : null,
  });
}

/** Back-checks, adds and decides as the reviewers would, so that the letter can be released. */
async function review(permitId: number): Promise<void> {
  const permit = await readPermit(administrator, permitId);
  if (!isInReview(permit.planCheck)) throw new Refusal(409, "It is not in review");
  for (const [index, discipline] of own.entries()) {
    const reviewer = reviewers[index] ?? administrator;
    const inCycle = and(eq(assignments.permitId, permitId), eq(assignments.reviewCycle, permit.reviewCycle));
    const [assigned] = await db
      .select()
      .from(assignments)
      .where(and(inCycle, eq(assignments.discipline, discipline)));
    const { id } = assigned ?? (await assign(permit, reviewer, discipline)) ?? { id: 0 };
    const isFirst = permit.letters.length === 0;
    const added = isFirst ? 2 + Math.floor(random() * 3) : Math.floor(random() * 2.5);
    for (let count = 0; count < added; count += 1) await addDraft(permitId, discipline);
    for (const row of await readCorrectionStates(permit, discipline)) {
      if (!needsBackCheck(row, permit.reviewCycle)) continue;
      const verdict = oneOf(["resolved", "not_resolved", "not_resolved", "withdrawn"] as const);
      await saveBackCheck(reviewer, row.id, { verdict, remark: markOf(permitId, "letter") });
    }
    const [decision = "approved"] = fittingDecisions(await readCorrectionStates(permit, discipline));
    await decide(reviewer, id, { decision });
  }
}

async function release(permitId: number): Promise<void> {
  if (random() < 0.5) await addFile(permitId, "marked_up");
  await review(permitId);
  const { reviewCycle: cycle, letters: former } = await readPermit(administrator, permitId);
  const coverNote = random() < 0.5 ? markOf(permitId, "letter") : null;
  const { id, content } = await withContent(await releaseNow(administrator, permitId, { cycle, coverNote }));
  if (former.some(({ reviewCycle }) => reviewCycle === cycle)) succeeded("reissue");
  // Its picture has a text of the letter.
  await addLetterPicture(id, `${marksIn(content).find((mark) => mark.includes("letter"))} ${id}`);
}

async function withContent({ id }: { id: number }) {
  const [letter] = await db.select({ content: letters.content }).from(letters).where(eq(letters.id, id));
  return { id, content: letter?.content ?? "" };
}

const inCycle = async (permitId: number) => (await readPermit(administrator, permitId)).reviewCycle;
const changeCity = async (changes: CityChanges) => {
  await updateCity(administrator, cityId, changes);
  await openPlanChecks();
};
const setStatus = (status: PermitStatus) => (id: number) => updatePermit(administrator, id, { status });

async function endLinks(permitId: number, how: "revoked" | "expired"): Promise<void> {
  const { valid, [how]: ended } = links(permitId);
  if (how === "revoked") await revokeStatusLinks(administrator, permitId);
  else
    await write((tx) =>
      tx.update(statusLinks).set({ expiresAt: now() }).where(eq(statusLinks.permitId, permitId)),
    );
  ended.push(...valid.splice(0));
  // A link is revoked or expired: one that was revoked before may be both.
  for (const email of [null, applicantsEmail]) await addLink(permitId, email);
}

type FirmAct = { weight: number; act: (permitId: number) => Promise<unknown> };

const firmActs = {
  review: { weight: 2, act: review },
  release: { weight: 8, act: release },
  handOver: {
    weight: 6,
    act: async (id) => handOverLetter(administrator, id, await inCycle(id), { handedOverOn: today() }),
  },
  handOverByMail: {
    weight: 1,
    act: async (id) => handOverLetter(administrator, id, await inCycle(id), { how: "mail", reason: "Again" }),
  },
  takeHandOverBack: {
    weight: 1,
    act: async (id) => {
      const reason = markOf(id, "firm");
      return handOverLetter(administrator, id, await inCycle(id), { handedOverOn: null, reason });
    },
  },
  reopen: {
    weight: 2,
    act: async (id) => reopenPlanCheck(administrator, id, await inCycle(id), { reason: markOf(id, "firm") }),
  },
  returnIncomplete: {
    weight: 3,
    act: async (id) =>
      returnResubmittal(administrator, id, await inCycle(id), { remark: markOf(id, "permit") }),
  },
  startNextCycle: { weight: 1, act: (id) => startNextCycle(administrator, id) },
  returnReview: {
    weight: 1,
    act: async (id) => {
      const [row] = await db
        .select()
        .from(assignments)
        .where(eq(assignments.permitId, id))
        .orderBy(desc(assignments.id));
      await returnReview(administrator, row?.id ?? 0, markOf(id, "firm"));
    },
  },
  draft: { weight: 2, act: (id) => addDraft(id, oneOf(own)) },
  internalFile: { weight: 1, act: (id) => addFile(id, "internal") },
  markedUpFile: { weight: 1, act: (id) => addFile(id, "marked_up") },
  plansReceived: { weight: 1, act: (id) => addFile(id, "submitted") },
  comment: {
    weight: 1,
    act: (id) => addComment(administrator, id, { text: markOf(id, "firm"), isShared: random() < 0.5 }),
  },
  fee: {
    weight: 1,
    act: (id) => {
      const fee = {
        serviceType: "other",
        description: markOf(id, "firm"),
        amount: "10.00",
        status: "pending",
      };
      return createFee(administrator, cityId, FeeSchema.parse(fee));
    },
  },
  hours: {
    weight: 1,
    act: (id) => {
      const entry = { discipline: "Fire", hoursWorked: 1, workDate: today() } as const;
      return addTimeEntry(administrator, id, {
        ...entry,
        employeeId: reviewers[0]?.employeeId ?? 0,
        description: markOf(id, "firm"),
      });
    },
  },
  hold: { weight: 1, act: setStatus("hold") },
  cancel: { weight: 1, act: setStatus("cancelled") },
  goOn: { weight: 2, act: setStatus("in_process") },
  correctionsOff: { weight: 1, act: () => changeCity({ usesCorrections: false }) },
  correctionsOn: { weight: 3, act: () => changeCity({ usesCorrections: true }) },
  applicantsDoNotAnswer: { weight: 1, act: () => changeCity({ applicantsAnswer: false }) },
  applicantsAnswer: { weight: 3, act: () => changeCity({ applicantsAnswer: true }) },
  lettersToBoth: { weight: 1, act: () => changeCity({ letterRecipients: "city_and_applicant" }) },
  lettersToCity: { weight: 1, act: () => changeCity({ letterRecipients: "city" }) },
  revokeLinks: { weight: 1, act: (id) => endLinks(id, "revoked") },
  endLinks: { weight: 1, act: (id) => endLinks(id, "expired") },
} satisfies Record<string, FirmAct>;
type FirmActName = keyof typeof firmActs;
const firmActNames = Object.keys(firmActs) as FirmActName[];

const successes = new Map<string, number>();
const succeeded = (name: string) => successes.set(name, (successes.get(name) ?? 0) + 1);

const weighted = <Act extends { weight: number }>(acts: Act[]): Act[] =>
  acts.flatMap((act) => Array<Act>(act.weight).fill(act));
const weightedFirmActs = firmActNames.flatMap((name) => Array<FirmActName>(firmActs[name].weight).fill(name));

/** What ends a state in which little is possible, soon after it began. */
const endings: Partial<Record<FirmActName, FirmActName>> = {
  hold: "goOn",
  cancel: "goOn",
  correctionsOff: "correctionsOn",
  applicantsDoNotAnswer: "applicantsAnswer",
};
let ending: { name: FirmActName; permitId: number } | undefined;

/** Returns whether it was not refused. */
async function doAsFirm(name: FirmActName, permitId: number): Promise<boolean> {
  try {
    await firmActs[name].act(permitId);
    succeeded(name);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** What brings a permit to the next letter, and that to the applicant. */
async function nextStep(permitId: number): Promise<FirmActName | undefined> {
  const { planCheck, reviewCycle } = await readPermit(administrator, permitId);
  if (!planCheck || isInReview(planCheck)) return "release";
  if (planCheck.state === "released") return planCheck.handedOverOn ? undefined : "handOver";
  const isLast = nextReviewCycle(reviewCycle) === undefined;
  if (planCheck.state === "resubmitted")
    return oneOf(["returnIncomplete", isLast ? "reopen" : "startNextCycle"]);
  return "startNextCycle";
}

async function actOfFirm(permitId: number): Promise<void> {
  if (ending && random() < 0.7) {
    await doAsFirm(ending.name, ending.permitId);
    ending = undefined;
  }
  const step = random() < 0.5 ? await nextStep(permitId) : undefined;
  if (step) return void (await doAsFirm(step, permitId));
  const untried = firmActNames.filter((name) => !successes.has(name));
  const isUntried = untried.length > 0 && random() < 0.5;
  const name = oneOf(isUntried ? untried : weightedFirmActs);
  const end = endings[name];
  if (end && ending) return;
  for (const id of isUntried ? permitIds : [permitId]) {
    if (!(await doAsFirm(name, id))) continue;
    if (end) ending = { name: end, permitId: id };
    return;
  }
}

// What people outside send.

const senders = [
  ...Array<"valid">(10).fill("valid"),
  ...(["revoked", "expired", "strange", "other", "clerk", "clerk", "clerk", "helper"] as const),
  ...(["foreignClerk", "reviewer", "signedOut"] as const),
] as const;

type Sender = {
  who: (typeof senders)[number];
  page: string;
  stagedFiles: string;
  cookie: string;
  sent: Sent;
  /** The permit that the sender may read. */
  reads: number | null;
  isApplicant: boolean;
  /** What the names have that the sender may read, the own one on each page. */
  names: string[];
};

const nothingSent = (): Sent => ({ uploads: [], tokens: [] });

function byLink(who: Sender["who"], link: Link | undefined, reads: number | null): Sender {
  if (!link) return byLink("strange", { token: oneOf(strangeLinkTokens), sent: nothingSent() }, null);
  const { token, sent } = link;
  const page = `/status/${token}`;
  return {
    ...{ who, page, stagedFiles: `${page}/staged-files`, cookie: "", sent, reads },
    ...{ isApplicant: true, names: [] },
  };
}

async function byUser(who: Sender["who"], viewer: Viewer | null, permitId: number, reads: number | null) {
  const place = `${viewer?.id} ${permitId}`;
  const sent = sentBy.get(place) ?? nothingSent();
  sentBy.set(place, sent);
  return {
    ...{ who, page: `/oakvilles/permits/${permitId}`, stagedFiles: "/staged-files", sent, reads },
    cookie: viewer ? await cookieFor(viewer) : "",
    isApplicant: false,
    names: [...marksIn(viewer?.lastName ?? ""), ...(reads === null ? [] : ["-city-"])],
  } satisfies Sender;
}

async function senderOf(permitId: number, who = oneOf(senders)): Promise<Sender> {
  const { valid, revoked, expired } = links(permitId);
  const other = oneOf(permitIds.filter((id) => id !== permitId));
  const makeSender = {
    valid: () => byLink(who, oneOf(valid), permitId),
    revoked: () => byLink(who, oneOf(revoked), null),
    expired: () => byLink(who, oneOf(expired), null),
    strange: () => byLink(who, undefined, null),
    other: () => byLink(who, oneOf(links(other).valid), other),
    clerk: () => byUser(who, oneOf(clerks), permitId, permitId),
    helper: () => byUser(who, helper, permitId, permitId),
    foreignClerk: () => byUser(who, foreignClerk, permitId, null),
    reviewer: () => byUser(who, oneOf(reviewers), permitId, null),
    signedOut: () => byUser(who, null, permitId, null),
  } satisfies Record<Sender["who"], () => Sender | Promise<Sender>>;
  return makeSender[who]();
}

type Ids = Pick<Known, "letters" | "files" | "corrections"> & { pictures: Known["pictures"] };
let all: Ids;

async function readIds(): Promise<Ids> {
  const idsOf = async (table: typeof letters | typeof planFiles | typeof corrections) =>
    (await db.select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(200)).map(({ id }) => id);
  return {
    letters: await idsOf(letters),
    files: await idsOf(planFiles),
    corrections: await idsOf(corrections),
    pictures: await db.select().from(letterPictures).orderBy(desc(letterPictures.letterId)).limit(100),
  };
}

async function knownTo({ page, stagedFiles, sent, reads }: Sender, permitId: number): Promise<Known> {
  const permit = await readPermit(administrator, permitId);
  const letter = permit.letters.at(-1);
  const rows = letter && letterKinds[letter.kind].needsAnswers ? await readAnswers(permit, letter) : [];
  const files = await db
    .select({ id: planFiles.id })
    .from(planFiles)
    .where(eq(planFiles.permitId, permitId))
    .orderBy(desc(planFiles.id));
  const ofPermit = permit.letters.map(({ id }) => id).toReversed();
  return {
    ...{ page, stagedFiles, sent, logos },
    // What is typed is a text of the permit that the sender reads, or of none.
    permitId: reads ?? 0,
    cycle: permit.reviewCycle,
    items: rows.map(({ item, answer }) => ({
      ...{ id: item.id, number: item.number },
      seen: answer?.updatedAt ?? "none",
    })),
    letters: [...ofPermit, ...all.letters],
    files: [...files.map(({ id }) => id), ...all.files],
    corrections: all.corrections,
    pictures: all.pictures.filter(({ letterId }) => isRare() || ofPermit.includes(letterId)),
  };
}

type Reply = { status: number; text: string };

async function ask(
  { method, address, isPage, body, headers }: RandomRequest,
  cookie: string,
): Promise<Reply> {
  const init = { method, body, headers };
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  const ways = {
    data: () => requestPage(`${path}.data${query}`, cookie, init),
    // A refused form is filled in again.
    html: () => requestHtml(address, cookie, init),
    document: () => requestPage(address, cookie, init),
  };
  const isHtml = random() < (method === "GET" ? 0.15 : 0.35);
  const response = await ways[isPage ? (isHtml ? "html" : "data") : "document"]();
  return { status: response.status, text: await response.text() };
}

/** The texts of the letters of a permit that are out. */
async function readableMarks({ reads, isApplicant }: Sender): Promise<Set<string>> {
  const rows = await db
    .select({
      ...{ content: letters.content, cycle: letters.reviewCycle, issue: letters.issue },
      ...{ current: permits.reviewCycle, handedOverIssue: planChecks.handedOverIssue },
    })
    .from(letters)
    .innerJoin(permits, eq(permits.id, letters.permitId))
    .innerJoin(planChecks, eq(planChecks.id, letters.planCheckId))
    .where(eq(letters.permitId, reads ?? 0));
  const isOut = ({ cycle, current, issue, handedOverIssue }: (typeof rows)[number]) =>
    !isApplicant || cycle !== current || issue <= (handedOverIssue ?? 0);
  return new Set(rows.filter(isOut).flatMap(({ content }) => marksIn(content)));
}

async function expectOnlyReadable(sender: Sender, { text }: Reply, about: string): Promise<void> {
  const found = marksIn(text);
  if (found.length === 0) return;
  const isOwn = (mark: string) =>
    mark.startsWith(`#${sender.reads ?? 0}-permit-`) || sender.names.some((name) => mark.includes(name));
  const others = found.filter((mark) => !isOwn(mark));
  if (others.length === 0) return;
  const readable = sender.reads === null ? new Set() : await readableMarks(sender);
  expect(
    others.filter((mark) => !readable.has(mark)),
    `${about}\n${others.map((mark) => text.slice(Math.max(0, text.indexOf(mark) - 200)).slice(0, 400))}`,
  ).toEqual([]);
}

/** What changes with each answer, plan check and file of a permit. */
async function versionsOfPermits(): Promise<Map<number, string>> {
  const versions = new Map<number, string>();
  const add = (rows: { permitId: number }[]) => {
    for (const row of rows)
      versions.set(row.permitId, `${versions.get(row.permitId) ?? ""} ${JSON.stringify(row)}`);
  };
  const count = sql<number>`count(*)`;
  const { permitId } = corrections;
  add(
    await db
      .select({ permitId, count, latest: max(correctionAnswers.updatedAt) })
      .from(correctionAnswers)
      .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
      .groupBy(permitId),
  );
  add(
    await db
      .select({ permitId: planChecks.permitId, count, latest: max(planChecks.updatedAt) })
      .from(planChecks)
      .groupBy(planChecks.permitId),
  );
  add(
    await db
      .select({ permitId: planFiles.permitId, count, last: max(planFiles.id) })
      .from(planFiles)
      .groupBy(planFiles.permitId),
  );
  return versions;
}

let versions = new Map<number, string>();

/** Expects that no other permit has changed. */
async function expectUnchanged(except: number | null, about: string): Promise<void> {
  const after = await versionsOfPermits();
  const changed = [...after].filter(([id, version]) => id !== except && versions.get(id) !== version);
  expect(changed, about).toEqual([]);
  versions = after;
}

const isSuccess = (status: number) => status < 300 || status === 302;
const invalid: Sender["who"][] = ["revoked", "expired", "strange"];

/** The router also prints a method that a page does not have. */
const loggedErrors = () =>
  errors.mock.calls.flat().filter((line) => / error [\da-f]{8} at /.test(String(line)));

async function send(sender: Sender, request: RandomRequest): Promise<Reply> {
  const { method, address, body } = request;
  const shown = body instanceof FormData || body instanceof URLSearchParams ? [...body] : body;
  const about = `${sender.who}: ${method} ${address.slice(0, 300)} ${JSON.stringify(shown)?.slice(0, 3000)}`;
  errors.mockClear();
  const reply = await ask(request, sender.cookie);
  expect(reply.status, `${about}\n${errors.mock.calls.flat().join("\n")}`).toBeLessThan(500);
  expect(loggedErrors(), about).toEqual([]);
  await expectOnlyReadable(sender, reply, about);
  request.note?.(reply.status, reply.text);
  return reply;
}

const weightedActs = weighted(answerActs);
const weightedPortalActs = weighted(answerActs.filter(({ isInPortal }) => isInPortal));
const nameOf = ({ name }: AnswerAct, { isApplicant }: Pick<Sender, "isApplicant">) =>
  `${name} ${isApplicant ? "by a link" : "in the portal"}`;

/** Sends a random request, and expects that it changes nothing that is not the sender's. */
async function sendRandom(permitId: number): Promise<void> {
  const sender = await senderOf(permitId);
  const acts = sender.isApplicant ? weightedActs : weightedPortalActs;
  const untried = acts.filter((act) => !act.isRefused && !successes.has(nameOf(act, sender)));
  const act = oneOf(untried.length > 0 && random() < 0.3 ? untried : acts);
  const request = requestOf(act, await knownTo(sender, permitId));
  const before = await contentVersion();
  const { status } = await send(sender, request);
  const after = await contentVersion();
  const about = `${sender.who}: ${request.method} ${request.address}`;
  // An address without a token leads to the sign-in, which counts attempts.
  const isOfLink = status !== 401 && status !== 429;
  if (invalid.includes(sender.who) && isOfLink) expect(after, about).toBe(before);
  if (after !== before) await expectUnchanged(sender.reads, about);
  const isTried = sender.who === "valid" || sender.who === "clerk" || sender.who === "helper";
  if (isTried && isSuccess(status)) succeeded(nameOf(act, sender));
}

// Two at once.

const actNamed = (name: string) => answerActs.find((act) => act.name === name) as AnswerAct;

/** Two people answer a correction that both have seen as it is: one of them wins. */
async function answerAtOnce(permitId: number): Promise<void> {
  const people = await Promise.all([senderOf(permitId, "valid"), senderOf(permitId, "clerk")]);
  const known = await knownTo(people[0], permitId);
  const item = oneOf(known.items);
  if (!item) return;
  const texts = people.map(() => `Both ${markOf(permitId, "permit")}`);
  const replies = await Promise.all(
    people.map((sender, index) =>
      send(sender, {
        ...{ method: "POST", address: `${sender.page}/answers/one` },
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          ...{ cycle: known.cycle, correctionId: item.id, seen: item.seen },
          ...{ text: texts[index], sheet: "" },
        }),
      }),
    ),
  );
  const winner = replies.findIndex(({ status }) => status === 200);
  if (winner < 0) return;
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const stored = await db
    .select({ text: correctionAnswers.text })
    .from(correctionAnswers)
    .where(and(eq(correctionAnswers.correctionId, item.id), eq(correctionAnswers.reviewCycle, known.cycle)));
  expect(stored).toEqual([{ text: texts[winner] }]);
  succeeded("answerAtOnce");
}

/** Sends an act as somebody may. */
async function sendAs(
  permitId: number,
  who: "valid" | "clerk",
  name: string,
  isAsSent?: boolean,
): Promise<Reply> {
  const sender = await senderOf(permitId, who);
  return send(sender, requestOf(actNamed(name), await knownTo(sender, permitId), isAsSent));
}

const anyOf = (permitId: number, name: string) => sendAs(permitId, oneOf(["valid", "clerk"]), name);

async function sendTwice(permitId: number): Promise<void> {
  const isSent = async () => {
    const { planCheck } = await readPermit(administrator, permitId);
    return planCheck?.state === "resubmitted" ? planCheck.resubmittedAt : null;
  };
  if (await isSent()) return;
  // Then nothing is missing.
  await sendAs(permitId, "clerk", "POST /answers?save", true);
  const replies = await Promise.all([
    sendAs(permitId, "valid", "POST /answers/send", true),
    sendAs(permitId, "clerk", "POST /answers/send", true),
  ]);
  const accepted = replies.filter(({ status }) => status === 302 || status === 202);
  expect(accepted.length).toBeLessThanOrEqual(1);
  expect((await isSent()) !== null).toBe(accepted.length === 1);
  if (accepted.length === 1) succeeded("sendTwice");
}

const withFirm = (permitId: number, name: string, firmAct: FirmActName) =>
  Promise.all([anyOf(permitId, name), doAsFirm(firmAct, permitId)]);

const races: ((permitId: number) => Promise<unknown>)[] = [
  answerAtOnce,
  answerAtOnce,
  sendTwice,
  sendTwice,
  (id) => Promise.all([anyOf(id, "POST /answers?save"), anyOf(id, "POST /answers?save")]),
  (id) => Promise.all([anyOf(id, "POST /answers?table"), anyOf(id, "POST /answers?save")]),
  (id) => Promise.all([anyOf(id, "POST /answers?save"), anyOf(id, "POST /answers/send")]),
  (id) => withFirm(id, "POST /answers/send", "reopen"),
  (id) => withFirm(id, "POST /answers?save", "startNextCycle"),
  (id) => withFirm(id, "POST /answers?save", "returnIncomplete"),
  (id) => withFirm(id, "POST /answers?save", "handOver"),
];

// The rules.

type StoredLetter = Pick<typeof letters.$inferSelect, "reviewCycle" | "createdAt" | "planCheckId" | "id"> & {
  open: number[];
};

async function lettersIn(permitId: number): Promise<StoredLetter[]> {
  const rows = await db.select().from(letters).where(eq(letters.permitId, permitId)).orderBy(letters.id);
  return rows.map(({ content, ...letter }) => ({
    ...letter,
    open: (JSON.parse(content) as LetterContent).disciplines.flatMap(openItemsOf).map(({ id }) => id),
  }));
}

type StoredAnswer = typeof correctionAnswers.$inferSelect;

function expectAnswer({ text, sheet, byName }: StoredAnswer): void {
  expect(cleanLines(text)).toBe(text);
  expect(text.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThanOrEqual(maxAnswerLength);
  expect(sheet === null || (sheet === cleanLine(sheet) && sheet !== "")).toBe(true);
  expect(sheet?.length ?? 0).toBeLessThanOrEqual(maxSheetLength);
  expect(byName).not.toBe("");
}

type StoredPlanCheck = typeof planChecks.$inferSelect;

async function expectSent(planCheck: StoredPlanCheck, letter: StoredLetter, sent: StoredAnswer[]) {
  const { reviewCycle, resubmittedAt, resubmittedByName, resubmittedVia } = planCheck;
  expect(resubmittedByName).toBeTruthy();
  expect(resubmittedByName).toBe(cleanLine(resubmittedByName ?? ""));
  expect(["city", "link", "staff"]).toContain(resubmittedVia);
  const answered = new Map(sent.map((answer) => [answer.correctionId, answer.sentAt]));
  for (const id of letter.open) expect(answered.get(id)).toBe(resubmittedAt);
  const next = nextReviewCycle(reviewCycle);
  const plans = await db
    .select()
    .from(planFiles)
    .where(
      and(
        eq(planFiles.permitId, planCheck.permitId),
        eq(planFiles.origin, "submitted"),
        eq(planFiles.isSetAside, false),
        eq(planFiles.reviewCycle, next ?? reviewCycle),
      ),
    );
  const isNew = ({ uploadedAt }: (typeof plans)[number]) =>
    next !== undefined || uploadedAt >= letter.createdAt;
  expect(plans.filter(isNew).length).toBeGreaterThan(0);
}

async function expectPlanCheck(planCheck: StoredPlanCheck, ofPermit: StoredLetter[], given: StoredAnswer[]) {
  const { state, reviewCycle, resubmittedAt } = planCheck;
  const letter = ofPermit.filter(({ planCheckId }) => planCheckId === planCheck.id).at(-1);
  const ofCycle = given.filter((answer) => answer.reviewCycle === reviewCycle);
  if (state === "resubmitted") expect(resubmittedAt).not.toBe(null);
  if (!letter) {
    expect(ofCycle).toEqual([]);
    expect(resubmittedAt).toBe(null);
    return;
  }
  // The last cycle is sent, opened again and released anew.
  const isLast = nextReviewCycle(reviewCycle) === undefined;
  if (resubmittedAt !== null && (state === "resubmitted" || !isLast)) {
    return expectSent(planCheck, letter, ofCycle);
  }
  if (resubmittedAt === null) {
    const isSent = ({ correctionId, sentAt }: StoredAnswer) =>
      sentAt !== null && (!isLast || letter.open.includes(correctionId));
    expect(ofCycle.filter(isSent)).toEqual([]);
  }
}

async function expectRulesOf(permitId: number): Promise<void> {
  const ofPermit = await lettersIn(permitId);
  const rows = await db
    .select({ answer: correctionAnswers })
    .from(correctionAnswers)
    .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
    .where(eq(corrections.permitId, permitId));
  const given = rows.map(({ answer }) => answer);
  const places = given.map(({ correctionId, reviewCycle }) => `${correctionId} ${reviewCycle}`);
  expect(new Set(places).size).toBe(places.length);
  for (const answer of given) {
    expectAnswer(answer);
    const { reviewCycle, correctionId } = answer;
    const isAsked = (letter: StoredLetter) =>
      letter.reviewCycle === reviewCycle && letter.open.includes(correctionId);
    expect(ofPermit.some(isAsked)).toBe(true);
  }
  for (const planCheck of await db.select().from(planChecks).where(eq(planChecks.permitId, permitId)))
    await expectPlanCheck(planCheck, ofPermit, given);
}

async function expectFiles(): Promise<void> {
  const tables = [planFiles, stagedFiles, letters, letterPictures];
  for (const table of tables) {
    const rows = await db.select({ fileKey: table.fileKey }).from(table);
    expect(rows.filter(({ fileKey }) => !hasFile(fileKey))).toEqual([]);
  }
}

/** Expects that no email to an applicant has a text of the firm, or one that no letter has. */
async function expectEmails(): Promise<void> {
  const rows = await db.select({ content: letters.content }).from(letters);
  const issued = new Set(rows.flatMap(({ content }) => marksIn(content)));
  const sent = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, applicantsEmail));
  for (const { subject, plainText, html } of sent) {
    const marks = marksIn(`${subject} ${plainText} ${html}`);
    expect(marks.filter((mark) => !mark.includes("-permit-") && !issued.has(mark))).toEqual([]);
  }
}

async function expectRules(): Promise<void> {
  for (const { id } of await db.select({ id: permits.id }).from(permits)) await expectRulesOf(id);
  await expectFiles();
  await expectEmails();
}

const maxCorrections = 150;

/** Replaces a permit that has come to its end. */
async function renew(index: number): Promise<void> {
  // The city may not use corrections.
  if (ending) return;
  const id = permitIds[index] ?? 0;
  const { reviewCycle, letters } = await readPermit(administrator, id);
  const isOver =
    reviewCycle === "PC10" && letters.filter((letter) => letter.reviewCycle === "PC10").length > 3;
  const written = await db.$count(corrections, eq(corrections.permitId, id));
  if (isOver || written > maxCorrections) permitIds[index] = await newPermit(oneOf(["PC1", "PC10"]));
  versions = await versionsOfPermits();
}

const tried = answerActs.filter(({ isRefused }) => !isRefused);
const namesOfAll = [
  ...tried.map((act) => nameOf(act, { isApplicant: true })),
  ...tried.filter(({ isInPortal }) => isInPortal).map((act) => nameOf(act, { isApplicant: false })),
  ...firmActNames,
  ...["reissue", "answerAtOnce", "sendTwice"],
];
const namesOfUntried = () => namesOfAll.filter((name) => !successes.has(name));

/** A request, often after an act of the firm, or after two at once. */
async function turn(count: number): Promise<void> {
  if (count % 25 === 0) all = await readIds();
  if (count % 50 === 49) await renew(Math.floor(random() * permitIds.length));
  const permitId = oneOf(permitIds);
  const chance = random();
  if (chance < 0.15) await actOfFirm(permitId);
  else if (chance < 0.22) await oneOf(races)(permitId);
  if (chance < 0.22) versions = await versionsOfPermits();
  await sendRandom(permitId);
  if (count % 500 === 499) await expectRules();
}

test("there is an act for each address of status links", () => {
  const shapeOf = (path: string) => path.replace(/\?.*/, "").replace(/:\w+/g, ":");
  const paths = tried.map(({ name }) => shapeOf(`/status/:token${name.replace(/^\w+ ?/, "")}`));
  const ofLinks = leaves.filter(({ address }) => address.startsWith("/status/"));
  expect(new Set(paths)).toEqual(new Set(ofLinks.map(({ address }) => shapeOf(address))));
});

const requests = faultRounds(10_000, 1200);

test("after thousands of random requests outside the firm none has failed with 500, read what is not its own, or broken a rule", {
  timeout: requests * 200,
}, async () => {
  versions = await versionsOfPermits();
  let count = 0;
  for (; count < requests; count += 1) await turn(count);
  // Each act has also succeeded, so that the rules were tried.
  for (; namesOfUntried().length > 0 && count < requests + 600; count += 1) await turn(count);
  await expectRules();
  expect(namesOfUntried()).toEqual([]);
});
