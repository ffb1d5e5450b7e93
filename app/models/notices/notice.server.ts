import { env } from "~/platform/env.server";
import type { LastBackup } from "../backups/last-backup.server";
import { addressOfEmails } from "../mail/mail-view";
import { pluralize } from "../pluralize";
import { allow, type Viewer } from "../policy";
import { backupNotice } from "./backup-notice.server";
import { diskNotice } from "./disk-notice.server";
import type { Notice } from "./notice";
import { proxyNotice } from "./proxy-notice.server";

/** What the home page has read already: it has no statement to spare. */
type Facts = {
  undelivered: { delayed: number; error: string | null };
  lastBackup: LastBackup | undefined;
};

/** Returns a notice, or none if all is well. */
type NoticeReader = (facts: Facts) => Promise<Notice | undefined> | Notice | undefined;

/** The demo has no mail server by intention: it lists its emails at /test-mail. */
const noMailServer: NoticeReader = () =>
  env.SMTP_URL || env.DEMO
    ? undefined
    : {
        text: "Emails are not sent: there is no mail server. Set SMTP_URL and MAIL_FROM, and restart Redline. Until then, pass on links to set a password yourself.",
        link: { to: addressOfEmails("no_mail_server"), label: "Emails that were not sent" },
      };

const delayedEmails: NoticeReader = ({ undelivered: { delayed, error } }) =>
  delayed === 0
    ? undefined
    : {
        text: `${pluralize(delayed, "email", "emails")} could not be sent for more than 15 minutes, and will be tried again. The last error: ${error}`,
        link: { to: addressOfEmails("waiting"), label: "Emails that wait" },
      };

const sentence =
  (read: (facts: Facts) => Promise<string | null> | string | null): NoticeReader =>
  async (facts) => {
    const text = await read(facts);
    return text === null ? undefined : { text };
  };

/** Nobody backs up the demo. */
const backup = sentence(({ lastBackup }) => (env.DEMO ? null : backupNotice(lastBackup)));

const readers: NoticeReader[] = [
  noMailServer,
  delayedEmails,
  backup,
  sentence(() => diskNotice()),
  sentence(proxyNotice),
];

/** Returns what an administrator should know about the installation, the first of `readers` first. 403 for others. */
export async function listNotices(viewer: Viewer, facts: Facts): Promise<Notice[]> {
  allow(viewer, "dashboard.administer");
  const notices: Notice[] = [];
  for (const read of readers) {
    const notice = await read(facts);
    if (notice) notices.push(notice);
  }
  return notices;
}
