import { CommentSchema } from "~/models/comments/comment.schema.server";
import { addComment } from "~/models/comments/comment.server";
import { failures } from "~/models/failures";
import { TimeEntrySchema } from "~/models/hours/time-entry.schema.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { submit } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { permitPageOf } from "./permit-dialog.server";

/** A comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, CommentSchema, { failure: failures.addComment }, async (fields) => {
    await addComment(viewer, id, { ...fields, parentId: parentIdIn(url) });
    const newestComments = `${permitPageOf(url, ["before", "comment"])}#discussion`;
    return redirectWithSuccess(newestComments, "Comment added");
  });

function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}

export const timeForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, TimeEntrySchema, { failure: failures.logTimeEntry }, async (fields) => {
    await addTimeEntry(viewer, id, fields);
    return redirectWithSuccess(`${permitPageOf(url)}#time`, "Time entry logged");
  });
