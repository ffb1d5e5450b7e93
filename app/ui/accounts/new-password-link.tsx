import type { NewPasswordLink as Secret } from "~/pages/accounts/new-password-link.server";
import { notSentSentence, useMailServer } from "../no-mail-server";
import { OneTimeSecret } from "./one-time-secret";

export function NewPasswordLink({ secret }: { secret: Secret }) {
  const sent = useMailServer() ? "It was also sent by email." : notSentSentence;
  return (
    <OneTimeSecret
      id="shown-link"
      title={<span className="wrap-anywhere">Link for {secret.email}</span>}
      hint={`${sent} It works once, and is not shown again.`}
      label="Link to set a password"
      value={secret.link}
      copyLabel="Copy link"
    />
  );
}
