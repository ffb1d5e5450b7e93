import { count, desc } from "drizzle-orm";
import { now } from "../clock.server";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { mailOutbox } from "../tables.server";
import { mailColumns } from "./mail";

/** A short mail: a greeting's worth of lines, and one link. */
export type Email = {
  to: string;
  subject: string;
  /** Each is a paragraph of plain text. */
  lines: string[];
  link: { label: string; url: string };
};

export type Mail = typeof mailOutbox.$inferSelect;

/** Puts letters into the outbox, inside the write that they tell of; they are sent later, and never fail it. */
export async function queueMail(tx: Connection, ...emails: Email[]): Promise<void> {
  if (emails.length === 0) return;
  await tx.insert(mailOutbox).values(
    emails.map((email) => ({
      toAddress: email.to,
      subject: oneLine(email.subject),
      plainText: plainTextOf(email),
      html: htmlOf(email),
      nextAttemptAt: now(),
      createdAt: now(),
    })),
  );
}

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

/** A page of the mail that was queued, the newest first, without its text; 403 for others than administrators. */
export async function listMail(viewer: Viewer, asked: number) {
  allow(viewer, "mail.read");
  const [counted] = await db.select({ total: count() }).from(mailOutbox);
  const total = counted?.total ?? 0;
  const page = nearestPage(asked, total);
  const rows = await db
    .select(storedColumns(mailOutbox, mailColumns))
    .from(mailOutbox)
    .orderBy(desc(mailOutbox.id))
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows, total, page };
}
