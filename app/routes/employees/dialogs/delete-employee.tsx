import { deleteEmployee, readEmployeeWorkload } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { BlockedDialog } from "../parts/blocked-dialog";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/delete-employee";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  const employee = await readEmployee(viewer, id);
  return { employee, workload: await readEmployeeWorkload(viewer, employee, "delete") };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteEmployee }, async () => {
    await deleteEmployee(viewer, id);
    return redirectWithSuccess(page, "Employee deleted successfully");
  });
}

const title = "Delete employee";

export default function DeleteEmployee({ loaderData: { employee, workload } }: Route.ComponentProps) {
  const { id, name, isActive } = employee;
  if (workload.blockers.length > 0) {
    return (
      <BlockedDialog
        title={title}
        employeeId={id}
        workload={workload}
        next="delete"
        mayDeactivate={isActive}
      />
    );
  }
  return (
    <DeleteDialog title={title} failure={failures.deleteEmployee}>
      <p>
        <strong className="break-words">{name}</strong> and the account of this employee will be deleted. This
        cannot be undone.
      </p>
    </DeleteDialog>
  );
}
