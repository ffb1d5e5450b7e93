import { env } from "~/env.server";
import { once } from "../remember";
import { notSent } from "./mail";
import type { QueuedEmail } from "./mail.server";
import { writeToOutbox } from "./outbox-folder.server";

const { hostname } = new URL(env.ORIGIN);
const second = 1000;

/** Returns an email for nodemailer. Its message id is the same in each attempt, to make copies detectable. */
const messageOf = ({ id, toAddress, subject, plainText, html, createdAt }: QueuedEmail) => ({
  from: env.MAIL_FROM ?? `Redline <redline@${hostname}>`,
  to: { name: "", address: toAddress },
  subject,
  text: plainText,
  html,
  messageId: `<redline.${id}.${Date.parse(createdAt)}@${hostname}>`,
  date: new Date(createdAt),
  headers: { "Auto-Submitted": "auto-generated" },
  textEncoding: "quoted-printable" as const,
});

/**
 * Returns a function that sends an email by SMTP, and throws if the server refuses it. The URL is
 * `smtp://user:password@host:port`.
 */
export function mailServerTransport(url: string) {
  const server = once(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      connectionTimeout: 20 * second,
      greetingTimeout: 20 * second,
      socketTimeout: 60 * second,
    });
  });
  return async (email: QueuedEmail): Promise<void> => {
    await (await server()).sendMail({ ...messageOf(email), signal: AbortSignal.timeout(120 * second) });
  };
}

const composer = once(async () => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "windows" });
});

/** Writes an email to a file; used if no mail server is configured. Returns what the log says about it. */
export async function outboxTransport(email: QueuedEmail): Promise<string> {
  const { message } = await (await composer()).sendMail(messageOf(email));
  const name = `${email.createdAt.replaceAll(":", "-")}-${String(email.id).padStart(9, "0")}.eml`;
  await writeToOutbox(name, message as Buffer);
  return notSent;
}

export const transport = env.SMTP_URL ? mailServerTransport(env.SMTP_URL) : outboxTransport;
