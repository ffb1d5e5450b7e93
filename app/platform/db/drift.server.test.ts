import Database from "better-sqlite3";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import * as tables from "~/models/tables.server";
import { allTables } from "~/testing/database";
import { newPostgresDatabase } from "~/testing/new-database";
import { runStatements } from "../../../scripts/postgres-server";
import { env } from "../env.server";
import { writer } from "./db.server";
import { isPostgres } from "./dialect.server";

// A snapshot of drizzle-kit says what a migration should do. These tests compare the database that the migrations
// create with one that is created from the tables.

/** The definition of each column, key, check and index, by the name of its table, its kind and its own name. */
type Schema = Map<string, string>;

const casing = "snake_case";
const names: string[] = allTables.map(getTableName);

/** Creates an empty database from the tables, and reads its schema. */
async function declaredSchema(): Promise<Schema> {
  if (isPostgres) {
    const next = generateDrizzleJson({ ...tables }, undefined, undefined, casing);
    const url = await newPostgresDatabase(
      "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'",
    );
    await runStatements(url, ...(await generateMigration(generateDrizzleJson({}), next)));
    return schemaInPostgres(url);
  }
  const none = await generateSQLiteDrizzleJson({});
  const next = await generateSQLiteDrizzleJson({ ...tables }, undefined, casing);
  const database = new Database(":memory:");
  for (const statement of await generateSQLiteMigration(none, next)) database.exec(statement);
  return schemaInSqlite(database);
}

const migratedSchema = async (): Promise<Schema> =>
  isPostgres ? schemaInPostgres(env.DATABASE_URL ?? "") : schemaInSqlite(writer);

type PostgresPart = { table: string; kind: string; name: string; definition: string };

async function schemaInPostgres(url: string): Promise<Schema> {
  const results = await runStatements(
    url,
    `select attrelid::regclass::text as table, 'column' as kind, attname as name,
      concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
        'default ' || pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
    `select tablename as table, 'index' as kind, indexname as name, indexdef as definition
      from pg_indexes where schemaname = 'public'`,
    `select conrelid::regclass::text as table, 'constraint' as kind, conname as name,
      pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't'`,
  );
  const parts = results.flatMap(({ rows }) => rows as PostgresPart[]);
  return new Map(
    parts
      .filter(({ table }) => names.includes(table))
      .map(({ table, kind, name, definition }) => [`${table} ${kind} ${name}`, definition]),
  );
}

type SqliteColumn = { cid: number; name: string };
type SqliteKey = { table: string; from: string; to: string; on_update: string; on_delete: string };

function schemaInSqlite(database: Database.Database): Schema {
  const statements = database.prepare(
    "select type, name, sql from sqlite_schema where tbl_name = ? and sql is not null",
  );
  const schema: Schema = new Map();
  for (const table of names) {
    // The order of the columns differs where a migration has added one.
    for (const { name, cid: _, ...column } of database.pragma(`table_xinfo(${table})`) as SqliteColumn[])
      schema.set(`${table} column ${name}`, JSON.stringify(column));
    for (const key of database.pragma(`foreign_key_list(${table})`) as SqliteKey[])
      schema.set(`${table} key ${key.from}`, `${key.table}.${key.to} ${key.on_update} ${key.on_delete}`);
    for (const [type, name, text] of statements.raw().all(table) as [string, string, string][]) {
      const sql = plain(text, table);
      if (type === "index") schema.set(`${table} index ${name}`, sql);
      if (type === "table") for (const check of checksIn(sql)) schema.set(`${table} check ${check}`, check);
      if (type === "table") schema.set(`${table} ids`, `reused: ${!/\bautoincrement\b/i.test(sql)}`);
    }
  }
  return schema;
}

/** Returns SQL without what has no meaning: quotes, spaces, and the name of its own table before a column. */
const plain = (sql: string, table: string): string =>
  sql
    .replace(/[`"]/g, "")
    .replaceAll(`${table}.`, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1");

/** Returns the conditions of the checks in the SQL of a table. */
function checksIn(sql: string): string[] {
  return [...sql.matchAll(/\bCHECK\(/gi)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; depth > 0 && end < sql.length; end += 1) {
      if (sql[end] === "(") depth += 1;
      if (sql[end] === ")") depth -= 1;
    }
    return sql.slice(index + length, end - 1);
  });
}

/** What the migrations have by hand, because the tables cannot declare it. */
const byHand = isPostgres
  ? [
      "assignments index assignments_current_by_completion_descending",
      "assignments index assignments_current_by_due_date_descending",
      "city_fees index city_fees_by_date_paid_descending",
      "city_fees index city_fees_by_invoice_descending",
      "corrections column issued_city_id",
      "corrections column issued_words",
      "corrections column search_words",
      "corrections index corrections_by_issued_words",
      "corrections index corrections_by_words",
      "permits column city_number_first",
      "permits column city_number_start",
      "permits column folded_text",
      "permits column number_first",
      "permits column number_start",
      "permits column search_text",
      "permits index permits_by_city_and_city_number_first",
      "permits index permits_by_city_and_city_number_start",
      "permits index permits_by_city_and_number_first",
      "permits index permits_by_city_and_number_start",
      "permits index permits_by_city_number_first",
      "permits index permits_by_city_number_start",
      "permits index permits_by_number_first",
      "permits index permits_by_number_start",
      "permits index permits_folded_search",
      "permits index permits_search",
      "permits index permits_search_symbols",
    ]
  : [];

describe("the database that the migrations create", () => {
  let declared: Schema;
  let migrated: Schema;
  beforeAll(async () => {
    [declared, migrated] = await Promise.all([declaredSchema(), migratedSchema()]);
  });

  test("has each column, key, check and index as the tables declare it", () => {
    expect(declared.size).toBeGreaterThan(500);
    const found = [...declared.keys()].map((name) => [name, migrated.get(name)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared));
  });

  test("has no others but what the tables cannot declare", () => {
    expect([...migrated.keys()].filter((name) => !declared.has(name)).sort()).toEqual(byHand);
  });
});
