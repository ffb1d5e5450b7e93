import { loadMailLog } from "~/pages/mail/mail-log.server";
import { MailLog } from "~/ui/mail/mail-log";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.mail";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadMailLog(viewerOf(context, "mail.read"), url);

export default function Mail({ loaderData }: Route.ComponentProps) {
  return <MailLog log={loaderData} />;
}
