import { CorrectionSchema } from "../corrections/correction.schema.server";
import { formKey, rowId, rowVersion, z } from "../schema.server";
import { placesField } from "./markup.schema.server";

/** A correction that is written on a sheet, with its places there. */
export const PlacedCorrectionSchema = CorrectionSchema.extend({ places: placesField.optional() });

/** Marks for a correction that is written already, or for their author alone. */
export const MarksSchema = z.object({
  correctionId: z.union([z.literal("private"), rowId], "Choose what is marked"),
  places: placesField.refine((places) => places.length > 0, "Mark a place on the sheet first"),
  formKey,
});

export const RemovePlaceSchema = z.object({ placeId: rowId, updatedAt: rowVersion.optional() });
export const RemoveMarkSchema = z.object({ markId: rowId });
