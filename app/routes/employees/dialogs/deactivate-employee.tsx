import { pageQuery } from "~/models/address";
import { readEmployeeWorkload, updateEmployee } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import { BlockedDialog } from "../parts/blocked-dialog";
import type { Route } from "./+types/deactivate-employee";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "employee.manage");
  const employee = await readEmployee(viewer, idOf(params.id, notFound("Employee")));
  return { employee, workload: await readEmployeeWorkload(viewer, employee, "deactivate") };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  return submit(request, NoFields, { failure: failures.updateEmployee }, async () => {
    const { name } = await updateEmployee(viewer, idOf(params.id, notFound("Employee")), { isActive: false });
    return redirectWithSuccess(`/employees${pageQuery(url.search)}`, `${name} is now inactive`);
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
