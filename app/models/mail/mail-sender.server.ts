import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, gt, inArray, lte, or } from "drizzle-orm";
import { logError, logLine } from "~/log.server";
import { fromNow, now } from "../clock.server";
import { db, write } from "../db.server";
import { Refusal } from "../refusal";
import { mailOutbox } from "../tables.server";
import { longestPause, pauseAfter } from "./mail";
import type { QueuedEmail } from "./mail.server";
import { NoTls, transport } from "./mail-transport.server";

/** Sends an email, or returns where it is instead. */
export type Send = (email: QueuedEmail) => Promise<unknown>;

const second = 1000;
/** A claimed email is not due until its claim ends: then its server has died, and any server sends it again. */
const claimTime = 5 * 60 * second;
/** Longer than an attempt takes, which the transport ends after two minutes. */
const attemptTime = 150 * second;
/** An email waits for TLS as long as it takes, and no attempt counts. */
const withoutTlsPause = 5 * 60 * second;
/** Emails that a server claims at once. */
const batchSize = 10;

/** An email that this server alone sends until `claimedUntil`, which is its next attempt in the database. */
type ClaimedEmail = QueuedEmail & { claimedUntil: string };

const isDue = () =>
  and(
    eq(mailOutbox.status, "waiting"),
    or(lte(mailOutbox.nextAttemptAt, now()), gt(mailOutbox.nextAttemptAt, fromNow(longestPause))),
  );

/**
 * Sends the emails that are due, one after another, outside any transaction, while `mayContinue` returns true.
 * A failed attempt is stored, not thrown, and repeated later, up to five attempts. Concurrent calls, also those of
 * several servers, do not send an email more than once.
 */
export async function sendDueEmails(send: Send = transport, mayContinue = () => true): Promise<void> {
  while (mayContinue()) {
    const claimed = await claimNext();
    if (claimed.length === 0) return;
    for (const [position, email] of claimed.entries()) {
      if (!mayContinue() || email.claimedUntil < fromNow(attemptTime)) {
        await giveBack(claimed.slice(position));
        break;
      }
      await attempt(email, send);
    }
  }
}

async function attempt(email: ClaimedEmail, send: Send): Promise<void> {
  const changes = await send(email).then(
    (place) => sent(email, typeof place === "string" ? place : null),
    (reason: unknown) => notSent(email, reason ?? "unknown"),
  );
  await untilRecorded(email, () => write((tx) => tx.update(mailOutbox).set(changes).where(isClaimed(email))));
}

/** Claims the next emails that are due: it postpones them, so that no other call and no other server sends them too. */
async function claimNext(): Promise<ClaimedEmail[]> {
  // A query first, so that an empty outbox needs no transaction.
  const [due] = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isDue()).limit(1);
  if (!due) return [];
  return write(async (tx) => {
    const claimedUntil = fromNow(claimTime);
    const emails = await tx
      .select()
      .from(mailOutbox)
      .where(isDue())
      .orderBy(asc(mailOutbox.nextAttemptAt), asc(mailOutbox.id))
      .limit(batchSize);
    const ids = emails.map(({ id }) => id);
    await tx.update(mailOutbox).set({ nextAttemptAt: claimedUntil }).where(inArray(mailOutbox.id, ids));
    return emails.map((email) => ({ ...email, claimedUntil }));
  });
}

/** The condition that an email is still claimed by the call that has sent it. */
const isClaimed = ({ id, claimedUntil }: ClaimedEmail) =>
  and(eq(mailOutbox.id, id), eq(mailOutbox.status, "waiting"), eq(mailOutbox.nextAttemptAt, claimedUntil));

/** Makes claimed emails due again, that are not sent now. */
async function giveBack(emails: ClaimedEmail[]): Promise<void> {
  await write(async (tx) => {
    for (const email of emails) {
      const { nextAttemptAt } = email;
      await tx.update(mailOutbox).set({ nextAttemptAt }).where(isClaimed(email));
    }
  });
}

const isAway = (error: unknown): boolean => error instanceof Refusal && error.status === 503;

/** Repeats a write while the database is away, until the claim ends: without it, a sent email would be sent again. */
async function untilRecorded({ claimedUntil }: ClaimedEmail, record: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await record();
      return;
    } catch (error) {
      if (!isAway(error) || claimedUntil < now()) throw error;
      await sleep(second);
    }
  }
}

/** The text can have a link that signs in, which must not remain in the database. */
const withoutText = { plainText: "", html: "", topic: null, items: null, nextAttemptAt: null };

const sent = ({ attempts }: QueuedEmail, lastError: string | null) => ({
  ...withoutText,
  status: "sent" as const,
  attempts: attempts + 1,
  lastError,
  sentAt: now(),
});

function notSent(email: QueuedEmail, error: unknown) {
  const lastError = reasonOf(error);
  if (error instanceof NoTls) {
    if (email.lastError !== lastError) logLine(lastError);
    return { lastError, nextAttemptAt: fromNow(withoutTlsPause) };
  }
  const attempts = email.attempts + 1;
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
  let wasAway = false;
  // A database that is away for an hour is one line, and not one every three seconds.
  const report = (error: unknown): void => {
    if (!wasAway || !isAway(error)) logError(error, "sending emails");
    wasAway = isAway(error);
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
