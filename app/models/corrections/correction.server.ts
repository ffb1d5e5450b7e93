import { and, asc, eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordAssignment } from "../assignments/assignment-record.server";
import { changesBetween, isUnchanged, record, recordEvents } from "../audit.server";
import { changeRow } from "../change-row.server";
import { now } from "../clock.server";
import type { Discipline } from "../discipline";
import { claimKey, hasIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { visibleTo } from "../permits/permit-scope.server";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { notFound, Refusal, refusalAtField } from "../refusal";
import { isInReview } from "../review-cycles/plan-check";
import { refuseReleased, type StoredPlanCheck } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import { lastChangeOf, refuseStale } from "../stale-row.server";
import { readOffered } from "../standard-comments/standard-comment-list.server";
import { assignments, backChecks, corrections, letters, markups, permits } from "../tables.server";
import { keepUndo, keptRow, restoreRows, type TakeBack } from "../undo.server";
import { blank, type CorrectionKind, correctionKinds, type NewReason, numberOf, rowKey } from "./correction";
import type {
  ChosenStandardComments,
  CorrectionChanges,
  NewCorrection,
  PastedCorrections,
} from "./correction.schema.server";
import {
  type CorrectionContext,
  readCorrectionContext,
  refuseUnassigned,
  releasedMeanwhile,
  takeBackDecision,
} from "./correction-context.server";
import { readableCorrections } from "./correction-list.server";
import { raiseNumber, refuseTooMany } from "./correction-number.server";
import { isInEarlierLetter } from "./decision";

export type StoredCorrection = typeof corrections.$inferSelect;

type CorrectionToAdd = Omit<NewCorrection, "formKey">;

/** What is sent and added with a correction, in the same write. */
type More = {
  sent: object;
  add: (tx: Connection, added: StoredCorrection, context: CorrectionContext) => Promise<StoredCorrection>;
};

/** A number is never given again in its permit and discipline. */
export async function addCorrection(viewer: Viewer, permitId: number, sent: NewCorrection, more?: More) {
  const rowsOf: RowsOf<NewCorrection> = async (tx, fields, permit) => {
    const { discipline, standardCommentId } = fields;
    if (standardCommentId != null) {
      await readOffered(tx, permit, discipline, [standardCommentId], "standardCommentId");
    }
    return [fields];
  };
  const { added, isDecisionTakenBack } = await addOnce(viewer, permitId, sent, rowsOf, more);
  return { ...(added[0] as StoredCorrection), isDecisionTakenBack };
}

export const addStandardCorrections = (viewer: Viewer, permitId: number, sent: ChosenStandardComments) =>
  addOnce(viewer, permitId, sent, async (tx, fields, permit) => {
    const { discipline, standardIds, places = {}, newReason } = fields;
    const chosen = await readOffered(tx, permit, discipline, standardIds);
    const blanks = chosen.find(({ text }) => text.includes(blank));
    if (blanks) throw refusalAtField("standardIds", `Fill in the blank (${blank}) of ${blanks.title} first`);
    return chosen.map(({ id, kind, codeReference, text }) => ({
      discipline,
      kind,
      codeReference,
      ...places[rowKey(id)],
      text,
      newReason,
      standardCommentId: id,
    }));
  });

export const addPastedCorrections = (viewer: Viewer, permitId: number, sent: PastedCorrections) =>
  addOnce(viewer, permitId, sent, async (_, { rows, ...common }) =>
    rows.map((row) => ({ ...common, ...row })),
  );

type RowsOf<Fields> = (
  tx: Connection,
  fields: Omit<Fields, "formKey">,
  permit: CorrectionContext["permit"],
) => Promise<CorrectionToAdd[]>;

/** Adds what a form was sent for, all or nothing. Sent again, it adds nothing. */
const addOnce = <Fields extends { discipline: Discipline; formKey?: string }>(
  viewer: Viewer,
  permitId: number,
  { formKey, ...sent }: Fields,
  rowsOf: RowsOf<Fields>,
  more?: More,
) =>
  write(async (tx) => {
    const correctable = await readCorrectionContext(tx, viewer, permitId, sent.discipline);
    const key = scopedIdempotencyKey(formKey, viewer, permitId);
    const earlier = await addedBy(tx, key, { ...sent, ...more?.sent });
    if (earlier.length > 0) return { added: earlier, isDecisionTakenBack: false };
    const result = await addAll(tx, viewer, correctable, await rowsOf(tx, sent, correctable.permit), key);
    if (!more) return result;
    const added: StoredCorrection[] = [];
    for (const row of result.added) added.push(await more.add(tx, row, correctable));
    return { ...result, added };
  });

async function addAll(
  tx: Connection,
  viewer: Viewer,
  correctable: CorrectionContext,
  rows: CorrectionToAdd[],
  idempotencyKey: string | undefined,
) {
  const { permit } = correctable;
  const [first] = rows;
  if (!first) return { added: [], isDecisionTakenBack: false };
  const { discipline } = first;
  if (rows.some(({ kind }) => correctionKinds[kind].isRequirement)) refuseUnassigned(correctable, discipline);
  const needsReason = isInEarlierLetter(await reviewsOf(tx, permit.id), discipline, permit);
  for (const row of rows) refuseMissingReason(row, needsReason);
  await refuseTooMany(tx, permit.id, discipline, rows.length);
  const last = await raiseNumber(tx, permit.id, discipline, rows.length);
  const moment = now();
  const added = await tx
    .insert(corrections)
    .values(
      rows.map((row, formPosition) => ({
        ...row,
        // Only a correction has a reason.
        newReason: correctionKinds[row.kind].needsReview ? (row.newReason ?? null) : null,
        permitId: permit.id,
        number: last - rows.length + formPosition + 1,
        reviewCycle: permit.reviewCycle,
        status: "open" as const,
        authorId: viewer.id,
        authorName: personName(viewer),
        idempotencyKey,
        formPosition,
        createdAt: moment,
        updatedAt: moment,
      })),
    )
    .returning();
  const events = added.map((row) => ({ subjectId: row.id, changes: changesBetween(null, row) }));
  await recordEvents(tx, viewer, "correction.created", events);
  const hasNewCorrection = added.some(({ kind }) => correctionKinds[kind].needsReview);
  return {
    added,
    isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable, { hasNewCorrection }),
  };
}

async function addedBy(tx: Connection, idempotencyKey: string | undefined, sent: object) {
  if (!idempotencyKey) return [];
  await claimKey(tx, "corrections", idempotencyKey, sent);
  return tx
    .select()
    .from(corrections)
    .where(hasIdempotencyKey(corrections, idempotencyKey))
    .orderBy(asc(corrections.formPosition));
}

const reviewsOf = (tx: Connection, permitId: number) =>
  tx
    .select(pick(assignments, "discipline", "reviewCycle", "decision"))
    .from(assignments)
    .where(eq(assignments.permitId, permitId));

function refuseMissingReason(
  { kind, newReason }: { kind: CorrectionKind; newReason?: NewReason | null },
  isRequired: boolean,
) {
  if (!isRequired || !correctionKinds[kind].needsReview || newReason) return;
  throw refusalAtField("newReason", "Say why this was not in the earlier letter");
}

export async function readStoredCorrection(tx: Connection, viewer: Viewer, id: number, permitId?: number) {
  allow(viewer, "correction.read");
  const [row] = await tx
    .select({ correction: corrections })
    .from(corrections)
    .innerJoin(permits, eq(permits.id, corrections.permitId))
    .where(and(eq(corrections.id, id), visibleTo(viewer), readableCorrections(viewer)));
  if (!row || (permitId !== undefined && permitId !== row.correction.permitId)) throw notFound("Correction");
  return row.correction;
}

type RowOptions = { permitId?: number; expectedVersion?: string };

export function updateCorrection(
  viewer: Viewer,
  id: number,
  changes: CorrectionChanges,
  { permitId, expectedVersion }: RowOptions = {},
) {
  return write(async (tx) => {
    const correction = await readStoredCorrection(tx, viewer, id, permitId);
    const { permitId: ofPermit, discipline } = correction;
    const correctable = await readCorrectionContext(tx, viewer, ofPermit, discipline, { expectedVersion });
    const { permit, planCheck } = correctable;
    await refuseIssued(tx, correction, { planCheck, expectedVersion, isDeletion: false });
    const next = { ...correction, ...changes };
    if (!correctionKinds[next.kind].needsReview) next.newReason = null;
    // A second post of the form is no conflict with the first.
    const isRepeated = isUnchanged(correction, next);
    if (!isRepeated) await refuseChanged(tx, correction, expectedVersion, replaceSaved);
    const reviews = await reviewsOf(tx, permit.id);
    // Also unchanged: a draft from before the cycle needs the reason.
    refuseMissingReason(next, isInEarlierLetter(reviews, correction.discipline, permit));
    if (isRepeated) return { ...correction, isDecisionTakenBack: false };
    if (!correctionKinds[next.kind].isRequirement)
      await refuseBackChecked(tx, correction, "cannot become a note");
    else refuseUnassigned(correctable, correction.discipline);
    const { kind, sheet, codeReference, text, newReason } = next;
    const isSheetFilled = correction.isSheetFilled && sheet === correction.sheet;
    const fields = { kind, sheet, codeReference, text, newReason, isSheetFilled };
    const updated = await changeRow(tx, corrections, correction, fields);
    await record(tx, viewer, "correction.updated", correction, updated);
    return { ...updated, isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable) };
  });
}

export const replaceSaved = "Nothing of yours was saved yet: save again to replace what is there.";

export function deleteCorrection(viewer: Viewer, id: number, { permitId, expectedVersion }: RowOptions = {}) {
  return write(async (tx) => {
    const correction = await readStoredCorrection(tx, viewer, id, permitId);
    const { permitId: ofPermit, discipline } = correction;
    const correctable = await readCorrectionContext(tx, viewer, ofPermit, discipline);
    await refuseIssued(tx, correction, { ...correctable, expectedVersion, isDeletion: true });
    await refuseChanged(tx, correction, expectedVersion, "It was not deleted: read it again first.");
    const places = await tx.select().from(markups).where(eq(markups.correctionId, id));
    await tx.delete(corrections).where(eq(corrections.id, id));
    await record(tx, viewer, "correction.deleted", correction, null);
    const { taken, isDecisionTakenBack } = await takeDecisionBack(tx, viewer, correctable);
    const placed = places.map((place) => ({ table: "markups" as const, before: place, after: null }));
    await keepUndo(tx, viewer, "correction", {
      rows: [{ table: "corrections", before: correction, after: null }, ...placed, ...taken],
    });
    return { ...correction, isDecisionTakenBack };
  });
}

/** With the row of its assignment, which must not have been decided again when the correction is restored. */
async function takeDecisionBack(tx: Connection, viewer: Viewer, correctable: CorrectionContext) {
  const isDecisionTakenBack = await takeBackDecision(tx, viewer, correctable);
  const { assignment: before } = correctable;
  if (!before) return { isDecisionTakenBack, taken: [] };
  const [after = null] = await tx.select().from(assignments).where(eq(assignments.id, before.id));
  return { isDecisionTakenBack, taken: [{ table: "assignments" as const, before, after }] };
}

export const restoreCorrection: TakeBack = async (tx, viewer, change) => {
  const { before: correction } = keptRow(change, "corrections");
  if (!correction) throw notFound("Correction");
  const { permitId, discipline, kind } = correction;
  const correctable = await readCorrectionContext(tx, viewer, permitId, discipline);
  if (correctionKinds[kind].isRequirement) refuseUnassigned(correctable, discipline);
  await refuseTooMany(tx, permitId, discipline, 1);
  const { before, after } = keptRow(change, "assignments");
  if (before?.decision && !after?.decision) refuseReleased(correctable.planCheck);
  await restoreRows(tx, change);
  await record(tx, viewer, "correction.restored", null, correction);
  await recordAssignment(tx, viewer, after, before);
};

type IssuedOptions = { planCheck: StoredPlanCheck; expectedVersion?: string; isDeletion: boolean };

/** Unless the plan check of that letter is open again. */
export async function refuseIssued(
  tx: Connection,
  correction: StoredCorrection,
  { planCheck, expectedVersion, isDeletion }: IssuedOptions,
) {
  const { firstLetterId } = correction;
  // A correction from before letters can have a back-check without one.
  if (firstLetterId === null) return refuseBackChecked(tx, correction, "stays as it is");
  const [letter] = await tx
    .select({ number: letters.number, planCheckId: letters.planCheckId })
    .from(letters)
    .where(eq(letters.id, firstLetterId));
  if (letter?.planCheckId === planCheck.id && !isDeletion) {
    if (isInReview(planCheck)) return;
    if (expectedVersion) throw await releasedMeanwhile(tx, planCheck);
  }
  const next = "Withdraw it, or say more in the back-check";
  throw new Refusal(409, `${numberOf(correction)} went out with ${letter?.number}. ${next}`);
}

async function refuseBackChecked(tx: Connection, correction: StoredCorrection, what: string) {
  if ((await tx.$count(backChecks, eq(backChecks.correctionId, correction.id))) === 0) return;
  throw new Refusal(409, `${numberOf(correction)} was back-checked already, so that it ${what}`);
}

/** With what is there now, and `others`, for the refused form. */
export function refuseChanged(
  tx: Connection,
  correction: StoredCorrection,
  expectedVersion: string | undefined,
  whatNext: string,
  others = {},
) {
  const { kind, sheet, codeReference, text, newReason, updatedAt } = correction;
  const message = async () => {
    const last = await lastChangeOf(tx, "correction", correction.id);
    return `${last?.actorName ?? "Another user"} changed ${numberOf(correction)} after you opened it. ${whatNext}`;
  };
  const current = { kind, sheet, codeReference, text, newReason, updatedAt, ...others };
  return refuseStale(correction, expectedVersion, message, current);
}
