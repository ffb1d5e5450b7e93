import { inspect } from "node:util";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readPermit } from "~/models/permits/permit-scope.server";
import { signInFailures, users } from "~/models/tables.server";
import { holdOpen } from "~/testing/another-server";
import { newPostgresDatabase } from "~/testing/new-database";
import { refusalOf } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { runStatements } from "../../../scripts/postgres-server";
import { rowsOf } from "./db.server";
import { openPostgres, type PostgresOptions } from "./db-postgres.server";
import { isPostgres } from "./dialect.server";
import type { Connection, Database } from "./transaction.server";

const row = (email: string) => ({ email, address: "203.0.113.1", at: "2026-11-20T20:00:00.000Z" });
const insert = (tx: Connection, email: string) => tx.insert(signInFailures).values(row(email));

/** Everything that a log can show of an error. */
const logged = (error: unknown) => inspect(error, { depth: 10, showHidden: true });

const busy = "The server is busy. Nothing was saved. Please try again in a few seconds.";

const errorOf = async (work: Promise<unknown>): Promise<Error & { code?: string }> => {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`It did not fail: ${error}`);
  return error;
};

describe.runIf(isPostgres)("a PostgreSQL database", () => {
  let url: string;
  let database: Database;
  let db: Database["db"];
  let write: Database["write"];

  const options = () => ({ url, connections: 3, migrations: "drizzle/postgres" }) as const;

  beforeAll(async () => {
    url = await newPostgresDatabase();
    database = await openPostgres(options());
    ({ db, write } = database);
  });

  afterAll(() => database.close());

  beforeEach(() => write(async (tx) => void (await tx.delete(signInFailures))));

  const emails = async () => {
    const rows = await db.select().from(signInFailures).orderBy(signInFailures.id);
    return rows.map(({ email }) => email);
  };

  test("has time limits for each connection, and reads in read-only transactions", async () => {
    const settings = sql`select current_setting('default_transaction_read_only') as "isReadOnly",
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const limits = { statement: "30s", lock: "15s", idle: "4s" };
    expect(await rowsOf(db, settings)).toEqual([{ ...limits, isReadOnly: "on" }]);
    expect(await write((tx) => rowsOf(tx, settings))).toEqual([{ ...limits, isReadOnly: "off" }]);
  });

  test("is not changed by db", async () => {
    const { message, code } = await errorOf(insert(db, "a@city.test").then());
    expect([code, message]).toEqual(["25006", "cannot execute INSERT in a read-only transaction"]);
    expect(await emails()).toEqual([]);
  });

  describe("a number that is no safe integer, or a null character,", () => {
    test.each([Number.NaN, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, -(2 ** 60)])(
      "finds nothing: %d",
      async (id) => {
        await write((tx) => insert(tx, "a@city.test"));
        expect(await db.select().from(signInFailures).where(eq(signInFailures.id, id))).toEqual([]);
      },
    );

    test("finds nothing as an id of a permit, and leads to 404", async () => {
      const administrator = await makeViewer("admin");
      await makePermit(administrator, (await makeCity()).id);
      for (const id of [Number.NaN, 1.5, 2 ** 53])
        expect((await refusalOf(readPermit(administrator, id))).status).toBe(404);
    });

    test("finds nothing in a text", async () => {
      await write((tx) => insert(tx, "a"));
      expect(await db.select().from(signInFailures).where(eq(signInFailures.email, "a\0"))).toEqual([]);
    });
  });

  describe("an error has no value of its query", () => {
    const secret = "the-secret-value";

    test.each([
      ["a row that exists", "23505", (tx: Connection) => addUser(tx).then(() => addUser(tx))],
      ["a check", "23514", (tx: Connection) => addUser(tx, `${secret}.X@city.test`)],
      ["a missing value", "23502", (tx: Connection) => insert(tx, `${secret}\0`)],
      ["a parent", "23503", (tx: Connection) => addUser(tx, `${secret}@city.test`, 987_654)],
      ["a bad cast", "22P02", (tx: Connection) => rowsOf(tx, sql`select cast(${secret} as int)`)],
      ["a date", "22008", (tx: Connection) => rowsOf(tx, sql`select cast(${"2026-02-31"} as date)`)],
    ])("of %s", async (_, code, work) => {
      const error = await errorOf(write(async (tx) => void (await work(tx))));
      expect(error.code).toBe(code);
      expect(logged(error)).not.toMatch(/the-secret-value|987654|2026-02-31/);
    });

    async function addUser(tx: Connection, email = `${secret}@city.test`, cityId: number | null = null) {
      const stamps = { createdAt: "2026-11-20T20:00:00.000Z", updatedAt: "2026-11-20T20:00:00.000Z" };
      await tx.insert(users).values({ email, cityId, ...stamps });
    }
  });

  test.each(["40P01", "55P03", "40001"])("a write that another one ended is a 503: %s", async (code) => {
    const failing = write(async (tx) => {
      await insert(tx, "lost@city.test");
      await rowsOf(tx, sql.raw(`do $$ begin raise exception 'in a test' using errcode = '${code}'; end $$`));
    });
    expect(await refusalOf(failing)).toMatchObject({ status: 503, details: { retryAfter: 5 } });
    expect(await emails()).toEqual([]);
  });

  describe("another server", () => {
    const open = (timeouts?: PostgresOptions["timeouts"]) => openPostgres({ ...options(), timeouts });
    const waitForLock = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const untilOneWaits = () =>
      vi.waitFor(async () => expect(await rowsOf(db, waitForLock)).toHaveLength(1), 20_000);
    const hold = (holding: Database, work?: (tx: Connection) => Promise<unknown>) =>
      holdOpen<Connection>((change) => holding.write(change), work);

    test("waits for a write, and reads what it has committed", async () => {
      const other = await open();
      const held = await hold(database, (tx) => insert(tx, "first@city.test"));
      const waiting = other.write((tx) => tx.select({ email: signInFailures.email }).from(signInFailures));
      await untilOneWaits();
      expect(await other.db.select().from(signInFailures)).toEqual([]);
      await held.end();
      expect(await waiting).toEqual([{ email: "first@city.test" }]);
      await other.close();
    });

    test("holds one connection while many of its writes wait, and runs them in their order", async () => {
      const other = await open();
      const held = await hold(database);
      const order: number[] = [];
      const waiting = Array.from({ length: 20 }, (_, index) => other.write(async () => order.push(index)));
      await untilOneWaits();
      await held.end();
      await Promise.all(waiting);
      expect(order).toEqual(order.toSorted((one, next) => one - next));
      await other.close();
    });

    test("is refused with 503 when the lock stays taken", async () => {
      const impatient = await open({ lock_timeout: 5 });
      const held = await hold(database);
      expect(await refusalOf(impatient.write(async () => 1))).toMatchObject({ status: 503, message: busy });
      await held.end();
      expect(await impatient.write(async () => 1)).toBe(1);
      await impatient.close();
    });

    test("that hangs in a write loses its lock, and its write changes nothing", async () => {
      const hanging = await open({ idle_in_transaction_session_timeout: 300 });
      const hung = await hold(hanging, (tx) => insert(tx, "hanging@city.test"));
      const start = performance.now();
      await write((tx) => insert(tx, "next@city.test"));
      expect(performance.now() - start).toBeLessThan(10_000);
      expect((await refusalOf(hung.end())).status).toBe(503);
      expect(await emails()).toEqual(["next@city.test"]);
      await hanging.close();
    });
  });

  test("a connection that ends is a 503, and the next write has another one", async () => {
    const ended = write(async (tx) => {
      await insert(tx, "lost@city.test");
      await rowsOf(tx, sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    expect((await refusalOf(ended)).status).toBe(503);
    await write((tx) => insert(tx, "next@city.test"));
    expect(await emails()).toEqual(["next@city.test"]);
    await runStatements(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    // The pool may notice with the first query only.
    await emails().catch(() => undefined);
    expect(await emails()).toEqual(["next@city.test"]);
  });

  describe("a query that", () => {
    const raise = (code: string) =>
      sql.raw(`do $$ begin raise exception 'in a test' using errcode = '${code}'; end $$`);

    test.each(["40P01", "55P03", "40001"])("waited for others in vain is a 503: %s", async (code) => {
      expect(await refusalOf(rowsOf(db, raise(code)))).toMatchObject({ status: 503, message: busy });
    });

    test.each(["28P01", "3D000"])("cannot connect any more is a 503: %s", async (code) => {
      expect((await refusalOf(rowsOf(db, raise(code)))).status).toBe(503);
    });

    test("takes too long is a 503, and its text is logged without its values", async () => {
      const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const hasty = await openPostgres({ ...options(), timeouts: { statement_timeout: 50 } });
      const slow = sql`select pg_sleep(${10}), ${"the-secret-value"}::text`;
      const works = [() => rowsOf(hasty.db, slow), () => hasty.write((tx) => rowsOf(tx, slow))];
      for (const work of works) expect(await refusalOf(work())).toMatchObject({ status: 503, message: busy });
      expect(lines.mock.calls.join()).toMatch(/Z A query took too long: select pg_sleep\(\$1\), \$2::text/);
      expect(lines).toHaveBeenCalledTimes(2);
      expect(lines.mock.calls.join()).not.toContain("the-secret-value");
      lines.mockRestore();
      await hasty.close();
    });
  });

  test("closing it waits for the writes, and can be repeated; then it is away", async () => {
    const other = await openPostgres(options());
    const changing = other.write((tx) => insert(tx, "last@city.test"));
    await other.close();
    await changing;
    await other.close();
    expect(await emails()).toEqual(["last@city.test"]);
    const read = async () => other.db.select().from(signInFailures);
    expect((await refusalOf(read())).status).toBe(503);
  });
});
