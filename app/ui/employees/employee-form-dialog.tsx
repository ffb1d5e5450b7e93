import { Link } from "react-router";
import { disciplineOptions } from "~/models/discipline";
import { employeeColumns } from "~/models/employees/employee";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeFormData } from "~/pages/employees/employees.server";
import { ReleaseAccountField } from "../accounts/release-account-field";
import { EditConflict } from "../edit-conflict";
import { CheckField, CheckGroup, EmailField, TextField } from "../fields";
import { passOnLinkHint, useMailServer } from "../no-mail-server";
import { FormDialog, usePostForm } from "../post-form";
import { valueTextOf } from "../value-text";

const labels = {
  name: "Employee name",
  email: "Email",
  disciplines: "Review disciplines",
  isAdministrator: "Administrator Access",
  isActive: "Active",
};

type EmployeeFormDialogProps = {
  closeTo: string;
  form: EmployeeFormData;
  /** The identity provider at which the employee has an account. */
  boundTo?: string | null;
  reassignTo?: string;
};

export function EmployeeFormDialog(props: EmployeeFormDialogProps) {
  const { form: data, closeTo, boundTo = null, reassignTo } = props;
  const isNew = data.idempotencyKey !== undefined;
  const invitationHint = useMailServer()
    ? "An invitation to set a password is sent to this address."
    : passOnLinkHint;
  const [form, fields] = usePostForm<keyof typeof labels | "releaseAccount">("employee", data);
  const isBlocked = reassignTo && (fields.disciplines.errors || fields.isActive.errors);
  return (
    <FormDialog
      title={isNew ? "Add Employee" : "Edit employee"}
      closeTo={closeTo}
      form={form}
      labels={labels}
      failure={isNew ? failures.createEmployee : failures.updateEmployee}
      idempotencyKey={data.idempotencyKey}
      version={data.values.updatedAt as string | undefined}
      submit={isNew ? "Add Employee" : "Save changes"}
      busyLabel={isNew ? "Adding..." : undefined}
    >
      <EditConflict valuesOf={formValuesOf} textOf={valueTextOf(employeeColumns, "")} />
      <TextField field={fields.name} autoFocus={!form.formResult} />
      <EmailField field={fields.email} hint={isNew ? invitationHint : undefined} />
      <CheckGroup
        field={fields.disciplines}
        options={disciplineOptions}
        hint="At least one, unless Administrator Access is granted."
        required={false}
      />
      <CheckField
        field={fields.isAdministrator}
        hint="Can change permits, cities, employees and fees."
        required={false}
      />
      {!isNew && (
        <CheckField field={fields.isActive} hint="Can sign in and be assigned work." required={false} />
      )}
      <ReleaseAccountField field={fields.releaseAccount} boundTo={boundTo} />
      {isBlocked && (
        <p>
          <Link to={reassignTo} preventScrollReset>
            Reassign to…
          </Link>
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
