import { createHash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { drizzle } from "drizzle-orm/node-postgres";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import pg from "pg";
import { beginToFollowTime, followTime } from "./database-clock.server";
import { databaseAway, isDatabaseAway, unlessAway, withoutValues } from "./database-failure.server";
import { migrate } from "./migrate-postgres.server";
import { remember } from "./remember";
import { type Connection, type Database, refuseReadInWrite, rehearse } from "./transaction.server";
import { type WriteOptions, writesOf } from "./writes-postgres.server";

// Counts and sums are far below 2^53, so they are numbers, as in SQLite.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const casing = "snake_case";

/** Tells tests and measurements about each query: its text and values. */
const executed = channel("redline:query");

/** The texts whose name is kept: those of about fifty different pages. */
const keptNames = 500;
/** Each text is prepared once on each connection, under a name that follows from it. */
const nameOf = remember(keptNames, (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, 40),
);

/** SQLite finds no row with a number that is no safe integer, or with a null character; PostgreSQL refuses the query. */
function bindable(value: unknown): unknown {
  const isRefused =
    typeof value === "number"
      ? !Number.isSafeInteger(value)
      : typeof value === "string" && value.includes("\0");
  return isRefused ? null : value;
}

type Query = { text: string };
type Target = Pick<pg.Pool | pg.PoolClient, "query">;

/** Returns what Drizzle takes for a pool: `check` runs before each query, also before one that was built earlier. */
function clientOf(target: Target, check: () => void): pg.Pool {
  const query = async (config: Query, parameters: unknown[]) => {
    check();
    const values = parameters.map(bindable);
    if (executed.hasSubscribers) executed.publish({ text: config.text, values });
    try {
      return await target.query({ ...config, name: nameOf(config.text) } as pg.QueryConfig, values);
    } catch (error) {
      throw isDatabaseAway(error) ? databaseAway() : withoutValues(error);
    }
  };
  return { query } as unknown as pg.Pool;
}

// Drizzle would put the values of a failed query into its error, and so into the log.
Object.assign(PgPreparedQuery.prototype, {
  queryWithCache: <Result>(_text: string, _values: unknown[], query: () => Promise<Result>) => query(),
});

const connectionTo = (target: Target, check: () => void): Connection =>
  drizzle({ casing, client: clientOf(target, check) }) as unknown as Connection;

export type PostgresOptions = Pick<WriteOptions, "locks" | "hasSingleLock"> & {
  url: string;
  connections: number;
  migrations: string;
  /** Other timeouts than usual, in milliseconds, for tests. */
  timeouts?: Partial<typeof usualTimeouts>;
};

const usualTimeouts = {
  statement_timeout: 30_000,
  // Longer than a server that hangs can hold a lock.
  lock_timeout: 15_000,
  // A server that hangs can hold one lock for this long, and then another one that it was waiting for.
  idle_in_transaction_session_timeout: 5000,
};

/** For short queries, starting helpers and compiling takes longer than it saves. */
const plainSettings = { max_parallel_workers_per_gather: 0, jit: "off" };

/** Longer than `statement_timeout`, for a server that is gone without a word. */
const queryTimeout = 35_000;

function poolOf(
  { url, connections, timeouts }: Pick<PostgresOptions, "url" | "connections" | "timeouts">,
  name: string,
  settings: Record<string, unknown>,
  timeLimits: pg.PoolConfig = {},
): pg.Pool {
  const options = Object.entries({ ...usualTimeouts, ...timeouts, ...plainSettings, ...settings }).map(
    ([key, value]) => `-c ${key}=${value}`,
  );
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeout,
    options: options.join(" "),
    application_name: `redline ${name}`,
    keepAlive: true,
    ...timeLimits,
  });
  // Of a connection without a query at the moment: the pool opens another one, and the next query of a write fails.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Returns what asks the database alone, on a connection that no query of a page can hold. */
function healthOf(url: string) {
  const limit = 2_000;
  const limits = { connectionTimeoutMillis: limit, query_timeout: limit };
  const pool = poolOf({ url, connections: 1 }, "health", {}, limits);

  async function followClock(follow = followTime): Promise<void> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await follow(async () => {
        const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as time");
        return rows[0].time;
      });
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  let running: Promise<unknown> | undefined;
  /** Requests at the same time share one query. */
  async function ping(): Promise<void> {
    running ??= pool.query("select").finally(() => {
      running = undefined;
    });
    await running;
  }

  return {
    followClock: (follow?: typeof followTime) => unlessAway(() => followClock(follow)),
    ping: () => unlessAway(ping),
    end: () => pool.end(),
  };
}

/** Checks the database, migrates it, and opens its connections. Throws an error of one line. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await migrate(options.url, options.migrations);
  const readOnly = { default_transaction_read_only: "on" };
  const readers = poolOf(options, "reads", readOnly);
  // Its own connection, so that no write waits for a page before it waits for its lock.
  const look = poolOf({ ...options, connections: 1 }, "locks", readOnly);
  const writers = poolOf(options, "writes", {});
  // Without a lock there is nothing to wait for: recording the last use of a session must not wait for a connection.
  const unlocked = poolOf({ ...options, connections: 4 }, "writes without a lock", {});
  const db = connectionTo(readers, refuseReadInWrite);
  const { write, beforeCommit, settled } = writesOf({ ...options, writers, unlocked, look, connectionTo });
  const { followClock, ping, end } = healthOf(options.url);
  await followClock(beginToFollowTime);

  let hasClosed = false;
  async function close() {
    await settled();
    if (hasClosed) return;
    hasClosed = true;
    await Promise.all([readers.end(), look.end(), writers.end(), unlocked.end(), end()]);
  }

  return { db, write, rehearse, beforeCommit, followClock: () => followClock(), ping, close };
}
