import { EmailField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";

export const userFieldLabels = { email: "Email", firstName: "First name", lastName: "Last name" };

export type UserFieldName = keyof typeof userFieldLabels | "releaseAccount";

type UserFieldsProps = { fields: Record<UserFieldName, FormField>; takesFocus: boolean };

export const UserFields = ({ fields, takesFocus }: UserFieldsProps) => (
  <div className="fields">
    <EmailField className="wide" field={fields.email} required autoFocus={takesFocus} />
    <TextField field={fields.firstName} />
    <TextField field={fields.lastName} />
  </div>
);
