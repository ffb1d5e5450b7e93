import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
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
import { listCorrections, readCorrection, readShownCorrections } from "../corrections/correction-list.server";
import { decide } from "../corrections/decision.server";
import { handOverLetter } from "../letters/hand-over.server";
import { previewLetter } from "../letters/letter-draft.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { ReviewCycle } from "../permits/permit";
import { lettersOfCycle, readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Actor, Applicant, Viewer } from "../policy";
import {
  auditEvents,
  cities,
  correctionAnswers,
  corrections,
  mailOutbox,
  permits,
  planChecks,
} from "../tables.server";
import { maxAnswersAtOnce, notAnswered, savedText } from "./answer";
import { AnswerFields, AnswersBody, AnswersSchema } from "./answer.schema.server";
import {
  answeredLetter,
  countAnswers,
  type NewAnswer,
  readAnswers,
  reasonNotToAnswer,
  saveAnswers,
  unansweredNumbers,
} from "./answer.server";

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let clerk: Viewer;
let colleague: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let applicant: Applicant;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;
/** F-1 and F-2 are answered; F-3 is a condition and F-4 a note. */
let [first, second, condition, note]: [number, number, number, number] = [0, 0, 0, 0];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  colleague = await makeViewer("city", { name: "Cora Cole", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  rolelessUser = await makeViewer(null, { cityId });
});

/** The letter of PC1 was handed over on December 4, at noon. */
beforeEach(async () => {
  setTime("2026-12-04T20:00:00Z");
  permit = await makePermit(dana, cityId);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  const rows = [{}, { sheet: "A2.1" }, { kind: "condition" as const }, { kind: "note" as const }];
  [first = 0, second = 0, condition = 0, note = 0] = await makeCorrections(permit, lee, rows);
  await issueLetter(dana, permit.id);
  await handOverLetter(clerk, permit.id, "PC1");
  applicant = await makeApplicant(dana, permit);
  setTime("2026-12-07T20:00:00Z");
});
afterEach(() => {
  vi.useRealTimers();
});

const setTime = (at: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
const later = () => vi.setSystemTime(Date.now() + 1000);

const answer = (correctionId: number, text: string | null, more: Partial<NewAnswer> = {}): NewAnswer => ({
  correctionId,
  text,
  sheet: null,
  ...more,
});
const saveAll = (answers: NewAnswer[], actor: Actor = clerk, cycle: ReviewCycle = "PC1") =>
  saveAnswers(actor, permit.id, cycle, answers);
/** Saves one answer to F-1. */
const save = (text: string | null, more: Partial<NewAnswer> = {}, actor: Actor = clerk) =>
  saveAll([answer(first, text, more)], actor);

const answers = async () => {
  const rows = await db
    .select({ answer: correctionAnswers })
    .from(correctionAnswers)
    .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
    .where(eq(corrections.permitId, permit.id))
    .orderBy(asc(correctionAnswers.correctionId), asc(correctionAnswers.id));
  return rows.map((row) => row.answer);
};
const texts = async () => (await answers()).map(({ text }) => text);
const versionOf = async (correctionId = first) =>
  (await answers()).find((row) => row.correctionId === correctionId)?.updatedAt;

type Saved = Awaited<ReturnType<typeof saveAnswers>>;
const refusals = ({ refused }: Saved) =>
  refused.map(({ number, refusal }) => [number, refusal.status, refusal.fields ?? refusal.message]);

const read = (actor: Actor = clerk) => readPermit(actor, permit.id);
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const setCity = (fields: Partial<typeof cities.$inferInsert>) =>
  write((tx) => tx.update(cities).set(fields).where(eq(cities.id, cityId)));
const reopen = () => reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
/** Marks the answers as sent, as a resubmittal does. */
const markSent = () =>
  write(async (tx) => {
    const sentAt = "2026-12-08T20:00:00.000Z";
    await tx.update(correctionAnswers).set({ sentAt });
    const sent = { state: "resubmitted", resubmittedAt: sentAt } as const;
    await tx.update(planChecks).set(sent).where(eq(planChecks.permitId, permit.id));
  });

describe("a draft of an answer", () => {
  test("has its text, its sheet, who wrote it and from where, and is not sent", async () => {
    await save("The rating is on A2.1", { sheet: "A2.1" });
    const at = "2026-12-07T20:00:00.000Z";
    expect(await answers()).toEqual([
      {
        id: expect.any(Number),
        correctionId: first,
        reviewCycle: "PC1",
        text: "The rating is on A2.1",
        sheet: "A2.1",
        byName: "Carl Clerk",
        via: "city",
        sentAt: null,
        createdAt: at,
        updatedAt: at,
      },
    ]);
  });

  test("comes from the firm, from the city or by the applicant's link", async () => {
    for (const [actor, byName, via] of [
      [dana, "Dana Park", "staff"],
      [clerk, "Carl Clerk", "city"],
      [applicant, "Applicant", "link"],
    ] as const) {
      later();
      expect(await save(`By ${byName}`, {}, actor)).toEqual({ saved: 1, refused: [] });
      expect(await answers()).toMatchObject([{ text: `By ${byName}`, byName, via }]);
    }
  });

  test("replaces the earlier one and has a later version, also within a millisecond", async () => {
    await save("First");
    const version = await versionOf();
    await save("Second", { sheet: "A1" });
    expect(await answers()).toMatchObject([{ text: "Second", sheet: "A1" }]);
    expect([version, await versionOf()]).toEqual(["2026-12-07T20:00:00.000Z", "2026-12-07T20:00:00.001Z"]);
  });

  test("that is saved as it is stays as it is, also by somebody else", async () => {
    await save("Added", { sheet: "A1" });
    const before = await answers();
    later();
    for (const actor of [clerk, colleague, dana]) {
      expect(await save("Added", { sheet: "A1" }, actor)).toEqual({ saved: 0, refused: [] });
    }
    expect(await answers()).toEqual(before);
  });

  test("with another sheet is changed", async () => {
    await save("Added", { sheet: "A1" });
    expect((await save("Added", { sheet: null })).saved).toBe(1);
    expect(await answers()).toMatchObject([{ text: "Added", sheet: null }]);
  });

  test("is deleted by an empty text, and can be written again", async () => {
    await saveAll([answer(first, "One"), answer(second, "Two")]);
    expect(await save(null)).toEqual({ saved: 1, refused: [] });
    expect(await texts()).toEqual(["Two"]);
    expect(await save(null)).toEqual({ saved: 0, refused: [] });
    expect((await save("One again")).saved).toBe(1);
    expect(await texts()).toEqual(["One again", "Two"]);
  });

  test("needs a text beside its sheet, also where there is one already", async () => {
    const onlySheet = [["F-1", 400, { text: ["Answer this correction"] }]];
    expect(refusals(await save(null, { sheet: "A1" }))).toEqual(onlySheet);
    expect(await answers()).toEqual([]);
    await save("Added");
    expect(refusals(await save(null, { sheet: "A1" }))).toEqual(onlySheet);
    expect(await texts()).toEqual(["Added"]);
  });

  test("belongs to its cycle: an answer to the next letter leaves the former one", async () => {
    await save("In PC1");
    await markSent();
    await startNextCycle(dana, permit.id, ["Fire"]);
    await issueLetter(dana, permit.id);
    expect((await saveAll([answer(first, "In PC2")], clerk, "PC2")).saved).toBe(1);
    expect((await answers()).map(({ reviewCycle, text }) => [reviewCycle, text])).toEqual([
      ["PC1", "In PC1"],
      ["PC2", "In PC2"],
    ]);
  });

  test("is neither mailed nor recorded", async () => {
    const counts = async () => [await db.$count(mailOutbox), await db.$count(auditEvents)];
    const before = await counts();
    await save("Added");
    await save(null);
    expect(await counts()).toEqual(before);
  });

  test("can be saved on hold, and while a corrected letter is being prepared", async () => {
    await setPermit({ status: "hold" });
    expect((await save("On hold")).saved).toBe(1);
    await setPermit({ status: "in_process" });
    await reopen();
    for (const [actor, text] of [
      [clerk, "By the city"],
      [applicant, "By the applicant"],
      [dana, "By the firm"],
    ] as const) {
      expect(await save(text, {}, actor)).toEqual({ saved: 1, refused: [] });
      expect(await texts()).toEqual([text]);
    }
  });
});

describe("of the answers that are saved at once", () => {
  test("those that are refused do not stop the others", async () => {
    const saved = await saveAll([answer(999_999, "To nothing"), answer(first, "One"), answer(second, "Two")]);
    expect(saved.saved).toBe(2);
    expect(saved.refused.map(({ correctionId }) => correctionId)).toEqual([999_999]);
    expect(await texts()).toEqual(["One", "Two"]);
  });

  test("the last one counts of two to one correction", async () => {
    const twice = [answer(first, "First", { expectedVersion: notAnswered }), answer(second, "Two")];
    const saved = await saveAll([...twice, answer(first, "Last", { expectedVersion: notAnswered })]);
    expect(saved).toEqual({ saved: 2, refused: [] });
    expect(await texts()).toEqual(["Last", "Two"]);
  });

  test("none is counted that was not changed", async () => {
    await save("One");
    const saved = await saveAll([answer(first, "One"), answer(second, "Two")]);
    expect(saved).toEqual({ saved: 1, refused: [] });
  });

  test("the message counts both", () => {
    expect(savedText(1, 0)).toBe("1 answer was saved");
    expect(savedText(48, 2)).toBe("48 answers were saved, 2 were changed by somebody else");
    expect(savedText(0, 1)).toBe("0 answers were saved, 1 was changed by somebody else");
  });
});

describe("two people on one answer", () => {
  const whoChanged = (name: string) =>
    `${name} changed the answer to F-1 after you opened it. Save again to replace what is there.`;

  test("of an empty row: the second is refused and sees what the first wrote", async () => {
    await save("By Carl", { expectedVersion: notAnswered });
    const { saved, refused } = await save("By Cora", { expectedVersion: notAnswered }, colleague);
    expect(saved).toBe(0);
    expect(refused).toMatchObject([
      {
        correctionId: first,
        number: "F-1",
        refusal: {
          status: 409,
          message: whoChanged("Carl Clerk"),
          details: { current: { text: "By Carl", sheet: null, updatedAt: await versionOf() } },
        },
      },
    ]);
    expect(await texts()).toEqual(["By Carl"]);
  });

  test("of a saved one: the second is refused until it has seen the first", async () => {
    await save("Draft");
    const expectedVersion = await versionOf();
    later();
    await save("By the applicant", { expectedVersion }, applicant);
    const refusal = await save("By Cora", { expectedVersion }, colleague);
    expect(refusals(refusal)).toEqual([["F-1", 409, whoChanged("Applicant")]]);
    expect((await save("By Cora", { expectedVersion: await versionOf() }, colleague)).saved).toBe(1);
    expect(await answers()).toMatchObject([{ text: "By Cora", byName: "Cora Cole" }]);
  });

  test("name nobody of the firm outside it, and no user to the applicant", async () => {
    const told = async (writer: Actor, readers: Actor[]) => {
      later();
      await save(`Of ${writer.role}`, {}, writer);
      const names: (string | undefined)[] = [];
      for (const reader of readers) {
        const { refused } = await save("Mine", { expectedVersion: notAnswered }, reader);
        names.push(refused[0]?.refusal.message.split(" changed the answer")[0]);
      }
      return names;
    };
    expect(await told(dana, [otto, clerk, applicant])).toEqual(["Dana Park", "Urban37", "Urban37"]);
    expect(await told(clerk, [dana, colleague, applicant])).toEqual(["Carl Clerk", "Carl Clerk", "Oakville"]);
    expect(await told(applicant, [dana, clerk])).toEqual(["Applicant", "Applicant"]);
  });

  test("does not stop the other answers of the page", async () => {
    await save("By Carl", { expectedVersion: notAnswered });
    const page = [first, second].map((id) => answer(id, "By Cora", { expectedVersion: notAnswered }));
    const saved = await saveAll(page, colleague);
    expect([saved.saved, refusals(saved)]).toEqual([1, [["F-1", 409, whoChanged("Carl Clerk")]]]);
    expect(await texts()).toEqual(["By Carl", "By Cora"]);
  });

  test("who write the same are no conflict", async () => {
    await save("Same", { expectedVersion: notAnswered });
    expect(await save("Same", { expectedVersion: notAnswered }, colleague)).toEqual({
      saved: 0,
      refused: [],
    });
  });

  test("one of whom deletes it", async () => {
    await save("Draft");
    const expectedVersion = await versionOf();
    await save(null, { expectedVersion });
    const changed = await save("By Cora", { expectedVersion }, colleague);
    const message = "The answer to F-1 was deleted after you opened it. Save again to replace what is there.";
    expect(refusals(changed)).toEqual([["F-1", 409, message]]);
    expect(changed.refused[0]?.refusal.details.current).toEqual({
      text: null,
      sheet: null,
      updatedAt: notAnswered,
    });
    expect((await save("By Cora", { expectedVersion: notAnswered }, colleague)).saved).toBe(1);
  });

  test("one of whom deletes what the other changed meanwhile is refused", async () => {
    await save("Draft");
    const expectedVersion = await versionOf();
    later();
    await save("By Cora", { expectedVersion }, colleague);
    expect(refusals(await save(null, { expectedVersion }))).toEqual([["F-1", 409, whoChanged("Cora Cole")]]);
    expect(await texts()).toEqual(["By Cora"]);
  });

  test("without a version replace each other, as programs may", async () => {
    await save("By Carl");
    later();
    expect((await save("By Cora", {}, colleague)).saved).toBe(1);
    expect(await texts()).toEqual(["By Cora"]);
  });
});

describe("an answer is refused, and the others are not", () => {
  const notOpen = (number = `${permit.urban37PermitNumber}-PC1`) =>
    `This correction is not open in ${number} any more: your answer is not needed`;

  test("to a condition and to a note", async () => {
    const saved = await saveAll([answer(condition, "Met"), answer(note, "Noted"), answer(first, "Added")]);
    expect(refusals(saved)).toEqual([
      [undefined, 404, notOpen()],
      [undefined, 404, notOpen()],
    ]);
    expect(await texts()).toEqual(["Added"]);
  });

  test("to a draft that was written after the letter", async () => {
    const [draft = 0] = await makeCorrections(permit, lee, [{}]);
    expect(refusals(await saveAll([answer(draft, "Added")]))).toEqual([[undefined, 404, notOpen()]]);
    expect(await answers()).toEqual([]);
  });

  test("to a correction of another permit, also of the same city", async () => {
    const other = await makePermit(dana, cityId);
    const [foreign = 0] = await makeCorrections(other, lee, [{}]);
    await issueLetter(dana, other.id);
    expect(refusals(await saveAll([answer(foreign, "Added")]))).toEqual([[undefined, 404, notOpen()]]);
    expect(await db.$count(correctionAnswers, eq(correctionAnswers.correctionId, foreign))).toBe(0);
  });

  test("once a corrected letter has withdrawn it", async () => {
    await save("Added");
    await reopen();
    await saveBackCheck(dana, first, { verdict: "withdrawn", remark: "Our mistake" });
    await issueLetter(dana, permit.id);
    const saved = await saveAll([answer(first, "Changed"), answer(second, "Added too")]);
    expect(refusals(saved)).toEqual([[undefined, 404, notOpen(`${permit.urban37PermitNumber}-PC1-2`)]]);
    expect(await texts()).toEqual(["Added", "Added too"]);
  });
});

describe("no answer is saved", () => {
  async function expectRefused(expected: [number, string], actor: Actor = clerk, cycle: ReviewCycle = "PC1") {
    const before = await answers();
    expect(await refused(saveAll([answer(first, "Too late")], actor, cycle))).toEqual(expected);
    expect(await answers()).toEqual(before);
  }

  test("of a cancelled permit", async () => {
    await setPermit({ status: "cancelled" });
    for (const actor of [clerk, dana, applicant])
      await expectRefused([409, "This permit is cancelled"], actor);
  });

  test("after the resubmittal", async () => {
    await save("Sent");
    await markSent();
    const message = "The answers were sent and cannot be changed any more";
    for (const actor of [clerk, dana, applicant]) await expectRefused([409, message], actor);
  });

  test("after its cycle", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    for (const actor of [clerk, dana, applicant]) await expectRefused([409, "PC1 is over"], actor);
  });

  test("before there is a letter of the cycle", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    for (const actor of [clerk, dana, applicant])
      await expectRefused([409, "There is no letter to answer"], actor, "PC2");
    permit = await makePermit(dana, cityId);
    applicant = await makeApplicant(dana, permit);
    for (const actor of [clerk, dana, applicant])
      await expectRefused([409, "There is no letter to answer"], actor);
  });

  test("to an approval", async () => {
    await reopen();
    await write((tx) =>
      tx.update(corrections).set({ status: "resolved" }).where(eq(corrections.permitId, permit.id)),
    );
    await decide(lee, fire, { decision: "approved" });
    await issueLetter(dana, permit.id);
    await expectRefused([409, "There is no letter to answer"]);
  });

  test("of a city that no longer uses corrections", async () => {
    await switchCorrections(cityId, false);
    try {
      for (const actor of [clerk, dana, applicant])
        await expectRefused([409, "Oakville no longer writes corrections"], actor);
    } finally {
      await switchCorrections(cityId, true);
    }
    expect((await save("On again")).saved).toBe(1);
  });

  test("by the applicant before the hand-over, and after it was taken back", async () => {
    await handOverLetter(dana, permit.id, "PC1", { handedOverOn: null, reason: "Not yet" });
    await expectRefused([409, "There is no letter to answer"], applicant);
    expect((await save("The city reads it")).saved).toBe(1);
  });

  test("by the applicant of a city that types in the answers itself", async () => {
    await setCity({ applicantsAnswer: false });
    try {
      const message = "Give your answers to the City of Oakville, which sends them.";
      await expectRefused([403, message], applicant);
      expect((await save("By the city")).saved).toBe(1);
    } finally {
      await setCity({ applicantsAnswer: true });
    }
  });

  test("by reviewers, outside the scope, and by the link of another permit", async () => {
    expect((await refusalOf(save("Added", {}, lee))).status).toBe(403);
    const other = await makeApplicant(dana, await makePermit(dana, cityId));
    for (const actor of [foreigner, rolelessUser, other]) {
      expect((await refusalOf(save("Added", {}, actor))).status).toBe(404);
    }
    expect(await answers()).toEqual([]);
  });
});

describe("the answers to a letter", () => {
  const letterOf = async (actor: Actor = clerk) => {
    const current = await read(actor);
    const letter = answeredLetter(actor, current);
    if (!letter) throw new Error("No letter");
    return { current, letter };
  };
  const readAll = async (actor: Actor = clerk) => {
    const { current, letter } = await letterOf(actor);
    return readAnswers(current, letter);
  };
  const shown = async (actor: Actor = clerk) =>
    (await readAll(actor)).map(({ item, answer }) => [item.number, answer?.text]);

  test("are those to its open corrections in its order, by discipline and number", async () => {
    permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire", "Architectural"] });
    await makeCorrections(permit, lee, [
      {},
      { discipline: "Architectural" },
      { kind: "condition" },
      { status: "resolved" },
      {},
      { discipline: "Architectural" },
    ]);
    await issueLetter(dana, permit.id);
    expect((await shown()).map(([number]) => number)).toEqual(["A-1", "A-2", "F-1", "F-4"]);
  });

  test("are seen by the city, the administrator and the applicant, drafts too", async () => {
    await saveAll([answer(second, "On A2.1")]);
    for (const actor of [clerk, dana, applicant]) {
      expect(await shown(actor)).toEqual([
        ["F-1", undefined],
        ["F-2", "On A2.1"],
      ]);
      expect(await countAnswers(actor, await read(actor))).toEqual({ answered: 1, total: 2 });
    }
    expect(unansweredNumbers(await readAll())).toEqual(["F-1"]);
  });

  test("of a cycle that is over are only those that were sent", async () => {
    await saveAll([answer(first, "Sent"), answer(second, "Draft")]);
    await write((tx) =>
      tx
        .update(correctionAnswers)
        .set({ sentAt: "2026-12-08T20:00:00.000Z" })
        .where(eq(correctionAnswers.correctionId, first)),
    );
    await startNextCycle(dana, permit.id, ["Fire"]);
    const expected = [
      ["F-1", "Sent"],
      ["F-2", undefined],
    ];
    expect(await shown()).toEqual(expected);
    expect(await countAnswers(clerk, await read())).toBeNull();
  });

  test("of a corrected letter are those to the former one, without those of corrections it no longer has", async () => {
    await saveAll([answer(first, "One"), answer(second, "Two")]);
    await reopen();
    await saveBackCheck(dana, second, { verdict: "withdrawn", remark: "Our mistake" });
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    expect(await shown()).toEqual([
      ["F-1", "One"],
      ["F-5", undefined],
    ]);
    expect(await texts()).toEqual(["One", "Two"]);
    expect((await letterOf()).letter.number).toBe(`${permit.urban37PermitNumber}-PC1-2`);
  });

  test("are read to the letter that the applicant has, until the corrected one is handed over", async () => {
    await reopen();
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(dana, permit.id);
    expect((await shown(applicant)).map(([number]) => number)).toEqual(["F-1", "F-2"]);
    expect((await shown()).map(([number]) => number)).toEqual(["F-1", "F-2", "F-5"]);
    await handOverLetter(clerk, permit.id, "PC1");
    expect((await shown(applicant)).map(([number]) => number)).toEqual(["F-1", "F-2", "F-5"]);
  });

  test("are none of an approval, and none before the letter", async () => {
    const fresh = await makePermit(dana, cityId);
    expect(answeredLetter(dana, fresh)).toBeUndefined();
    expect(await countAnswers(dana, fresh)).toBeNull();
    const [letter] = lettersOfCycle(await read());
    expect(answeredLetter(clerk, await read())?.id).toBe(letter?.id);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["cancelled", () => setPermit({ status: "cancelled" }), "This permit is cancelled"],
    ["sent", markSent, "The answers were sent and cannot be changed any more"],
    ["over", () => startNextCycle(dana, permit.id, ["Fire"]), "PC1 is over"],
  ])("cannot be changed once they are %s, and say so", async (_, change, reason) => {
    const before = await letterOf();
    expect(reasonNotToAnswer(clerk, before.current, before.letter)).toBeUndefined();
    await change();
    const { current, letter } = await letterOf();
    expect(reasonNotToAnswer(clerk, current, letter)).toBe(reason);
  });

  test("cannot be changed in a city without corrections, by applicants who do not answer, and by reviewers", async () => {
    const { current, letter } = await letterOf(applicant);
    const inCity = (fields: object) =>
      ({ ...current, city: { ...current.city, ...fields } }) as typeof current;
    expect(reasonNotToAnswer(clerk, inCity({ usesCorrections: false }), letter)).toBe(
      "Oakville no longer writes corrections",
    );
    expect(reasonNotToAnswer(applicant, inCity({ applicantsAnswer: false }), letter)).toBe(
      "Give your answers to the City of Oakville, which sends them",
    );
    expect(reasonNotToAnswer(clerk, inCity({ applicantsAnswer: false }), letter)).toBeUndefined();
    expect(reasonNotToAnswer(lee, current, letter)).toBe("You cannot answer corrections");
    expect(reasonNotToAnswer(applicant, current, letter)).toBeUndefined();
  });
});

test("a draft is shown to no plan reviewer, in no list, and in no letter", async () => {
  await saveAll([answer(first, "Draft"), answer(second, "Draft")]);
  const current = await read(lee);
  for (const viewer of [lee, dana]) {
    expect((await listCorrections(viewer, current)).map((row) => row.answer)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect((await readCorrection(viewer, first)).answer).toBeNull();
  }
  expect((await readShownCorrections(current, ["Fire"])).map((row) => row.answer)).toEqual(
    Array(4).fill(null),
  );
  await reopen();
  const { content } = await previewLetter(lee, permit.id);
  expect(JSON.stringify(content)).not.toContain("Draft");
});

describe("the fields of an answer", () => {
  const parse = (text: string, sheet = "") => AnswerFields.safeParse({ text, sheet });
  const problems = (text: string, sheet?: string) =>
    parse(text, sheet).error?.issues.map((issue) => issue.message);

  test("have at most 4,000 characters of text and 50 of the sheet", () => {
    expect(parse("a".repeat(4000), "b".repeat(50)).data).toEqual({
      text: "a".repeat(4000),
      sheet: "b".repeat(50),
    });
    expect(problems("a".repeat(4001))).toEqual(["Keep this to 4,000 characters or fewer"]);
    expect(problems("Added", "b".repeat(51))).toEqual(["Keep this to 50 characters or fewer"]);
  });

  test.each(["", "   ", "\n\t\n", "\u200b\u00ad"])("are null if nothing is seen of %j", (typed) => {
    expect(parse(typed, typed).data).toEqual({ text: null, sheet: null });
  });

  test("keep lines, signs and formulas, and lose half a character", () => {
    const text = "=1+1\n<script>alert(1)</script>\n🔥";
    expect(parse(text).data?.text).toBe(text);
    expect(parse("A\ud800B").data?.text).toBe("A\ufffdB");
  });
});

describe("the answers of a form or a program", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ correctionId: index + 1 }));
  const atOnce = "At most 100 answers can be saved at once";

  test("are at most 100", () => {
    expect(maxAnswersAtOnce).toBe(100);
    const form = (count: number) => AnswersSchema.safeParse({ cycle: "PC1", answers: rows(count) });
    const body = (count: number) => AnswersBody.safeParse(rows(count));
    for (const sent of [form, body]) {
      expect(sent(100).success).toBe(true);
      expect(sent(101).error?.issues.map(({ message }) => message)).toEqual([atOnce]);
    }
  });

  test("carry a version, or that there was no answer", () => {
    const version = (updatedAt: unknown) =>
      AnswersBody.safeParse([{ correctionId: 1, text: "A", updatedAt }]);
    expect(version(notAnswered).data?.[0]?.updatedAt).toBe("none");
    expect(version("2026-12-07T12:00:00-08:00").data?.[0]?.updatedAt).toBe("2026-12-07T20:00:00.000Z");
    expect(version("yesterday").success).toBe(false);
  });

  test("name a cycle that there is", () => {
    expect(AnswersSchema.safeParse({ cycle: "PC11", answers: [] }).success).toBe(false);
  });
});
