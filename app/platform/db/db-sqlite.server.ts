import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { env } from "../env.server";
import { remember } from "../remember";
import { addFunctions } from "./functions-sqlite.server";
import {
  busyTimeout,
  isDatabaseHeld,
  refuseWhileHeld,
  retryWhileHeld,
  writeWaits,
} from "./held-sqlite.server";
import { migrate } from "./migrate-sqlite.server";
import {
  type Connection,
  type Database,
  refuseReadInWrite,
  rehearse,
  writeQueue,
} from "./transaction.server";

type Handle = BetterSqlite.Database;

const casing = "snake_case";

function configured(handle: Handle): Handle {
  handle.pragma("foreign_keys = ON");
  handle.pragma("synchronous = FULL");
  addFunctions(handle);
  return handle;
}

const keptStatements = 200;

type Prepare = (text: string) => BetterSqlite.Statement;

/** Prepares each text once, since SQLite needs as long to plan a short query as to run it. */
const preparedOnce = (handle: Handle): Prepare => remember(keptStatements, (text) => handle.prepare(text));

function guarded(prepareOnce: Prepare, check: () => void) {
  const run = <Result>(query: () => Result): Result => {
    check();
    return refuseWhileHeld(query);
  };
  const prepare = (text: string) => {
    const statement = run(() => prepareOnce(text));
    // Drizzle sets it again when it wants arrays instead of objects.
    if (statement.reader) statement.raw(false);
    const guardedStatement = {
      raw: () => {
        statement.raw();
        return guardedStatement;
      },
      run: (...values: unknown[]) => run(() => statement.run(...values)),
      get: (...values: unknown[]) => run(() => statement.get(...values)),
      all: (...values: unknown[]) => run(() => statement.all(...values)),
    };
    return guardedStatement;
  };
  return { prepare };
}

const connectionTo = (prepareOnce: Prepare, check: () => void): Connection =>
  drizzle({ casing, client: guarded(prepareOnce, check) as unknown as Handle });

/** Lets no other account on the machine read the file. SQLite creates the log files with the same permissions. */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

function writesOf(writer: Handle, untilFree: ReturnType<typeof retryWhileHeld>) {
  const { enqueue, runWork, beforeCommit, settled } = writeQueue();
  const prepareOnce = preparedOnce(writer);

  const write: Database["write"] = async (work) => {
    const called = performance.now();
    return enqueue(async () => {
      await untilFree(() => writer.exec("BEGIN IMMEDIATE"), called);
      return commitOrRollBack(writer, () => runWork((check) => connectionTo(prepareOnce, check), work));
    });
  };

  /** For a change outside a transaction of `write`, which waits in the same queue. */
  const withoutWrites = async <Result>(work: () => Result): Promise<Result> => {
    const called = performance.now();
    return enqueue(() => untilFree(work, called));
  };

  return { write, withoutWrites, beforeCommit, settled };
}

async function commitOrRollBack<Result>(writer: Handle, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

/** In milliseconds. Nothing is served yet while a start waits for another process that holds the database. */
const defaultWaits = { atStart: 10_000, ...writeWaits };

function openWriter(file: string, migrations: string, timeout: number): Handle {
  const writer = new BetterSqlite(file, { timeout });
  try {
    configured(writer);
    writer.pragma("journal_mode = WAL");
    migrate(writer, migrations, env.TIME_ZONE);
    writer.pragma(`busy_timeout = ${busyTimeout}`);
    return writer;
  } catch (error) {
    writer.close();
    throw isDatabaseHeld(error)
      ? new Error("Another process holds the database. Start again when that process has ended.")
      : error;
  }
}

export function openSqlite(file: string, migrations: string, waits: Partial<typeof defaultWaits> = {}) {
  const { atStart, ...limits } = { ...defaultWaits, ...waits };
  makePrivate(file);
  const writer = openWriter(file, migrations, atStart);
  const reader = configured(new BetterSqlite(file, { readonly: true, timeout: busyTimeout }));
  const db = connectionTo(preparedOnce(reader), refuseReadInWrite);
  const { write, withoutWrites, beforeCommit, settled } = writesOf(writer, retryWhileHeld(limits));

  async function close() {
    await settled();
    if (!writer.open) return;
    reader.close();
    writer.pragma("wal_checkpoint(TRUNCATE)");
    writer.close();
  }

  const watch: Database["watch"] = async () => () => undefined;
  const ping = async () => void reader.prepare("select 1").get();

  return {
    ...{ db, write, rehearse, withoutWrites, beforeCommit, watch, ping, close },
    ...{ reader, writer },
  } satisfies Database & Record<string, unknown>;
}
