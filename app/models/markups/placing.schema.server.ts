import { CorrectionSchema } from "../corrections/correction.schema.server";
import { rowId, rowVersion, z } from "../schema.server";
import { placesField } from "./markup.schema.server";

/** A correction that is written on a sheet, with its places there. */
export const PlacedCorrectionSchema = CorrectionSchema.extend({ places: placesField.optional() });

/** Places of a correction that is written already. */
export const PlacesSchema = z.object({
  correctionId: rowId,
  places: placesField.refine((places) => places.length > 0, "Mark a place on the sheet first"),
});

export const RemovePlaceSchema = z.object({ placeId: rowId, updatedAt: rowVersion.optional() });
