import { updateEmployee } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/activate-employee";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  return readEmployee(viewer, id);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.updateEmployee }, async () => {
    const { name } = await updateEmployee(viewer, id, { isActive: true });
    return redirectWithSuccess(page, `${name} is active again`);
  });
}

export default function ActivateEmployee({ loaderData: { name, isInvited } }: Route.ComponentProps) {
  return (
    <ConfirmDialog
      title="Activate employee"
      failure={failures.updateEmployee}
      submit="Activate"
      busyLabel="Activating..."
    >
      <p>
        <strong className="break-words">{name}</strong> will be able to sign in
        {isInvited ? " once a password is set" : " again"}, and to be assigned work.
      </p>
    </ConfirmDialog>
  );
}
