import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { type Placeholder, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { SQLiteDialect } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";
import { limitOf } from "./dialect-sqlite.server";
import { addFunctions } from "./functions-sqlite.server";
import { busyTimeout, isHeld, lockWaits, orAway, writeWaits } from "./held-sqlite.server";
import { migrate } from "./migrate-sqlite.server";
import { remember } from "./remember";
import "./row-reader-sqlite.server";
import {
  type Connection,
  type Database,
  type LastStep,
  type PrepareStep,
  refuseNestedWrite,
  refuseReadInWrite,
  rehearse,
  runWork,
  transaction,
  untilEnded,
  writeWith,
} from "./transaction.server";

type Handle = BetterSqlite.Database;

const casing = "snake_case";

function configured(handle: Handle): Handle {
  handle.pragma("foreign_keys = ON");
  handle.pragma("synchronous = FULL");
  addFunctions(handle);
  return handle;
}

/** What Drizzle uses of a connection and of its prepared statements; `check` throws if they cannot be used now. */
class GuardedConnection {
  constructor(
    private readonly handle: Handle,
    private readonly check: () => void,
  ) {}

  prepare(query: string): GuardedStatement {
    this.check();
    return new GuardedStatement(
      orAway(() => this.handle.prepare(query)),
      this.check,
    );
  }
}

/** Drizzle keeps the statements of queries that were built earlier. */
class GuardedStatement {
  constructor(
    private readonly statement: BetterSqlite.Statement,
    private readonly check: () => void,
  ) {}

  raw(): this {
    this.check();
    this.statement.raw();
    return this;
  }

  run(...values: unknown[]) {
    this.check();
    return orAway(() => this.statement.run(...values));
  }

  get(...values: unknown[]) {
    this.check();
    return orAway(() => this.statement.get(...values));
  }

  all(...values: unknown[]) {
    this.check();
    return orAway(() => this.statement.all(...values));
  }
}

const connectionTo = (handle: Handle, check: () => void): Connection =>
  drizzle({ casing, client: new GuardedConnection(handle, check) as unknown as Handle });

/** The prepared statements that a connection keeps: those of about twenty different pages. */
const keptStatements = 200;

/**
 * Hides from SQLite which terms of a query are values, since it plans a query with such terms again each time that
 * values are bound, for which it needs longer than to run a short one.
 */
const withOnePlan = (query: string): string =>
  query.replaceAll(/'[^']*'|\?/g, (part) => (part === "?" ? "+?" : part));

/** Prepares each text once, since SQLite needs as long to plan a short query as to run it. */
function keepStatements(handle: Handle): Handle {
  const prepare = handle.prepare.bind(handle) as (text: string) => BetterSqlite.Statement;
  const prepared = remember(keptStatements, (text) => prepare(withOnePlan(text)));
  const prepareOnce = (text: string) => {
    const statement = prepared(text);
    // Drizzle sets it again when it wants arrays instead of objects.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.assign(handle, { prepare: prepareOnce });
}

// SQLite plans a query again each time that its limit is bound, since another limit may need another plan.
Object.assign(SQLiteDialect.prototype, {
  buildLimit: (limit: number | Placeholder | undefined) =>
    limit === undefined ? undefined : sql` limit ${limitOf(limit)}`,
});

/** Lets no other account on the machine read the file. SQLite creates the log files with the same permissions. */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

/** Each `write` is a transaction, and they run one after another. `withoutWrites` waits in the same queue. */
function writesOf(writer: Handle, { untilFree, refuseLate }: ReturnType<typeof lockWaits>) {
  let queue: Promise<unknown> = Promise.resolve();
  const lastSteps = new Map<string, LastStep>();

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    refuseNestedWrite();
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  // The file has one writer, so that a lock of less than everything would gain nothing.
  const write = writeWith(async (_, work) => {
    refuseLate();
    const called = performance.now();
    return enqueue(() =>
      transaction.run(true, async () => {
        await untilFree(async () => void writer.exec("BEGIN IMMEDIATE"), called);
        return runTransaction(writer, work, lastSteps);
      }),
    );
  });

  /**
   * Runs work while no write runs: a change by another connection, for whose end a write would wait. It runs again while
   * another process holds the database.
   */
  const withoutWrites = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const called = performance.now();
    return enqueue(async () => {
      const { promise, resolve } = Promise.withResolvers<Result>();
      await untilFree(async () => resolve(await work()), called);
      return promise;
    });
  };

  function beforeCommit(name: string, prepare: PrepareStep): void {
    lastSteps.set(name, prepare(drizzle({ casing, client: writer })));
  }

  return { write, withoutWrites, beforeCommit, settled: () => queue };
}

/** Runs work in the transaction that was begun, and ends it. */
async function runTransaction<Result>(
  writer: Handle,
  work: (tx: Connection) => Promise<Result>,
  lastSteps: Map<string, LastStep>,
): Promise<Result> {
  const { check, end } = untilEnded();
  try {
    const tx = connectionTo(writer, check);
    const result = await runWork(() => work(tx), end, lastSteps.values());
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

/** In milliseconds. Nothing is served yet while a start waits for another process that holds the database. */
const defaultWaits = { atStart: 10_000, ...writeWaits };

/** Opens the writer and migrates. */
function openWriter(file: string, migrations: string, timeout: number): Handle {
  const writer = keepStatements(new BetterSqlite(file, { timeout }));
  try {
    configured(writer);
    writer.pragma("journal_mode = WAL");
    migrate(writer, migrations, env.TIME_ZONE);
    writer.pragma(`busy_timeout = ${busyTimeout}`);
    return writer;
  } catch (error) {
    writer.close();
    throw isHeld(error)
      ? new Error("Another process holds the database. Start again when that process has ended.")
      : error;
  }
}

/** Opens the writer, migrates, and then opens the reader. Throws if a migration fails. */
export function openSqlite(file: string, migrations: string, waits: Partial<typeof defaultWaits> = {}) {
  const { atStart, ...limits } = { ...defaultWaits, ...waits };
  makePrivate(file);
  const writer = openWriter(file, migrations, atStart);
  const reader = keepStatements(configured(new BetterSqlite(file, { readonly: true, timeout: busyTimeout })));
  const db = connectionTo(reader, refuseReadInWrite);
  const { write, withoutWrites, beforeCommit, settled } = writesOf(writer, lockWaits(limits));

  /** Waits for the queued writes, merges the log into the file and closes both connections. */
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
