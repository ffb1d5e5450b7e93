import { Link, useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { disciplineOptions } from "~/models/discipline";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeFormData } from "~/pages/employees/employees.server";
import { ReleaseAccountField } from "../accounts/release-account-field";
import { CheckField } from "../check-field";
import { CheckGroup } from "../check-group";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { EditConflict } from "../edit-conflict";
import { EmailField } from "../email-field";
import { passOnLink, useMailServer } from "../no-mail-server";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

const labels = {
  name: "Employee name",
  email: "Email",
  disciplines: "Review disciplines",
  isAdministrator: "Administrator Access",
  isActive: "Active",
};

type EmployeeFormDialogProps = {
  form: EmployeeFormData;
  formResult?: FormResult;
  closeTo: string;
  /** The identity provider at which the employee has an account. */
  boundTo?: string | null;
  reassignTo?: string;
};

export function EmployeeFormDialog({
  form: formData,
  formResult,
  closeTo,
  boundTo = null,
  reassignTo,
}: EmployeeFormDialogProps) {
  const isNew = formData.idempotencyKey !== undefined;
  const invitationHint = useMailServer()
    ? "An invitation to set a password is sent to this address."
    : passOnLink;
  const [form, fields] = usePostForm<Record<keyof typeof labels | "releaseAccount", string>>(
    "employee",
    formResult,
    {
      defaultValue: formData.values,
      constraint: formData.constraint,
    },
  );
  const { pathname, search } = useLocation();
  const current = formResult?.current as Employee | undefined;
  const isBlocked = reassignTo && (fields.disciplines.errors || fields.isActive.errors);
  return (
    <Dialog title={isNew ? "Add Employee" : "Edit employee"} closeTo={closeTo}>
      <PostForm
        form={form}
        labels={labels}
        failure={isNew ? failures.createEmployee : failures.updateEmployee}
        idempotencyKey={formData.idempotencyKey}
        version={formData.values.updatedAt as string | undefined}
        className="stack"
      >
        {current && (
          <EmployeeEditConflict
            current={current}
            typed={formResult?.submission.initialValue ?? {}}
            startAgainTo={`${pathname}${search}`}
          />
        )}
        <TextField field={fields.name} label={labels.name} autoFocus={!formResult} />
        <EmailField field={fields.email} label={labels.email} hint={isNew ? invitationHint : undefined} />
        <CheckGroup
          field={fields.disciplines}
          legend={labels.disciplines}
          options={disciplineOptions}
          hint="At least one, unless Administrator Access is granted."
          required={false}
        />
        <CheckField
          field={fields.isAdministrator}
          label={labels.isAdministrator}
          hint="Can change permits, cities, employees and fees."
          required={false}
        />
        {!isNew && (
          <CheckField
            field={fields.isActive}
            label={labels.isActive}
            hint="Can sign in and be assigned work."
            required={false}
          />
        )}
        <ReleaseAccountField field={fields.releaseAccount} boundTo={boundTo} />
        {isBlocked && (
          <p>
            <Link to={reassignTo} preventScrollReset>
              Reassign to…
            </Link>
          </p>
        )}
        <DialogActions busyLabel={isNew ? "Adding..." : "Saving..."} closeTo={closeTo}>
          {isNew ? "Add Employee" : "Save changes"}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

type EmployeeEditConflictProps = { current: Employee; typed: Record<string, unknown>; startAgainTo: string };

/** Compares the values that another user saved concurrently with the typed ones. */
function EmployeeEditConflict({ current, typed, startAgainTo }: EmployeeEditConflictProps) {
  const differing = (Object.keys(labels) as (keyof typeof labels)[])
    .map((name) => ({
      label: labels[name],
      saved: displayText(current[name]),
      yours: displayText(typedValue(name, typed)),
    }))
    .filter(({ saved, yours }) => saved !== yours);
  return <EditConflict differing={differing} startAgainTo={startAgainTo} />;
}

/** The typed values have no entry for an unchecked checkbox. */
const typedValue = (name: keyof typeof labels, typed: Record<string, unknown>) =>
  name.startsWith("is") ? typed[name] === "on" : typed[name];

function displayText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
