import { reviewCycles } from "../permits/permit";
import { optionalDate, requiredDate, rowVersion, z } from "../schema.server";

/** The dates of a plan check that an administrator may change. */
export const PlanCheckFields = z.object({
  receivedOn: requiredDate("The day on which the plans were received is required"),
  completeOn: optionalDate,
});

export const PlanCheckPatch = PlanCheckFields.partial();

/** The form of the page, which has only the first date. */
export const PlanCheckDatesForm = PlanCheckFields.omit({ completeOn: true }).extend({
  /** The review cycle that the form was opened in. */
  cycle: z.enum(reviewCycles),
  updatedAt: rowVersion.optional(),
});
