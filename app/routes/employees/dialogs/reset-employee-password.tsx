import { sendEmployeeLink } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { PasswordLinkText, passwordLinkTitle, useLinkButton } from "~/ui/accounts/password-link";
import { ConfirmDialog } from "~/ui/form-dialog";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import type { Route } from "./+types/reset-employee-password";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  return readEmployee(viewer, id);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.sendResetEmail }, async () => {
    const { employee, link } = await sendEmployeeLink(viewer, id);
    const description = sentOrNot(
      `A link to set a password was made for ${employee.email}`,
      `A link to set a password was sent to ${employee.email}`,
    );
    const secret = { email: employee.email, link };
    return newPasswordLink.redirectWith(viewer, page, description, secret);
  });
}

export default function ResetEmployeePassword({ loaderData: employee }: Route.ComponentProps) {
  return (
    <ConfirmDialog title={passwordLinkTitle(employee)} failure={failures.sendResetEmail} {...useLinkButton()}>
      <p>
        <PasswordLinkText {...employee} />
      </p>
    </ConfirmDialog>
  );
}
