import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { PermitTableData } from "~/pages/permits/permit-table.server";
import type { DialogProps } from "../form-dialog";
import { PermitNumber } from "../permit-number";
import { TypedDeletionDialog } from "../typed-confirmation";

type DeletePermitDialogProps = DialogProps & { permit: NonNullable<PermitTableData["deleting"]> };

export function DeletePermitDialog({ permit, ...dialog }: DeletePermitDialogProps) {
  return (
    <TypedDeletionDialog
      {...dialog}
      title="Delete Permit"
      failure={failures.deletePermit}
      action={`/permits/${permit.id}?dialog=delete`}
    >
      <p>
        <strong>
          <PermitNumber permit={permit} />
        </strong>{" "}
        ({permit.projectName}) will be deleted with its assignments, corrections,{" "}
        {permit.letterCount > 0 && `${pluralize(permit.letterCount, "letter", "letters")}, `}
        plan files, comments and hours. This cannot be undone.
      </p>
    </TypedDeletionDialog>
  );
}
