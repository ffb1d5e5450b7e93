import type { Connection } from "../db.server";
import { emailTo, queueEmails } from "../mail/mail.server";
import { cityUserRecipients } from "../mail/recipients.server";
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
  const draft = { subject, lines, label: "Read the letter", path: `/oakvilles/permits/${permit.id}` };
  await queueEmails(tx, ...recipients.map((recipient) => emailTo(recipient, draft)));
}
