import { reviewCycles } from "../permits/permit";
import { optionalDate, requiredDate, rowVersion, z } from "../schema.server";

const PlanCheckFields = z.object({
  receivedOn: requiredDate("The day on which the plans were received is required"),
  completeOn: optionalDate,
});

export const PlanCheckPatch = PlanCheckFields.partial();

export const PlanCheckDatesSchema = PlanCheckFields.omit({ completeOn: true }).extend({
  cycle: z.enum(reviewCycles),
  updatedAt: rowVersion.optional(),
});
