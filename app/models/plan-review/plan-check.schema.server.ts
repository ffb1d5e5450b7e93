import { reviewCycles } from "../permits/permit";
import { optionalDate, requiredDate, rowVersion, z } from "../schema.server";

const PlanCheckFields = z.object({
  receivedOn: requiredDate("The day on which the plans were received is required"),
  completeOn: optionalDate,
});

export const PlanCheckPatch = PlanCheckFields.partial();

/** The page has only the first date. */
export const PlanCheckDatesSchema = PlanCheckFields.omit({ completeOn: true }).extend({
  /** In which the form was opened. */
  cycle: z.enum(reviewCycles),
  updatedAt: rowVersion.optional(),
});
