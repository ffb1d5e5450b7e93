import { reviewCycles } from "../permits/permit";
import { formKey, optionalDate, optionalLines, orNull, requiredLines, rowVersion, z } from "../schema.server";
import { handOverWayValues, maxCoverNoteLength } from "./letter";

const cycle = z.enum(reviewCycles);

const seen = z.string({ error: "Read the letter before you release it" }).max(100);

export const ReleaseFields = z.object({
  coverNote: optionalLines(maxCoverNoteLength),
  setsStatus: z.boolean().optional(),
  seen,
  formKey,
});

/** An emptied note is none. */
const coverNote = optionalLines(maxCoverNoteLength).transform(orNull);

export const ReleaseSchema = ReleaseFields.extend({
  cycle,
  coverNote,
  // A browser omits an unchecked checkbox.
  setsStatus: z.boolean().default(false),
});

export const CoverNoteFields = z.object({
  // A note that is left out is a mistake: null removes it.
  coverNote: optionalLines(maxCoverNoteLength).unwrap(),
});

export const CoverNoteSchema = z.object({ cycle, coverNote, updatedAt: rowVersion.optional() });

export const ReturnFields = z.object({ remark: requiredLines("Say what must change", 2000) });

export const chooseHandOverDay = "Choose the day on which it was handed over";

export const HandOverSchema = z
  .object({
    cycle,
    how: z.enum(handOverWayValues).default("self"),
    handedOverOn: optionalDate,
    clears: z.boolean().default(false),
    reason: optionalLines(500),
  })
  // An emptied day would otherwise read as today.
  .refine(({ handedOverOn, clears, how }) => clears || handedOverOn || how === "mail", {
    error: chooseHandOverDay,
    path: ["handedOverOn"],
  });

export const ReopenFields = z.object({ reason: requiredLines("Say why it is opened again", 500) });

export const ReopenSchema = ReopenFields.extend({ cycle });
