import { pageQuery } from "~/models/address";
import { updateEmployee } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/activate-employee";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  readEmployee(viewerOf(context, "employee.manage"), idOf(params.id, notFound("Employee")));

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  return submit(request, NoFields, { failure: failures.updateEmployee }, async () => {
    const { name } = await updateEmployee(viewer, idOf(params.id, notFound("Employee")), { isActive: true });
    return redirectWithSuccess(`/employees${pageQuery(url.search)}`, `${name} is active again`);
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
