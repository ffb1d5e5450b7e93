import type { NewPasswordLink as Secret } from "~/pages/accounts/new-password-link.server";
import { OneTimeSecret } from "./one-time-secret";

/** A new link to set a password, to be copied and passed on. */
export function NewPasswordLink({ secret }: { secret: Secret }) {
  return (
    <OneTimeSecret
      id="shown-link"
      title={<span className="wrap-anywhere">Link for {secret.email}</span>}
      hint="It was also sent by email. It works once, and is not shown again."
      label="Link to set a password"
      value={secret.link}
      copyLabel="Copy link"
    />
  );
}
