import { Link, useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { disciplineOptions } from "~/models/discipline";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeFormData } from "~/pages/employees/employees.server";
import { CheckField } from "../check-field";
import { CheckGroup } from "../check-group";
import { Dialog, DialogActions } from "../dialog";
import { EditConflict } from "../edit-conflict";
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
  /** Where the employee's open work is reassigned, when there is some and it stood in the way. */
  reassignTo?: string;
};

/** The fields of an employee, to add one or to change one. */
export function EmployeeFormDialog({
  form: formData,
  formResult,
  closeTo,
  reassignTo,
}: EmployeeFormDialogProps) {
  const isNew = formData.formKey !== undefined;
  const [form, fields] = usePostForm<Record<keyof typeof labels, string>>("employee", formResult, {
    defaultValue: formData.values,
    constraint: formData.constraint,
  });
  const { pathname, search } = useLocation();
  const current = formResult?.current as Employee | undefined;
  const isHeldBack = reassignTo && (fields.disciplines.errors || fields.isActive.errors);
  return (
    <Dialog title={isNew ? "Add Employee" : "Edit Employee"} closeTo={closeTo}>
      <PostForm
        form={form}
        labels={labels}
        failure={isNew ? failures.createEmployee : failures.updateEmployee}
        formKey={formData.formKey}
        version={formData.values.updatedAt as string | undefined}
        className="stack"
      >
        {current && (
          <EmployeeClash
            current={current}
            typed={formResult?.submission.initialValue ?? {}}
            startAgain={`${pathname}${search}`}
          />
        )}
        <TextField field={fields.name} label={labels.name} autoFocus={!formResult} />
        <TextField
          field={fields.email}
          label={labels.email}
          type="email"
          hint={isNew ? "An invitation to set a password is mailed there." : undefined}
        />
        <CheckGroup
          field={fields.disciplines}
          legend={labels.disciplines}
          options={disciplineOptions}
          hint="At least one, except with Administrator Access."
          required={false}
        />
        <CheckField
          field={fields.isAdministrator}
          label={labels.isAdministrator}
          hint="May change permits, cities, employees and fees."
          required={false}
        />
        {!isNew && (
          <CheckField
            field={fields.isActive}
            label={labels.isActive}
            hint="May sign in, and be given work."
            required={false}
          />
        )}
        {isHeldBack && (
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

type ClashProps = { current: Employee; typed: Record<string, unknown>; startAgain: string };

/** Shows what somebody else saved meanwhile beside what was typed; the fields below hold the latter. */
function EmployeeClash({ current, typed, startAgain }: ClashProps) {
  const differing = (Object.keys(labels) as (keyof typeof labels)[])
    .map((name) => ({
      label: labels[name],
      saved: wordsFor(current[name]),
      yours: wordsFor(typedValue(name, typed)),
    }))
    .filter(({ saved, yours }) => saved !== yours);
  return <EditConflict differing={differing} startAgain={startAgain} />;
}

/** An unticked box is missing from what was typed. */
const typedValue = (name: keyof typeof labels, typed: Record<string, unknown>) =>
  name.startsWith("is") ? typed[name] === "on" : typed[name];

function wordsFor(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
