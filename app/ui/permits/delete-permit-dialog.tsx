import type { FormAnswer } from "~/form.server";
import { failures } from "~/models/failures";
import { Dialog } from "../dialog";
import { PermitNumber } from "../permit-number";
import { PostForm } from "../post-form";
import { TypedConfirmation, useReturn } from "../typed-confirmation";

type DeletePermitDialogProps = {
  permit: { id: number; urban37PermitNumber: string; revisionNumber: string | null; projectName: string };
  /** The page under the dialog, to which a deletion returns as well, unless it was the permit's own. */
  closeTo: string;
  /** What the server said of the word that was typed. */
  answer?: FormAnswer;
};

export function DeletePermitDialog({ permit, closeTo, answer }: DeletePermitDialogProps) {
  const { returnTo, leaveTo } = useReturn(closeTo, answer);
  return (
    <Dialog title="Delete Permit" closeTo={leaveTo} tone="danger">
      <PostForm
        answer={answer}
        failure={failures.deletePermit}
        action={`/permits/${permit.id}?dialog=delete`}
        className="stack"
      >
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <p>
          <strong>
            <PermitNumber permit={permit} />
          </strong>{" "}
          ({permit.projectName}) will be deleted with its assignments, plan files, comments and hours. This
          cannot be undone.
        </p>
        <TypedConfirmation closeTo={leaveTo} answer={answer} />
      </PostForm>
    </Dialog>
  );
}
