import { and, eq } from "drizzle-orm";
import { write } from "~/platform/db/db.server";
import { record } from "../audit.server";
import { cleanLine } from "../clean-text";
import { storedColumns } from "../columns";
import { allow, type Viewer } from "../policy";
import { foundRow, Refusal, refusalAtField } from "../refusal";
import { mailOutbox } from "../tables.server";
import { mailColumns, mailStatuses, maxErrorLength } from "./mail";
import type { BounceSchema } from "./mail.schema.server";
import { emailIn, messageIdOf } from "./message-id.server";

const columns = storedColumns(mailOutbox, mailColumns);

/** Marks a sent email as bounced, and returns it. 400 for a foreign Message-ID, 404 for no email, 409 for one that was not sent. Reported twice, the first reason counts. */
export const reportBounce = (viewer: Viewer, { messageId, reason }: BounceSchema) =>
  write(async (tx) => {
    allow(viewer, "mail.manage");
    const named = emailIn(messageId);
    if (!named) throw refusalAtField("messageId", "This is not the Message-ID of an email from Redline");
    const isEmail = and(eq(mailOutbox.id, named.id), eq(mailOutbox.createdAt, named.createdAt));
    const email = foundRow(await tx.select(columns).from(mailOutbox).where(isEmail), "Email");
    if (email.status === "bounced") return email;
    if (email.status !== "sent") {
      throw new Refusal(
        409,
        `Only a sent email can bounce. This one is: ${mailStatuses[email.status].label}`,
      );
    }
    const bounced = { ...email, status: "bounced" as const, lastError: reason };
    await tx
      .update(mailOutbox)
      .set({ status: bounced.status, lastError: reason })
      .where(eq(mailOutbox.id, email.id));
    await record(tx, viewer, "email.bounced", email, bounced);
    return bounced;
  });

const deliveryStatus = /^message\/(?:global-)?delivery-status$/;

/** Reads the report of a mail server (RFC 3464). 400 for another message, such as an out-of-office reply, or one that is not about an email of Redline. */
export async function readBounce(message: Uint8Array): Promise<BounceSchema> {
  const { default: PostalMime } = await import("postal-mime");
  // As attachments, the parts keep their headers.
  const options = { forceRfc822Attachments: true, attachmentEncoding: "utf8" } as const;
  const { attachments } = await PostalMime.parse(message, options).catch(() => {
    throw new Refusal(400, "The message cannot be read");
  });
  const report = attachments.find(({ mimeType }) => deliveryStatus.test(mimeType));
  if (!report) throw new Refusal(400, "The message has no part message/delivery-status");
  const failure = failureIn(String(report.content));
  if (!failure) throw new Refusal(400, "The message reports no failed delivery");
  const [email] = attachments.flatMap(({ content }) => emailIn(String(content)) ?? []);
  if (!email) throw new Refusal(400, "The message does not contain the Message-ID of an email from Redline");
  return { messageId: messageIdOf(email), reason: reasonOf(failure) };
}

/** Returns the fields of the first recipient to whom the delivery has failed: `delayed` is no failure. */
const failureIn = (report: string): Map<string, string> | undefined =>
  report
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n{2,}/)
    .map(
      (block) =>
        new Map(
          [...block.matchAll(/^([\w-]+):(.*)$/gm)].map(([, name = "", value = ""]) => [
            name.toLowerCase(),
            value.trim(),
          ]),
        ),
    )
    .find((fields) => fields.get("action")?.toLowerCase() === "failed");

/** "5.1.1 550 no such user", from Status and "smtp; 550 no such user". */
const reasonOf = (fields: Map<string, string>): string => {
  const diagnosis = fields.get("diagnostic-code")?.replace(/^[\w-]+;/, "");
  const reason = cleanLine([fields.get("status"), diagnosis].filter(Boolean).join(" ")).replace(/\s+/g, " ");
  return reason.slice(0, maxErrorLength).toWellFormed() || "No reason was given";
};
