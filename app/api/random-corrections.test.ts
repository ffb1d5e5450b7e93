import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/models/db.server";
import { disciplines } from "~/models/discipline";
import { isBefore, type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { correctionKindValues, newReasonValues, verdicts } from "~/models/plan-review/correction";
import { readCorrectionStates } from "~/models/plan-review/correction-state.server";
import { decisionValues, fitsDecision } from "~/models/plan-review/decision";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { assignments, backChecks, correctionNumbers, corrections, planChecks } from "~/models/tables.server";
import { contextOf, type Handler, moduleOf, responseAt, statusOf } from "~/testing/test-addresses";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";

/** Returns numbers from 0 to 1, the same on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const random = randomNumbers(16);
const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
const isRare = () => random() < 0.04;

const badTexts = [
  "",
  "   \n ",
  "Show the ____-hour walls",
  "null\u0000character",
  "x".repeat(4001),
  "y".repeat(10_000),
];
const goodTexts = [
  "Show the rated walls",
  "<script>alert(1)</script>",
  "=1+1",
  "\u202Eright to left\u202C \u05D0\u05D1",
  "walls \u{1F6A8}\u200D\u{1F525}",
  "half \uD83D of a character",
  "first\r\nsecond line\r\n",
  "z".repeat(4000),
];
const junk = [
  null,
  0,
  -1,
  2 ** 53,
  1.5,
  true,
  "",
  "constructor",
  [],
  ["Fire"],
  {},
  { id: 1 },
  "x".repeat(600),
];
/** Mostly one of the values, rarely something else. */
const mostly = (values: readonly unknown[]): unknown => (isRare() ? oneOf(junk) : oneOf(values));
const text = () => (random() < 0.15 ? oneOf(badTexts) : mostly(goodTexts));
const dates = ["2026-11-01", "2026-11-05", "2026-11-20", "2026-02-30", "2999-01-01", "Nov 5", null, ""];
const versions = ["2020-01-01T00:00:00.000Z", "now", null];

type Fields = Record<string, () => unknown>;
/** A body with each field, or without some of them; rarely with an unknown field, or not an object at all. */
function bodyOf(fields: Fields, required: string[] = []): string {
  if (isRare())
    return oneOf(["", "{", "null", "[]", '"text"', "7", '{"text":"\\ud800"}', '{"__proto__":{}}']);
  const present = Object.entries(fields).filter(([name]) =>
    required.includes(name) ? !isRare() : random() < 0.3,
  );
  const body = Object.fromEntries(present.map(([name, value]) => [name, value()]));
  if (isRare()) body[oneOf(["number", "status", "reviewCycle", "colour", "id", "letterId"])] = oneOf(junk);
  return JSON.stringify(body);
}

const written = {
  kind: () => mostly(correctionKindValues),
  text,
  sheet: () => mostly(["A2.1", "", null, "  ", "s".repeat(51), "\uD83D"]),
  codeReference: () => mostly(["CBC 1010.1.9", null, "c".repeat(121)]),
  newReason: () => mostly([...newReasonValues, ...newReasonValues, null]),
};
const version = { updatedAt: () => (isRare() ? oneOf(versions) : undefined) };

const file = (name: string) => `routes/api/api.${name}.ts`;

type Act = { method: string; file: string; body?: () => string; query?: () => string; noun: string };
const acts: Act[] = [
  {
    method: "POST",
    noun: "permits",
    file: file("permits.$id.corrections"),
    body: () =>
      bodyOf(
        {
          ...written,
          discipline: () => mostly(disciplines.slice(5)),
          standardCommentId: () => (random() < 0.2 ? oneOf(junk) : undefined),
          formKey: () => mostly(["a-key-of-sixteen-letters", undefined, undefined, undefined, "short"]),
        },
        ["kind", "text", "discipline"],
      ),
  },
  {
    method: "PATCH",
    noun: "corrections",
    file: file("corrections.$id._index"),
    body: () => bodyOf({ ...written, ...version }),
  },
  { method: "DELETE", noun: "corrections", file: file("corrections.$id._index") },
  {
    method: "PUT",
    noun: "corrections",
    file: file("corrections.$id.back-check"),
    body: () =>
      bodyOf({ verdict: () => mostly(Object.keys(verdicts)), remark: text, ...version }, [
        "verdict",
        "remark",
      ]),
  },
  {
    method: "DELETE",
    noun: "corrections",
    file: file("corrections.$id.back-check"),
    body: () => bodyOf(version),
  },
  {
    method: "PATCH",
    noun: "assignments",
    file: file("assignments.$id.decision"),
    body: () =>
      bodyOf(
        { decision: () => mostly(decisionValues), decisionReason: () => mostly(["No sprinklers", "", null]) },
        ["decision"],
      ),
  },
  {
    method: "PATCH",
    noun: "permits",
    file: file("permits.$id.plan-checks.$cycle"),
    body: () => bodyOf({ receivedOn: () => mostly(dates), completeOn: () => mostly(dates), ...version }),
  },
  {
    method: "GET",
    noun: "permits",
    file: file("permits.$id.corrections"),
    query: () =>
      `?${new URLSearchParams({
        [oneOf([
          "discipline",
          "status",
          "kind",
          "reviewCycle",
          "sort",
          "page",
          "limit",
          "pageSize",
          "colour",
        ])]: String(mostly(["Fire", "open", "note", "PC2", "-number", "2", "10", "\uD83D"])),
      })}`,
  },
];
/** How often each is tried, in the order of `acts`. */
const weights = [4, 2, 1, 5, 1, 5, 1, 1];
const weighted = acts.flatMap((act, index) => Array<Act>(weights[index] ?? 1).fill(act));

type Ids = Record<string, number[]>;
const idOf = (ids: Ids, noun: string) =>
  String(isRare() ? oneOf([0, -1, 99_999, "x", "1e3"]) : oneOf(ids[noun] ?? [1]));

async function storedIds(permitIds: number[]): Promise<Ids> {
  const rows = await Promise.all([
    db.select({ id: corrections.id }).from(corrections),
    db.select({ id: assignments.id }).from(assignments),
  ]);
  const [ofCorrections = [], ofAssignments = []] = rows.map((found) => found.map(({ id }) => id));
  return { permits: permitIds, corrections: ofCorrections, assignments: ofAssignments };
}

/** Expects that each decision of a current cycle fits what is open, and completes its assignment. */
async function expectDecisions(administrator: Viewer, permitIds: number[]): Promise<void> {
  for (const id of permitIds) {
    const permit = await readPermit(administrator, id);
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, id));
    for (const { decision, status, discipline, reviewCycle } of rows) {
      expect(decision === null || status === "completed").toBe(true);
      if (decision === null || reviewCycle !== permit.reviewCycle) continue;
      expect(fitsDecision(decision, await readCorrectionStates(permit, discipline), reviewCycle)).toBe(true);
    }
  }
}

async function expectRules(administrator: Viewer, permitIds: number[]): Promise<void> {
  for (const id of permitIds) {
    const permit = await readPermit(administrator, id);
    const ofPermit = await db.select().from(corrections).where(eq(corrections.permitId, id));
    for (const discipline of disciplines) {
      const numbers = ofPermit.filter((row) => row.discipline === discipline).map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBeLessThanOrEqual(200);
      const [counter] = await db
        .select()
        .from(correctionNumbers)
        .where(and(eq(correctionNumbers.permitId, id), eq(correctionNumbers.discipline, discipline)));
      expect(counter?.highest ?? 0).toBeGreaterThanOrEqual(Math.max(0, ...numbers));
    }
    for (const correction of ofPermit) {
      const checks = await db.select().from(backChecks).where(eq(backChecks.correctionId, correction.id));
      const latest = checks.toSorted((first, second) => second.id - first.id)[0];
      expect(correction.status).toBe(latest ? verdicts[latest.verdict].status : "open");
      for (const { reviewCycle, verdict, remark } of checks) {
        expect(isBefore(correction.reviewCycle, reviewCycle) && correction.kind !== "note").toBe(true);
        expect(verdict === "resolved" || remark).toBeTruthy();
      }
      const { text: stored, kind, newReason } = correction;
      expect(stored.trim() === stored && stored.isWellFormed() && !/____|\r|\0/.test(stored)).toBe(true);
      expect(stored.length).toBeGreaterThan(0);
      expect(stored.length).toBeLessThanOrEqual(4000);
      expect(kind === "correction" || newReason === null).toBe(true);
    }
    const checks = await db.select().from(planChecks).where(eq(planChecks.permitId, id));
    for (const { reviewCycle, state, receivedOn, completeOn } of checks) {
      expect(state).toBe(reviewCycle === permit.reviewCycle ? "in_review" : "closed");
      expect(completeOn === null || completeOn >= receivedOn).toBe(true);
    }
  }
}

test("after 10,000 random requests none has failed with 500, and the rules of plan checks hold", {
  timeout: 60_000,
}, async () => {
  const cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  const administrator = await makeViewer("admin");
  const reviewers = [
    await makeViewer("employee", { disciplines: ["Fire"] }),
    await makeViewer("employee", { disciplines: ["Mechanical"] }),
  ];
  const viewers = [
    ...Array<Viewer>(5).fill(administrator),
    ...reviewers,
    await makeViewer("city", { cityId }),
  ];
  const contexts = await Promise.all(viewers.map(contextOf));
  const handlers = new Map<string, Handler>();
  for (const act of acts) {
    const { loader } = await moduleOf(act.file);
    if (loader) handlers.set(act.file, loader);
  }
  const permitIds: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const permit = await makePermit(administrator, cityId);
    permitIds.push(permit.id);
    for (const [index, discipline] of (["Fire", "Mechanical"] as const).entries()) {
      await assign(permit, reviewers[index] ?? administrator, discipline);
    }
  }
  const cycles = new Map<string, ReviewCycle>();
  const successes = new Map<string, number>();
  let ids = await storedIds(permitIds);
  for (let count = 0; count < 10_000; count += 1) {
    if (count % 400 === 399) {
      const id = oneOf(permitIds);
      // The last cycle remains.
      const next = startNextCycle(administrator, id, ["Fire", "Mechanical"]).catch(() => "PC10" as const);
      cycles.set(String(id), await next);
    }
    if (count % 25 === 0) {
      ids = await storedIds(permitIds);
      await expectDecisions(administrator, permitIds);
    }
    const act = oneOf(weighted);
    const handler = handlers.get(act.file);
    if (!handler) throw new Error(`No handler in ${act.file}`);
    const id = idOf(ids, act.noun);
    const params = { id, cycle: isRare() ? oneOf([...reviewCycles, "PC11"]) : (cycles.get(id) ?? "PC1") };
    const [body, query] = [act.body?.() || undefined, act.query?.()];
    const sent = { method: act.method, params, body, query, context: oneOf(contexts) };
    const status = statusOf(await responseAt(handler, "/api/at/:id", sent));
    expect(status, `${act.method} ${act.file} ${JSON.stringify(params)} ${body ?? query}`).toBeLessThan(500);
    const name = `${act.method} ${act.file}`;
    if (status < 300) successes.set(name, (successes.get(name) ?? 0) + 1);
    if (count % 2000 === 1999) await expectRules(administrator, permitIds);
  }
  await expectRules(administrator, permitIds);
  // Each act has also succeeded, so that the rules were tried.
  for (const { method, file: name } of acts) {
    expect(successes.get(`${method} ${name}`), `${method} ${name}`).toBeGreaterThan(10);
  }
});
