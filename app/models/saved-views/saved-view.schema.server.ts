import { formKey, required, rowVersion, z } from "../schema.server";
import { maxViewName } from "./saved-view";

const name = required("Name is required", maxViewName);

export const SavedViewSchema = z.object({ name, formKey });

export const SavedViewEditSchema = z.object({ name, updatedAt: rowVersion.optional() });

export const DeleteSavedViewSchema = SavedViewEditSchema.pick({ updatedAt: true });
