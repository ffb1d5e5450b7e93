import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import { isAwayError } from "~/platform/db/database-failure.server";
import { db, write } from "~/platform/db/db.server";
import { logError, logLine } from "~/platform/log.server";
import { fromNow, now } from "../clock.server";
import { mailOutbox } from "../tables.server";
import { maxPause, pauseAfter } from "./mail";
import type { QueuedEmail } from "./mail.server";
import { isRefused, NoTls, reasonOf, transport } from "./mail-transport.server";

/** Returns whether there was a mail server to send the email to. */
export type Send = (email: QueuedEmail) => Promise<"sent" | "no_mail_server">;

const second = 1000;
/** After its claim an email is due again, because its server has died. */
const claimTime = 5 * 60 * second;
/** Waiting for TLS counts as no attempt. */
const withoutTlsPause = 5 * 60 * second;

/** Only this server sends it until `claimedUntil`, its next attempt in the database. */
type ClaimedEmail = QueuedEmail & { claimedUntil: string };

const isDue = () =>
  and(
    eq(mailOutbox.status, "waiting"),
    or(lte(mailOutbox.nextAttemptAt, now()), gt(mailOutbox.nextAttemptAt, fromNow(maxPause))),
  );

/** Failures are stored, and repeated later. Concurrent calls, also of several servers, send an email once. */
export async function sendDueEmails(send: Send = transport, mayContinue = () => true): Promise<void> {
  while (mayContinue()) {
    const email = await claimNext();
    if (!email) return;
    await attempt(email, send);
  }
}

async function attempt(email: ClaimedEmail, send: Send): Promise<void> {
  const changes = await send(email).then(
    (status) => (status === "sent" ? sent(email) : { ...withoutText, status, lastError: null }),
    (reason: unknown) => failed(email, reason ?? "unknown"),
  );
  await untilRecorded(email, () => write((tx) => tx.update(mailOutbox).set(changes).where(isClaimed(email))));
}

async function claimNext(): Promise<ClaimedEmail | undefined> {
  // An empty outbox needs no transaction.
  const [due] = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isDue()).limit(1);
  if (!due) return undefined;
  return write(async (tx) => {
    const { id, nextAttemptAt } = mailOutbox;
    const oldest = tx.select().from(mailOutbox).where(isDue()).orderBy(asc(nextAttemptAt), asc(id));
    const [email] = await oldest.limit(1);
    if (!email) return undefined;
    const claimedUntil = fromNow(claimTime);
    await tx.update(mailOutbox).set({ nextAttemptAt: claimedUntil }).where(eq(id, email.id));
    return { ...email, claimedUntil };
  });
}

const isClaimed = ({ id, claimedUntil }: ClaimedEmail) =>
  and(eq(mailOutbox.id, id), eq(mailOutbox.status, "waiting"), eq(mailOutbox.nextAttemptAt, claimedUntil));

/** Without its record, a sent email would be sent again. */
async function untilRecorded({ claimedUntil }: ClaimedEmail, record: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await record();
      return;
    } catch (error) {
      if (!isAwayError(error) || claimedUntil < now()) throw error;
      await sleep(second);
    }
  }
}

/** The text can have a link that signs in. */
const withoutText = { plainText: "", html: "", topic: null, items: null, nextAttemptAt: null };

const sent = ({ attempts }: QueuedEmail) => ({
  ...withoutText,
  status: "sent" as const,
  attempts: attempts + 1,
  lastError: null,
  sentAt: now(),
});

function failed(email: QueuedEmail, error: unknown) {
  const lastError = reasonOf(error);
  if (error instanceof NoTls) {
    if (email.lastError !== lastError) logLine(lastError);
    return { lastError, nextAttemptAt: fromNow(withoutTlsPause) };
  }
  const attempts = email.attempts + 1;
  logLine(`email ${email.id} was not sent (attempt ${attempts}): ${lastError}`);
  const pause = isRefused(error) ? undefined : pauseAfter(attempts);
  return pause === undefined
    ? { ...withoutText, status: "failed" as const, attempts, lastError }
    : { attempts, lastError, nextAttemptAt: fromNow(pause) };
}

export function sendEmailsAtIntervals(): () => Promise<void> {
  let isStopped = false;
  let activeRun: Promise<void> | undefined;
  let wasAway = false;
  // A database that is away is one line, and not one every three seconds.
  const report = (error: unknown): void => {
    if (!wasAway || !isAwayError(error)) logError(error, "sending emails");
    wasAway = isAwayError(error);
  };
  const run = () => {
    activeRun ??= sendDueEmails(transport, () => !isStopped)
      .then(() => {
        wasAway = false;
      }, report)
      .finally(() => {
        activeRun = undefined;
      });
  };
  const timer = setInterval(run, 3 * second);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, 5 * second));
    await Promise.race([activeRun, timeout]);
  };
}
