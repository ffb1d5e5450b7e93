import { reviewCycles } from "../permits/permit";
import { formKey, optionalDate, optionalLines, requiredLines, z } from "../schema.server";
import { longestCoverNote } from "./letter";

const cycle = z.enum(reviewCycles);

/** The version of the letter that was read. */
const seen = z.string({ error: "Read the letter before you release it" }).max(100);

export const ReleaseFields = z.object({
  coverNote: optionalLines(longestCoverNote),
  setsStatus: z.boolean().optional(),
  seen,
  formKey,
});

export const ReleaseForm = ReleaseFields.extend({
  cycle,
  // A browser omits an unchecked checkbox.
  setsStatus: z.boolean().default(false),
});

export const ReturnFields = z.object({ remark: requiredLines("Say what must change", 2000) });

export const HandOverForm = z.object({
  cycle,
  handedOverOn: optionalDate,
  /** Whether the day is taken back. */
  clears: z.boolean().default(false),
  reason: optionalLines(500),
});

export const ReopenFields = z.object({ reason: requiredLines("Say why it is opened again", 500) });

export const ReopenForm = ReopenFields.extend({ cycle });
