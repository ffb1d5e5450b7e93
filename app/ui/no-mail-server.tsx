import { useRouteLoaderData } from "react-router";
import { notSent } from "~/models/mail/mail";
import type { loader } from "~/root";

/** Whether emails are sent; without a mail server they are written to the outbox folder. */
export const useMailServer = () => useRouteLoaderData<typeof loader>("root")?.hasMailServer !== false;

/** What is shown instead where a page says that an email was sent. */
export const notSentSentence = `${notSent}.`;

/** What to do with the link of an invitation that no email has. */
export const passOnLink = "There is no mail server: pass on the link to set a password, which is shown once.";

/** Says where the emails of a dialog will be, without a mail server. */
export function NoMailServer() {
  if (useMailServer()) return null;
  return <p className="note">No mail server: the emails are not sent, but written to the outbox folder.</p>;
}
