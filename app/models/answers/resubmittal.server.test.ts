import { and, asc, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { refusalOf, refused } from "~/testing/refusals";
import { storePlan } from "~/testing/stored-files";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { saveBackCheck } from "../corrections/back-check.server";
import { readCorrection, readShownCorrections } from "../corrections/correction-list.server";
import { decide } from "../corrections/decision.server";
import type { PlanFileOrigin } from "../files/plan-file";
import { handOverLetter } from "../letters/hand-over.server";
import { contentOf } from "../letters/letter.server";
import { previewLetter } from "../letters/letter-draft.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, setFileAside } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Actor, Applicant, Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { newPlansOf } from "../review-cycles/new-plans.server";
import { openStatusLink } from "../status-links/status-link.server";
import {
  cities,
  correctionAnswers,
  corrections,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
  planSets,
  statusLinks,
  users,
} from "../tables.server";
import { ApplicantsResubmittalSchema, ResubmittalSchema, ReturnFields } from "./answer.schema.server";
import { saveAnswers } from "./answer.server";
import { returnResubmittal, sendResubmittal } from "./resubmittal.server";

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let clerk: Viewer;
let colleague: Viewer;
let foreigner: Viewer;
let applicant: Applicant;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let first: number;
let second: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other", disciplines: ["Fire"] });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  await makeViewer("employee", { name: "Sam Reyes", disciplines: ["Fire"] });
  const gone = await makeViewer("admin", { name: "Gone" });
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, gone.id)));
  colleague = await makeViewer("city", { name: "Cora Cole", email: "cora@oakville.test", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** The letter of PC1 with F-1 and F-2 was issued on December 4; on December 7 both are answered, and nothing is sent. */
beforeEach(() => makeAnswered());
afterEach(() => {
  vi.useRealTimers();
});

async function makeAnswered(reviewCycle: ReviewCycle = "PC1"): Promise<void> {
  setTime("2026-12-04T20:00:00Z");
  // A user of a city adds files only so often within a minute, which is the same in each test.
  if (clerk) await write((tx) => tx.delete(users).where(eq(users.id, clerk.id)));
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  permit = await makePermit(dana, cityId, { reviewCycle, applicantName: "Ann Owner" });
  await assign(permit, lee, "Fire");
  [first = 0, second = 0] = await makeCorrections(permit, lee, [{ reviewCycle }, { reviewCycle }]);
  setTime("2026-12-04T21:00:00Z");
  await issueLetter(dana, permit.id);
  applicant = await makeApplicant(dana, permit, "ann@example.test");
  setTime("2026-12-07T20:00:00Z");
  await answerAll(reviewCycle);
  await write((tx) => tx.delete(mailOutbox));
}

const setTime = (at: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
const setDay = (day: string) => setTime(`${day}T20:00:00Z`);
const answer = (correctionId: number, text: string | null) => ({ correctionId, text, sheet: null });
const answerAll = (cycle: ReviewCycle = "PC1", text = "Added on A2.1") =>
  saveAnswers(clerk, permit.id, cycle, [answer(first, text), answer(second, text)]);
const handOver = (cycle: ReviewCycle = "PC1") => handOverLetter(clerk, permit.id, cycle);

type Resubmittal = Parameters<typeof sendResubmittal>[3];

/** Sends without a file unless there is one. */
const sendOnly = (actor: Actor = clerk, options: Partial<Resubmittal> = {}, cycle: ReviewCycle = "PC1") =>
  sendResubmittal(actor, permit.id, cycle, { files: [], ...options });
const send = async (actor: Actor = clerk, options: Partial<Resubmittal> = {}, cycle?: ReviewCycle) =>
  sendOnly(actor, { files: [await storePlan("A1.pdf")], ...options }, cycle);
const returnIt = (remark = "Sheet A2 is missing", viewer = dana, cycle: ReviewCycle = "PC1") =>
  returnResubmittal(viewer, permit.id, cycle, { remark });

async function add(
  fileName: string,
  reviewCycle: ReviewCycle = "PC1",
  origin: PlanFileOrigin = "submitted",
  viewer: Viewer = origin === "submitted" ? clerk : dana,
): Promise<void> {
  await addPlanFiles(viewer, permit.id, { reviewCycle, origin, files: [await storePlan(fileName)] });
  await write((tx) => tx.delete(mailOutbox));
}

const planCheck = async () =>
  (
    await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)).orderBy(desc(planChecks.id))
  )[0];
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const setCity = (fields: Partial<typeof cities.$inferInsert>) =>
  write((tx) => tx.update(cities).set(fields).where(eq(cities.id, cityId)));
const filesOf = () =>
  db.select().from(planFiles).where(eq(planFiles.permitId, permit.id)).orderBy(asc(planFiles.id));
const cycles = async () => (await filesOf()).map(({ fileName, reviewCycle }) => [fileName, reviewCycle]);
const answers = async () => {
  const rows = await db
    .select({ answer: correctionAnswers })
    .from(correctionAnswers)
    .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
    .where(eq(corrections.permitId, permit.id))
    .orderBy(asc(correctionAnswers.id));
  return rows.map((row) => row.answer);
};
const sentAt = async () => (await answers()).map((row) => row.sentAt);
const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress));
const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);
const addresses = (...people: { email: string }[]) => people.map(({ email }) => email).sort();
const links = () => db.$count(statusLinks, eq(statusLinks.permitId, permit.id));
const number = () => permit.urban37PermitNumber;
const reopen = (cycle: ReviewCycle = "PC1") =>
  reopenPlanCheck(dana, permit.id, cycle, { reason: "Wrong sheet" });

/** All that sending and returning change. */
const stored = async () => ({
  answers: await answers(),
  files: await filesOf(),
  planCheck: await planCheck(),
  emails: await emails(),
  links: await links(),
  events: await eventsOf("permit", permit.id),
});

async function expectRefused(expected: [number, unknown], attempt: () => Promise<unknown>): Promise<void> {
  const before = await stored();
  expect(await refused(attempt())).toEqual(expected);
  expect(await stored()).toEqual(before);
}

const beingCorrected = "A corrected letter is being prepared. Your answers are kept.";
const sentAlready = "This plan check was resubmitted already";

describe("a resubmittal", () => {
  test.each<[string, () => Actor, string | undefined, string, string]>([
    ["the city", () => clerk, undefined, "Carl Clerk", "city"],
    ["the firm", () => dana, undefined, "Dana Park", "staff"],
    ["the applicant", () => applicant, "Ann Owner", "Ann Owner", "link"],
    ["an applicant without a name", () => applicant, undefined, "Applicant", "link"],
  ])("of %s marks the plan check, the answers and the plans", async (_, actor, senderName, by, via) => {
    await handOver();
    setTime("2026-12-08T20:00:00Z");
    await send(actor(), { senderName });
    const at = "2026-12-08T20:00:00.000Z";
    const row = await planCheck();
    expect(row).toMatchObject({
      state: "resubmitted",
      resubmittedAt: at,
      resubmittedByName: by,
      resubmittedVia: via,
      outcome: "corrections_required",
      handedOverOn: "2026-12-07",
    });
    expect(await sentAt()).toEqual([at, at]);
    expect(await filesOf()).toMatchObject([
      { fileName: "A1.pdf", reviewCycle: "PC2", origin: "submitted", awaitsCycle: true, uploadedAt: at },
    ]);
    const [file] = await filesOf();
    const isByLink = via === "link";
    expect([file?.linkId, file?.uploadedById]).toEqual(
      isByLink ? [applicant.linkId, null] : [null, (actor() as Viewer).id],
    );
    const [event] = (await eventsOf("plan-check", row?.id ?? 0)).slice(-1);
    expect(event).toMatchObject({
      action: "plan-check.resubmitted",
      actorName: isByLink ? `Applicant (link ${applicant.linkId})` : by,
      changes: { answers: 2, by },
    });
  });

  test("of a letter that was not handed over counts as handed over on its day", async () => {
    await send();
    expect(await planCheck()).toMatchObject({ handedOverOn: "2026-12-04", handedOverIssue: 1 });
  });

  test("of a letter that was handed over leaves that day", async () => {
    setDay("2026-12-06");
    await handOver();
    setDay("2026-12-08");
    await send();
    expect(await planCheck()).toMatchObject({ handedOverOn: "2026-12-06", handedOverIssue: 1 });
  });

  test("leaves answers to what the letter no longer has unsent", async () => {
    await reopen();
    await saveBackCheck(dana, second, { verdict: "withdrawn", remark: "Our mistake" });
    await issueLetter(dana, permit.id);
    await send();
    const at = "2026-12-07T20:00:00.000Z";
    expect(await sentAt()).toEqual([at, null]);
  });

  test("of a corrected letter has the answers to all that this has", async () => {
    await reopen();
    const [third = 0] = await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    await saveAnswers(clerk, permit.id, "PC1", [answer(third, "Added")]);
    await send();
    expect(await planCheck()).toMatchObject({ handedOverIssue: 2, state: "resubmitted" });
    expect(await sentAt()).toEqual(Array(3).fill("2026-12-07T20:00:00.000Z"));
  });

  test("can be sent on hold", async () => {
    await setPermit({ status: "hold" });
    await send();
    expect((await planCheck())?.state).toBe("resubmitted");
    const [row] = await db.select().from(permits).where(eq(permits.id, permit.id));
    expect(row?.status).toBe("hold");
  });
});

describe("a resubmittal with corrections that are not answered", () => {
  test("is refused with the first of their numbers, and nothing of it is stored", async () => {
    permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire", "Architectural"] });
    await makeCorrections(
      permit,
      lee,
      ["Architectural", "Fire", "Fire", "Fire", "Fire", "Fire"].map((discipline) => ({
        discipline: discipline as "Fire",
      })),
    );
    await issueLetter(dana, permit.id);
    await expectRefused([400, { answers: ["Answer A-1, F-1 and 4 more"] }], () => send());
  });

  test("is refused for a single one, and once its answer was deleted again", async () => {
    await saveAnswers(clerk, permit.id, "PC1", [answer(second, null)]);
    await expectRefused([400, { answers: ["Answer F-2"] }], () => send());
    await saveAnswers(clerk, permit.id, "PC1", [answer(first, null)]);
    await expectRefused([400, { answers: ["Answer F-1 and F-2"] }], () => send());
  });

  test("names none of another kind, and none that was written after the letter", async () => {
    await makeCorrections(permit, lee, [{}, { kind: "condition" }, { kind: "note" }]);
    await send();
    expect((await planCheck())?.state).toBe("resubmitted");
  });

  test("is refused for one that a corrected letter has added", async () => {
    await reopen();
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    await expectRefused([400, { answers: ["Answer F-3"] }], () => send());
  });
});

describe("the plans of a resubmittal", () => {
  const noPlans: [number, unknown] = [400, { files: ["Add the revised plans"] }];

  test("are required", () => expectRefused(noPlans, () => sendOnly()));

  test("are not those from before the letter", async () => {
    setTime("2026-12-04T20:30:00Z");
    await add("before.pdf");
    setDay("2026-12-07");
    await expectRefused(noPlans, () => sendOnly());
  });

  test("are neither marked-up plans nor internal files", async () => {
    await add("marked.pdf", "PC1", "marked_up");
    await add("next.pdf", "PC2", "marked_up");
    await add("internal.pdf", "PC2", "internal");
    await expectRefused(noPlans, () => sendOnly());
  });

  test("are not those that were set aside", async () => {
    await add("wrong.pdf");
    const [wrong] = await filesOf();
    await setFileAside(dana, wrong?.id ?? 0, true);
    await expectRefused(noPlans, () => sendOnly());
  });

  test.each<[ReviewCycle, () => Viewer]>([
    ["PC2", () => clerk],
    ["PC1", () => clerk],
    ["PC2", () => dana],
  ])("can be there since the letter, in %s", async (cycle, viewer) => {
    await add("early.pdf", cycle, "submitted", viewer());
    setDay("2026-12-08");
    await sendOnly();
    expect(await filesOf()).toMatchObject([{ fileName: "early.pdf", reviewCycle: "PC2", awaitsCycle: true }]);
  });

  test("are given to the next cycle, and no other file", async () => {
    setTime("2026-12-04T20:30:00Z");
    await add("before.pdf");
    setDay("2026-12-07");
    await add("after.pdf");
    await add("marked.pdf", "PC1", "marked_up");
    await add("wrong.pdf");
    await write((tx) =>
      tx.update(planFiles).set({ isSetAside: true }).where(eq(planFiles.fileName, "wrong.pdf")),
    );
    await send();
    expect(await cycles()).toEqual([
      ["before.pdf", "PC1"],
      ["after.pdf", "PC2"],
      ["marked.pdf", "PC1"],
      ["wrong.pdf", "PC1"],
      ["A1.pdf", "PC2"],
    ]);
  });

  test("take their plan sets along", async () => {
    await add("after.pdf");
    const [file] = await filesOf();
    await write((tx) =>
      tx
        .insert(planSets)
        .values({
          planFileId: file?.id ?? 0,
          permitId: permit.id,
          reviewCycle: "PC1",
          updatedAt: "2026-12-07T20:00:00.000Z",
        })
        .onConflictDoNothing(),
    );
    const ofPermit = eq(planSets.permitId, permit.id);
    expect(await db.select().from(planSets).where(ofPermit)).toMatchObject([{ reviewCycle: "PC1" }]);
    await sendOnly();
    expect(await db.select().from(planSets).where(ofPermit)).toMatchObject([{ reviewCycle: "PC2" }]);
  });

  test("leave those of another permit alone", async () => {
    const other = await makePermit(dana, cityId);
    await addPlanFiles(clerk, other.id, { reviewCycle: "PC1", files: [await storePlan("other.pdf")] });
    await send();
    const rows = await db.select().from(planFiles).where(eq(planFiles.permitId, other.id));
    expect(rows).toMatchObject([{ reviewCycle: "PC1", awaitsCycle: false }]);
  });

  test("are added only if all of them are still stored", async () => {
    const lost = { ...(await storePlan("lost.pdf")), fileKey: "0".repeat(32) };
    const files = [await storePlan("A1.pdf"), lost];
    const message = "Choose lost.pdf again: another form has added it, or it was uploaded too long ago";
    await expectRefused([409, { files: [message] }], () => sendOnly(clerk, { files }));
  });

  test("of the last cycle stay in it", async () => {
    await makeAnswered("PC10");
    await expectRefused(noPlans, () => sendOnly(clerk, {}, "PC10"));
    await add("early.pdf", "PC10");
    await send(clerk, {}, "PC10");
    expect(await cycles()).toEqual([
      ["early.pdf", "PC10"],
      ["A1.pdf", "PC10"],
    ]);
    expect(await planCheck()).toMatchObject({ reviewCycle: "PC10", state: "resubmitted" });
  });

  test("of the last cycle are not those from before its letter", async () => {
    setTime("2026-12-04T20:30:00Z");
    await makeAnswered("PC10");
    setTime("2026-12-04T20:30:00Z");
    await add("before.pdf", "PC10");
    setDay("2026-12-07");
    await expectRefused(noPlans, () => sendOnly(clerk, {}, "PC10"));
  });
});

describe("the same form a second time", () => {
  const formKey = "a-key-of-sixteen-letters";

  test("sends nothing again, also when the cycle is over, and says nothing", async () => {
    const files = [await storePlan("A1.pdf")];
    await handOver();
    await sendOnly(applicant, { files, formKey, senderName: "Ann Owner" });
    const before = await stored();
    expect(before.files).toHaveLength(1);
    setDay("2026-12-09");
    await sendOnly(applicant, { files, formKey, senderName: "Ann Owner" });
    expect(await stored()).toEqual(before);
    await startNextCycle(dana, permit.id, ["Fire"]);
    await sendOnly(applicant, { files, formKey, senderName: "Ann Owner" });
    expect(await cycles()).toEqual([["A1.pdf", "PC2"]]);
  });

  test("at the same time sends it once", async () => {
    const files = [await storePlan("A1.pdf")];
    await Promise.all([sendOnly(clerk, { files, formKey }), sendOnly(clerk, { files, formKey })]);
    expect(await cycles()).toEqual([["A1.pdf", "PC2"]]);
    expect(await recipients()).toEqual(addresses(dana, otto, lee));
  });

  test("is refused with other plans or another name", async () => {
    await send(clerk, { formKey });
    const before = await stored();
    const others = [await storePlan("S1.pdf")];
    await expect(sendOnly(clerk, { files: others, formKey })).rejects.toBeInstanceOf(ReusedKey);
    await expect(send(clerk, { formKey, senderName: "Carl" })).rejects.toBeInstanceOf(ReusedKey);
    expect(await stored()).toEqual(before);
  });

  test("can follow one that was refused", async () => {
    await saveAnswers(clerk, permit.id, "PC1", [answer(second, null)]);
    const files = [await storePlan("A1.pdf")];
    expect(await refused(sendOnly(clerk, { files, formKey }))).toEqual([400, { answers: ["Answer F-2"] }]);
    await answerAll();
    await sendOnly(clerk, { files, formKey });
    expect(await cycles()).toEqual([["A1.pdf", "PC2"]]);
  });

  test("of somebody else is another one", async () => {
    await send(clerk, { formKey });
    await expectRefused([409, sentAlready], () => send(dana, { formKey }));
  });

  test("without a key, or with another one, is refused", async () => {
    await send(clerk, { formKey });
    for (const key of [undefined, "b-key-of-sixteen-letters"])
      await expectRefused([409, sentAlready], () => send(clerk, { formKey: key }));
  });
});

describe("a resubmittal is refused", () => {
  test("while a corrected letter is being prepared, and its answers are kept", async () => {
    await handOver();
    await reopen();
    for (const actor of [clerk, dana, applicant])
      await expectRefused([409, beingCorrected], () => send(actor));
    expect((await answers()).map(({ text }) => text)).toEqual(["Added on A2.1", "Added on A2.1"]);
    await issueLetter(dana, permit.id);
    await send();
    expect((await planCheck())?.state).toBe("resubmitted");
  });

  test("to the applicant until the corrected letter is handed over", async () => {
    await handOver();
    await reopen();
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    const withCity = "A corrected letter is with the City of Oakville. Your answers are kept.";
    await expectRefused([409, withCity], () => send(applicant));
    await handOver();
    await handOverLetter(dana, permit.id, "PC1", { handedOverOn: null, reason: "A mistake" });
    await expectRefused([409, withCity], () => send(applicant));
    await handOver();
    await expectRefused([400, { answers: ["Answer F-3"] }], () => send(applicant));
  });

  test("before the letter, and to an approval", async () => {
    const message = "There is no letter to answer";
    await startNextCycle(dana, permit.id, ["Fire"]);
    await expectRefused([409, message], () => send(clerk, {}, "PC2"));
    permit = await makePermit(dana, cityId);
    const fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
    await decide(lee, fire, { decision: "approved" });
    await setPermit({ reviewCycle: "PC1" });
    await write((tx) => tx.delete(mailOutbox));
    await expectRefused([409, message], () => send());
    await issueLetter(dana, permit.id);
    await expectRefused([409, message], () => send());
  });

  test("after its cycle", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    await expectRefused([409, "PC1 is over"], () => send());
  });

  test("of a cancelled permit", async () => {
    await setPermit({ status: "cancelled" });
    await expectRefused([409, "This permit is cancelled"], () => send());
  });

  test("of a city that no longer uses corrections", async () => {
    await switchCorrections(cityId, false);
    try {
      await expectRefused([409, "Oakville no longer writes corrections"], () => send());
    } finally {
      await switchCorrections(cityId, true);
    }
  });

  test("to the applicant before the hand-over, and where the city sends answers", async () => {
    await expectRefused([409, "There is no letter to answer"], () => send(applicant));
    await handOver();
    await setCity({ applicantsAnswer: false });
    try {
      const message = "Give your answers to the City of Oakville, which sends them.";
      await expectRefused([403, message], () => send(applicant));
    } finally {
      await setCity({ applicantsAnswer: true });
    }
    await send(applicant);
    expect((await planCheck())?.state).toBe("resubmitted");
  });

  test("to reviewers, outside the scope, and by the link of another permit", async () => {
    expect((await refusalOf(send(lee))).status).toBe(403);
    const other = await makeApplicant(dana, await makePermit(dana, cityId));
    for (const actor of [foreigner, other]) expect((await refusalOf(send(actor))).status).toBe(404);
    expect(await sentAt()).toEqual([null, null]);
  });
});

describe("the fields of a resubmittal", () => {
  const fields = { cycle: "PC1", complete: true };
  const problems = (form: object, schema: typeof ResubmittalSchema = ResubmittalSchema) =>
    schema.safeParse(form).error?.issues.map(({ message }) => message);

  test("confirm that the set is complete", () => {
    expect(problems(fields)).toBeUndefined();
    for (const complete of [false, undefined])
      expect(problems({ cycle: "PC1", complete })).toEqual(["Only complete sets are taken in"]);
  });

  test("name their sender, of at most 200 characters, if nobody has signed in", () => {
    const named = (senderName?: string) => problems({ ...fields, senderName }, ApplicantsResubmittalSchema);
    expect(named("Ann Owner")).toBeUndefined();
    for (const name of [undefined, "", "  "]) expect(named(name)).toEqual(["Your name is required"]);
    expect(named("a".repeat(201))).toEqual(["Keep this to 200 characters or fewer"]);
  });

  test("of a return say what is missing", () => {
    for (const remark of [undefined, "", " \n "])
      expect(ReturnFields.safeParse({ remark }).error?.issues.map(({ message }) => message)).toEqual([
        "Say what is missing",
      ]);
    expect(ReturnFields.safeParse({ remark: "a".repeat(2001) }).success).toBe(false);
  });
});

describe("the emails of a resubmittal", () => {
  test("go once to each administrator and to each reviewer of the cycle", async () => {
    await assign(permit, otto, "Civil");
    await send();
    expect(await recipients()).toEqual(addresses(dana, otto, lee));
  });

  test("do not go to the administrator who sends it, nor to those who review other cycles", async () => {
    await send(dana);
    expect(await recipients()).toEqual(addresses(otto, lee));
  });

  test("say who has answered what, and lead to the next step", async () => {
    await add("S1.pdf");
    await send();
    const email = (await emails()).find(({ toAddress }) => toAddress === dana.email);
    expect(email?.subject).toBe(`Resubmitted: ${number()}, Harbor Street Apartments (PC1)`);
    expect(email?.plainText.split("\n\n")).toEqual([
      "Hello Dana Park,",
      `Oakville has answered all 2 corrections of ${number()}-PC1, about ${number()}, Harbor Street Apartments, 1420 Harbor Street, and added 2 files: S1.pdf, A1.pdf.`,
      "PC2 has not been started yet.",
      `Start PC2:\nhttp://localhost:3000/permits/${permit.id}/next-cycle`,
      "Redline",
    ]);
  });

  test("are not joined by one about new plans", async () => {
    await send();
    for (const { subject } of await emails()) expect(subject).toMatch(/^Resubmitted: /);
  });

  test("of an applicant name neither them nor the city, and a receipt goes to the email of the link", async () => {
    await handOver();
    setDay("2026-12-08");
    await send(applicant, { senderName: "Ann Owner" });
    expect(await recipients()).toEqual(addresses(dana, otto, lee, { email: "ann@example.test" }));
    const all = await emails();
    expect(all.find(({ toAddress }) => toAddress === lee.email)?.plainText).toContain(
      `The applicant has answered all 2 corrections of ${number()}-PC1`,
    );
    const receipt = all.find(({ toAddress }) => toAddress === "ann@example.test");
    expect(receipt?.subject).toBe(`Received: ${number()}, Harbor Street Apartments`);
    expect(receipt?.plainText).toContain("Hello Ann Owner,");
    expect(receipt?.plainText).toContain(
      `Your resubmittal for ${number()}, Harbor Street Apartments was received on Dec 8, 2026.`,
    );
    expect(`${receipt?.plainText} ${receipt?.html}`).not.toMatch(/Lee|Tran|Dana|Otto/);
    const [, token = ""] = /localhost:3000\/status\/(\S+)/.exec(receipt?.plainText ?? "") ?? [];
    const opened = await openStatusLink({ token, address: "192.0.2.10", isRead: true });
    expect(opened).toMatchObject({ permitId: permit.id, email: "ann@example.test" });
    expect(opened.linkId).not.toBe(applicant.linkId);
  });

  test("have no receipt for a link without an email, nor for the city", async () => {
    await handOver();
    const before = await links();
    const copied = await makeApplicant(clerk, permit);
    await send(copied);
    expect(await recipients()).toEqual(addresses(dana, otto, lee));
    expect(await links()).toBe(before + 1);
  });

  test("of a single correction do not count it", async () => {
    await write((tx) =>
      tx.update(corrections).set({ status: "withdrawn" }).where(eq(corrections.id, second)),
    );
    await reopen();
    await issueLetter(dana, permit.id);
    await send();
    expect((await emails())[0]?.plainText).toContain(
      `Oakville has answered the correction of ${number()}-PC1-2, about`,
    );
  });

  test("of the last cycle speak of no next one, and lead to reopening it", async () => {
    await makeAnswered("PC10");
    await send(clerk, {}, "PC10");
    const email = (await emails()).find(({ toAddress }) => toAddress === dana.email);
    expect(email?.plainText).not.toContain("has not been started");
    expect(email?.plainText).toContain(`Reopen PC10:\nhttp://localhost:3000/permits/${permit.id}/reopen`);
  });
});

describe("returning a resubmittal as incomplete", () => {
  beforeEach(async () => {
    setDay("2026-12-08");
    await send();
    await write((tx) => tx.delete(mailOutbox));
    setDay("2026-12-09");
  });

  test("unlocks the answers, keeps the plans for the next cycle, and stores when and why", async () => {
    await returnIt();
    const row = await planCheck();
    expect(row).toMatchObject({
      state: "released",
      resubmittedAt: null,
      resubmittedByName: null,
      resubmittedVia: null,
      returnedAt: "2026-12-09T20:00:00.000Z",
      returnRemark: "Sheet A2 is missing",
      handedOverOn: "2026-12-04",
      outcome: "corrections_required",
    });
    expect(await sentAt()).toEqual([null, null]);
    expect(await cycles()).toEqual([["A1.pdf", "PC2"]]);
    expect((await eventsOf("plan-check", row?.id ?? 0)).at(-1)).toMatchObject({
      action: "plan-check.resubmittal-returned",
      actorName: "Dana Park",
      changes: { remark: "Sheet A2 is missing" },
    });
  });

  test("lets answers be changed and sent again, with what was there and what is added", async () => {
    await returnIt();
    // Nobody is to start the next cycle with them.
    expect(await newPlansOf(permit)).toEqual([]);
    expect((await answerAll("PC1", "Changed")).saved).toBe(2);
    await add("A2.pdf", "PC2");
    setDay("2026-12-10");
    await sendOnly();
    const at = "2026-12-10T20:00:00.000Z";
    expect(await planCheck()).toMatchObject({
      state: "resubmitted",
      resubmittedAt: at,
      returnedAt: null,
      returnRemark: null,
    });
    expect((await answers()).map(({ text, sentAt }) => [text, sentAt])).toEqual([
      ["Changed", at],
      ["Changed", at],
    ]);
    expect((await emails())[0]?.plainText).toContain("added 2 files: A1.pdf, A2.pdf.");
    expect((await newPlansOf(permit)).map(({ fileName }) => fileName)).toEqual(["A1.pdf", "A2.pdf"]);
  });

  test("tells the city, and not the applicant who was mailed nothing", async () => {
    const before = await links();
    await returnIt();
    expect(await recipients()).toEqual(addresses(clerk, colleague));
    expect(await links()).toBe(before);
    const email = (await emails()).find(({ toAddress }) => toAddress === clerk.email);
    expect(email?.subject).toBe(`Not complete: ${number()}, Harbor Street Apartments`);
    expect(email?.plainText.split("\n\n")).toEqual([
      "Hello Carl Clerk,",
      `Your resubmittal of Dec 8, 2026 for ${number()}, Harbor Street Apartments, 1420 Harbor Street cannot be checked yet: Sheet A2 is missing`,
      "Your answers are kept; add what is missing and send again.",
      `Open the permit:\nhttp://localhost:3000/oakvilles/permits/${permit.id}`,
      "Redline",
    ]);
  });

  test("is refused before a resubmittal, a second time, and for another cycle", async () => {
    expect((await refusalOf(returnIt("Missing", dana, "PC2"))).status).toBe(409);
    await returnIt();
    await expectRefused([409, "There is no resubmittal to return"], () => returnIt());
    await sendOnly();
    await startNextCycle(dana, permit.id, ["Fire"]);
    await expectRefused([409, "PC1 is over"], () => returnIt());
    await expectRefused([409, "There is no resubmittal to return"], () => returnIt("Missing", dana, "PC2"));
  });

  test("is refused for a cancelled permit, and while the city does not use corrections", async () => {
    await setPermit({ status: "cancelled" });
    await expectRefused([409, "This permit is cancelled"], () => returnIt());
    await setPermit({ status: "in_process" });
    await switchCorrections(cityId, false);
    try {
      await expectRefused([409, "Oakville no longer writes corrections"], () => returnIt());
    } finally {
      await switchCorrections(cityId, true);
    }
  });

  test("is refused to all but administrators", async () => {
    for (const viewer of [lee, clerk])
      expect((await refusalOf(returnIt("Missing", viewer))).status).toBe(403);
    expect((await refusalOf(returnIt("Missing", foreigner))).status).toBe(404);
    expect((await planCheck())?.state).toBe("resubmitted");
  });
});

describe("the applicant is told that a resubmittal is incomplete", () => {
  /** Sends as `actor` and returns it; the letter was mailed to the applicant's address if `isMailed`. */
  async function returned(applicantEmail: string, actor: Actor, { isMailed = false } = {}): Promise<void> {
    await setPermit({ applicantEmail });
    await handOverLetter(clerk, permit.id, "PC1", { how: isMailed ? "mail" : "self" });
    await send(actor, { senderName: "Ann Owner" });
    await write((tx) => tx.update(mailOutbox).set({ toAddress: "earlier@example.test" }));
    await returnIt();
  }
  const told = async () => (await recipients()).filter((address) => address !== "earlier@example.test");
  const emailTo = async (address: string) => (await emails()).find(({ toAddress }) => toAddress === address);

  test("if the letter was mailed to them, by a new link that opens the permit", async () => {
    await returned("ann@example.test", clerk, { isMailed: true });
    expect(await told()).toEqual(addresses(clerk, colleague, { email: "ann@example.test" }));
    const email = await emailTo("ann@example.test");
    expect(email?.plainText).toContain("Hello Ann Owner,");
    expect(email?.plainText).toContain("cannot be checked yet: Sheet A2 is missing");
    expect(email?.plainText).not.toContain("oakvilles");
    const [, token = ""] = /localhost:3000\/status\/(\S+)/.exec(email?.plainText ?? "") ?? [];
    const opened = await openStatusLink({ token, address: "192.0.2.11", isRead: true });
    expect(opened).toMatchObject({ permitId: permit.id, email: "ann@example.test" });
  });

  test("if they have sent it by a link", async () => {
    await returned("ann@example.test", applicant);
    expect(await told()).toEqual(addresses(clerk, colleague, { email: "ann@example.test" }));
  });

  test("but not if the city has given them the letter and sent the resubmittal", async () => {
    await returned("ann@example.test", clerk);
    expect(await told()).toEqual(addresses(clerk, colleague));
  });

  test("once, if they are a user of the city too, by its portal and without a link", async () => {
    await returned("CORA@oakville.test", applicant);
    expect(await told()).toEqual(addresses(clerk, colleague));
    expect((await emailTo(colleague.email))?.plainText).toContain("/oakvilles/permits/");
    const forEmail = eq(statusLinks.forEmail, "CORA@oakville.test");
    expect(await db.$count(statusLinks, and(eq(statusLinks.permitId, permit.id), forEmail))).toBe(0);
  });
});

describe("the firm reads", () => {
  const shown = async () =>
    (await readShownCorrections(await readPermit(lee, permit.id), ["Fire"])).map(({ answer }) => answer);
  const sent = { on: "2026-12-08", sheet: "A2.1", text: "Rated walls are shown" };

  beforeEach(async () => {
    const text = "Rated walls are shown";
    await saveAnswers(clerk, permit.id, "PC1", [
      { correctionId: first, text, sheet: "A2.1" },
      answer(second, "Changed"),
    ]);
    setDay("2026-12-08");
  });

  test("no answer before it is sent, and none that was returned", async () => {
    expect(await shown()).toEqual([null, null]);
    await send();
    expect(await shown()).toEqual([sent, { on: "2026-12-08", sheet: null, text: "Changed" }]);
    expect((await readCorrection(lee, first)).answer).toEqual(sent);
    await returnIt();
    expect(await shown()).toEqual([null, null]);
  });

  test("the answer that was sent in the back-check and the letter of the next cycle, not the next draft", async () => {
    await send();
    setDay("2026-12-09");
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect((await shown())[0]).toEqual(sent);
    const itemIn = (content: Awaited<ReturnType<typeof contentOf>>) =>
      content.disciplines.flatMap(({ open }) => open).find(({ id }) => id === first);
    expect(itemIn((await previewLetter(lee, permit.id)).content)?.answer).toEqual(sent);
    const letter = await issueLetter(dana, permit.id);
    expect(itemIn(await contentOf({ id: letter }))?.answer).toEqual(sent);
    await saveAnswers(clerk, permit.id, "PC2", [answer(first, "Next draft")]);
    expect((await shown())[0]).toEqual(sent);
    await reopen("PC2");
    expect(itemIn((await previewLetter(lee, permit.id)).content)?.answer).toEqual(sent);
  });

  test("the latest of two answers that were sent", async () => {
    await send();
    await startNextCycle(dana, permit.id, ["Fire"]);
    await issueLetter(dana, permit.id);
    setDay("2026-12-14");
    await answerAll("PC2", "Corrected again");
    await send(clerk, {}, "PC2");
    expect((await shown())[0]).toEqual({ on: "2026-12-14", sheet: null, text: "Corrected again" });
  });
});

describe("the last cycle, opened again after its resubmittal", () => {
  const shown = async () =>
    (await readShownCorrections(await readPermit(lee, permit.id), ["Fire"])).map(
      ({ answer }) => answer?.text,
    );

  beforeEach(async () => {
    await makeAnswered("PC10");
    await handOver("PC10");
    setDay("2026-12-08");
    await send(clerk, {}, "PC10");
    setDay("2026-12-09");
    await reopen("PC10");
    await write((tx) => tx.delete(mailOutbox));
  });

  test("keeps the resubmittal and its answers for the back-check, which nobody changes", async () => {
    const at = "2026-12-08T20:00:00.000Z";
    expect(await planCheck()).toMatchObject({ state: "in_review", resubmittedAt: at });
    expect(await shown()).toEqual(["Added on A2.1", "Added on A2.1"]);
    const message = "The answers were sent and cannot be changed any more";
    for (const actor of [clerk, applicant, dana])
      expect(await refused(saveAnswers(actor, permit.id, "PC10", [answer(first, "Other")]))).toEqual([
        409,
        message,
      ]);
    expect(await sentAt()).toEqual([at, at]);
  });

  test("is neither sent nor returned", async () => {
    await expectRefused([409, beingCorrected], () => send(clerk, {}, "PC10"));
    await expectRefused([409, "There is no resubmittal to return"], () => returnIt("Missing", dana, "PC10"));
  });

  test("has the answers in its corrected letter, which is answered anew", async () => {
    await saveBackCheck(lee, first, { verdict: "not_resolved", remark: "Wall 107 has no rating" });
    const letter = await issueLetter(dana, permit.id);
    const content = await contentOf({ id: letter });
    expect(content.number).toBe(`${number()}-PC10-2`);
    const items = content.disciplines.flatMap(({ open, added }) => [...open, ...added]);
    expect(items.map(({ answer }) => answer?.text)).toEqual(["Added on A2.1", "Added on A2.1"]);
    setDay("2026-12-10");
    await saveAnswers(clerk, permit.id, "PC10", [answer(first, "Wall 107 too")]);
    expect(await shown()).toEqual([undefined, "Added on A2.1"]);
    setDay("2026-12-11");
    await send(clerk, {}, "PC10");
    const at = "2026-12-11T20:00:00.000Z";
    expect(await sentAt()).toEqual([at, at]);
    expect(await planCheck()).toMatchObject({ state: "resubmitted", resubmittedAt: at });
    expect(await shown()).toEqual(["Wall 107 too", "Added on A2.1"]);
  });
});

test("two who send at once: one resubmittal, the other is refused", async () => {
  const files = [await storePlan("A1.pdf")];
  const others = [await storePlan("S1.pdf")];
  const results = await Promise.allSettled([sendOnly(clerk, { files }), sendOnly(dana, { files: others })]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refusal = results.find((result) => result.status === "rejected")?.reason;
  expect([refusal.status, refusal.message]).toEqual([409, sentAlready]);
  expect(await filesOf()).toHaveLength(1);
});
