import { createTransport } from "nodemailer";
import { env } from "~/env.server";
import type { Mail } from "./mail.server";
import { keepInOutbox } from "./outbox-folder.server";

const { hostname } = new URL(env.ORIGIN);
const second = 1000;

/** A mail as nodemailer takes it. Its id is the same at each attempt, so that a repeated one can be known. */
const messageOf = ({ id, toAddress, subject, plainText, html, createdAt }: Mail) => ({
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

/** Sends by a mail server: `smtp://user:password@host:port`. Throws when that does not take the mail. */
export function byMailServer(url: string) {
  const server = createTransport({
    url,
    connectionTimeout: 20 * second,
    greetingTimeout: 20 * second,
    socketTimeout: 60 * second,
  });
  return async (mail: Mail): Promise<void> => {
    await server.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(120 * second) });
  };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** Writes the mail as a file, for want of a mail server. */
export async function toOutboxFolder(mail: Mail): Promise<void> {
  const { message } = await composer.sendMail(messageOf(mail));
  const name = `${mail.createdAt.replaceAll(":", "-")}-${String(mail.id).padStart(9, "0")}.eml`;
  await keepInOutbox(name, message as Buffer);
}

export const transport = env.SMTP_URL ? byMailServer(env.SMTP_URL) : toOutboxFolder;
