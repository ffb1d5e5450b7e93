import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import { logError } from "~/log.server";
import { fromNow, now } from "../clock.server";
import { db, write } from "../db.server";
import { mailOutbox } from "../tables.server";
import { longestPause, pauseAfter } from "./mail";
import type { Mail } from "./mail.server";
import { transport } from "./mail-transport.server";

export type Send = (mail: Mail) => Promise<void>;

const second = 1000;
/** Longer than any attempt takes: a mail still claimed then was cut off with its server, and is tried again. */
const claimTime = 5 * 60 * second;

const isDue = () =>
  and(
    eq(mailOutbox.status, "waiting"),
    or(lte(mailOutbox.nextAttemptAt, now()), gt(mailOutbox.nextAttemptAt, fromNow(longestPause))),
  );

/**
 * Sends what is due, one after the other, each outside any write. An attempt that fails is written down,
 * not thrown, and made again later, five times in all. Two turns at once do not send a mail twice.
 */
export async function sendDueMail(send: Send = transport, mayGoOn = () => true): Promise<void> {
  while (mayGoOn()) {
    const mail = await claimNext();
    if (!mail) return;
    const error = await send(mail).then(
      () => undefined,
      (reason: unknown) => reason ?? "unknown",
    );
    const outcome = error === undefined ? sent(mail) : notSent(mail, error);
    await write((tx) => tx.update(mailOutbox).set(outcome).where(eq(mailOutbox.id, mail.id)));
  }
}

/** Takes the next mail that is due, and hides it from other turns while it is being sent. */
async function claimNext(): Promise<Mail | undefined> {
  // Asked first, so that an empty outbox costs no transaction.
  const [due] = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isDue()).limit(1);
  if (!due) return undefined;
  return write(async (tx) => {
    const [mail] = await tx
      .select()
      .from(mailOutbox)
      .where(isDue())
      .orderBy(asc(mailOutbox.nextAttemptAt), asc(mailOutbox.id))
      .limit(1);
    if (!mail) return undefined;
    await tx
      .update(mailOutbox)
      .set({ nextAttemptAt: fromNow(claimTime) })
      .where(eq(mailOutbox.id, mail.id));
    return mail;
  });
}

/** Letters hold one-time links, which must not lie about. */
const emptied = { plainText: "", html: "", nextAttemptAt: null };

const sent = ({ attempts }: Mail) => ({
  ...emptied,
  status: "sent" as const,
  attempts: attempts + 1,
  lastError: null,
  sentAt: now(),
});

function notSent(mail: Mail, error: unknown) {
  const attempts = mail.attempts + 1;
  const lastError = reasonOf(error);
  console.error(`${now()} mail ${mail.id} was not sent, attempt ${attempts}: ${lastError}`);
  const pause = pauseAfter(attempts);
  return pause === undefined
    ? { ...emptied, status: "failed" as const, attempts, lastError }
    : { attempts, lastError, nextAttemptAt: fromNow(pause) };
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim().slice(0, 300);

/** Sends every few seconds what is due; answers how to stop, which waits a little for the mail at hand. */
export function sendMailAtIntervals(): () => Promise<void> {
  let isOver = false;
  let activeRun: Promise<void> | undefined;
  const run = () => {
    activeRun ??= sendDueMail(transport, () => !isOver)
      .catch((error) => void logError(error, "sending mail"))
      .finally(() => {
        activeRun = undefined;
      });
  };
  const timer = setInterval(run, 3 * second);
  timer.unref();
  return async () => {
    isOver = true;
    clearInterval(timer);
    const patience = new Promise<void>((resolve) => setTimeout(resolve, 5 * second));
    await Promise.race([activeRun, patience]);
  };
}
