import { maxSheetLength } from "../corrections/correction";
import { reviewCycles } from "../permits/permit";
import {
  formKey,
  optional,
  optionalLines,
  required,
  requiredLines,
  rowId,
  rowVersion,
  z,
} from "../schema.server";
import { maxAnswerLength, maxAnswersAtOnce, maxSenderLength, notAnswered } from "./answer";

const cycle = z.enum(reviewCycles);

/** An emptied text deletes the draft. */
export const AnswerFields = z.object({
  text: optionalLines(maxAnswerLength),
  sheet: optional(maxSheetLength),
});

const typed = z.string().optional();

/** As typed: one that is refused does not stop the others. */
const typedAnswer = z.object({
  correctionId: rowId,
  text: typed,
  sheet: typed,
  /** The version that the row had when the page was opened. */
  seen: z.string().max(100).optional(),
});

const atOnce = `At most ${maxAnswersAtOnce} answers can be saved at once`;

export const AnswersSchema = z.object({
  cycle,
  answers: z.array(typedAnswer).max(maxAnswersAtOnce, atOnce).optional(),
  /** Opens the next page of corrections. */
  next: z.literal("1").optional(),
});

/** As the script of the page sends it. */
export const OneAnswerSchema = z.strictObject({ cycle, ...typedAnswer.shape });

export type TypedAnswer = z.output<typeof typedAnswer>;

/** The body of a program. */
export const AnswersBody = z
  .array(
    AnswerFields.extend({
      correctionId: rowId,
      updatedAt: rowVersion.or(z.literal(notAnswered)).optional(),
    }),
  )
  .max(maxAnswersAtOnce, atOnce);

export const onlyComplete = "Only complete sets are taken in";

export const ResubmittalSchema = z.object({
  cycle,
  complete: z.literal(true, { error: onlyComplete }),
  formKey,
});

/** Nobody has signed in with a status link. */
export const ApplicantsResubmittalSchema = ResubmittalSchema.extend({
  senderName: required("Your name is required", maxSenderLength),
});

export const ReturnFields = z.object({ remark: requiredLines("Say what is missing", 2000) });

export const ReturnSchema = ReturnFields.extend({ cycle });
