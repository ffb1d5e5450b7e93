import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { db, rowsOf } from "~/platform/db/db.server";
import { openPostgres, type PostgresOptions } from "~/platform/db/db-postgres.server";
import { env } from "~/platform/env.server";

const shared = globalThis as { redlineDatabase?: object };

/**
 * Loads modules again, as another server of the same database and data folder does. Call `close` before the test ends.
 */
export async function anotherServer<Modules>(load: () => Promise<Modules>) {
  const own = shared.redlineDatabase;
  delete shared.redlineDatabase;
  vi.resetModules();
  try {
    const modules = await load();
    const { closeDatabase } = await import("~/platform/db/db.server");
    return { ...modules, close: closeDatabase };
  } finally {
    shared.redlineDatabase = own;
  }
}

/** Opens the database of the test again, as another server of the same installation does. PostgreSQL only. */
export const openAnother = (options: Partial<PostgresOptions> = {}) =>
  openPostgres({
    url: env.DATABASE_URL ?? "",
    connections: 10,
    migrations: "drizzle/postgres",
    ...options,
  });

/** Waits until as many transactions of the database wait for others. */
export async function untilWaiting(count: number): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await rowsOf(db, waiting)).length !== count) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type Change<Tx> = (tx: Tx) => Promise<unknown>;
type Write<Tx> = (work: Change<Tx>) => Promise<unknown>;

/**
 * Begins a write and returns when its work has run, before it ends. `end` lets it commit, or roll back with an error, and
 * waits for that.
 */
export async function holdOpen<Tx>(write: Write<Tx>, work: Change<Tx> = async () => undefined) {
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = write(async (tx) => {
    await work(tx);
    begun.resolve();
    await ending.promise;
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  await Promise.race([begun.promise, ended]);
  return {
    end: async (error?: Error) => {
      if (error) ending.reject(error);
      else ending.resolve();
      const reason = await ended;
      if (reason !== error) throw reason;
    },
  };
}
