import { deleteConfirmation, rowId, z } from "../schema.server";
import { retentionYears } from "./retention";

const { least, most } = retentionYears;
const wrongYears = `Enter whole years from ${least} to ${most}, or leave it empty`;

export const RetentionSchema = z.object({
  years: z
    .number({ error: wrongYears })
    .int(wrongYears)
    .min(least, wrongYears)
    .max(most, wrongYears)
    .nullish(),
});

export const DeleteOverRetentionSchema = z.object({
  confirmation: deleteConfirmation,
  ids: z.array(rowId).min(1, "There is nothing to move"),
});
