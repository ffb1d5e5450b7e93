import { channel } from "node:diagnostics_channel";
import pg from "pg";
import { vi } from "vitest";
import { writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";

type Statement = { source: string; readonly: boolean };

const methods = ["all", "get", "iterate"] as const;

const isSelect = (text: string): boolean => /^\W*(select|with)\b/i.test(text);

/** A query that was executed: its SQL and its values. */
export type Query = { text: string; values: unknown[] };

/** Runs work and returns every SELECT that it executes on PostgreSQL, in order. */
async function queriesOnPostgres(work: () => Promise<unknown>): Promise<Query[]> {
  const executed: Query[] = [];
  const add = (message: unknown) => void executed.push(message as Query);
  const queries = channel("redline:query");
  queries.subscribe(add);
  try {
    await work();
  } finally {
    queries.unsubscribe(add);
  }
  return executed.filter(({ text }) => isSelect(text));
}

/**
 * Runs work and returns the SQL of every SELECT that it executes on any connection, in order: also of
 * statements that were prepared before, with their values, and once for each execution. BEGIN, COMMIT and pragmas are left out.
 */
export async function queriesIn(work: () => Promise<unknown>): Promise<Query[]> {
  if (isPostgres) return queriesOnPostgres(work);
  const prototype = Object.getPrototypeOf(writer.prepare("SELECT 1"));
  const executed: Query[] = [];
  const spies = methods.map((method) => {
    const execute = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (this: Statement, ...values: unknown[]) {
      if (this.readonly && isSelect(this.source)) executed.push({ text: this.source, values });
      return execute.apply(this, values);
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return executed;
}

/** Returns the SQL of every SELECT that work executes. */
export const statementsIn = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesIn(work)).map(({ text }) => text);

/** Counts the SELECTs that a function executes: a list must not query once per row. */
export const statementsOf = async (run: () => Promise<unknown>): Promise<number> =>
  (await statementsIn(run)).length;

/** Executes a query again, and returns its rows. */
export async function rowsOfQuery({ text, values }: Query): Promise<unknown[]> {
  if (!isPostgres) return writer.prepare(text).all(...values);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}

/** Returns SQLite's plans of the queries that a function reads with: what each searches or scans, and with which index. */
export async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  const queries = await queriesIn(run);
  return queries.map(({ text, values }) => {
    const steps = writer.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail).join("; ");
  });
}
