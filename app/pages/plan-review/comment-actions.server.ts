import { idParameter, keptParameters, pageAddress } from "~/models/address";
import { isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.schema.server";
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
import { wholeNumber } from "~/models/whole-number";
import { type PageForms, pageForm, type RowRequest } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/**
 * The newest comments, or those before `?before=`; `?comment=` is shown in full. With `asCity`, only what this city
 * may read.
 */
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
  const discipline = searchParams.get("discipline");
  const isEditing = dialog === "edit-comment" && commentId !== undefined && chosen?.isOwn !== false;
  return {
    comments: comments.map(shownComment),
    earlier,
    isNewest,
    discipline: isDiscipline(discipline) ? discipline : null,
    idempotencyKey: newIdempotencyKey(),
    mayWrite: may(viewer, "comment.write", permit),
    mayStart: true,
    mayShare: mayChooseReaders(viewer),
    // It stays open if the comment was deleted or is too old to edit: the typed text is not lost.
    editing: isEditing ? { id: commentId, text: chosen?.text ?? "", updatedAt: chosen?.updatedAt } : null,
    deleting: dialog === "delete-comment" && chosen?.isOwn ? chosen : null,
  };
}

type Rare = "isCut" | "isContext" | "isEdited" | "mayChange" | "mayDelete" | "idempotencyKey";

export type ShownComment = Omit<Comment, "authorCityId" | "isOwn" | Rare> & Partial<Pick<Comment, Rare>>;

/** What few comments have is left out of the others: each property is twenty values in the page's data. */
function shownComment({
  authorCityId: _authorCityId,
  isOwn: _isOwn,
  isCut,
  isContext,
  isEdited,
  mayChange,
  mayDelete,
  idempotencyKey,
  ...comment
}: Comment): ShownComment {
  return {
    ...comment,
    ...(isCut && { isCut }),
    ...(isContext && { isContext }),
    ...(isEdited && { isEdited }),
    ...(mayChange && { mayChange }),
    ...(mayDelete && { mayDelete }),
    ...(idempotencyKey && { idempotencyKey }),
  };
}

const commentIdIn = ({ searchParams }: URL) => idParameter(searchParams, "commentId");

function backToComments(url: URL, description: string) {
  const before = wholeNumber(url.searchParams.get("before"));
  return redirectWithSuccess(
    `${pageAddress(url, keptParameters.discussion, { before })}#discussion`,
    description,
  );
}

/** A comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForms = {
  "dialog=edit-comment": pageForm({
    schema: EditCommentSchema,
    failure: failures.updateComment,
    command: async ({ viewer, url }, { text, updatedAt }) => {
      await editComment(viewer, commentIdIn(url), text, updatedAt);
      return backToComments(url, "Comment updated");
    },
  }),
  "dialog=delete-comment": pageForm({
    schema: NoFields,
    failure: failures.deleteComment,
    command: async ({ viewer, url }) => {
      await deleteComment(viewer, commentIdIn(url));
      return backToComments(url, "Comment deleted");
    },
  }),
  comment: pageForm({
    schema: CommentSchema,
    failure: failures.addComment,
    command: async ({ viewer, id, url }, fields) => {
      await addComment(viewer, id, { ...fields, parentId: parentIdIn(url) });
      return redirectWithSuccess(`${pageAddress(url, keptParameters.permit)}#discussion`, "Comment added");
    },
  }),
} satisfies PageForms<RowRequest>;

/** Null for a new thread. */
function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}
