import { disciplineValues } from "../discipline";
import { formKey, oneOf, requiredLines, rowId, rowVersion, z } from "../schema.server";
import { maxCommentLength } from "./comment";

const message = "Comment is required";

const text = requiredLines(message, maxCommentLength);

export const CommentSchema = z.object({
  text,
  discipline: oneOf(disciplineValues, "Please select a discipline").optional(),
  // Sent by one of the form's two buttons.
  isShared: z.boolean().default(false),
  formKey,
});

export const SettleSchema = z.object({ commentId: rowId });

export const EditCommentSchema = z.object({ text, updatedAt: rowVersion.optional() });
