import { EmailField } from "~/ui/fields";

/** The email of the account whose password is set. Password managers store a password with the name that they read here. */
export const AccountNameField = ({ email, id = "username" }: { email: string; id?: string }) => (
  <EmailField
    field={{ id, name: "username", initialValue: email }}
    label="Email"
    autoComplete="username"
    readOnly
  />
);
