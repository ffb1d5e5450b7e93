import type { NewPasswordLink as Shown } from "~/pages/accounts/new-password-link.server";
import { OneTimeSecret } from "./one-time-secret";

/** A link that was just made, to be handed over. */
export function NewPasswordLink({ secret }: { secret: Shown }) {
  return (
    <OneTimeSecret
      id="shown-link"
      title={<span className="wrap-anywhere">Link for {secret.email}</span>}
      hint="It was mailed too. It works once, and is not shown again."
      label="Link to set a password"
      value={secret.link}
      copy="Copy link"
    />
  );
}
