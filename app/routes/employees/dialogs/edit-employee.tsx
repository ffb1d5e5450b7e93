import { getZodConstraint } from "@conform-to/zod/v4";
import { boundTo } from "~/api/identity-provider.server";
import { employeeColumns } from "~/models/employees/employee";
import { EmployeeEditSchema } from "~/models/employees/employee.schema.server";
import { readEmployeeWorkload, updateEmployee } from "~/models/employees/employee.server";
import { type Employee, readEmployee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { valueTextOf } from "~/models/value-text";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { ReleaseAccountField } from "~/ui/accounts/release-account-field";
import { DialogLink } from "~/ui/dialog-link";
import { EditConflict } from "~/ui/edit-conflict";
import { CheckField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { employeeDialogOf } from "../parts/employee-dialog.server";
import { type EmployeeFieldName, EmployeeFields, employeeFieldLabels } from "../parts/employee-fields";
import type { Route } from "./+types/edit-employee";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = employeeDialogOf(sent);
  const employee = await readEmployee(viewer, id);
  const { open } = await readEmployeeWorkload(viewer, employee, "deactivate");
  return {
    employee,
    hasOpenAssignments: open > 0,
    boundTo: boundTo(employee),
    constraint: getZodConstraint(EmployeeEditSchema),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = employeeDialogOf(sent);
  const failure = failures.updateEmployee;
  return submit(sent.request, EmployeeEditSchema, { failure }, async ({ updatedAt, ...changes }) => {
    await updateEmployee(viewer, id, changes, updatedAt);
    return redirectWithSuccess(page, "Employee updated successfully");
  });
}

export default function EditEmployee({ loaderData, params }: Route.ComponentProps) {
  const { employee, hasOpenAssignments, boundTo, constraint } = loaderData;
  const values = formValuesOf(employee);
  const [form, fields] = usePostForm<EmployeeFieldName>("employee", { values, constraint });
  const isBlocked = fields.disciplines.errors || fields.isActive.errors;
  return (
    <FormDialog
      title="Edit employee"
      form={form}
      labels={employeeFieldLabels}
      failure={failures.updateEmployee}
      version={employee.updatedAt}
      submit="Save changes"
    >
      <EditConflict valuesOf={formValuesOf} textOf={valueTextOf(employeeColumns, "")} />
      <EmployeeFields fields={fields} />
      <CheckField field={fields.isActive} hint="Can sign in and be assigned work." required={false} />
      <ReleaseAccountField field={fields.releaseAccount} boundTo={boundTo} />
      {hasOpenAssignments && isBlocked && (
        <p>
          <DialogLink to={`${params.id}/reassign?next=edit`}>Reassign to…</DialogLink>
        </p>
      )}
    </FormDialog>
  );
}

/** A form has no entry for an unchecked box. */
const formValuesOf = (employee: Employee) => ({
  ...employee,
  isAdministrator: employee.isAdministrator ? "on" : undefined,
  isActive: employee.isActive ? "on" : undefined,
});
