import { hash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { DrizzleQueryError } from "drizzle-orm";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import { logLine, withoutValues } from "../log.server";
import { poolLoads } from "../measured.server";
import { remember } from "../remember";
import { databaseBusy, errorOf, isAwayError, isTooSlow, refuseIfAway } from "./database-failure.server";
import { migrate } from "./migrate-postgres.server";
import { type Outages, outagesOf } from "./outage-postgres.server";
import {
  type Connection,
  type Database,
  refuseReadInWrite,
  rehearse,
  type Work,
  writeQueue,
} from "./transaction.server";

// Counts and sums are far below 2^53, so they are numbers, as in SQLite.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const casing = "snake_case";

/** Tells tests and measurements about each query: its text and values. */
const executed = channel("redline:query");

const keptNames = 500;
/** Each text is prepared once on each connection, under this name. */
const nameOf = remember(keptNames, (text: string) => hash("sha256", text, "base64url").slice(0, 40));

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

function clientOf(target: Target, { whileReachable }: Outages) {
  const query = async (config: Query, parameters: unknown[]) => {
    const values = parameters.map(bindable);
    if (executed.hasSubscribers) executed.publish({ text: config.text, values });
    const named = { ...config, name: nameOf(config.text) } as pg.QueryConfig;
    try {
      return await whileReachable(() => target.query(named, values));
    } catch (error) {
      if (isTooSlow(error)) logLine(`A query took too long: ${config.text.slice(0, maxLoggedLength)}`);
      throw withoutValues(error);
    }
  };
  return { query } as unknown as pg.Pool;
}

const maxLoggedLength = 1000;

type Guard = <Result>(query: () => Promise<Result>) => Promise<Result>;

/** Throws the database's own errors, since Drizzle's have the values of the query. */
class GuardedSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  constructor(
    client: pg.Pool,
    dialect: PgDialect,
    private readonly guard: Guard,
  ) {
    super(client, dialect, undefined);
  }

  override prepareQuery<Config extends PreparedQueryConfig>(
    ...parameters: Parameters<NodePgSession<Record<string, never>, Record<string, never>>["prepareQuery"]>
  ): PgPreparedQuery<Config> {
    const query = super.prepareQuery<Config>(...parameters);
    const execute = query.execute.bind(query);
    return Object.assign(query, {
      execute: (values?: Record<string, unknown>) =>
        this.guard(() =>
          execute(values).catch((error) => {
            throw error instanceof DrizzleQueryError ? error.cause : error;
          }),
        ),
    });
  }
}

const checking =
  (check: () => void): Guard =>
  async (query) => {
    check();
    return query();
  };

const connectionsOf =
  (outages: Outages) =>
  (target: Target, guard: Guard): Connection => {
    const dialect = new PgDialect({ casing });
    const session = new GuardedSession(clientOf(target, outages), dialect, guard);
    return new NodePgDatabase(dialect, session, undefined) as unknown as Connection;
  };

export type PostgresOptions = {
  url: string;
  connections: number;
  migrations: string;
  timeouts?: Partial<typeof defaultTimeouts>;
  connectionTimeout?: number;
};

const defaultTimeouts = {
  statement_timeout: 30_000,
  // Longer than a server that hangs can hold a lock.
  lock_timeout: 15_000,
  // As long as a server that hangs can hold the lock of writes.
  idle_in_transaction_session_timeout: 4000,
};

/** For short queries, starting helpers and compiling takes longer than it saves. */
const plainSettings = { max_parallel_workers_per_gather: 0, jit: "off" };

/** Longer than a statement may take, and than a write may wait for its lock, for a server that is gone without a word. */
const queryTimeout = 50_000;

type PoolOptions = Pick<PostgresOptions, "url" | "connections" | "timeouts" | "connectionTimeout">;

function poolOf(
  { url, connections, timeouts, connectionTimeout = 5000 }: PoolOptions,
  name: string,
  settings: Record<string, unknown> = {},
  timeLimits: pg.PoolConfig = {},
): pg.Pool {
  const options = Object.entries({ ...defaultTimeouts, ...timeouts, ...plainSettings, ...settings }).map(
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
  poolLoads.set(name, () => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { running: totalCount - idle, idle, waiting };
  });
  return pool;
}

/** In milliseconds. */
const maxHealthTime = 2_000;

/** A lock of PostgreSQL's own, which ends with the transaction, or with the server that holds it. */
const lockWrites = "select pg_advisory_xact_lock(82, 0)";

// A provider may have set another level for the database, with which a write would not see what it waited for.
const begin = `begin isolation level read committed; ${lockWrites}`;

/** How long a write waits for its turn, in milliseconds. */
const maxWait = 45_000;

/** Writes of this server wait in its own queue: only the first holds a connection and waits for other servers. */
function writesOf(pool: pg.Pool, outages: Outages) {
  const connectionTo = connectionsOf(outages);
  const { enqueue, runWork, beforeCommit, settled } = writeQueue();

  async function runTransaction<Result>(work: Work<Result>): Promise<Result> {
    outages.expectReachable();
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await outages.whileReachable(() => client.query(begin));
      const result = await runWork((check) => connectionTo(client, checking(check)), work);
      await outages.whileReachable(() => client.query("commit"));
      return result;
    } catch (error) {
      broken = isAwayError(error) ? (error as Error) : await errorOf(() => client.query("rollback"));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const write: Database["write"] = (work) => {
    const called = performance.now();
    return refuseIfAway(() =>
      enqueue(() => {
        if (performance.now() - called > maxWait) throw databaseBusy();
        return runTransaction(work);
      }),
    );
  };

  return { write, beforeCommit, settled };
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await migrate(options.url, options.migrations);
  const readers = poolOf(options, "reads", { default_transaction_read_only: "on" });
  const writers = poolOf({ ...options, connections: 1 }, "writes");
  const timeLimits = { connectionTimeoutMillis: maxHealthTime, query_timeout: maxHealthTime };
  const health = poolOf({ ...options, connections: 1 }, "health", {}, timeLimits);
  const ping = async () => void (await health.query("select"));
  const outages = outagesOf(ping);
  const checkRead = checking(refuseReadInWrite);
  const db = connectionsOf(outages)(readers, (query) => refuseIfAway(() => checkRead(query)));
  const { write, beforeCommit, settled } = writesOf(writers, outages);

  let hasClosed = false;
  async function close() {
    await settled();
    if (hasClosed) return;
    hasClosed = true;
    await Promise.all([readers.end(), writers.end(), health.end()]);
  }

  return { db, write, rehearse, beforeCommit, watch: outages.watch, ping: () => refuseIfAway(ping), close };
}
