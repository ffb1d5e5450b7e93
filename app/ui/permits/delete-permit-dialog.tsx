import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { Dialog } from "../dialog";
import { PermitNumber } from "../permit-number";
import { PostForm } from "../post-form";
import { TypedConfirmation, useReturn } from "../typed-confirmation";

type DeletePermitDialogProps = {
  permit: {
    id: number;
    urban37PermitNumber: string;
    revisionNumber: string | null;
    projectName: string;
    letterCount: number;
  };
  /** The page under the dialog. A deletion redirects there, unless it is the permit's own page. */
  closeTo: string;
  formResult?: FormResult;
};

export function DeletePermitDialog({ permit, closeTo, formResult }: DeletePermitDialogProps) {
  const { returnTo, leaveTo } = useReturn(closeTo, formResult);
  return (
    <Dialog title="Delete Permit" closeTo={leaveTo} tone="danger">
      <PostForm
        formResult={formResult}
        failure={failures.deletePermit}
        action={`/permits/${permit.id}?dialog=delete`}
        className="stack"
      >
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <p>
          <strong>
            <PermitNumber permit={permit} />
          </strong>{" "}
          ({permit.projectName}) will be deleted with its assignments, corrections,{" "}
          {permit.letterCount > 0 && `${pluralize(permit.letterCount, "letter", "letters")}, `}
          plan files, comments and hours. This cannot be undone.
        </p>
        <TypedConfirmation closeTo={leaveTo} formResult={formResult} />
      </PostForm>
    </Dialog>
  );
}
