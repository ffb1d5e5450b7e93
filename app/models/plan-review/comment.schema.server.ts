import { disciplineValues } from "../discipline";
import { formKey, oneOf, requiredLines, rowVersion, z } from "../schema.server";
import { maximumCommentLength } from "./comment";

const message = "Comment is required";

const text = requiredLines(message, maximumCommentLength);

export const CommentForm = z.object({
  text,
  discipline: oneOf(disciplineValues, "Please select a discipline").optional(),
  // Browsers send nothing for a cleared checkbox.
  isShared: z.boolean().default(false),
  formKey,
});

export const EditCommentForm = z.object({ text, updatedAt: rowVersion.optional() });

export type CommentForm = z.output<typeof CommentForm>;
export type EditCommentForm = z.output<typeof EditCommentForm>;
