import { AsyncLocalStorage } from "node:async_hooks";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { env } from "~/env.server";
import { migrate } from "./migrate.server";
import { remember } from "./remember";

type Handle = Database.Database;
export type Connection = BetterSQLite3Database;

const casing = "snake_case";
const transaction = new AsyncLocalStorage<true>();
const rehearsal = new AsyncLocalStorage<true>();

/** Thrown at the end of a rehearsed write: it would have succeeded, and was rolled back. */
export class Rehearsed extends Error {}

/** Runs a command without changing anything: its first write is rolled back, and throws Rehearsed or the refusal. */
export const rehearse = <Result>(work: () => Promise<Result>): Promise<Result> => rehearsal.run(true, work);

function configured(handle: Handle): Handle {
  handle.pragma("busy_timeout = 5000");
  handle.pragma("foreign_keys = ON");
  handle.pragma("synchronous = FULL");
  return handle;
}

/**
 * Wraps a handle and its prepared statements so that `check` runs before each use, also by a query that
 * was built or prepared earlier. `check` throws if the handle cannot be used now.
 */
function guarded<Target extends object>(target: Target, check: () => void): Target {
  return new Proxy(target, {
    get(inner, property, proxy) {
      check();
      const value = Reflect.get(inner, property);
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]) => {
        check();
        const result = value.apply(inner, parameters);
        if (property === "prepare") return guarded(result, check);
        return result === inner ? proxy : result;
      };
    },
  });
}

/** The prepared statements that a connection keeps: those of about twenty different pages. */
const keptStatements = 200;

/** Prepares each text once, since SQLite needs as long to plan a short query as to run it. */
function keepStatements(handle: Handle): Handle {
  const prepared = remember(
    keptStatements,
    handle.prepare.bind(handle) as (text: string) => Database.Statement,
  );
  const prepareOnce = (text: string) => {
    const statement = prepared(text);
    // Drizzle sets it again when it wants arrays instead of objects.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.assign(handle, { prepare: prepareOnce });
}

/** Lets no other account on the machine read the file. SQLite creates the log files with the same permissions. */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

type LastStep = () => Promise<void>;

/** Each `write` is a transaction, and they run one after another. `withoutWrites` waits in the same queue. */
function writesOf(writer: Handle) {
  let queue: Promise<unknown> = Promise.resolve();
  const lastSteps = new Map<string, LastStep>();

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (transaction.getStore()) throw new Error("A write inside a write would wait for itself forever");
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  /** The only way to change the database. An error rolls everything back. */
  const write = <Result>(work: (tx: Connection) => Promise<Result>): Promise<Result> =>
    enqueue(() => transaction.run(true, () => runTransaction(writer, work, lastSteps)));

  /** Runs work while no write runs: a change by another connection, for whose end a write would stop the server. */
  const withoutWrites = <Result>(work: () => Promise<Result>): Promise<Result> => enqueue(work);

  /**
   * Adds a last step to each `write`, inside its transaction, or replaces the one of the same name. It keeps up to date
   * what is stored and derives from other rows. `prepare` prepares the queries of the step, which runs in every write.
   */
  function beforeCommit(name: string, prepare: (connection: Connection) => LastStep): void {
    lastSteps.set(name, prepare(drizzle({ casing, client: writer })));
  }

  return { write, withoutWrites, beforeCommit, settled: () => queue };
}

async function runTransaction<Result>(
  writer: Handle,
  work: (tx: Connection) => Promise<Result>,
  lastSteps: Map<string, LastStep>,
): Promise<Result> {
  let hasEnded = false;
  const client = guarded(writer, () => {
    if (hasEnded) throw new Error("This write has ended: a query in it was not awaited");
  });
  writer.exec("BEGIN IMMEDIATE");
  try {
    const result = await work(drizzle({ casing, client }));
    hasEnded = true;
    if (rehearsal.getStore()) throw new Rehearsed();
    for (const step of lastSteps.values()) await step();
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    hasEnded = true;
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

/** Opens the writer, migrates, and then opens the reader. Throws if a migration fails. */
export function openDatabase(file: string, migrations: string) {
  makePrivate(file);
  const writer = configured(new Database(file));
  writer.pragma("journal_mode = WAL");
  try {
    migrate(writer, migrations, env.TIME_ZONE);
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = keepStatements(configured(new Database(file, { readonly: true })));

  const db: Connection = drizzle({
    casing,
    client: guarded(reader, () => {
      if (transaction.getStore())
        throw new Error("Inside write only tx can be used: db reads the rows as they were before it");
    }),
  });
  const { write, withoutWrites, beforeCommit, settled } = writesOf(writer);

  /** Waits for the queued writes, merges the log into the file and closes both connections. */
  async function close() {
    await settled();
    if (!writer.open) return;
    reader.close();
    writer.pragma("wal_checkpoint(TRUNCATE)");
    writer.close();
  }

  return { db, write, withoutWrites, beforeCommit, close, reader, writer };
}

// The development server reloads this module after each change, and must not open the file again.
const shared = globalThis as { redlineDatabase?: ReturnType<typeof openDatabase> };

if (!shared.redlineDatabase) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  shared.redlineDatabase = openDatabase(join(env.DATA_DIR, "redline.db"), "drizzle");
}

export const {
  db,
  write,
  withoutWrites,
  beforeCommit,
  close: closeDatabase,
  writer,
} = shared.redlineDatabase;
