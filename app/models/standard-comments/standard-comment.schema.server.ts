import { correctionKindValues, maxTextLength } from "../corrections/correction";
import { disciplineValues } from "../discipline";
import {
  emptiedAsNull,
  formKey,
  oneOf,
  optional,
  required,
  requiredLines,
  rowVersion,
  z,
} from "../schema.server";
import { maxTitleLength } from "./standard-comment";

export const standardCommentFields = z.object({
  discipline: oneOf(disciplineValues, "Please select a discipline"),
  cityId: z.number().int().min(1, "Please select a city").nullish(),
  kind: oneOf(correctionKindValues, "Please select a kind"),
  title: required("Title is required", maxTitleLength),
  codeReference: optional(120),
  text: requiredLines("Text is required", maxTextLength),
});

export const StandardCommentSchema = standardCommentFields.extend({ formKey });

export const StandardCommentEditSchema = emptiedAsNull(standardCommentFields).extend({
  // A browser omits an unchecked checkbox.
  isActive: z.boolean().default(false),
  // Missing if it was deleted.
  updatedAt: rowVersion.optional(),
});

export const DeleteStandardCommentSchema = StandardCommentEditSchema.pick({ updatedAt: true });

export const ImportSchema = z.object({
  /** Rows change the standard comments of equal titles. */
  updatesEqual: z.boolean().default(false),
  /** The sample library is imported in place of a file. */
  samples: z.boolean().default(false),
  formKey,
});

export type StandardCommentFields = z.output<typeof standardCommentFields>;
export type NewStandardComment = StandardCommentFields & { isActive?: boolean; formKey?: string };
export type StandardCommentChanges = Partial<StandardCommentFields & { isActive: boolean }>;
export type ImportOptions = Omit<z.output<typeof ImportSchema>, "samples">;
