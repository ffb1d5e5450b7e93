import { and, desc, eq } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { fromNow, now } from "../clock.server";
import { notSent } from "../failures";
import { personName } from "../person";
import { mailOutbox } from "../tables.server";
import { undoSeconds } from "../undo";

export type Email = {
  to: string;
  subject: string;
  lines: string[];
  link: { label: string; url: string };
};

type Draft = { subject: string; lines: string[]; label: string; path: string };

export const emailTo = (
  recipient: Parameters<typeof personName>[0],
  { subject, lines, label, path }: Draft,
): Email => ({
  to: recipient.email,
  subject,
  lines: [`Hello ${personName(recipient)},`, ...lines.filter(Boolean)],
  link: { label, url: `${env.ORIGIN}${path}` },
});

export const sentOrNot = (done: string, andSent: string) => (env.SMTP_URL ? andSent : `${done}. ${notSent}`);

export type QueuedEmail = typeof mailOutbox.$inferSelect;

/** Returns their ids. */
export const queueEmails = (tx: Connection, ...emails: Email[]): Promise<number[]> =>
  insertEmails(tx, emails, now());

/** Queues emails that are sent when their change can no longer be undone, and returns their ids. */
export const queueHeldEmails = (tx: Connection, emails: Email[]): Promise<number[]> =>
  insertEmails(tx, emails, fromNow((undoSeconds + 1) * 1000));

async function insertEmails(tx: Connection, emails: Email[], nextAttemptAt: string): Promise<number[]> {
  if (emails.length === 0) return [];
  const rows = emails.map((email) => ({ ...rowOf(email), nextAttemptAt }));
  const queued = await tx.insert(mailOutbox).values(rows).returning({ id: mailOutbox.id });
  return queued.map(({ id }) => id);
}

const rowOf = (email: Email) => ({
  toAddress: email.to,
  subject: oneLine(email.subject),
  plainText: plainTextOf(email),
  html: htmlOf(email),
  createdAt: now(),
});

const joiningTime = 5 * 60 * 1000;

/** Adds items to the waiting email of a topic, or queues one that waits for five minutes. Call inside a transaction. */
export async function queueJoinedEmail(
  tx: Connection,
  { to, topic, items }: { to: string; topic: string; items: string[] },
  emailOf: (items: string[]) => Email,
): Promise<void> {
  const [latest] = await tx
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.topic, topic), eq(mailOutbox.toAddress, to)))
    .orderBy(desc(mailOutbox.id))
    .limit(1);
  // A server changes the next attempt before it sends an email.
  if (latest && latest.nextAttemptAt === endOfJoining(latest)) {
    const all = [...(latest.items ?? []), ...items];
    const { subject, plainText, html } = rowOf(emailOf(all));
    const changes = { subject, plainText, html, items: all };
    await tx.update(mailOutbox).set(changes).where(eq(mailOutbox.id, latest.id));
    return;
  }
  const row = rowOf(emailOf(items));
  await tx.insert(mailOutbox).values({ ...row, topic, items, nextAttemptAt: endOfJoining(row) });
}

const endOfJoining = ({ createdAt }: { createdAt: string }) =>
  new Date(Date.parse(createdAt) + joiningTime).toISOString();

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const plainTextOf = ({ lines, link }: Email) =>
  [...lines.map(oneLine), `${link.label}:\n${link.url}`, "Redline"].join("\n\n");

const htmlOf = ({ lines, link }: Email) =>
  [
    '<!DOCTYPE html><html lang="en"><body>',
    ...lines.map((line) => `<p>${escaped(oneLine(line))}</p>`),
    `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
    "<p>Redline</p></body></html>",
  ].join("\n");

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
