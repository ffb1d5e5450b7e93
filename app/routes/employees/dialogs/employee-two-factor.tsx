import { turnOffEmployeeTwoFactor } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TwoFactorOffDialog } from "~/ui/accounts/two-factor-off";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/employee-two-factor";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  return readEmployee(viewer, id);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.updateEmployee }, async () => {
    const { name } = await turnOffEmployeeTwoFactor(viewer, id);
    return redirectWithSuccess(page, `Two-factor sign-in of ${name} is off`);
  });
}

export default function TurnOffEmployeeTwoFactor({ loaderData }: Route.ComponentProps) {
  return <TwoFactorOffDialog name={loaderData.name} failure={failures.updateEmployee} />;
}
