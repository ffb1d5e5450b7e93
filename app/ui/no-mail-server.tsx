import { useRouteLoaderData } from "react-router";
import { notSent } from "~/models/failures";
import type { loader } from "~/root";

export const useMailServer = () => useRouteLoaderData<typeof loader>("root")?.hasMailServer !== false;

export const emailNotSentText = `${notSent}.`;

export const passOnLinkHint =
  "There is no mail server: pass on the link to set a password, which is shown once.";

export function NoMailServer() {
  if (useMailServer()) return null;
  return <p className="note">No mail server: the emails are not sent, but written to the outbox folder.</p>;
}
