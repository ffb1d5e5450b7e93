import { disciplineValues, inOrder } from "../discipline";
import { reviewCycles } from "../permits/permit";
import { formKey, oneOf, optionalDate, requiredLines, rowId, z } from "../schema.server";
import { assignmentStatusValues } from "./assignment";

const row = z.object({
  discipline: oneOf(disciplineValues, "Please select a discipline"),
  employeeId: rowId.optional(),
  employeeDueDate: optionalDate,
  status: oneOf(assignmentStatusValues, "Please select a status").optional(),
});

export const AssignmentsSchema = z.object({
  assignments: z.array(row).max(disciplineValues.length, "Invalid input").default([]),
  seen: z.string().max(2000).optional(),
});

export const ChangeReviewerSchema = z.object({
  employeeId: z.number("Choose a plan reviewer").int().min(1),
  employeeDueDate: optionalDate,
  updatedAt: z.string().max(40).optional(),
});

export const AssignmentStatusSchema = z.object({
  assignmentId: rowId,
  status: oneOf(assignmentStatusValues, "Please select a status"),
  seen: z.string().max(40).optional(),
});

export const ReviewNotesSchema = z.object({
  comment: requiredLines("Notes are required", 10_000),
  seen: z.string().max(40).optional(),
});

export const CompleteSchema = z.object({
  assignmentId: rowId,
});

export const NextCycleSchema = z
  .object({
    cycle: z.enum(reviewCycles).optional(),
    /** Whether the form has the days of a city that uses corrections. */
    hasDays: z.boolean().default(false),
    receivedOn: optionalDate,
    dueDate: optionalDate,
    disciplines: z
      .array(z.string())
      .max(disciplineValues.length, "Invalid input")
      .default([])
      .transform(inOrder),
    formKey,
  })
  // An emptied day would otherwise read as the day by default.
  .refine(({ hasDays, receivedOn }) => !hasDays || receivedOn, {
    error: "Choose the day on which the plans were received",
    path: ["receivedOn"],
  })
  .refine(({ hasDays, dueDate }) => !hasDays || dueDate, {
    error: "Choose the due date",
    path: ["dueDate"],
  });

export type NextCycleSchema = z.output<typeof NextCycleSchema>;
export type AssignmentsSchema = z.output<typeof AssignmentsSchema>;
export type ChangeReviewerSchema = z.output<typeof ChangeReviewerSchema>;
