import { disciplines } from "../discipline";
import { formKey, oneOf, required, z } from "../schema.server";
import { maximumCommentLength } from "./comment";

const message = "Comment is required";

const text = z
  .string({ error: message })
  // Browsers send a line break as two characters; the limit counts it as one.
  .transform((typed) => typed.replaceAll("\r\n", "\n"))
  .pipe(required(message, maximumCommentLength));

export const CommentForm = z.object({
  text,
  discipline: oneOf(disciplines, "Please select a discipline").optional(),
  // Browsers send nothing for a cleared checkbox.
  isShared: z.boolean().default(false),
  formKey,
});

export const EditCommentForm = z.object({ text, updatedAt: z.iso.datetime().optional() });

export type CommentForm = z.output<typeof CommentForm>;
export type EditCommentForm = z.output<typeof EditCommentForm>;
