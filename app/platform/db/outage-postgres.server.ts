import { logLine } from "../log.server";
import { databaseAway, errorOf } from "./database-failure.server";
import type { Database } from "./transaction.server";

const defaultIntervals = { responding: 5000, away: 500 };

export type Outages = {
  expectReachable: () => void;
  /** Runs work that waits for the database. Throws 503 during an outage, and as soon as one begins. */
  whileReachable: <Result>(work: () => Promise<Result>) => Promise<Result>;
  watch: Database["watch"];
};

/** The time limits of queries are long: if the database hangs, requests would wait for one after another. */
export function outagesOf(look: () => Promise<void>): Outages {
  const waiting = new Set<(reason: Response) => void>();
  let isAway = false;

  async function lookOnce(): Promise<void> {
    // A busy machine can miss one look.
    const failure = await errorOf(() => look().catch(look));
    if (failure && !isAway) logLine(`The database does not respond: ${failure.message}`);
    if (!failure && isAway) logLine("The database responds again");
    isAway = failure !== undefined;
    if (!isAway) return;
    for (const refuse of waiting) refuse(databaseAway());
    waiting.clear();
  }

  async function watch({ responding, away } = defaultIntervals): Promise<() => void> {
    let timer: NodeJS.Timeout | undefined;
    let hasStopped = false;
    async function lookAndWait() {
      await lookOnce();
      if (!hasStopped) timer = setTimeout(lookAndWait, isAway ? away : responding).unref();
    }
    await lookAndWait();
    return () => {
      hasStopped = true;
      clearTimeout(timer);
    };
  }

  function expectReachable(): void {
    if (isAway) throw databaseAway();
  }

  async function whileReachable<Result>(work: () => Promise<Result>): Promise<Result> {
    expectReachable();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.add(reject);
    work().then(resolve, reject);
    try {
      return await promise;
    } finally {
      waiting.delete(reject);
    }
  }

  return { expectReachable, whileReachable, watch };
}
