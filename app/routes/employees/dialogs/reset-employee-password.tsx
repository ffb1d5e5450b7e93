import { pageQuery } from "~/models/address";
import { sendEmployeeLink } from "~/models/employees/employee.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { PasswordLinkText, passwordLinkTitle } from "~/ui/accounts/password-link";
import { ConfirmDialog } from "~/ui/form-dialog";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import type { Route } from "./+types/reset-employee-password";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  readEmployee(viewerOf(context, "employee.manage"), idOf(params.id, notFound("Employee")));

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  return submit(request, NoFields, { failure: failures.sendResetEmail }, async () => {
    const { employee, link } = await sendEmployeeLink(viewer, idOf(params.id, notFound("Employee")));
    const description = sentOrNot(
      `A link to set a password was made for ${employee.email}`,
      `A link to set a password was sent to ${employee.email}`,
    );
    const secret = { email: employee.email, link };
    return newPasswordLink.redirectWith(viewer, `/employees${pageQuery(url.search)}`, description, secret);
  });
}

export default function ResetEmployeePassword({ loaderData: employee }: Route.ComponentProps) {
  return (
    <ConfirmDialog
      title={passwordLinkTitle(employee)}
      failure={failures.sendResetEmail}
      submit="Send link"
      busyLabel="Sending..."
    >
      <p>
        <PasswordLinkText {...employee} />
      </p>
    </ConfirmDialog>
  );
}
