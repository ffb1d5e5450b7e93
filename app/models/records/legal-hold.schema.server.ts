import { required, z } from "../schema.server";

export const LegalHoldSchema = z.object({
  permitNumber: required("Permit number is required", 100),
  reason: required("Reason is required", 300),
});

export type NewLegalHold = z.output<typeof LegalHoldSchema>;
