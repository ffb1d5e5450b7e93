import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { refuseUnderHold } from "~/models/permits/held-permit.server";
import { permitNumberText } from "~/models/permits/permit";
import { DeletePermitSchema } from "~/models/permits/permit.schema.server";
import { pluralize } from "~/models/pluralize";
import { daysInBin } from "~/models/records/permit-bin";
import { deletePermit } from "~/models/records/permit-bin.server";
import { pick } from "~/models/shown-fields";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { PermitNumber } from "~/ui/permit-number";
import { TypedDeletionDialog } from "~/ui/typed-confirmation";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-permit";

export async function loader(sent: Route.LoaderArgs) {
  const { permit } = await permitOfDialog(sent, "permit.delete");
  refuseUnderHold(permit);
  const shown = pick(permit, "urban37PermitNumber", "revisionNumber", "projectName");
  return { ...shown, letterCount: permit.letters.length };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  return submit(sent.request, DeletePermitSchema, { failure: failures.deletePermit }, async () => {
    await deletePermit(viewer, id);
    return redirectWithSuccess(listAfter(sent.url), "Permit deleted successfully");
  });
}

/** The list under the dialog; over the page of the permit, the list of all. */
function listAfter({ pathname, search }: URL): string {
  const [, list] = /^(.*)\/delete-permit\//i.exec(pathname) ?? [];
  return list === undefined ? "/permits" : `${list || "/"}${pageQuery(search)}`;
}

export default function DeletePermit({ loaderData: permit }: Route.ComponentProps) {
  return (
    <TypedDeletionDialog
      title="Delete Permit"
      documentTitle={`Delete ${permitNumberText(permit)}`}
      failure={failures.deletePermit}
    >
      <p>
        <strong>
          <PermitNumber permit={permit} />
        </strong>{" "}
        ({permit.projectName}) will be deleted with its assignments, corrections,{" "}
        {permit.letterCount > 0 && `${pluralize(permit.letterCount, "letter", "letters")}, `}
        plan files, comments and hours. It stays in the bin for {daysInBin} days, where it can be restored.
      </p>
    </TypedDeletionDialog>
  );
}
