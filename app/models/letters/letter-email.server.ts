import { env } from "~/env.server";
import type { Connection } from "../db.server";
import { queueEmails } from "../mail/mail.server";
import { cityUserRecipients } from "../mail/recipients.server";
import { personName } from "../person";
import type { Viewer } from "../policy";
import type { LetterContent } from "./letter";
import { letterLines, letterSubject } from "./letter-email";

/** Call inside a transaction. */
export async function notifyOfLetter(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number },
  content: LetterContent,
  former?: LetterContent,
): Promise<void> {
  const recipients = await cityUserRecipients(tx, viewer, permit.cityId);
  const subject = letterSubject(content, { isReissue: former !== undefined });
  const lines = letterLines(content, former);
  const link = { label: "Read the letter", url: `${env.ORIGIN}/oakvilles/permits/${permit.id}` };
  const emails = recipients.map((recipient) => ({
    to: recipient.email,
    subject,
    lines: [`Hello ${personName(recipient)},`, ...lines],
    link,
  }));
  await queueEmails(tx, ...emails);
}
