import { channel } from "node:diagnostics_channel";
import { getTableName } from "drizzle-orm";
import type pg from "pg";
import {
  databaseBusy,
  errorOf,
  isLockTimeout,
  isUniqueViolation,
  isWorthAnotherTry,
  saysAway,
  withRefusals,
} from "./database-failure.server";
import type { Outages } from "./outage-postgres.server";
import {
  type Connection,
  type LastStep,
  type PrepareStep,
  refuseNestedWrite,
  runWork,
  transaction,
  untilEnded,
  writeWith,
} from "./transaction.server";
import { workQueue } from "./work-queue.server";
import { everything, type Lock } from "./write-lock.server";
import { cityQuery, lockStatements } from "./write-lock-postgres.server";

type Work<Result> = (tx: Connection) => Promise<Result>;

/** How often a write is tried that a deadlock or a row of another one ended. */
const tries = 3;

/** How often a write asks for a lock. Each time it waits for `lock_timeout`, so 45 seconds in all. */
const triesForLock = 30;

/** How many writes of different locks can wait for a connection. */
const mostWaiting = 1000;

/** Tells tests and measurements about each write that is tried again: the code of the error. */
const triedAgain = channel("redline:try-again");

/** Runs the works of one name one after another. */
function queues() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(name) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, settled);
    void settled.then(() => last.get(name) === settled && last.delete(name));
    return result;
  };
}

/**
 * Runs the works of one lock on this server one after another, in the order in which they were called: so only the first
 * of them holds a connection, and a city with many writes leaves the others to other cities. `look` is for the city of a
 * row, which only names the queue: the transaction itself reads it again.
 */
function lockQueues(look: pg.Pool, { whileReachable }: Outages) {
  const enqueue = queues();
  let named: Promise<unknown> = Promise.resolve();

  async function nameOf(lock: Exclude<Lock, { kind: "none" }>): Promise<string> {
    if (lock.kind === "all") return "all";
    if (lock.kind === "city") return `city ${lock.id}`;
    if (lock.kind === "email") return `email ${lock.names[0]}`;
    const { rows } = await whileReachable(() => look.query<{ city_id: number }>(cityQuery(lock)));
    return rows[0] ? `city ${rows[0].city_id}` : `${getTableName(lock.table)} ${lock.id}`;
  }

  return async <Result>(lock: Lock, work: () => Promise<Result>): Promise<Result> => {
    if (lock.kind === "none") return work();
    const name = named.then(() => nameOf(lock));
    named = name.catch(() => undefined);
    return enqueue(await name, work);
  };
}

/** The last steps of a transaction. A step prepares its queries once for each connection. */
function lastStepsOf(connectionTo: ConnectionTo) {
  const prepareSteps = new Map<string, PrepareStep>();
  const stepsOf = new WeakMap<pg.PoolClient, Map<string, LastStep>>();

  const beforeCommit = (name: string, prepare: PrepareStep): void => {
    prepareSteps.set(name, prepare);
  };

  function lastSteps(client: pg.PoolClient): Iterable<LastStep> {
    const prepared = stepsOf.get(client) ?? new Map<string, LastStep>();
    stepsOf.set(client, prepared);
    for (const [name, prepare] of prepareSteps) {
      if (!prepared.has(name)) prepared.set(name, prepare(connectionTo(client, { check: () => undefined })));
    }
    return prepared.values();
  }

  return { beforeCommit, lastSteps };
}

/** Returns a connection to a client; `check` runs before each query. */
type ConnectionTo = (client: pg.PoolClient, options: { check: () => void }) => Connection;

export type WriteOptions = {
  writers: pg.Pool;
  unlocked: pg.Pool;
  look: pg.Pool;
  connectionTo: ConnectionTo;
  outages: Outages;
  locks: "advisory" | "row";
  /** Takes the lock of everything for each write, to measure what the others gain. */
  hasSingleLock?: boolean;
};

async function begin(client: pg.PoolClient, lock: Lock, locks: WriteOptions["locks"]): Promise<void> {
  // A provider may have set another level for the database, with which a write would not see what it waited for.
  const statements = ["begin isolation level read committed", ...lockStatements(lock, locks)];
  const results: unknown = await client.query(statements.join("; "));
  const last = Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : undefined;
  // The work finds no city, unless another write creates the row just now: then it is tried again, with its lock.
  if (last?.rowCount === 0) await client.query("set transaction read only");
}

type TransactionOptions = Pick<WriteOptions, "connectionTo" | "outages" | "locks"> & {
  lastSteps: (client: pg.PoolClient) => Iterable<LastStep>;
};

/** Returns a function that runs work in a transaction of its own, under a lock. */
function transactionsOf({ connectionTo, outages, locks, lastSteps }: TransactionOptions) {
  const { expectReachable, whileReachable } = outages;
  return async <Result>(pool: pg.Pool, lock: Lock, work: Work<Result>): Promise<Result> => {
    expectReachable();
    const client = await pool.connect();
    const { check, end } = untilEnded();
    let broken: Error | undefined;
    try {
      await whileReachable(() => begin(client, lock, locks));
      const tx = connectionTo(client, { check });
      const result = await runWork(() => work(tx), end, lastSteps(client));
      await whileReachable(() => client.query("commit"));
      return result;
    } catch (error) {
      end();
      broken = saysAway(error) ? (error as Error) : await errorOf(() => client.query("rollback"));
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

export function writesOf({ writers, unlocked, look, hasSingleLock = false, ...options }: WriteOptions) {
  const enqueue = lockQueues(look, options.outages);
  // The pool itself would refuse after a few seconds what waits for a connection while others wait for a long write.
  const limits = { concurrency: writers.options.max, waiting: mostWaiting, refusal: databaseBusy };
  const takeTurn = workQueue(limits);
  const running = new Set<Promise<unknown>>();
  const { beforeCommit, lastSteps } = lastStepsOf(options.connectionTo);
  const runTransaction = transactionsOf({ ...options, lastSteps });

  async function tryTransaction<Result>(lock: Lock, work: Work<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (lock.kind === "none") return await runTransaction(unlocked, lock, work);
        return await takeTurn(() => runTransaction(writers, lock, work));
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        // A row that no check of the command finds is an error in the command.
        if (attempt >= (isLockTimeout(error) ? triesForLock : tries))
          throw isUniqueViolation(error) ? error : databaseBusy();
        triedAgain.publish((error as { code?: string }).code);
      }
    }
  }

  const write = writeWith(<Result>(wanted: Lock, work: Work<Result>): Promise<Result> => {
    refuseNestedWrite();
    const lock = hasSingleLock ? everything : wanted;
    const result = withRefusals(() =>
      enqueue(lock, () => transaction.run(true, () => tryTransaction(lock, work))),
    );
    const settled = result.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return result;
  });

  return { write, beforeCommit, settled: () => Promise.all(running) };
}
