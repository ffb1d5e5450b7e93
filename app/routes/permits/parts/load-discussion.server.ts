import { idIn, keptParameters, pageAddress } from "~/models/address";
import { disciplines } from "~/models/discipline";
import { failures } from "~/models/failures";
import { valueIn } from "~/models/options";
import type { Permit } from "~/models/permits/permit-scope.server";
import { CommentSchema, EditCommentSchema } from "~/models/plan-review/comment.schema.server";
import {
  addComment,
  deleteComment,
  editComment,
  mayChooseReaders,
} from "~/models/plan-review/comment.server";
import { type Comment, readDiscussion } from "~/models/plan-review/discussion.server";
import { may, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { present } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { formReturningTo, type RowRequest } from "~/page-forms.server";

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/** The newest comments, or those before `?before=`; `?comment=` is shown in full. */
export async function loadDiscussion(viewer: Viewer, permit: Permit, url: URL, asCity?: number) {
  const { searchParams } = url;
  const dialog = searchParams.get("dialog");
  const isCommentDialog = dialog === "edit-comment" || dialog === "delete-comment";
  const commentId = wholeNumber(searchParams.get("commentId"));
  const { comments, earlier, isNewest, chosen } = await readDiscussion(viewer, permit, {
    before: wholeNumber(searchParams.get("before")),
    full: wholeNumber(searchParams.get("comment")),
    chosen: isCommentDialog ? commentId : undefined,
    asCity,
  });
  const isEditing = dialog === "edit-comment" && commentId !== undefined && chosen?.isOwn !== false;
  return {
    comments: comments.map(shownFields),
    earlier,
    isNewest,
    discipline: valueIn(disciplines, searchParams.get("discipline")) ?? null,
    idempotencyKey: newIdempotencyKey(),
    mayWrite: may(viewer, "comment.write", permit),
    mayStart: true,
    mayShare: mayChooseReaders(viewer),
    // It stays open if the comment was deleted or is too old to edit: the typed text is not lost.
    editing: isEditing ? { id: commentId, text: chosen?.text ?? "", updatedAt: chosen?.updatedAt } : null,
    deleting: dialog === "delete-comment" && chosen?.isOwn ? chosen : null,
  };
}

export type ShownComment = ReturnType<typeof shownFields>;

function shownFields(comment: Comment) {
  const { authorCityId: _city, isOwn: _own, isCut, isContext, isEdited, ...others } = comment;
  const { mayChange, mayDelete, idempotencyKey, ...shown } = others;
  return { ...shown, ...present({ isCut, isContext, isEdited, mayChange, mayDelete, idempotencyKey }) };
}

const dialogForm = formReturningTo<RowRequest>(({ url }) => {
  const before = wholeNumber(url.searchParams.get("before"));
  return `${pageAddress(url, keptParameters.discussion, { before })}#discussion`;
});

const newestForm = formReturningTo<RowRequest>(
  ({ url }) => `${pageAddress(url, keptParameters.permit)}#discussion`,
);

/** A comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForms = {
  "dialog=edit-comment": dialogForm({
    schema: EditCommentSchema,
    failure: failures.updateComment,
    command: ({ viewer, url }, { text, updatedAt }) =>
      editComment(viewer, idIn(url, "commentId"), text, updatedAt),
    says: "Comment updated",
  }),
  "dialog=delete-comment": dialogForm({
    failure: failures.deleteComment,
    command: ({ viewer, url }) => deleteComment(viewer, idIn(url, "commentId")),
    says: "Comment deleted",
  }),
  comment: newestForm({
    schema: CommentSchema,
    failure: failures.addComment,
    command: ({ viewer, id, url }, fields) =>
      addComment(viewer, id, { ...fields, parentId: parentIdIn(url) }),
    says: "Comment added",
  }),
};

function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}
