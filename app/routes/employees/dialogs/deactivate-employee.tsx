import { readEmployeeWorkload, updateEmployee } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import { BlockedDialog } from "../parts/blocked-dialog";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/deactivate-employee";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  const employee = await readEmployee(viewer, id);
  return { employee, workload: await readEmployeeWorkload(viewer, employee, "deactivate") };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.updateEmployee }, async () => {
    const { name } = await updateEmployee(viewer, id, { isActive: false });
    return redirectWithSuccess(page, `${name} is now inactive`);
  });
}

const title = "Deactivate employee";

export default function DeactivateEmployee({ loaderData: { employee, workload } }: Route.ComponentProps) {
  if (workload.blockers.length > 0) {
    return <BlockedDialog title={title} employeeId={employee.id} workload={workload} next="deactivate" />;
  }
  return (
    <ConfirmDialog
      title={title}
      failure={failures.updateEmployee}
      submit="Deactivate"
      busyLabel="Deactivating..."
      tone="danger"
    >
      <p>
        <strong className="break-words">{employee.name}</strong> will be signed out immediately, and can no
        longer sign in or be assigned work. Completed reviews and logged hours are kept. You can activate the
        account again later.
      </p>
    </ConfirmDialog>
  );
}
