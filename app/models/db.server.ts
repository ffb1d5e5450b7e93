import { AsyncLocalStorage } from "node:async_hooks";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { env } from "~/env.server";
import { migrate } from "./migrate.server";

type Handle = Database.Database;
export type Connection = BetterSQLite3Database;

const casing = "snake_case";
const transaction = new AsyncLocalStorage<true>();
const rehearsal = new AsyncLocalStorage<true>();

/** What a write ends with while it is rehearsed: all went well, and nothing was changed. */
export class Rehearsed extends Error {}

/** Runs work of which nothing lasts: its first write is rolled back, and throws Rehearsed or why it was refused. */
export const rehearse = <Result>(work: () => Promise<Result>): Promise<Result> => rehearsal.run(true, work);

function configured(handle: Handle): Handle {
  handle.pragma("busy_timeout = 5000");
  handle.pragma("foreign_keys = ON");
  handle.pragma("synchronous = FULL");
  return handle;
}

/**
 * A handle, with the statements it prepares, that asks for leave each time it is used: also by a query
 * that was built or prepared earlier and runs late.
 */
function guarded<Target extends object>(target: Target, refuse: () => void): Target {
  return new Proxy(target, {
    get(inner, property, proxy) {
      refuse();
      const value = Reflect.get(inner, property);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        refuse();
        const result = value.apply(inner, given);
        if (property === "prepare") return guarded(result, refuse);
        return result === inner ? proxy : result;
      };
    },
  });
}

/** Nobody else on the machine may read it; SQLite gives the files beside it the rights that it has itself. */
function keepPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

/** One writer: each `write` is a transaction of its own, and they run one after the other. */
function writesOf(writer: Handle) {
  let queue: Promise<unknown> = Promise.resolve();

  /** The only way to change anything. A throw rolls everything back. */
  function write<Result>(work: (tx: Connection) => Promise<Result>): Promise<Result> {
    if (transaction.getStore()) throw new Error("A write inside a write would wait for itself for ever");
    const result = queue.then(() => transaction.run(true, () => runTransaction(writer, work)));
    queue = result.catch(() => undefined);
    return result;
  }

  return { write, settled: () => queue };
}

async function runTransaction<Result>(
  writer: Handle,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const client = guarded(writer, () => {
    if (isOver) throw new Error("This write is over: something in it was not awaited");
  });
  writer.exec("BEGIN IMMEDIATE");
  try {
    const result = await work(drizzle({ casing, client }));
    isOver = true;
    if (rehearsal.getStore()) throw new Rehearsed();
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    isOver = true;
    if (writer.inTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

/** Opens the writer first, which migrates, and then the reader. Throws when a migration fails. */
export function openDatabase(file: string, migrations: string) {
  keepPrivate(file);
  const writer = configured(new Database(file));
  writer.pragma("journal_mode = WAL");
  try {
    migrate(writer, migrations);
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = configured(new Database(file, { readonly: true }));

  const db: Connection = drizzle({
    casing,
    client: guarded(reader, () => {
      if (transaction.getStore())
        throw new Error("Inside write only tx is used: db sees the rows as they were");
    }),
  });
  const { write, settled } = writesOf(writer);

  /** Waits for the writes at hand, folds the log into the file and closes both connections. */
  async function close() {
    await settled();
    if (!writer.open) return;
    reader.close();
    writer.pragma("wal_checkpoint(TRUNCATE)");
    writer.close();
  }

  return { db, write, close, reader, writer };
}

// The development server loads this module anew after each change, and must not open the file again.
const kept = globalThis as { redlineDatabase?: ReturnType<typeof openDatabase> };

if (!kept.redlineDatabase) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  kept.redlineDatabase = openDatabase(join(env.DATA_DIR, "redline.db"), "drizzle");
}

export const { db, write, close: closeDatabase, writer } = kept.redlineDatabase;
