import { eq, inArray } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { now } from "../clock.server";
import type { ReviewCycle } from "../permits/permit";
import { allowUpload } from "../permits/plan-file.server";
import { personName } from "../person";
import type { Viewer } from "../policy";
import { type FieldErrors, Refusal } from "../refusal";
import { planSets, sheets } from "../tables.server";
import { queueComparisons } from "./check-plan-set.server";
import { fillTextsOf } from "./placed-sheet-text.server";
import { isBeingChecked } from "./plan-set";
import { type ConfirmSheets, maxAsked } from "./sheet.schema.server";
import {
  answerKeyOf,
  countQuestions,
  isToConfirm,
  questionsOf,
  type SheetQuestions,
  settledTogether,
} from "./sheet-question";
import { type PermitSheet, readSheets } from "./stored-sheets.server";

type Questions = SheetQuestions<PermitSheet>;

/** What is asked at once. The others are asked when these are answered. */
export const askedAtOnce = (questions: Questions): Questions => ({
  unknown: questions.unknown.slice(0, maxAsked),
  duplicates: questions.duplicates.slice(0, maxAsked),
  gaps: questions.gaps.slice(0, maxAsked),
  missing: questions.missing.slice(0, maxAsked),
});

/**
 * Saves the answers about a cycle's sheets, and confirms their list if no question is left. Returns how many are left, and how many
 * sheets the list has. 400 at the fields of questions without an answer; 409 for a list that is confirmed, or still being checked.
 */
export function confirmSheets(viewer: Viewer, permitId: number, answers: ConfirmSheets) {
  const { reviewCycle } = answers;
  return write(async (tx) => {
    const permit = await allowUpload(viewer, permitId, tx);
    const before = await readSheets(permit, tx);
    const open = before.sets.filter((set) => set.reviewCycle === reviewCycle && isToConfirm(set));
    const [first] = open;
    if (before.sets.some((set) => set.reviewCycle === reviewCycle && isBeingChecked(set.state))) {
      throw new Refusal(409, `Files of ${reviewCycle} are still being checked. Try again in a moment.`);
    }
    if (!first) throw new Refusal(409, `The sheet list of ${reviewCycle} is confirmed already`);
    const asked = askedAtOnce(questionsOf<PermitSheet>(reviewCycle, before));
    refuseUnanswered(asked, answers);
    await saveAnswers(tx, viewer, asked, answers);
    const settled = settledTogether([first.settled, settledBy(asked, answers)]);
    const ids = open.map(({ id }) => id);
    await tx.update(planSets).set({ settled }).where(inArray(planSets.id, ids));

    const after = await readSheets(permit, tx);
    const left = countQuestions(questionsOf<PermitSheet>(reviewCycle, after));
    const listed = after.sheets.filter(({ planSetId }) => ids.includes(planSetId)).length;
    if (left === 0) await confirm(tx, viewer, { permitId, reviewCycle, ids, listed });
    await queueComparisons(tx, permitId);
    return { left, sheets: listed };
  });
}

type Confirmed = { permitId: number; reviewCycle: ReviewCycle; ids: number[]; listed: number };

async function confirm(tx: Connection, viewer: Viewer, { permitId, reviewCycle, ids, listed }: Confirmed) {
  const moment = now();
  await tx
    .update(planSets)
    .set({
      confirmedAt: moment,
      confirmedById: viewer.id,
      confirmedByName: personName(viewer),
      updatedAt: moment,
    })
    .where(inArray(planSets.id, ids));
  await recordEvent(tx, viewer, "permit.sheets-confirmed", permitId, { reviewCycle, sheets: listed });
}

function refuseUnanswered({ unknown, duplicates, gaps, missing }: Questions, answers: ConfirmSheets): void {
  const fields: FieldErrors = {};
  for (const { id } of unknown) {
    const key = answerKeyOf(id);
    if (!answers.numbers[key]) fields[`numbers.${key}`] = ["Enter the number of this sheet"];
  }
  for (const { sheet, earlier } of duplicates) {
    const key = answerKeyOf(sheet.id);
    const answer = answers.duplicates[key];
    if (!answer) fields[`duplicates.${key}`] = [`Say what this second ${earlier.number} is`];
    if (answer === "other" && !answers.numbers[key]) fields[`numbers.${key}`] = ["Enter the other number"];
  }
  const open = gaps.filter(({ number }) => !answers.gaps.includes(number));
  if (open.length > 0) {
    fields.gaps = [`Tick each number that is not part of the set, or upload its sheet first`];
  }
  for (const { id, number } of missing) {
    const key = answerKeyOf(id);
    if (!answers.missing[key]) fields[`missing.${key}`] = [`Say whether ${number} still counts`];
  }
  if (Object.keys(fields).length > 0) {
    throw new Refusal(400, "Answer each question about the sheets", { fields });
  }
}

const settledBy = ({ gaps, duplicates, missing }: Questions, answers: ConfirmSheets) => ({
  gaps: gaps.map(({ number }) => number),
  replacing: duplicates
    .map(({ sheet }) => sheet.id)
    .filter((id) => answers.duplicates[answerKeyOf(id)] === "replaces"),
  carriedOver: missing.flatMap(({ id, number }) =>
    answers.missing[answerKeyOf(id)] === "carried" && number ? number : [],
  ),
});

async function saveAnswers(
  tx: Connection,
  viewer: Viewer,
  { unknown, duplicates, missing }: Questions,
  answers: ConfirmSheets,
): Promise<void> {
  const updatedAt = now();
  const other = duplicates
    .map(({ sheet }) => sheet)
    .filter(({ id }) => answers.duplicates[answerKeyOf(id)] === "other");
  for (const { id } of [...unknown, ...other]) {
    const number = answers.numbers[answerKeyOf(id)];
    await tx.update(sheets).set({ number, numberSource: "person", updatedAt }).where(eq(sheets.id, id));
  }
  const renumbered = [...unknown, ...other].map(({ id }) => id);
  await fillTextsOf(tx, viewer, renumbered);
  const withdrawn = missing
    .map(({ id }) => id)
    .filter((id) => answers.missing[answerKeyOf(id)] === "withdrawn");
  if (withdrawn.length === 0) return;
  await tx
    .update(sheets)
    .set({ ...withdrawnBy(viewer, answers.reviewCycle), updatedAt })
    .where(inArray(sheets.id, withdrawn));
}

export const withdrawnBy = (viewer: Viewer, withdrawnIn: ReviewCycle) => ({
  withdrawnAt: now(),
  withdrawnIn,
  withdrawnById: viewer.id,
  withdrawnByName: personName(viewer),
});
