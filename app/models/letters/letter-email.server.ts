import { env } from "~/env.server";
import { type Connection, db } from "../db.server";
import { queueEmails } from "../mail/mail.server";
import { cityUserRecipients, type Recipient } from "../mail/recipients.server";
import { personName } from "../person";
import type { Viewer } from "../policy";
import type { LetterContent } from "./letter";
import { letterLines, letterSubject } from "./letter-email";

/** The users of a permit's city who get an email about its letter: all but the viewer. */
export const letterRecipients = (
  viewer: Viewer,
  { cityId }: { cityId: number },
  connection: Connection = db,
): Promise<Recipient[]> => cityUserRecipients(connection, viewer, cityId);

/** Queues one email about a released letter to each user of its city, except the acting one. Call inside a transaction. */
export async function notifyOfLetter(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number; cityId: number },
  content: LetterContent,
  former?: LetterContent,
): Promise<void> {
  const recipients = await letterRecipients(viewer, permit, tx);
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
