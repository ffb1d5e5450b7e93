import { setTimeout as pause } from "node:timers/promises";
import { logLine } from "../log.server";
import { databaseAway, databaseBusy } from "./database-failure.server";

/** How long SQLite itself waits for another process, in milliseconds, while the server does nothing else. */
export const busyTimeout = 10;

export const writeWaits = { interval: 50, maxWait: 10_000 };

export const isDatabaseHeld = (error: unknown): boolean =>
  /^SQLITE_(BUSY|PROTOCOL)/.test((error as { code?: string } | undefined)?.code ?? "");

/** Runs a query. Throws 503 while another process prevents it, as while it restores the log of a crash. */
export function refuseWhileHeld<Result>(query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    throw isDatabaseHeld(error) ? databaseAway() : error;
  }
}

export function retryWhileHeld({ interval, maxWait } = writeWaits) {
  let heldSince: number | undefined;
  let nextTry = 0;
  let isRefusing = false;

  function noteHeld(error: unknown): void {
    if (!isDatabaseHeld(error)) throw error;
    heldSince ??= performance.now();
    nextTry = performance.now() + interval;
  }

  function noteFree(): void {
    if (isRefusing) logLine("The database can be written again");
    [heldSince, isRefusing] = [undefined, false];
  }

  function refuseAfter(since: number): void {
    if (heldSince === undefined || performance.now() - Math.max(since, heldSince) < maxWait) return;
    if (!isRefusing) logLine("Another process holds the database: what would change it is refused");
    isRefusing = true;
    throw databaseBusy();
  }

  return async function untilFree<Result>(work: () => Result, called: number): Promise<Result> {
    for (;;) {
      if (performance.now() >= nextTry) {
        try {
          const result = work();
          noteFree();
          return result;
        } catch (error) {
          noteHeld(error);
        }
      }
      refuseAfter(called);
      await pause(interval);
    }
  };
}
