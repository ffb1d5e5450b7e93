import { CheckField } from "../fields";
import type { FormField } from "../form-field";

type ReleaseAccountFieldProps = {
  field: FormField;
  /** The name of the identity provider at which the user has an account; null before the first sign-in. */
  boundTo: string | null;
};

/** Lets another account of the identity provider sign in as the user. Not shown if any account may. */
export const ReleaseAccountField = ({ field, boundTo }: ReleaseAccountFieldProps) =>
  boundTo && (
    <CheckField
      field={field}
      label={`Release the account at ${boundTo}`}
      hint="The user signs in with one account there. If it no longer exists, release it: the next one with this email is accepted."
      required={false}
    />
  );
