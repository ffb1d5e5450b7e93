import type Database from "better-sqlite3";
import pg from "pg";
import { writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";

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

/** Calls `count` with the number of rows that each statement reads or changes. Returns what ends it. */
const countRows = (count: (rows: number) => void): (() => void) =>
  isPostgres ? countRowsOnPostgres(count) : countRowsOnSqlite(count);

type Run = (this: Database.Statement, ...parameters: unknown[]) => unknown;

function countRowsOnSqlite(count: (rows: number) => void): () => void {
  const statement = Object.getPrototypeOf(writer.prepare("SELECT 1")) as Record<"all" | "run", Run>;
  const { all, run } = statement;
  statement.all = function (...parameters) {
    const found = all.apply(this, parameters) as unknown[];
    count(found.length);
    return found;
  };
  statement.run = function (...parameters) {
    const changed = run.apply(this, parameters) as Database.RunResult;
    count(changed.changes);
    return changed;
  };
  return () => Object.assign(statement, { all, run });
}

type Complete = (this: pg.Result, ...parameters: unknown[]) => void;

function countRowsOnPostgres(count: (rows: number) => void): () => void {
  const result = pg.Result.prototype as unknown as { addCommandComplete: Complete };
  const { addCommandComplete } = result;
  result.addCommandComplete = function (...parameters) {
    addCommandComplete.apply(this, parameters);
    count(this.rowCount ?? 0);
  };
  return () => Object.assign(result, { addCommandComplete });
}

/**
 * Runs a function and returns the most rows that statements read or changed in one turn of the event loop. They are
 * few in a loop that lets others in.
 */
export async function maxRowsBetweenYields(run: () => Promise<unknown>): Promise<number> {
  let [rows, most, all] = [0, 0, 0];
  const end = countRows((more) => {
    rows += more;
    all += more;
  });
  const onTurn = () => {
    most = Math.max(most, rows);
    rows = 0;
  };
  await observingTurns(onTurn, run).finally(end);
  if (all === 0) throw new Error("No statement was counted");
  return most;
}
