import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { everything, type Lock } from "./write-lock.server";

/** A connection, or a transaction. Its type is SQLite's for both databases. */
export type Connection = BetterSQLite3Database;

/** Set while a write runs, also in what it calls. */
export const transaction = new AsyncLocalStorage<true>();
const rehearsal = new AsyncLocalStorage<true>();

/** Thrown at the end of a rehearsed write: it would have succeeded, and was rolled back. */
class Rehearsed extends Error {}

export async function rehearse(work: () => Promise<unknown>): Promise<void> {
  try {
    await rehearsal.run(true, work);
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

export type LastStep = () => Promise<void>;

/** Prepares the queries of a step that runs at the end of every write. */
export type PrepareStep = (connection: Connection) => LastStep;

type Work<Result> = (tx: Connection) => Promise<Result>;

/** Runs work in a transaction under a lock; without one, under that of everything. */
type Write = {
  <Result>(lock: Lock, work: Work<Result>): Promise<Result>;
  <Result>(work: Work<Result>): Promise<Result>;
};

/** Returns a function that can be called without a lock. */
export const writeWith =
  (run: <Result>(lock: Lock, work: Work<Result>) => Promise<Result>): Write =>
  <Result>(...parameters: [Lock, Work<Result>] | [Work<Result>]): Promise<Result> =>
    parameters.length === 1 ? run(everything, parameters[0]) : run(...parameters);

/** What a database of either kind offers. */
export type Database = {
  /** Reads only. */
  db: Connection;
  /**
   * The only way to change the database: a transaction, which an error rolls back. Those of one lock run one after
   * another, and those of one server in the order in which they were called.
   */
  write: Write;
  /** Runs a command up to the end of its first write, which is rolled back. Throws what the command would throw by then. */
  rehearse: (work: () => Promise<unknown>) => Promise<void>;
  /**
   * Adds a last step to each `write`, inside its transaction, or replaces the one of the same name. It keeps up to date
   * what is stored and derives from other rows.
   */
  beforeCommit: (name: string, prepare: PrepareStep) => void;
  /**
   * Looks every few seconds whether the database responds, and at its clock, so that all times are its. SQLite needs
   * neither. Returns a function that stops it.
   */
  watch: (intervals?: { responding: number; away: number }) => Promise<() => void>;
  /** Reads nothing. Throws within a few seconds if the database is away. */
  ping: () => Promise<void>;
  /** Waits for the writes that have begun and closes all connections. */
  close: () => Promise<void>;
};

export function refuseNestedWrite(): void {
  if (transaction.getStore()) throw new Error("A write inside a write would wait for itself forever");
}

export function refuseReadInWrite(): void {
  if (transaction.getStore())
    throw new Error("Inside write only tx can be used: db reads the rows as they were before it");
}

/** Returns a check that throws once `end` was called: a query of a write that has ended was not awaited. */
export function untilEnded() {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  const check = () => {
    if (hasEnded) throw new Error("This write has ended: a query in it was not awaited");
  };
  return { check, end };
}

/** Runs what a write does before its commit. Throws Rehearsed instead of running the last steps of a rehearsal. */
export async function runWork<Result>(
  work: () => Promise<Result>,
  end: () => void,
  lastSteps: Iterable<LastStep>,
): Promise<Result> {
  try {
    const result = await work();
    end();
    if (rehearsal.getStore()) throw new Rehearsed();
    for (const step of lastSteps) await step();
    return result;
  } finally {
    end();
  }
}
