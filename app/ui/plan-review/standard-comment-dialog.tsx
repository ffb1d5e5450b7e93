import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { standardCommentQuery } from "~/models/plan-review/standard-comment-filter";
import { pluralize } from "~/models/pluralize";
import type {
  StandardCommentDialogData,
  StandardCommentsData,
} from "~/pages/plan-review/standard-comments.server";
import { ConfirmDialog } from "../confirm-dialog";
import { ImportStandardComments } from "./import-standard-comments";
import { StandardCommentForm } from "./standard-comment-form";

type DialogProps = {
  library: StandardCommentsData;
  dialog: StandardCommentDialogData;
  formResult?: FormResult;
};

export function StandardCommentDialog({ library, dialog, formResult }: DialogProps) {
  const closeTo = standardCommentQuery(library.filter);
  switch (dialog.name) {
    case "import":
      return <ImportStandardComments dialog={dialog} formResult={formResult} closeTo={closeTo} />;
    case "delete":
      return <DeleteStandardComment key={dialog.id} {...dialog} formResult={formResult} closeTo={closeTo} />;
    default:
      return (
        <StandardCommentForm
          key={"id" in dialog ? dialog.id : "new"}
          cities={library.cities}
          dialog={dialog}
          formResult={formResult}
          closeTo={closeTo}
        />
      );
  }
}

type DeleteProps = Extract<StandardCommentDialogData, { name: "delete" }> & {
  formResult?: FormResult;
  closeTo: string;
};

/** Confirms the deletion of a standard comment; one that was used is only switched off. */
function DeleteStandardComment({ title, text, uses, updatedAt, formResult, closeTo }: DeleteProps) {
  const isUsed = uses > 0;
  return (
    <ConfirmDialog
      title={isUsed ? "Switch off standard comment" : "Delete standard comment"}
      failure={failures.saveStandardComment}
      confirm={isUsed ? "Switch off" : "Delete"}
      busyLabel={isUsed ? "Switching off..." : "Deleting..."}
      tone="danger"
      closeTo={closeTo}
      formResult={formResult}
      version={updatedAt}
    >
      <p className="note">{text}</p>
      <p>
        <strong className="break-words">{title}</strong>{" "}
        {isUsed
          ? `was used in ${pluralize(uses, "correction", "corrections")}, which keep their text. It will no longer be offered, and can be made active again.`
          : "was never used. It will be deleted. This cannot be undone."}
      </p>
    </ConfirmDialog>
  );
}
