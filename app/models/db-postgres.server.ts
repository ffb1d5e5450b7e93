import { createHash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { drizzle } from "drizzle-orm/node-postgres";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import pg from "pg";
import { logLine } from "~/log.server";
import { beginToFollowTime, followTime } from "./database-clock.server";
import { isTooSlow, withoutValues, withRefusals } from "./database-failure.server";
import { migrate } from "./migrate-postgres.server";
import { type Outages, outagesOf } from "./outage-postgres.server";
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

type Options = {
  /** Runs before each query, also before one that was built earlier. */
  check: () => void;
  /** Runs the query, and can throw another error than its own. */
  run?: <Result>(query: () => Promise<Result>) => Promise<Result>;
};

/** Returns what Drizzle takes for a pool. */
function clientOf(target: Target, { whileReachable }: Outages, { check, run = (query) => query() }: Options) {
  const query = async (config: Query, parameters: unknown[]) => {
    check();
    const values = parameters.map(bindable);
    if (executed.hasSubscribers) executed.publish({ text: config.text, values });
    const named = { ...config, name: nameOf(config.text) } as pg.QueryConfig;
    try {
      return await whileReachable(() => target.query(named, values));
    } catch (error) {
      if (isTooSlow(error)) logLine(`A query took too long: ${config.text.slice(0, longestLogged)}`);
      throw withoutValues(error);
    }
  };
  return { query: (config: Query, parameters: unknown[]) => run(() => query(config, parameters)) };
}

const longestLogged = 1000;

// Drizzle would put the values of a failed query into its error, and so into the log.
Object.assign(PgPreparedQuery.prototype, {
  queryWithCache: <Result>(_text: string, _values: unknown[], query: () => Promise<Result>) => query(),
});

const connectionsOf =
  (outages: Outages) =>
  (target: Target, options: Options): Connection => {
    const client = clientOf(target, outages, options) as unknown as pg.Pool;
    return drizzle({ casing, client }) as unknown as Connection;
  };

export type PostgresOptions = Pick<WriteOptions, "locks" | "hasSingleLock"> & {
  url: string;
  connections: number;
  migrations: string;
  /** Other timeouts than usual, in milliseconds, for tests. */
  timeouts?: Partial<typeof usualTimeouts>;
  connectionTimeout?: number;
};

const usualTimeouts = {
  statement_timeout: 30_000,
  // Longer than a server that hangs can hold a lock.
  lock_timeout: 15_000,
  // As long as a server that hangs can hold its locks.
  idle_in_transaction_session_timeout: 4000,
};

/**
 * A server that hangs does not ask again for a lock that it was waiting for, as others do. With a longer time, it would get
 * several in turn and hold each.
 */
const writeTimeouts = { lock_timeout: 1500 };

/** For short queries, starting helpers and compiling takes longer than it saves. */
const plainSettings = { max_parallel_workers_per_gather: 0, jit: "off" };

/** Longer than a statement may take, and than a write may wait for its locks, for a server that is gone without a word. */
const queryTimeout = 50_000;

type PoolOptions = Pick<PostgresOptions, "url" | "connections" | "timeouts" | "connectionTimeout">;

function poolOf(
  { url, connections, timeouts, connectionTimeout = 5000 }: PoolOptions,
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
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: queryTimeout,
    options: options.join(" "),
    application_name: `redline ${name}`,
    keepAlive: true,
    // The database keeps the plan of each prepared query until its connection ends.
    maxLifetimeSeconds: 60 * 60,
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
    followClock,
    ping: () => withRefusals(ping),
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
  const forWrites = { ...options, timeouts: { ...writeTimeouts, ...options.timeouts } };
  const writers = poolOf(forWrites, "writes", {});
  // Without a lock there is nothing to wait for: recording the last use of a session must not wait for a connection.
  const unlocked = poolOf({ ...forWrites, connections: 4 }, "writes without a lock", {});
  const { followClock, ping, end } = healthOf(options.url);
  const outages = outagesOf(followClock);
  const connectionTo = connectionsOf(outages);
  const db = connectionTo(readers, { check: refuseReadInWrite, run: withRefusals });
  const pools = { writers, unlocked, look };
  const { write, beforeCommit, settled } = writesOf({ ...options, ...pools, connectionTo, outages });
  await withRefusals(() => followClock(beginToFollowTime));

  let hasClosed = false;
  async function close() {
    await settled();
    if (hasClosed) return;
    hasClosed = true;
    await Promise.all([readers.end(), look.end(), writers.end(), unlocked.end(), end()]);
  }

  return { db, write, rehearse, beforeCommit, watch: outages.watch, ping, close };
}
