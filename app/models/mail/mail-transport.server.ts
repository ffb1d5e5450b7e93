import { env } from "~/platform/env.server";
import { logLine } from "~/platform/log.server";
import { once } from "~/platform/remember";
import { maxErrorLength } from "./mail";
import type { QueuedEmail } from "./mail.server";
import { messageIdOf } from "./message-id.server";
import { writeToOutbox } from "./outbox-folder.server";

const { hostname } = new URL(env.ORIGIN);
const second = 1000;

type Message = Pick<QueuedEmail, "id" | "toAddress" | "subject" | "plainText" | "html" | "createdAt">;

const messageOf = ({ id, toAddress, subject, plainText, html, createdAt }: Message) => ({
  from: env.MAIL_FROM ?? `Redline <redline@${hostname}>`,
  to: { name: "", address: toAddress },
  subject,
  text: plainText,
  html,
  messageId: messageIdOf({ id, createdAt }),
  date: new Date(createdAt),
  headers: { "Auto-Submitted": "auto-generated" },
  textEncoding: "quoted-printable" as const,
});

export const requiresTls = (url: string, setting = env.SMTP_REQUIRE_TLS): boolean =>
  setting ?? !["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** Whether the mail server refuses the recipient or the message for good. What it says to the sender or the sign-in can be mended. */
export function isRefused(error: unknown): boolean {
  const { command = "", responseCode = 0 } = error as { command?: string; responseCode?: number };
  return ["RCPT TO", "DATA"].includes(command) && responseCode >= 500;
}

export class NoTls extends Error {
  constructor(url: string) {
    const { hostname } = new URL(url);
    super(
      `Emails wait: the mail server ${hostname} offers no TLS. Turn it on there, or set SMTP_REQUIRE_TLS=off`,
    );
  }
}

function rethrow(error: unknown, url: string): never {
  const { code, response } = error as { code?: string; response?: string };
  // nodemailer's error if STARTTLS is refused; a failed handshake has no response.
  throw code === "ETLS" && response ? new NoTls(url) : error;
}

async function connectTo(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    requireTLS: requiresTls(url),
    connectionTimeout: 20 * second,
    greetingTimeout: 20 * second,
    socketTimeout: 60 * second,
  });
}

export function mailServerTransport(url: string) {
  const server = once(() => connectTo(url));
  return async (email: Message) => {
    const signal = AbortSignal.timeout(120 * second);
    await (await server()).sendMail({ ...messageOf(email), signal }).catch((error) => rethrow(error, url));
    return "sent" as const;
  };
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxErrorLength);

/** Returns why the mail server cannot be used now, in one line, or undefined if it can. */
export async function mailServerProblem(url: string): Promise<string | undefined> {
  const server = await connectTo(url);
  try {
    await server.verify().catch((error) => rethrow(error, url));
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    return error instanceof NoTls ? reason : `The mail server cannot be used now: ${reason}`;
  } finally {
    server.close();
  }
}

export async function checkMailServer(url = env.SMTP_URL): Promise<void> {
  const problem = url && (await mailServerProblem(url));
  if (problem) logLine(problem);
}

const composer = once(async () => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "windows" });
});

export async function outboxTransport(email: QueuedEmail) {
  const { message } = await (await composer()).sendMail(messageOf(email));
  const name = `${email.createdAt.replaceAll(":", "-")}-${String(email.id).padStart(9, "0")}.eml`;
  await writeToOutbox(name, message as Buffer);
  return "no_mail_server" as const;
}

export const transport = env.SMTP_URL ? mailServerTransport(env.SMTP_URL) : outboxTransport;
