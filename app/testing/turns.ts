import type Database from "better-sqlite3";
import { writer } from "~/models/db.server";

/** Runs a function, and calls `observe` in every turn of the event loop and at the end. */
export async function observingTurns(observe: () => void, run: () => Promise<unknown>): Promise<void> {
  let next: NodeJS.Immediate;
  const onTurn = () => {
    observe();
    next = setImmediate(onTurn);
  };
  next = setImmediate(onTurn);
  try {
    await run();
    observe();
  } finally {
    clearImmediate(next);
  }
}

type Run = (this: Database.Statement, ...parameters: unknown[]) => unknown;

/**
 * Runs a function and returns the most rows that statements read or changed in one turn of the event loop. They are
 * few in a loop that lets others in.
 */
export async function mostRowsInATurn(run: () => Promise<unknown>): Promise<number> {
  let [rows, most] = [0, 0];
  const statement = Object.getPrototypeOf(writer.prepare("SELECT 1")) as Record<"all" | "run", Run>;
  const { all, run: change } = statement;
  statement.all = function (...parameters) {
    const found = all.apply(this, parameters) as unknown[];
    rows += found.length;
    return found;
  };
  statement.run = function (...parameters) {
    const changed = change.apply(this, parameters) as Database.RunResult;
    rows += changed.changes;
    return changed;
  };
  const onTurn = () => {
    most = Math.max(most, rows);
    rows = 0;
  };
  await observingTurns(onTurn, run).finally(() => Object.assign(statement, { all, run: change }));
  return most;
}
