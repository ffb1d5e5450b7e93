import { reviewCycles } from "../permits/permit";
import { emptiedAsNull, oneOf, optional, rowVersion, z } from "../schema.server";
import { planSetKindValues } from "./plan-set";
import { maxSheetNumberLength, normalSheetNumber } from "./sheet-number";

/** How many questions of each sort are asked at once. */
export const maxAsked = 50;

const number = optional(maxSheetNumberLength).transform((text) => (text ? normalSheetNumber(text) : text));

const bySheet = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(/^s\d{1,15}$/), value)
    .refine((answers) => Object.keys(answers).length <= 2 * maxAsked, "Invalid input")
    .default({});

/** The answers to the questions about a cycle's sheets, by the keys of the sheets. */
export const ConfirmSheetsSchema = z.object({
  reviewCycle: z.enum(reviewCycles),
  numbers: bySheet(number),
  duplicates: bySheet(z.enum(["replaces", "other"]).optional()),
  missing: bySheet(z.enum(["withdrawn", "carried"]).optional()),
  /** Numbers that are not part of the set. */
  gaps: z.array(z.string().max(maxSheetNumberLength)).max(maxAsked).default([]),
});

export type ConfirmSheets = z.output<typeof ConfirmSheetsSchema>;

export const SheetEditSchema = emptiedAsNull(z.object({ number, title: optional(100) })).extend({
  // An unchecked checkbox is missing from the form.
  isWithdrawn: z.boolean().default(false),
  updatedAt: rowVersion,
});

export const PlanSetKindSchema = z.object({
  planSetId: z.number().int().min(1),
  kind: oneOf(planSetKindValues, "Please select what this file is"),
});
