import type { z } from "zod";
import { AssignmentStatusSchema } from "~/models/assignments/assignment.schema.server";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { saveBackCheck, undoBackCheck } from "~/models/corrections/back-check.server";
import {
  isUnchanged,
  needsBackCheck,
  numberOf,
  rowIdOf,
  rowKey,
  type Verdict,
  verdicts,
} from "~/models/corrections/correction";
import {
  BackCheckFields,
  BackChecksSchema,
  UndoBackCheckSchema,
} from "~/models/corrections/correction.schema.server";
import { decisionTakenBackMessage } from "~/models/corrections/correction-context.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import { failures } from "~/models/failures";
import type { ReviewCycle } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { pluralize } from "~/models/pluralize";
import { allow } from "~/models/policy";
import { type FieldErrors, nullIfNotFound, Refusal } from "~/models/refusal";
import { submit } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess, redirectWithUndo } from "~/platform/http/toast.server";
import { permitPageOf } from "../../permits/parts/permit-dialog.server";
import { toastOf, toCorrection, toCorrections } from "./after-correction.server";
import { disciplineOf, keepTextIfReassigned } from "./reassigned-while-writing.server";

type Saved = Awaited<ReturnType<typeof saveBackCheck>>;
type SavedVerdict = Saved & { verdict: Verdict };

type Sent = Omit<RowRequest, "request">;

export async function toNextCheck({ viewer, id, url }: Sent, saved: Saved, description: string) {
  const permit = await readPermit(viewer, id);
  const corrections = await readCorrectionStates(permit, saved.discipline);
  const left = corrections.filter((correction) => needsBackCheck(correction, permit.reviewCycle));
  const next = left.find(({ number }) => number > saved.number) ?? left[0];
  return next
    ? toCorrection(url, description, { ...next, discipline: saved.discipline })
    : toCorrections(url, description, saved);
}

type SentBackCheck = Parameters<typeof saveBackCheck>[2] & { cycle?: ReviewCycle; updatedAt?: string };

export const saveAsReviewer = (
  { viewer, id: permitId }: Pick<RowRequest, "viewer" | "id">,
  correctionId: number,
  { cycle, updatedAt: expectedVersion, ...backCheck }: SentBackCheck,
) =>
  keepTextIfReassigned(viewer, permitId, disciplineOf(viewer, permitId, correctionId), () =>
    saveBackCheck(viewer, correctionId, backCheck, { permitId, cycle, expectedVersion }),
  );

async function saveRow(sent: RowRequest, row: RowToSave, cycle?: ReviewCycle): Promise<SavedVerdict> {
  const { key, verdict, remark, updatedAt } = row;
  const { data, error } = BackCheckFields.safeParse({ verdict: verdict || undefined, remark });
  if (error) throw new Refusal(400, "", { fields: error.flatten().fieldErrors as FieldErrors });
  const backCheck = { ...data, cycle, updatedAt: updatedAt || undefined };
  return { ...(await saveAsReviewer(sent, rowIdOf(key), backCheck)), verdict: data.verdict };
}

/** The changed ones and, to resolve the rest, those without a verdict. */
async function rowsToSave(
  { viewer, id }: RowRequest,
  { intent, seen, rows = {} }: z.output<typeof BackChecksSchema>,
) {
  const permit = await readPermit(viewer, id);
  const correctionsByKey = new Map(
    (await readCorrectionStates(permit)).map((correction) => [rowKey(correction.id), correction]),
  );
  const isUndecided = (key: string) => {
    const correction = correctionsByKey.get(key);
    return correction !== undefined && needsBackCheck(correction, permit.reviewCycle);
  };
  return Object.entries(rows)
    .map(([key, row]) => ({
      ...row,
      key,
      verdict: row.verdict || (intent && isUndecided(key) ? "resolved" : undefined),
      updatedAt: seenVersion(correctionsByKey.get(key), row.updatedAt ?? seen),
    }))
    .filter((row) => !isUnchanged(row));
}

type RowToSave = Awaited<ReturnType<typeof rowsToSave>>[number];

/** Its own, unless it was changed since the page was opened. */
const seenVersion = (correction: { updatedAt: string } | undefined, seen?: string): string | undefined =>
  seen && correction && correction.updatedAt <= seen ? correction.updatedAt : seen;

type RefusedRow = { key: string; refusal: Refusal };

async function saveRows(sent: RowRequest, rows: RowToSave[], cycle?: ReviewCycle) {
  const saved: SavedVerdict[] = [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    try {
      saved.push(await saveRow(sent, row, cycle));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 403) throw error;
      refused.push({ key: row.key, refusal: error });
    }
  }
  return { saved, refused };
}

function refusalOf(refused: RefusedRow[], saved: SavedVerdict[]): Refusal {
  const messages = refused.flatMap(({ key, refusal: { fields, message } }) =>
    Object.entries(fields ?? { verdict: [message] }).map(([name, errors]) => [`rows.${key}.${name}`, errors]),
  );
  const current = Object.fromEntries(refused.map(({ key, refusal }) => [key, refusal.details.current]));
  const summary = `${pluralize(saved.length, "back-check", "back-checks")} saved, ${refused.length} not saved`;
  const fields = {
    ...(saved.length > 0 && { "": [summary, ...takenBack(saved)] }),
    ...Object.fromEntries(messages),
  };
  const isOnlyTyped = saved.length === 0 && refused.every(({ refusal }) => refusal.status === 400);
  return new Refusal(isOnlyTyped ? 400 : 409, summary, { fields, current });
}

const takenBack = (saved: Saved[]): string[] => {
  const disciplines = saved.filter((row) => row.isDecisionTakenBack).map(({ discipline }) => discipline);
  return [...new Set(disciplines)].map(decisionTakenBackMessage);
};

const toastOfRows = (saved: SavedVerdict[]): string => {
  const [first, ...others] = saved;
  const text =
    first && others.length === 0
      ? `${numberOf(first)} ${verdicts[first.verdict].word}`
      : `${saved.length} back-checks saved`;
  return [text, ...takenBack(saved)].join("\n");
};

export const backCheckForm = (sent: RowRequest) =>
  submit(sent.request, BackChecksSchema, { failure: failures.saveBackCheck }, async (fields) => {
    allow(sent.viewer, "back-check.write");
    const rows = await rowsToSave(sent, fields);
    if (rows.length === 0) throw new Refusal(400, "Choose a verdict first: nothing was changed");
    const { saved, refused } = await saveRows(sent, rows, fields.cycle);
    const last = saved.at(-1);
    if (refused.length > 0 || !last) throw refusalOf(refused, saved);
    return toNextCheck(sent, last, toastOfRows(saved));
  });

export function undoBackCheckForm({ request, viewer, id, url }: RowRequest) {
  const options = { failure: failures.saveBackCheck };
  return submit(request, UndoBackCheckSchema, options, async ({ correctionId, cycle, updatedAt }) => {
    const versions = { permitId: id, cycle, expectedVersion: updatedAt };
    // A second click finds none any more.
    const undone = await nullIfNotFound(undoBackCheck(viewer, correctionId, versions));
    if (!undone) return redirectWithSuccess(`${permitPageOf(url)}#corrections`, "The back-check was removed");
    const text = toastOf(`The back-check of ${numberOf(undone)} was removed`, undone);
    return toCorrection(url, text, undone);
  });
}

export function statusForm({ request, viewer, id, url }: RowRequest) {
  const options = { failure: failures.updateAssignment };
  return submit(request, AssignmentStatusSchema, options, async ({ assignmentId, status, seen }) => {
    const versions = { permitId: id, expectedVersion: seen };
    const updated = await updateAssignment(viewer, assignmentId, { status }, versions);
    const undo = { viewer, kind: "assignment", id: assignmentId } as const;
    return redirectWithUndo(permitPageOf(url), toastOf("Assignment updated", updated), undo);
  });
}
