import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import { logError } from "~/log.server";
import { fromNow, now } from "../clock.server";
import { db, write } from "../db.server";
import { mailOutbox } from "../tables.server";
import { everything, nothing } from "../write-lock.server";
import { longestPause, pauseAfter } from "./mail";
import type { QueuedEmail } from "./mail.server";
import { transport } from "./mail-transport.server";

export type Send = (email: QueuedEmail) => Promise<void>;

const second = 1000;
/** Longer than any attempt takes: after this time the attempt was interrupted, and the email is sent again. */
const claimTime = 5 * 60 * second;

const isDue = () =>
  and(
    eq(mailOutbox.status, "waiting"),
    or(lte(mailOutbox.nextAttemptAt, now()), gt(mailOutbox.nextAttemptAt, fromNow(longestPause))),
  );

/**
 * Sends the emails that are due, one after another, outside any transaction, while `mayContinue` returns true.
 * A failed attempt is stored, not thrown, and repeated later, up to five attempts. Concurrent calls do not send
 * an email more than once.
 */
export async function sendDueEmails(send: Send = transport, mayContinue = () => true): Promise<void> {
  while (mayContinue()) {
    const email = await claimNext();
    if (!email) return;
    const error = await send(email).then(
      () => undefined,
      (reason: unknown) => reason ?? "unknown",
    );
    const changes = error === undefined ? sent(email) : notSent(email, error);
    await write(nothing, (tx) => tx.update(mailOutbox).set(changes).where(eq(mailOutbox.id, email.id)));
  }
}

/** Returns the next email that is due, and postpones it so that no other call sends it as well. */
async function claimNext(): Promise<QueuedEmail | undefined> {
  // A query first, so that an empty outbox needs no transaction.
  const [due] = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isDue()).limit(1);
  if (!due) return undefined;
  return write(everything, async (tx) => {
    const [email] = await tx
      .select()
      .from(mailOutbox)
      .where(isDue())
      .orderBy(asc(mailOutbox.nextAttemptAt), asc(mailOutbox.id))
      .limit(1);
    if (!email) return undefined;
    await tx
      .update(mailOutbox)
      .set({ nextAttemptAt: fromNow(claimTime) })
      .where(eq(mailOutbox.id, email.id));
    return email;
  });
}

/** The text can have a link that signs in, which must not remain in the database. */
const withoutText = { plainText: "", html: "", nextAttemptAt: null };

const sent = ({ attempts }: QueuedEmail) => ({
  ...withoutText,
  status: "sent" as const,
  attempts: attempts + 1,
  lastError: null,
  sentAt: now(),
});

function notSent(email: QueuedEmail, error: unknown) {
  const attempts = email.attempts + 1;
  const lastError = reasonOf(error);
  console.error(`${now()} email ${email.id} was not sent (attempt ${attempts}): ${lastError}`);
  const pause = pauseAfter(attempts);
  return pause === undefined
    ? { ...withoutText, status: "failed" as const, attempts, lastError }
    : { attempts, lastError, nextAttemptAt: fromNow(pause) };
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim().slice(0, 300);

/** Sends due emails every 3 s. Returns a function that stops this and waits up to 5 s for the active run. */
export function sendEmailsAtIntervals(): () => Promise<void> {
  let isStopped = false;
  let activeRun: Promise<void> | undefined;
  const run = () => {
    activeRun ??= sendDueEmails(transport, () => !isStopped)
      .catch((error) => void logError(error, "sending emails"))
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
