import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { Refusal } from "~/models/refusal";
import { measured, queueLoads, secondsBetween, timed } from "../measured.server";
import { databaseBusy } from "./database-failure.server";

/** A connection, or a transaction. Its type is SQLite's for both databases. */
export type Connection = BetterSQLite3Database;

const transaction = new AsyncLocalStorage<true>();
const rehearsal = new AsyncLocalStorage<true>();

/** Thrown at the end of a rehearsed write: it would have succeeded, and was rolled back. */
class Rehearsed extends Error {}

export async function rehearse(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await rehearsal.run(true, command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (!(error instanceof Rehearsed)) throw error;
  }
  return undefined;
}

export type Work<Result> = (tx: Connection) => Promise<Result>;

export type Database = {
  db: Connection;
  /** The only way to change the database: a transaction, which an error rolls back. They run one after another. */
  write: <Result>(work: Work<Result>) => Promise<Result>;
  /** Runs a command up to the end of its first write, which is rolled back. Returns its refusal. */
  rehearse: (command: () => Promise<unknown>) => Promise<Refusal | undefined>;
  /** Sets the last step of each `write`, inside its transaction: it updates stored rows that derive from others. */
  beforeCommit: (step: Work<void>) => void;
  /** Looks every few seconds whether the database responds, which SQLite does not need. Returns a function that stops it. */
  watch: (intervals?: { responding: number; away: number }) => Promise<() => void>;
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

const maxWaiting = 1000;

type ConnectionWith = (check: () => void) => Connection;

/** Runs writes one after another, in the order in which they were called, each with the last step of all. */
export function writeQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let lastStep: Work<void> = async () => undefined;

  queueLoads.set("writes", () => ({ running: Math.min(waiting, 1), waiting: Math.max(waiting - 1, 0) }));

  const beforeCommit = (step: Work<void>): void => {
    lastStep = step;
  };

  async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (transaction.getStore()) throw new Error("A write inside a write would wait for itself forever");
    if (waiting >= maxWaiting) throw databaseBusy();
    waiting += 1;
    const end = () => {
      waiting -= 1;
    };
    const called = performance.now();
    const begin = () => {
      const waited = secondsBetween(called);
      return timed(work, (seconds, isFailed) =>
        measured("write", { waited, seconds, outcome: isFailed ? "rolled back" : "committed" }),
      );
    };
    const result = last.then(() => transaction.run(true, begin)).finally(end);
    last = result.catch(() => undefined);
    return result;
  }

  /** Runs the work of a write and the last step. Throws Rehearsed instead of the last step of a rehearsal. */
  async function runWork<Result>(connectionWith: ConnectionWith, work: Work<Result>): Promise<Result> {
    let hasEnded = false;
    const refuseLate = () => {
      if (hasEnded) throw new Error("This write has ended: a query in it was not awaited");
    };
    try {
      const result = await work(connectionWith(refuseLate));
      hasEnded = true;
      if (rehearsal.getStore()) throw new Rehearsed();
      await lastStep(connectionWith(() => undefined));
      return result;
    } finally {
      hasEnded = true;
    }
  }

  return { enqueue, runWork, beforeCommit, settled: () => last };
}

export function refuseReadInWrite(): void {
  if (transaction.getStore())
    throw new Error("Inside write only tx can be used: db reads the rows as they were before it");
}
