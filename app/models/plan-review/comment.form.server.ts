import { disciplines } from "../discipline";
import { formKey, oneOf, required, z } from "../schema.server";
import { mostCommentText } from "./comment";

const message = "Comment is required";

const text = z
  .string({ error: message })
  // A browser sends each line break as two characters, and a person counts one.
  .transform((typed) => typed.replaceAll("\r\n", "\n"))
  .pipe(required(message, mostCommentText));

export const CommentForm = z.object({
  text,
  discipline: oneOf(disciplines, "Please select a discipline").optional(),
  // An unticked box sends nothing.
  isShared: z.boolean().default(false),
  formKey,
});

export const EditCommentForm = z.object({ text, updatedAt: z.iso.datetime().optional() });

export type CommentForm = z.output<typeof CommentForm>;
export type EditCommentForm = z.output<typeof EditCommentForm>;
