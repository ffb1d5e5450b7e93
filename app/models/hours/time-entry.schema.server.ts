import { disciplineValues } from "../discipline";
import { emptiedAsNull, formKey, oneOf, optionalLines, requiredDate, rowVersion, z } from "../schema.server";
import { hoursHint, isQuarterHours, maxDescriptionLength } from "./time-entry";
import { cellKeyPattern, maxCells } from "./week-sheet";

export const timeEntryFields = z.object({
  discipline: oneOf(disciplineValues, "Please select a discipline"),
  hoursWorked: z
    .number({ error: ({ input }) => (input === undefined ? "Hours are required" : hoursHint) })
    .refine(isQuarterHours, { error: hoursHint, abort: true })
    .refine((hours) => hours <= 24, "A day has no more than 24 hours"),
  workDate: requiredDate("Work date is required"),
  description: optionalLines(maxDescriptionLength),
});

const cellsOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(cellKeyPattern), value)
    .refine((cells) => Object.keys(cells).length <= maxCells, "Invalid input")
    .optional();

export const WeekSheetSchema = z.object({
  hours: cellsOf(z.string().max(20, hoursHint).optional()),
  versions: cellsOf(z.string().max(80)),
  formKey,
});

export const TimeEntrySchema = timeEntryFields.extend({
  employeeId: z
    .number({ error: "Please select a plan reviewer" })
    .int("Please select a plan reviewer")
    .min(1, "Please select a plan reviewer")
    .optional(),
  formKey,
});

export const TimeEntryEditSchema = emptiedAsNull(timeEntryFields).extend({ updatedAt: rowVersion });

export const TimeEntryPatch = timeEntryFields.partial();

export type NewTimeEntry = z.output<typeof TimeEntrySchema>;
export type TimeEntryChanges = z.output<typeof TimeEntryPatch>;
export type WeekSheetSchema = z.output<typeof WeekSheetSchema>;
