import type { ReactNode } from "react";
import { disciplineOptions } from "~/models/discipline";
import { CheckField, CheckGroup, EmailField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";

export const employeeFieldLabels = {
  name: "Employee name",
  email: "Email",
  disciplines: "Review disciplines",
  isAdministrator: "Administrator Access",
  isActive: "Active",
};

export type EmployeeFieldName = keyof typeof employeeFieldLabels | "releaseAccount";

type EmployeeFieldsProps = {
  fields: Record<EmployeeFieldName, FormField>;
  emailHint?: ReactNode;
};

export const EmployeeFields = ({ fields, emailHint }: EmployeeFieldsProps) => (
  <>
    <TextField field={fields.name} autoFocus />
    <EmailField field={fields.email} hint={emailHint} />
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
  </>
);
