import { getZodConstraint } from "@conform-to/zod/v4";
import { pageQuery } from "~/models/address";
import { EmployeeSchema } from "~/models/employees/employee.schema.server";
import { createEmployee } from "~/models/employees/employee.server";
import { failures } from "~/models/failures";
import { submit } from "~/platform/forms/form.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { passOnLinkHint, useMailWords } from "~/ui/no-mail-server";
import { usePostForm } from "~/ui/post-form";
import { newPasswordLink } from "../../account/parts/one-time-secret.server";
import { type EmployeeFieldName, EmployeeFields, employeeFieldLabels } from "../parts/employee-fields";
import type { Route } from "./+types/new-employee";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "employee.manage");
  return { constraint: getZodConstraint(EmployeeSchema), idempotencyKey: newIdempotencyKey() };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  const failure = failures.createEmployee;
  return submit(request, EmployeeSchema, { failure }, async (fields) => {
    const { employee, link } = await createEmployee(viewer, fields);
    const secret = { email: employee.email, link };
    const list = `/employees${pageQuery(url.search)}`;
    return newPasswordLink.redirectWith(viewer, list, "Employee created successfully", secret);
  });
}

export default function NewEmployee({ loaderData: { constraint, idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<EmployeeFieldName>("employee", { constraint });
  const emailHint = useMailWords({
    sent: "An invitation to set a password is sent to this address.",
    notSent: passOnLinkHint,
  });
  return (
    <FormDialog
      title="Add Employee"
      form={form}
      labels={employeeFieldLabels}
      failure={failures.createEmployee}
      idempotencyKey={idempotencyKey}
      submit="Add Employee"
      busyLabel="Adding..."
    >
      <EmployeeFields fields={fields} emailHint={emailHint} />
    </FormDialog>
  );
}
