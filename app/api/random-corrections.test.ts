import { and, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { answeredLetter, readAnswers, saveAnswers } from "~/models/answers/answer.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { isOpenItem, needsBackCheck, verdicts } from "~/models/corrections/correction";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import { fitsDecision, fittingDecisions } from "~/models/corrections/decision";
import { decide } from "~/models/corrections/decision.server";
import { type Discipline, disciplineValues } from "~/models/discipline";
import { type LetterContent, openItemsOf } from "~/models/letters/letter";
import { previewLetter } from "~/models/letters/letter-draft.server";
import { isBefore, reviewCycles } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import {
  assignments,
  backChecks,
  correctionAnswers,
  correctionNumbers,
  corrections,
  letters,
  permits,
  planChecks,
} from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { faultRounds } from "~/testing/fault-rounds";
import { type Act, acts, isRare, mark, oneOf } from "~/testing/random-requests";
import { storePlan } from "~/testing/stored-files";
import { contextOf, responseAt, statusOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { respond } from "./respond.server";

vi.mock(import("~/models/letters/letter-pdf.server"), () => import("~/testing/letter-pdf-stub"));

const own: Discipline[] = ["Fire", "Mechanical"];

let administrator: Viewer;
let reviewers: Viewer[];
let clerk: RouterContextProvider;
let contexts: RouterContextProvider[];
const permitIds: number[] = [];

beforeAll(async () => {
  const cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  reviewers = await Promise.all(
    own.map((discipline) => makeViewer("employee", { disciplines: [discipline] })),
  );
  clerk = await contextOf(await makeViewer("city", { cityId }));
  const ofAdministrator = await contextOf(administrator);
  contexts = [
    ...Array<RouterContextProvider>(5).fill(ofAdministrator),
    ...(await Promise.all(reviewers.map(contextOf))),
    clerk,
  ];
  for (let count = 0; count < 5; count += 1) {
    permitIds.push((await makePermit(administrator, cityId, { requiredDisciplines: own })).id);
    await decideAll(permitIds.at(-1) ?? 0);
  }
});

const weighted = acts.flatMap((act) => Array<Act>(act.weight).fill(act));

type Ids = Record<Act["noun"], number[]> & { cycles: Map<string, string> };

async function storedIds(): Promise<Ids> {
  const idsOf = async (table: typeof corrections | typeof assignments | typeof letters) =>
    (await db.select({ id: table.id }).from(table).orderBy(table.id)).map(({ id }) => id);
  const current = await db.select({ id: permits.id, cycle: permits.reviewCycle }).from(permits);
  return {
    permits: permitIds,
    corrections: await idsOf(corrections),
    assignments: await idsOf(assignments),
    letters: await idsOf(letters),
    cycles: new Map(current.map(({ id, cycle }) => [String(id), cycle])),
  };
}

/** Back-checks and decides a permit that is in review as its reviewers would, so that its letter can be released. */
async function decideAll(permitId: number): Promise<void> {
  const permit = await readPermit(administrator, permitId);
  const written = await readCorrectionStates(permit);
  const current = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.permitId, permitId), eq(assignments.reviewCycle, permit.reviewCycle)))
    .orderBy(assignments.id);
  const open = written.filter((correction) => correction.kind !== "note" && isOpenItem(correction));
  for (const discipline of new Set([...own, ...open.map((correction) => correction.discipline)])) {
    const reviewer = reviewers[discipline === "Mechanical" ? 1 : 0] ?? administrator;
    const assigned = current.find((assignment) => assignment.discipline === discipline);
    const { id } = assigned ?? (await assign(permit, reviewer, discipline)) ?? { id: 0 };
    if (permit.planCheck && permit.planCheck.state !== "in_review") continue;
    for (const correction of written.filter((row) => row.discipline === discipline)) {
      if (!needsBackCheck(correction, permit.reviewCycle)) continue;
      const verdict = oneOf(["resolved", "not_resolved", "withdrawn"] as const);
      await saveBackCheck(administrator, correction.id, { verdict, remark: "See the plans" });
    }
    const [decision = "approved"] = fittingDecisions(await readCorrectionStates(permit, discipline));
    await decide(administrator, id, { decision });
  }
}

/** Returns the corrections to answer, with the versions of their answers. */
async function answersTo(permitId: number) {
  const permit = await readPermit(administrator, permitId);
  const letter = answeredLetter(administrator, permit);
  const items = letter ? await readAnswers(permit, letter) : [];
  return items.map(({ item, answer }) => ({ correctionId: item.id, updatedAt: answer?.updatedAt ?? null }));
}

/** Answers all corrections of a permit and adds plans, as its city would, so that its resubmittal can be sent. */
async function answerAll(permitId: number): Promise<void> {
  const { reviewCycle, planCheck } = await readPermit(administrator, permitId);
  if (planCheck?.state !== "released") return;
  const given = (await answersTo(permitId)).map(({ correctionId }) => ({ correctionId, text: "Revised" }));
  const answers = given.map((answer) => ({ ...answer, sheet: null }));
  try {
    await saveAnswers(administrator, permitId, reviewCycle, answers);
    const files = [await storePlan("A-101.pdf")];
    await addPlanFiles(administrator, permitId, { origin: "submitted", files });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Sends a random request, and returns its act and response. */
async function sendRandom({ cycles, ...ids }: Ids) {
  const act = oneOf(weighted);
  const id = String(
    isRare() || ids[act.noun].length === 0 ? oneOf([0, -1, 99_999, "x", "1e3"]) : oneOf(ids[act.noun]),
  );
  const cycle = isRare() ? oneOf([...reviewCycles, "PC11"]) : (cycles.get(id) ?? "PC1");
  const isRelease = act.address.endsWith("release") && permitIds.includes(Number(id));
  const isOfAnswers = act.address.endsWith("answers") && permitIds.includes(Number(id));
  const latest = {
    version: isRelease ? (await previewLetter(administrator, Number(id))).version : "",
    answers: isOfAnswers ? await answersTo(Number(id)) : [],
  };
  const [body, query] = [act.body?.(latest) || undefined, act.query?.()];
  const context = act.method === "GET" ? oneOf([oneOf(contexts), clerk]) : oneOf(contexts);
  const sent = { method: act.method, params: { id, cycle }, body, query, context };
  const response = (await responseAt(respond, act.address, sent)) as Response;
  const status = statusOf(response);
  const name = `${act.method} ${act.address}`;
  expect(status, `${name} ${id} ${cycle} ${body ?? query}`).toBeLessThan(500);
  return { name, status, reply: context === clerk ? await response.text() : "" };
}

/** Returns the marks of all texts in letters. */
async function issuedMarks(): Promise<Set<string>> {
  const rows = await db.select({ content: letters.content }).from(letters);
  return new Set(rows.flatMap(({ content }) => content.match(mark) ?? []));
}

/** Expects that each decision of a current cycle fits what is open, and completes its assignment. */
async function expectDecisions(): Promise<void> {
  for (const id of permitIds) {
    const permit = await readPermit(administrator, id);
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, id));
    for (const { decision, status, discipline, reviewCycle } of rows) {
      expect(decision === null || status === "completed").toBe(true);
      // Once a letter is released, drafts for the next one change no decision.
      const isFrozen = permit.cyclesWithLetter.includes(reviewCycle);
      if (decision === null || reviewCycle !== permit.reviewCycle || isFrozen) continue;
      expect(fitsDecision(decision, await readCorrectionStates(permit, discipline), reviewCycle)).toBe(true);
    }
  }
}

async function expectNumbers(permitId: number, ofPermit: (typeof corrections.$inferSelect)[]) {
  for (const discipline of disciplineValues) {
    const numbers = ofPermit.filter((row) => row.discipline === discipline).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeLessThanOrEqual(200);
    const [counter] = await db
      .select()
      .from(correctionNumbers)
      .where(and(eq(correctionNumbers.permitId, permitId), eq(correctionNumbers.discipline, discipline)));
    expect(counter?.highest ?? 0).toBeGreaterThanOrEqual(Math.max(0, ...numbers));
  }
}

async function expectCorrection(correction: typeof corrections.$inferSelect): Promise<void> {
  const checks = await db.select().from(backChecks).where(eq(backChecks.correctionId, correction.id));
  const latest = checks.toSorted((first, second) => second.id - first.id)[0];
  expect(correction.status).toBe(latest ? verdicts[latest.verdict].status : "open");
  const [letter] = await db
    .select()
    .from(letters)
    .where(eq(letters.id, correction.firstLetterId ?? 0));
  for (const { reviewCycle, verdict, remark } of checks) {
    expect(letter && !isBefore(reviewCycle, letter.reviewCycle) && correction.kind !== "note").toBe(true);
    expect(verdict === "resolved" || remark).toBeTruthy();
  }
  const { text, kind, newReason } = correction;
  expect(text.trim() === text && text.isWellFormed() && !/____|\r|\0/.test(text)).toBe(true);
  expect(text.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThanOrEqual(4000);
  expect(kind === "correction" || newReason === null).toBe(true);
}

async function expectPlanChecks(permitId: number): Promise<void> {
  const permit = await readPermit(administrator, permitId);
  const checks = await db.select().from(planChecks).where(eq(planChecks.permitId, permitId));
  for (const planCheck of checks) {
    const { state, outcome, releasedAt, handedOverOn, receivedOn, completeOn, resubmittedAt } = planCheck;
    expect(completeOn === null || completeOn >= receivedOn).toBe(true);
    const issued = await db.select().from(letters).where(eq(letters.planCheckId, planCheck.id));
    const valid = issued.filter(({ supersededById }) => supersededById === null);
    expect(valid.length).toBe(issued.length > 0 ? 1 : 0);
    if (planCheck.reviewCycle !== permit.reviewCycle) expect(state).toBe("closed");
    if (releasedAt === null) {
      expect([outcome, handedOverOn]).toEqual([null, null]);
      if (planCheck.reviewCycle === permit.reviewCycle) expect(state).toBe("in_review");
    } else {
      expect(valid).toMatchObject([{ outcome, createdAt: releasedAt, reviewCycle: planCheck.reviewCycle }]);
      expect(handedOverOn === null || handedOverOn >= (valid[0]?.issuedOn ?? "")).toBe(true);
      const isOpen = outcome === "corrections_required" && planCheck.reviewCycle === permit.reviewCycle;
      const isSent = resubmittedAt !== null && resubmittedAt >= releasedAt;
      expect(state).toBe(isOpen ? (isSent ? "resubmitted" : "released") : "closed");
    }
    await expectAnswers(planCheck, valid[0]);
  }
}

/** Expects that all answers to a letter were sent with its resubmittal, and none without one. */
async function expectAnswers(
  { reviewCycle, resubmittedAt, resubmittedByName, resubmittedVia }: typeof planChecks.$inferSelect,
  letter?: typeof letters.$inferSelect,
): Promise<void> {
  const isSent = letter !== undefined && resubmittedAt !== null && resubmittedAt >= letter.createdAt;
  expect([resubmittedByName !== null, resubmittedVia !== null]).toEqual(
    Array(2).fill(resubmittedAt !== null),
  );
  const { disciplines } = letter ? (JSON.parse(letter.content) as LetterContent) : { disciplines: [] };
  for (const { id } of disciplines.flatMap(openItemsOf)) {
    const ofCycle = eq(correctionAnswers.reviewCycle, reviewCycle);
    const [answer] = await db
      .select()
      .from(correctionAnswers)
      .where(and(eq(correctionAnswers.correctionId, id), ofCycle));
    if (isSent) expect(answer?.sentAt).toBe(resubmittedAt);
    // In the last cycle, a letter that was sent is opened again.
    else if (resubmittedAt === null) expect(answer?.sentAt ?? null).toBe(null);
  }
}

/** Expects that what a permit's letters say was issued by then, and that nothing else was. */
async function expectLetters(permitId: number, ofPermit: (typeof corrections.$inferSelect)[]) {
  const issued = await db.select().from(letters).where(eq(letters.permitId, permitId));
  const said = new Set<number>();
  for (const { id, content } of issued) {
    for (const row of (JSON.parse(content) as LetterContent).disciplines) {
      for (const item of [...row.open, ...row.added, ...row.conditions, ...row.notes]) {
        said.add(item.id);
        const { firstLetterId } = ofPermit.find((correction) => correction.id === item.id) ?? {};
        expect(firstLetterId).toBeLessThanOrEqual(id);
      }
    }
  }
  const firstIssued = ofPermit.filter(({ firstLetterId }) => firstLetterId !== null);
  expect(said).toEqual(new Set(firstIssued.map(({ id }) => id)));
}

async function expectRules(): Promise<void> {
  for (const id of permitIds) {
    const ofPermit = await db.select().from(corrections).where(eq(corrections.permitId, id));
    await expectNumbers(id, ofPermit);
    for (const correction of ofPermit) await expectCorrection(correction);
    await expectPlanChecks(id);
    await expectLetters(id, ofPermit);
  }
}

const requests = faultRounds(100_000, 4000);

test("after thousands of random requests none has failed with 500, and the rules of plan checks and letters hold", {
  timeout: requests * 100,
}, async () => {
  const successes = new Map<string, number>();
  let ids = await storedIds();
  let issued = await issuedMarks();
  for (let count = 0; count < requests; count += 1) {
    if (count % 25 === 0) ids = await storedIds();
    if (count % 30 === 0) await decideAll(oneOf(permitIds));
    if (count % 30 === 15) await answerAll(oneOf(permitIds));
    if (count % 50 === 49) await expectDecisions();
    const { name, status, reply } = await sendRandom(ids);
    if (status < 300) successes.set(name, (successes.get(name) ?? 0) + 1);
    if (status < 300 && name.endsWith("release")) issued = await issuedMarks();
    // A city reads nothing that no letter has.
    for (const found of reply.match(mark) ?? []) expect(issued, `${name}: ${found}`).toContain(found);
    if (count % 1000 === 999) await expectRules();
  }
  // Each act has also succeeded, so that the rules were tried.
  for (const { method, address } of acts) {
    expect(successes.get(`${method} ${address}`) ?? 0, `${method} ${address}`).toBeGreaterThan(0);
  }
});
