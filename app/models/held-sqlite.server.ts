import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { logLine } from "~/log.server";
import { databaseAway, databaseBusy } from "./database-failure.server";

/** How long SQLite itself waits for another process, in milliseconds, while the server does nothing else. */
export const busyTimeout = 10;

/** For how long, and how often, a write is tried again, in milliseconds. */
export const writeWaits = { interval: 50, longestWait: 10_000 };

/** Whether another process or connection holds the database. */
export const isHeld = (error: unknown): boolean =>
  /^SQLITE_(BUSY|PROTOCOL)/.test((error as { code?: string } | undefined)?.code ?? "");

/** Runs a query. Throws 503 while another process prevents it, as while it restores the log of a crash. */
export function orAway<Result>(query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    throw isHeld(error) ? databaseAway() : error;
  }
}

type Wait = {
  /** Since when a request waits for another process, or for requests that do. */
  since?: number;
};

const requestWait = new AsyncLocalStorage<Wait>();

/** Runs a request, all whose writes wait for another process as long as one. */
export const withOneWait = <Result>(request: () => Result): Result => requestWait.run({}, request);

/** Counts what the request waits for from now on as a part of its wait for another process. */
export function beginWait(): void {
  const wait = requestWait.getStore();
  if (wait) wait.since ??= performance.now();
}

/**
 * Returns functions for work that needs the lock of the database: `untilFree` runs it, and again by a timer while another
 * process holds that. Throws 503 when it was held for 10 s since the work was called, or since an earlier write of the
 * request was. Logs when this begins and ends.
 */
export function lockWaits({ interval, longestWait } = writeWaits) {
  let heldSince: number | undefined;
  let nextTry = 0;
  let isRefusing = false;

  /** Returns whether the lock was free, so that the work has run. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    if (performance.now() < nextTry) return false;
    try {
      await work();
    } catch (error) {
      if (!isHeld(error)) throw error;
      heldSince ??= performance.now();
      nextTry = performance.now() + interval;
      return false;
    }
    if (isRefusing) logLine("The database can be written again");
    [heldSince, isRefusing] = [undefined, false];
    return true;
  }

  function refuseAfter({ since }: Wait): void {
    if (since === undefined || heldSince === undefined) return;
    if (performance.now() - Math.max(since, heldSince) < longestWait) return;
    if (!isRefusing) logLine("Another process holds the database: what would change it is refused");
    isRefusing = true;
    throw databaseBusy();
  }

  /** Throws 503 if the request has waited for 10 s, so that it does not wait for its turn as well. */
  const refuseLate = (): void => refuseAfter(requestWait.getStore() ?? {});

  async function untilFree(work: () => Promise<void>, called: number): Promise<void> {
    const wait = requestWait.getStore() ?? {};
    while (!(await attempt(work))) {
      wait.since ??= called;
      refuseAfter(wait);
      await pause(interval);
    }
    delete wait.since;
  }

  return { untilFree, refuseLate };
}
