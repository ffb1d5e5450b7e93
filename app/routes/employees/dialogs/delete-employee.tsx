import { pageQuery } from "~/models/address";
import { deleteEmployee, readEmployeeWorkload } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { BlockedDialog } from "../parts/blocked-dialog";
import type { Route } from "./+types/delete-employee";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "employee.manage");
  const employee = await readEmployee(viewer, idOf(params.id, notFound("Employee")));
  return { employee, workload: await readEmployeeWorkload(viewer, employee, "delete") };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  return submit(request, NoFields, { failure: failures.deleteEmployee }, async () => {
    await deleteEmployee(viewer, idOf(params.id, notFound("Employee")));
    return redirectWithSuccess(`/employees${pageQuery(url.search)}`, "Employee deleted successfully");
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
