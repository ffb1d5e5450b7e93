import { EmailField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";

export const userFieldLabels = { email: "Email", firstName: "First name", lastName: "Last name" };

export type UserFieldName = keyof typeof userFieldLabels | "releaseAccount";

export const UserFields = ({ fields }: { fields: Record<UserFieldName, FormField> }) => (
  <div className="fields">
    <EmailField className="wide" field={fields.email} required autoFocus />
    <TextField field={fields.firstName} />
    <TextField field={fields.lastName} />
  </div>
);
