import { and, eq, getTableColumns } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";
import { changeRow, insertRow } from "../change-row.server";
import { cityInSentence, namesOf } from "../cities/city";
import { listOf } from "../corrections/correction";
import type { Discipline } from "../discipline";
import { type LetterContent, type LetterItem, letterKinds, openItemsOf } from "../letters/letter";
import type { ReviewCycle } from "../permits/permit";
import {
  lettersFor,
  lettersOfCycle,
  type Permit,
  type PermitLetter,
  readPermit,
} from "../permits/permit-scope.server";
import { personName } from "../person";
import { type Actor, allow, isApplicant, may, scopeOf } from "../policy";
import { conflictRefusal, foundRow, Refusal, refusalAtField } from "../refusal";
import { cancelledNote, isInReview, isResubmitted, type Sender } from "../review-cycles/plan-check";
import { refuseCancelled, refuseWithoutCorrections } from "../review-cycles/plan-check.server";
import { refuseEndedLink } from "../status-links/status-link.server";
import { correctionAnswers, corrections, letters } from "../tables.server";
import { notAnswered } from "./answer";

export type StoredAnswer = typeof correctionAnswers.$inferSelect;

export const senderOf = (actor: Actor): Sender => {
  if (isApplicant(actor)) return "link";
  return scopeOf(actor, "answer.write") === "city" ? "city" : "staff";
};

/** Nobody knows who has opened a status link. */
const nameOf = (actor: Actor): string => (isApplicant(actor) ? "Applicant" : personName(actor));

/** Who answered, as an actor may know it: employees have no names outside the firm, and applicants see no users' names. */
export function answeredBy(
  actor: Actor,
  { city }: Permit,
  { byName, via }: Pick<StoredAnswer, "byName" | "via">,
) {
  if (via === "staff" && senderOf(actor) !== "staff") return env.PROVIDER_NAME;
  return via === "city" && isApplicant(actor) ? city.cityName : byName;
}

const subjectOf = ({ id, cityId }: Permit) => ({ permitId: id, cityId });

/** Throws 403, also to an applicant of a city that types in the answers itself. */
export function allowAnswers(actor: Actor, permit: Permit): void {
  allow(actor, "answer.write", subjectOf(permit));
  if (isApplicant(actor) && !permit.city.applicantsAnswer) {
    throw new Refusal(403, `${givenToCity(permit)}.`);
  }
}

const givenToCity = ({ city }: Permit): string =>
  `Give your answers to ${cityInSentence(namesOf(city))}, which sends them`;

/** The letter whose corrections are answered: the last one that the actor reads, unless it approves. */
export function answeredLetter(actor: Actor, permit: Permit): PermitLetter | undefined {
  const last = lettersFor(actor, permit).at(-1);
  return last && letterKinds[last.kind].needsAnswers ? last : undefined;
}

export type AnsweredItem = { discipline: Discipline; item: LetterItem; answer: StoredAnswer | undefined };

/** To corrections of the letter's permit, in its cycle. */
const answersColumn = rowsColumn<StoredAnswer>(
  db
    .select({ rows: jsonRows(getTableColumns(correctionAnswers)) })
    .from(correctionAnswers)
    .innerJoin(corrections, eq(corrections.id, correctionAnswers.correctionId))
    .where(
      and(eq(corrections.permitId, letters.permitId), eq(correctionAnswers.reviewCycle, letters.reviewCycle)),
    ),
);

/** The open corrections of a letter in its order, each with its answer: only one that was sent, if the cycle is over. */
export async function readAnswers(
  permit: Permit,
  letter: PermitLetter,
  connection: Connection = db,
): Promise<AnsweredItem[]> {
  const rows = await connection
    .select({ content: letters.content, answers: answersColumn })
    .from(letters)
    .where(eq(letters.id, letter.id));
  const { content, answers } = foundRow(rows, "Letter");
  const { disciplines } = JSON.parse(content) as LetterContent;
  const items = disciplines.flatMap((row) =>
    openItemsOf(row).map((item) => ({ discipline: row.discipline, item })),
  );
  const isOver = letter.reviewCycle !== permit.reviewCycle;
  const byCorrection = new Map(
    answers.filter(({ sentAt }) => !isOver || sentAt !== null).map((answer) => [answer.correctionId, answer]),
  );
  return items.map((row) => ({ ...row, answer: byCorrection.get(row.item.id) }));
}

/** Returns "A-3, F-1 and 4 more", or nothing if all are answered. */
export const unansweredNumbers = (items: readonly AnsweredItem[]): string[] =>
  items.filter(({ answer }) => !answer).map(({ item }) => item.number);

export type AnswerCounts = { answered: number; total: number };

/** How many corrections of the current cycle's letter are answered; null without a letter to answer. */
export async function countAnswers(actor: Actor, permit: Permit): Promise<AnswerCounts | null> {
  const letter = answeredLetter(actor, permit);
  if (!letter || letter.reviewCycle !== permit.reviewCycle) return null;
  const items = await readAnswers(permit, letter);
  return { answered: items.length - unansweredNumbers(items).length, total: items.length };
}

/** Why the answers of a letter cannot be changed now; undefined if they can. A sentence without its period. */
export function reasonNotToAnswer(actor: Actor, permit: Permit, letter: PermitLetter): string | undefined {
  const { city, planCheck, reviewCycle } = permit;
  const cancelled = cancelledNote(permit);
  if (cancelled) return cancelled;
  if (!city.usesCorrections) return `${city.cityName} no longer writes corrections`;
  if (letter.reviewCycle !== reviewCycle) return `${letter.reviewCycle} is over`;
  if (areSent(planCheck, letter)) return "The answers were sent and cannot be changed any more";
  if (isApplicant(actor) && !city.applicantsAnswer) return givenToCity(permit);
  return may(actor, "answer.write", subjectOf(permit)) ? undefined : "You cannot answer corrections";
}

/** Whether the actor has a letter whose answers they can change now. */
export function mayAnswer(actor: Actor, permit: Permit): boolean {
  const letter = answeredLetter(actor, permit);
  return letter !== undefined && reasonNotToAnswer(actor, permit, letter) === undefined;
}

/** Also while the last cycle is open again after its resubmittal, until its corrected letter is out. */
export const areSent = (planCheck: Permit["planCheck"], { createdAt }: PermitLetter): boolean =>
  planCheck !== null &&
  (isResubmitted(planCheck.state) ||
    (planCheck.resubmittedAt !== null && planCheck.resubmittedAt >= createdAt));

/** When and why the last resubmittal was returned; null once a corrected letter is out. */
export function returnOf(permit: Permit) {
  const { returnedAt = null, returnRemark = null } = permit.planCheck ?? {};
  const letter = lettersOfCycle(permit).at(-1);
  return letter && returnedAt !== null && returnedAt >= letter.createdAt
    ? { returnedAt, returnRemark }
    : null;
}

/** Throws 409, 403, or 404 to an ended link, unless the cycle is the permit's current one and the actor may answer in it. */
export async function refuseOutsideCycle(tx: Connection, actor: Actor, permit: Permit, cycle: ReviewCycle) {
  await refuseEndedLink(tx, actor);
  allowAnswers(actor, permit);
  await refuseWithoutCorrections(tx, permit);
  refuseCancelled(permit);
  if (cycle !== permit.reviewCycle) throw new Refusal(409, `${cycle} is over`);
}

/** Returns the letter of the cycle; 409 unless its answers can be changed. */
export function answerableLetter(actor: Actor, permit: Permit, cycle: ReviewCycle): PermitLetter {
  const letter = answeredLetter(actor, permit);
  if (!letter || letter.reviewCycle !== cycle) throw new Refusal(409, "There is no letter to answer");
  const reason = reasonNotToAnswer(actor, permit, letter);
  if (reason) throw new Refusal(409, reason);
  return letter;
}

/** What the answers to an actor's letter wait for, before they can be sent; undefined if they wait for nothing. */
export function reasonToWait(permit: Permit, letter: PermitLetter | undefined): string | undefined {
  const last = lettersOfCycle(permit).at(-1);
  if (!last) return undefined;
  if (isInReview(permit.planCheck)) return "A corrected letter is being prepared. Your answers are kept.";
  if (letter?.reviewCycle !== last.reviewCycle || letter.id === last.id) return undefined;
  return `A corrected letter is with ${cityInSentence(namesOf(permit.city))}. Your answers are kept.`;
}

export type NewAnswer = {
  correctionId: number;
  /** Null deletes the draft. */
  text: string | null;
  sheet: string | null;
  /** `notAnswered`, or the `updatedAt` that was read; undefined replaces whatever is there. */
  expectedVersion?: string;
};

export type RefusedAnswer = { correctionId: number; number?: string; refusal: Refusal };

/**
 * Saves drafts of the answers to the letter of a cycle. One that is refused does not stop the others: 409 if it was
 * changed since it was read, 404 if the letter does not have the correction any more, 400 without a text. Of two for one
 * correction the last counts.
 */
export function saveAnswers(
  actor: Actor,
  permitId: number,
  cycle: ReviewCycle,
  answers: readonly NewAnswer[],
): Promise<{ saved: number; refused: RefusedAnswer[] }> {
  return write(async (tx) => {
    const permit = await readPermit(actor, permitId, tx);
    await refuseOutsideCycle(tx, actor, permit, cycle);
    const letter = answerableLetter(actor, permit, cycle);
    const items = new Map((await readAnswers(permit, letter, tx)).map((row) => [row.item.id, row]));
    const refused: RefusedAnswer[] = [];
    let saved = 0;
    for (const answer of new Map(answers.map((answer) => [answer.correctionId, answer])).values()) {
      const row = items.get(answer.correctionId);
      const { correctionId } = answer;
      const refusal = row ? refusalOf(actor, permit, row, answer) : notInLetter(letter);
      if (refusal) refused.push({ correctionId, number: row?.item.number, refusal });
      else if (row && (await saveAnswer(tx, actor, cycle, row, answer))) saved += 1;
    }
    return { saved, refused };
  });
}

const notInLetter = ({ number }: PermitLetter) =>
  new Refusal(404, `This correction is not open in ${number} any more: your answer is not needed`);

const isSame = (stored: StoredAnswer | undefined, { text, sheet }: NewAnswer): boolean =>
  (stored?.text ?? null) === text && (stored?.sheet ?? null) === sheet;

function refusalOf(
  actor: Actor,
  permit: Permit,
  { item, answer: stored }: AnsweredItem,
  answer: NewAnswer,
): Refusal | undefined {
  if (isSame(stored, answer)) return undefined;
  if (answer.text === null && answer.sheet !== null) {
    return refusalAtField("text", "Answer this correction");
  }
  const { expectedVersion } = answer;
  if (expectedVersion === undefined || expectedVersion === (stored?.updatedAt ?? notAnswered))
    return undefined;
  const who = stored
    ? `${answeredBy(actor, permit, stored)} changed the answer to ${item.number}`
    : `The answer to ${item.number} was deleted`;
  const current = {
    text: stored?.text ?? null,
    sheet: stored?.sheet ?? null,
    updatedAt: stored?.updatedAt ?? notAnswered,
  };
  return conflictRefusal(`${who} after you opened it. Save again to replace what is there.`, current);
}

/** Returns whether anything was changed. */
async function saveAnswer(
  tx: Connection,
  actor: Actor,
  reviewCycle: ReviewCycle,
  { item, answer: stored }: AnsweredItem,
  answer: NewAnswer,
): Promise<boolean> {
  if (isSame(stored, answer)) return false;
  const { text, sheet } = answer;
  if (text === null) {
    if (stored) await tx.delete(correctionAnswers).where(eq(correctionAnswers.id, stored.id));
    return stored !== undefined;
  }
  // In the last cycle, one that was sent may be answered anew.
  const fields = { text, sheet, byName: nameOf(actor), via: senderOf(actor), sentAt: null };
  if (stored) await changeRow(tx, correctionAnswers, stored, fields);
  else await insertRow(tx, correctionAnswers, { ...fields, correctionId: item.id, reviewCycle });
  return true;
}

/** "A-3, F-1 and 4 more" */
export const shortList = (numbers: string[]): string => listOf(numbers, 3);
