import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { PermitTableData } from "~/routes/permits/parts/load-permit-table.server";
import { PermitNumber } from "../permit-number";
import { TypedDeletionDialog } from "../typed-confirmation";

type DeletePermitDialogProps = { permit: NonNullable<PermitTableData["deleting"]>; closeTo: string };

export function DeletePermitDialog({ permit, closeTo }: DeletePermitDialogProps) {
  return (
    <TypedDeletionDialog
      closeTo={closeTo}
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
