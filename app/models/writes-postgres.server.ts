import type pg from "pg";
import { databaseBusy, errorOf, isAwayError, refuseIfAway } from "./database-failure.server";
import type { Outages } from "./outage-postgres.server";
import { type Connection, type Database, type Work, writeQueue } from "./transaction.server";

/** A lock of PostgreSQL's own, which ends with the transaction, or with the server that holds it. */
const lockWrites = "select pg_advisory_xact_lock(82, 0)";

// A provider may have set another level for the database, with which a write would not see what it waited for.
const begin = `begin isolation level read committed; ${lockWrites}`;

/** How long a write waits for its turn, in milliseconds. */
const maxWait = 45_000;

type WriteOptions = {
  pool: pg.Pool;
  connectionTo: (client: pg.PoolClient, check: () => void) => Connection;
  outages: Outages;
};

/** Writes of this server wait in its own queue: only the first holds a connection and waits for other servers. */
export function writesOf({ pool, connectionTo, outages }: WriteOptions) {
  const { enqueue, runWork, beforeCommit, settled } = writeQueue();

  async function runTransaction<Result>(work: Work<Result>): Promise<Result> {
    outages.expectReachable();
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await outages.whileReachable(() => client.query(begin));
      const result = await runWork((check) => connectionTo(client, check), work);
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
