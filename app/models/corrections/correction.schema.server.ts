import { searchStart } from "../clean-text";
import { disciplineValues } from "../discipline";
import { timeEntryFields } from "../hours/time-entry.schema.server";
import { reviewCycles } from "../permits/permit";
import type { FieldErrors } from "../refusal";
import {
  emptiedAsNull,
  formKey,
  line,
  oneOf,
  optional,
  optionalLines,
  requiredLines,
  rowId,
  rowVersion,
  z,
} from "../schema.server";
import {
  blank,
  correctionKindValues,
  maxPasted,
  maxPastedLength,
  maxRemarkLength,
  maxSheetLength,
  maxTextLength,
  newReasonValues,
  rowKeyPattern,
  verdictValues,
} from "./correction";
import { decisionValues } from "./decision";

const blankMessage = `Fill in the blank (${blank})`;
const isFilledIn = (text: string) => !text.includes(blank);

export const correctionFields = z.object({
  discipline: oneOf(disciplineValues, "Please select a discipline"),
  kind: oneOf(correctionKindValues, "Please select a kind"),
  sheet: optional(maxSheetLength),
  codeReference: optional(120),
  text: requiredLines("Write what must be corrected", maxTextLength).refine(isFilledIn, blankMessage),
  newReason: oneOf(newReasonValues, "Please select a reason").nullish(),
  standardCommentId: rowId.nullish(),
});

export const CorrectionSchema = correctionFields.omit({ standardCommentId: true }).extend({
  standard: rowId.optional(),
  /** Opens the form again, for the same discipline and sheet. */
  again: z.literal("1").optional(),
  formKey,
});

const changeableFields = correctionFields.omit({ discipline: true, standardCommentId: true });

export const CorrectionEditSchema = emptiedAsNull(changeableFields).extend({
  /** As a new draft, since the letter was released while it was written. */
  next: z.literal("1").optional(),
  formKey,
  updatedAt: rowVersion.optional(),
});

export const CorrectionPatch = changeableFields.partial();

const chooseOne = "Choose at least one standard comment";
const standardIds = z.array(rowId, { error: chooseOne }).max(50, "Choose at most 50");
const place = correctionFields.pick({ sheet: true, codeReference: true });
const places = z.record(z.string().regex(rowKeyPattern), place);

const sought = line().transform(searchStart).optional();

/** Adds chosen standard comments, searches for more of them, or opens the form of one with a blank. */
export const ChosenStandardCommentsSchema = z
  .object({
    discipline: correctionFields.shape.discipline,
    standardIds,
    places: places.optional(),
    newReason: correctionFields.shape.newReason,
    search: z.literal("1").optional(),
    q: sought,
    code: sought,
    fillIn: rowId.optional(),
    formKey,
  })
  .refine(({ standardIds: { length }, search, fillIn }) => length > 0 || search || fillIn, {
    error: chooseOne,
    path: ["standardIds"],
  });

/** Kept by the address while more comments are searched for, or the blank of one is filled in. */
export const LibraryChoice = z.object({
  ids: standardIds,
  places,
  newReason: correctionFields.shape.newReason,
});

export const nothingPasted = "Paste at least one correction";

const pastedTooLong = ({ input }: { input?: unknown }) =>
  `This has ${String(input).length.toLocaleString("en-US")} characters; at most ${maxPastedLength.toLocaleString("en-US")} can be read at once`;

/** Before it is read into rows. */
export const PastedTextSchema = correctionFields
  .pick({ discipline: true, kind: true, newReason: true })
  .extend({
    pasted: z.string({ error: nothingPasted }).max(maxPastedLength, { error: pastedTooLong }),
    formKey,
  });

const pastedFields = correctionFields.pick({ kind: true, sheet: true, codeReference: true, text: true });

/** Nothing is wrong with a row that is left out. */
const pastedRow = z
  .object({
    leaveOut: z.literal("on").optional(),
    kind: line().optional(),
    sheet: line().optional(),
    codeReference: line().optional(),
    text: optionalLines(maxPastedLength),
  })
  .transform(({ leaveOut, ...row }, { issues }) => {
    if (leaveOut) return [];
    const { data, error } = pastedFields.safeParse(row);
    if (data) return [data];
    issues.push(
      ...error.issues.map(({ path, message }) => ({ code: "custom" as const, path, message, input: row })),
    );
    return z.NEVER;
  });

const tooManyPasted = `At most ${maxPasted} corrections can be added at once`;
const nothingToAdd = "Every row is left out: there is nothing to add";

export const PastedCorrectionsSchema = correctionFields.pick({ discipline: true, newReason: true }).extend({
  rows: z
    .array(pastedRow)
    .max(maxPasted, tooManyPasted)
    .transform((rows) => rows.flat())
    .refine((rows) => rows.length > 0, nothingToAdd),
  formKey,
});

/** What is wrong with rows as they were pasted, by the names of their fields. */
export function problemsOfRows(rows: z.input<typeof pastedRow>[]): FieldErrors {
  const { error } = z.array(pastedRow).safeParse(rows);
  const problems = error?.issues.map(({ path: [index, name], message }) => [
    `rows[${String(index)}].${String(name)}`,
    [message],
  ]);
  return Object.fromEntries(problems ?? []);
}

const remark = optionalLines(maxRemarkLength);

export const BackCheckFields = z.object({ verdict: oneOf(verdictValues, "Please select a verdict"), remark });

/** The correction as it was shown, in the cycle that was current then. */
const shownCorrection = z.object({
  correctionId: rowId,
  cycle: oneOf(reviewCycles, "Please select a review cycle").optional(),
  updatedAt: rowVersion.optional(),
});

export const ReopenSchema = BackCheckFields.extend(shownCorrection.shape);

/** With what the row said when the page was opened. One that is refused does not stop the others. */
const typedBackCheck = z.object({
  verdict: z.string().optional(),
  remark: z.string().optional(),
  shown: z.string().optional(),
  /** If it is another than the form's. */
  updatedAt: z.string().max(100).optional(),
});

export const BackChecksSchema = z.object({
  cycle: shownCorrection.shape.cycle,
  /** A newer one was changed since. */
  seen: z.string().max(100).optional(),
  /** Resolves the corrections without a verdict. */
  intent: z.literal("resolve-rest").optional(),
  rows: z.record(z.string().regex(rowKeyPattern), typedBackCheck).optional(),
});

export const DeleteCorrectionSchema = z.object({ updatedAt: rowVersion.optional() });

export const UndoBackCheckSchema = shownCorrection;

export const DecisionFields = z.object({
  decision: oneOf(decisionValues, "Please select a decision"),
  decisionReason: optionalLines(500),
});

export const DecisionSchema = DecisionFields.extend({
  seen: z.string().max(100).optional(),
  hoursWorked: timeEntryFields.shape.hoursWorked.optional(),
  formKey,
});

export type LibraryChoice = z.output<typeof LibraryChoice>;
export type ChosenStandardComments = Omit<
  z.output<typeof ChosenStandardCommentsSchema>,
  "search" | "q" | "code" | "fillIn"
>;
export type PastedCorrections = z.output<typeof PastedCorrectionsSchema>;
export type NewCorrection = z.output<typeof correctionFields> & { formKey?: string };
export type CorrectionChanges = z.output<typeof CorrectionPatch>;
export type BackCheckInput = z.output<typeof BackCheckFields>;
export type DecisionInput = z.output<typeof DecisionFields>;
