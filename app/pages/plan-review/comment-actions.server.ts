import type { FormResult } from "~/form.server";
import { type FormTable, pageForm, type RowRequest } from "~/form-table.server";
import { idParameter, keptParameters, pageAddress } from "~/models/address";
import { isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.form.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { CommentForm, EditCommentForm } from "~/models/plan-review/comment.form.server";
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
import { redirectWithSuccess } from "~/toast.server";

/** The result of a refused comment form. `commentForm` is the id of that form on the page. */
export type CommentFormResult = FormResult & { commentForm?: string };

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/**
 * Loads a page of a permit's discussion: the newest comments, or with `?before=` the comments before that one.
 * `?comment=` is the id of a comment to show in full. With `asCity`, loads only comments that this city may read.
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
    // The dialog stays open if the comment was deleted or is too old to edit, so that the typed text is not lost.
    editing: isEditing ? { id: commentId, text: chosen?.text ?? "", updatedAt: chosen?.updatedAt } : null,
    deleting: dialog === "delete-comment" && chosen?.isOwn ? chosen : null,
  };
}

type Rare = "isCut" | "isContext" | "isEdited" | "mayChange" | "mayDelete" | "idempotencyKey";

/** A comment on a page. */
export type ShownComment = Omit<Comment, "authorCityId" | "isOwn" | Rare> & Partial<Pick<Comment, Rare>>;

/**
 * Returns what a page shows of a comment. What few comments have is left out of the others: with twenty on a page, each
 * property is twenty values in its data.
 */
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

/** Redirects to the page of comments on which the dialog was opened. */
function backToComments(url: URL, description: string) {
  const before = wholeNumber(url.searchParams.get("before"));
  return redirectWithSuccess(
    `${pageAddress(url, keptParameters.discussion, { before })}#discussion`,
    description,
  );
}

/** The forms of a permit's discussion: a comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForms = {
  "dialog=edit-comment": pageForm({
    schema: EditCommentForm,
    failure: failures.updateComment,
    extra: () => ({ commentForm: "edit-comment" }),
    command: async ({ viewer, url }, { text, updatedAt }) => {
      await editComment(viewer, commentIdIn(url), text, updatedAt);
      return backToComments(url, "Comment updated");
    },
  }),
  "dialog=delete-comment": pageForm({
    schema: NoFields,
    failure: failures.deleteComment,
    extra: () => ({ commentForm: "delete-comment" }),
    command: async ({ viewer, url }) => {
      await deleteComment(viewer, commentIdIn(url));
      return backToComments(url, "Comment deleted");
    },
  }),
  comment: pageForm({
    schema: CommentForm,
    failure: failures.addComment,
    extra: ({ url }) => {
      const parentId = parentIdIn(url);
      return { commentForm: parentId === null ? "comment" : `reply-${parentId}` };
    },
    command: async ({ viewer, id, url }, fields) => {
      await addComment(viewer, id, { ...fields, parentId: parentIdIn(url) });
      // The new comment is on the newest page.
      return redirectWithSuccess(`${pageAddress(url, keptParameters.permit)}#discussion`, "Comment added");
    },
  }),
} satisfies FormTable<RowRequest>;

/** Returns the id of the comment to reply to, or null for a new thread. */
function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}
