import { CommentSchema } from "~/models/comments/comment.schema.server";
import { addComment } from "~/models/comments/comment.server";
import { failures } from "~/models/failures";
import { TimeEntrySchema } from "~/models/hours/time-entry.schema.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { formReturningTo, type RowRequest } from "~/platform/forms/page-forms.server";
import { permitPageOf } from "./permit-dialog.server";

const newestComments = formReturningTo<RowRequest>(
  ({ url }) => `${permitPageOf(url, ["before", "comment"])}#discussion`,
);

/** A comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForm = newestComments({
  schema: CommentSchema,
  failure: failures.addComment,
  command: ({ viewer, id, url }, fields) => addComment(viewer, id, { ...fields, parentId: parentIdIn(url) }),
  says: "Comment added",
});

function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}

export const timeForm = formReturningTo<RowRequest>(({ url }) => `${permitPageOf(url)}#time`)({
  schema: TimeEntrySchema,
  failure: failures.logTimeEntry,
  command: ({ viewer, id }, fields) => addTimeEntry(viewer, id, fields),
  says: "Time entry logged",
});
