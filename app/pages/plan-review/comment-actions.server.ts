import { type FormAnswer, submit } from "~/form.server";
import { keptParameters, pageAddress } from "~/models/address";
import { isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.form.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { CommentForm, EditCommentForm } from "~/models/plan-review/comment.form.server";
import { addComment, deleteComment, editComment, mayStartThread } from "~/models/plan-review/comment.server";
import { readDiscussion } from "~/models/plan-review/discussion.server";
import { may, type Viewer } from "~/models/policy";
import { newFormKey } from "~/models/secret.server";
import { wholeNumber } from "~/models/whole-number";
import { redirectWithSuccess } from "~/toast.server";

/** What a refused form of the panel gets back; `commentForm` is the id of that form. */
export type CommentAnswer = FormAnswer & { commentForm?: string };

export type DiscussionData = Awaited<ReturnType<typeof loadDiscussion>>;

/**
 * All that the discussion of a permit shows at an address: its newest page, or the one before a comment;
 * `?comment=` names one that is shown whole. With a city, what that city reads.
 */
export async function loadDiscussion(viewer: Viewer, permitId: number, url: URL, asCity?: number) {
  const permit = await readPermit(viewer, permitId);
  const { searchParams } = url;
  const dialog = searchParams.get("dialog");
  const isAboutOne = dialog === "edit-comment" || dialog === "delete-comment";
  const commentId = wholeNumber(searchParams.get("commentId"));
  const { comments, earlier, isNewest, chosen } = await readDiscussion(viewer, permitId, {
    before: wholeNumber(searchParams.get("before")),
    whole: wholeNumber(searchParams.get("comment")),
    chosen: isAboutOne ? commentId : undefined,
    asCity,
  });
  const discipline = searchParams.get("discipline");
  const isEditing = dialog === "edit-comment" && commentId !== undefined && chosen?.isOwn !== false;
  return {
    comments,
    earlier,
    isNewest,
    discipline: isDiscipline(discipline) ? discipline : null,
    formKey: newFormKey(),
    mayWrite: may(viewer, "comment.write", permit),
    mayStart: mayStartThread(viewer),
    mayShare: mayStartThread(viewer),
    // The dialog stays open over a comment that is gone or too old: what was typed must not go with it.
    editing: isEditing ? { id: commentId, text: chosen?.text ?? "", updatedAt: chosen?.updatedAt } : null,
    deleting: dialog === "delete-comment" && chosen?.isOwn ? chosen : null,
  };
}

/** Whether a post belongs to the discussion. */
export function isCommentAddress({ searchParams }: URL): boolean {
  const dialog = searchParams.get("dialog");
  return searchParams.has("comment") || dialog === "edit-comment" || dialog === "delete-comment";
}

type CommentRequest = {
  request: Request;
  viewer: Viewer;
  /** The permit's. */
  id: number;
  url: URL;
  /** The page under the form, which a saved one leads back to. */
  page: string;
};

/**
 * What the discussion sends: a comment to `?comment=`, an answer to `?comment={id}`, and its two dialogs.
 * What was written leads to the newest comments, among which it is; a dialog to the page that it lay over.
 */
export function commentAction({ request, viewer, id, url, page }: CommentRequest) {
  const before = wholeNumber(url.searchParams.get("before"));
  const back = `${pageAddress(url, keptParameters.discussion, { before })}#discussion`;
  const commentId = Number(url.searchParams.get("commentId"));
  switch (url.searchParams.get("dialog")) {
    case "edit-comment": {
      const save = async ({ text, updatedAt }: EditCommentForm) => {
        await editComment(viewer, commentId, text, updatedAt);
        return redirectWithSuccess(back, "Comment updated");
      };
      const extra = { commentForm: "edit-comment" };
      return submit(request, EditCommentForm, save, { failure: failures.updateComment, extra });
    }
    case "delete-comment": {
      const remove = async () => {
        await deleteComment(viewer, commentId);
        return redirectWithSuccess(back, "Comment deleted");
      };
      const extra = { commentForm: "delete-comment" };
      return submit(request, NoFields, remove, { failure: failures.deleteComment, extra });
    }
    default: {
      const answered = url.searchParams.get("comment");
      const parentId = answered ? Number(answered) : null;
      const add = async (fields: CommentForm) => {
        await addComment(viewer, id, { ...fields, parentId });
        return redirectWithSuccess(`${page}#discussion`, "Comment added");
      };
      const extra = { commentForm: answered ? `answer-${parentId}` : "comment" };
      return submit(request, CommentForm, add, { failure: failures.addComment, extra });
    }
  }
}
