import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { generateDrizzleJson, generateSQLiteDrizzleJson } from "drizzle-kit/api";
import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import * as tables from "~/models/tables.server";
import { allTables } from "~/testing/database";
import { newFolder } from "~/testing/new-database";
import { postgresChanges, sqliteChanges } from "../../../scripts/migration-statements";
import { runStatements } from "../../../scripts/postgres-server";
import { env } from "../env.server";
import { isPostgres } from "./dialect.server";
import { migrate } from "./migrate-sqlite.server";
import { analyze } from "./planner-statistics.server";

// SQLite cannot change a check: the statements of drizzle-kit rebuild the table. PostgreSQL changes the check alone.

type Column = { name: string; type: string; primaryKey: boolean };
type Table = {
  name: string;
  columns: Record<string, Column>;
  checkConstraints: Record<string, { name: string; value: string }>;
  foreignKeys: Record<string, { columnsFrom: string[] }>;
  compositePrimaryKeys: Record<string, { columns: string[] }>;
};
type Snapshot = { tables: Record<string, Table> };

const names: string[] = allTables.map(getTableName);
let snapshot: Snapshot;

/** Returns the statements that change a check of each table, or add one, without another meaning. */
function checkChanges(): Promise<string[]> {
  const next = structuredClone(snapshot);
  for (const table of Object.values(next.tables)) {
    const [check] = Object.values(table.checkConstraints);
    if (check) check.value = `(${check.value}) or 1 = 0`;
    else table.checkConstraints.added = { name: `${table.name}_added`, value: "1 = 1" };
  }
  return isPostgres ? postgresChanges(snapshot, next) : sqliteChanges(snapshot, next);
}

let changes: string[];

/** Those of some tables. */
const changesOf = (...changed: string[]): string[] => {
  const name = `[\`"](?:__new_)?(?:${changed.join("|")})[\`"]`;
  const first = new RegExp(
    `^(?:CREATE TABLE|INSERT INTO|DROP TABLE|(?:-- .*\n)?ALTER TABLE|CREATE (?:UNIQUE )?INDEX \\S+ ON) ${name}`,
  );
  return changes.filter((statement) => first.test(statement));
};

const breakpoint = "\n--> statement-breakpoint\n";

/** Creates the folder of a version that has one more migration, or only the first ones. */
function versionWith(sql: string, count?: number): string {
  const folder = newFolder();
  mkdirSync(join(folder, "meta"));
  const journal = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
  const entries = journal.entries.slice(0, count);
  for (const { tag } of entries) copyFileSync(`drizzle/${tag}.sql`, join(folder, `${tag}.sql`));
  if (sql) {
    entries.push({ ...entries.at(-1), tag: "more" });
    writeFileSync(join(folder, "more.sql"), sql);
  }
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  return folder;
}

const literalsIn = (list: string) => [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value);

/** A value that the checks and keys of a table allow; rows of another number have another value. */
function valueIn(table: Table, { name, type }: Column, number: number): string | number | null {
  const checks = Object.values(table.checkConstraints).map(({ value }) => value);
  const termOf = (pattern: string) =>
    checks.map((value) => new RegExp(`"${name}" ${pattern}`).exec(value)).find((found) => found !== null);
  // Of two columns, one has a value.
  if (checks.some((value) => value.includes(`<> ("${table.name}"."${name}" is null)`))) return null;
  if (Object.values(table.foreignKeys).some(({ columnsFrom }) => columnsFrom.includes(name))) return number;
  if (termOf("is null or")) return null;
  const listed = literalsIn(termOf("in \\(([^)]*)\\)")?.[1] ?? "");
  if (listed.length > 0) return listed[number % listed.length] ?? "";
  if (termOf("is date")) return `2026-03-0${number}`;
  const lowest = termOf("between (\\d+)")?.[1];
  if (lowest) return Number(lowest) + number;
  if (/^(is|needs|uses|awaits)_/.test(name)) return number % 2;
  return type === "text" ? `${name} ${number}` : number;
}

const keyOf = (table: Table): Column[] => {
  const composite = Object.values(table.compositePrimaryKeys).flatMap(({ columns }) => columns);
  return Object.values(table.columns).filter(
    (column) => column.primaryKey || composite.includes(column.name),
  );
};

const quoted = (columns: Column[]) => columns.map(({ name }) => `"${name}"`);

/** Triggers fill some tables, so that a row can be there already. */
function insertRow(database: Database.Database, table: Table, number: number): void {
  const columns = Object.values(table.columns);
  database
    .prepare(
      `INSERT INTO "${table.name}" (${quoted(columns)}) VALUES (${columns.map(() => "?")}) ON CONFLICT DO NOTHING`,
    )
    .run(columns.map((column) => valueIn(table, column, number)));
}

/** Returns the condition that finds a row by its key, and its values. */
function rowWhere(table: Table, number: number) {
  const key = keyOf(table);
  const condition = quoted(key).map((name) => `${name} = ?`);
  return { where: condition.join(" AND "), key: key.map((column) => valueIn(table, column, number)) };
}

/** Changes the columns of a row one after another, but its keys. */
function updateRow(database: Database.Database, table: Table, number: number, as: number): void {
  const foreign = Object.values(table.foreignKeys).flatMap(({ columnsFrom }) => columnsFrom);
  const keys = [...keyOf(table).map(({ name }) => name), ...foreign];
  const { where, key } = rowWhere(table, number);
  for (const column of Object.values(table.columns).filter(({ name }) => !keys.includes(name)))
    database
      .prepare(`UPDATE "${table.name}" SET "${column.name}" = ? WHERE ${where}`)
      .run(valueIn(table, column, as), ...key);
}

function deleteRow(database: Database.Database, table: Table, number: number): void {
  const { where, key } = rowWhere(table, number);
  database.prepare(`DELETE FROM "${table.name}" WHERE ${where}`).run(key);
}

/** Creates a database with rows in every table, whose next ids are above those of its rows. */
function filledDatabase(): Buffer {
  const database = new Database(":memory:");
  migrate(database, "drizzle");
  database.pragma("foreign_keys = OFF");
  for (const table of Object.values(snapshot.tables))
    for (const number of [1, 2, 3]) insertRow(database, table, number);
  database.exec("UPDATE sqlite_sequence SET seq = seq + 100");
  expect(database.pragma("foreign_key_check")).toEqual([]);
  for (const name of names)
    expect(database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get(), name).toBeGreaterThan(0);
  analyze(database);
  return database.serialize();
}

/** Returns SQL without what has no meaning: quotes, spaces, and the name of its own table before a column. */
const plain = (sql: string, table: string): string =>
  sql
    .replace(/[`"]/g, "")
    .replaceAll(`${table}.`, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1");

type Definition = { type: string; name: string; table: string; sql: string };

/** The triggers, views, indexes, columns and keys. */
function schemaOf(database: Database.Database) {
  const definitions = database
    .prepare("SELECT type, name, tbl_name AS 'table', sql FROM sqlite_master WHERE sql IS NOT NULL")
    .all() as Definition[];
  const ofTable = (pragma: string, table: string) =>
    (database.pragma(`${pragma}(${table})`) as Record<string, unknown>[])
      .map(({ cid: _, id: _id, seq: _seq, ...part }) => JSON.stringify(part))
      .sort();
  return {
    definitions: Object.fromEntries(
      definitions
        .filter(({ type, name }) => type !== "table" || !names.includes(name))
        .map(({ type, name, table, sql }) => [`${type} ${name}`, plain(sql, table)]),
    ),
    columns: names.map((name) => ofTable("table_xinfo", name)),
    keys: names.map((name) => ofTable("foreign_key_list", name)),
  };
}

/** Every row of every table, also of sequences and statistics, but for those behind the searches. */
function rowsOf(database: Database.Database) {
  const found = database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')")
    .pluck()
    .all() as string[];
  const rows = (name: string) =>
    database
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => Object.entries(row as object).sort())
      .map((row) => JSON.stringify(row))
      .filter((row) => !row.includes('"migrations"'))
      .sort();
  return Object.fromEntries(
    found
      .filter((name) => !/^(migrations|sqlite_(schema|stat4))$/.test(name))
      .map((name) => [name, rows(name)]),
  );
}

/** The tables whose rows the counters refer to. */
const counted = ["cities", "employees", "users"];

/** Triggers refuse to change or delete its rows. */
const isAppendOnly = ({ name }: Table) => name === "audit_events";

/** Inserts, changes and deletes rows of every table, so that every trigger runs. */
function changeRows(database: Database.Database): void {
  const all = Object.values(snapshot.tables);
  const changeable = all.filter((table) => !isAppendOnly(table));
  database.transaction(() => {
    database.pragma("defer_foreign_keys = ON");
    for (const table of all) insertRow(database, table, 4);
    for (const table of changeable) updateRow(database, table, 1, 8);
    for (const table of changeable.filter(({ name }) => !counted.includes(name)))
      deleteRow(database, table, 2);
    for (const table of all.filter(isAppendOnly)) {
      expect(() => updateRow(database, table, 1, 8)).toThrow("cannot be changed");
      expect(() => deleteRow(database, table, 2)).toThrow("cannot be deleted");
    }
  })();
  for (const search of ["permit_search", "city_permit_search"])
    database.exec(`INSERT INTO ${search} (${search}, rank) VALUES ('integrity-check', 1)`);
}

let filled: Buffer;
let before: { schema: object; rows: object };
let changed: object;

function openFilled(): Database.Database {
  const database = new Database(filled);
  // It gives the connection the functions that triggers use.
  migrate(database, "drizzle");
  return database;
}

beforeAll(async () => {
  const current = isPostgres
    ? generateDrizzleJson({ ...tables }, undefined, undefined, "snake_case")
    : await generateSQLiteDrizzleJson({ ...tables }, undefined, "snake_case");
  snapshot = current as unknown as Snapshot;
  changes = await checkChanges();
  if (isPostgres) return;
  filled = filledDatabase();
  const database = openFilled();
  before = { schema: schemaOf(database), rows: rowsOf(database) };
  changeRows(database);
  changed = rowsOf(database);
});

/** Expects that nothing is lost, and that triggers count and search as in a database that was not migrated. */
function expectSame(database: Database.Database): void {
  expect(schemaOf(database)).toEqual(before.schema);
  expect(rowsOf(database)).toEqual(before.rows);
  changeRows(database);
  expect(rowsOf(database)).toEqual(changed);
}

test.each(names)("a check of %s is changed, and nothing is lost", async (name) => {
  const statements = changesOf(name);
  expect(statements.length).toBeGreaterThan(0);
  if (isPostgres) return void (await runStatements(env.DATABASE_URL ?? "", ...statements));
  const database = openFilled();
  migrate(database, versionWith(statements.join(breakpoint)));
  const sql = database.prepare("SELECT sql FROM sqlite_master WHERE name = ?").pluck().get(name);
  expect(sql).toMatch(/or 1 = 0|1 = 1/);
  expectSame(database);
});

describe.runIf(!isPostgres)("a migration that rebuilds tables", () => {
  const rebuild = (...changed: string[]) => changesOf(...changed).join(breakpoint);

  test("can rebuild all of them", () => {
    const database = openFilled();
    migrate(database, versionWith(rebuild(...names)));
    expectSame(database);
  });

  test.each([1, 7, 12])("can follow others, in a database with the first %i", (count) => {
    const database = new Database(":memory:");
    migrate(database, versionWith("", count));
    migrate(database, versionWith(rebuild("permits", "assignments", "city_fees")));
    expect(schemaOf(database)).toEqual(before.schema);
  });

  const changedTrigger = `DROP TRIGGER fee_totals_insert;${breakpoint}CREATE TRIGGER fee_totals_insert AFTER INSERT ON city_fees BEGIN SELECT 'changed'; END;`;

  test.each(["before", "after"])("can replace a trigger %s it", (place) => {
    const database = openFilled();
    const steps = [rebuild("city_fees"), changedTrigger];
    if (place === "before") steps.reverse();
    migrate(database, versionWith(steps.join(breakpoint)));
    const { definitions } = schemaOf(database);
    expect(definitions["trigger fee_totals_insert"]).toContain("'changed'");
    expect(Object.keys(definitions)).toEqual(expect.arrayContaining(["trigger fee_totals_update"]));
    expect(Object.keys(definitions).length).toBe(
      Object.keys((before.schema as { definitions: object }).definitions).length,
    );
  });

  test("is refused if it leaves a trigger that names what it removed", () => {
    const database = openFilled();
    const removal = rebuild("city_fees")
      .replaceAll(', "amount_cents"', "")
      .replace("`amount_cents` integer NOT NULL,", "`amount_cents` integer GENERATED ALWAYS AS (0),")
      .replaceAll("`amount_cents`", "`cents`")
      .replaceAll('"amount_cents"', '"cents"');
    expect(() => migrate(database, versionWith(removal))).toThrow(
      /^Migration failed, the database is unchanged: error in trigger fee_totals_insert: no such column: new.amount_cents/,
    );
    expectSame(database);
  });

  test("leaves the database as it was if it fails in the middle", () => {
    const database = openFilled();
    const statements = changesOf("permits");
    const drop = statements.findIndex((statement) => statement.startsWith("DROP TABLE"));
    for (const at of [drop, drop + 1, drop + 2, statements.length]) {
      const failing = statements.toSpliced(at, 0, "SELECT 1 FROM nowhere");
      expect(() => migrate(database, versionWith(failing.join(breakpoint)))).toThrow(
        /no such table: nowhere/,
      );
    }
    expectSame(database);
  });

  test("leaves the database as it was if the process ends in the middle", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "redline.db"), filled);
    const database = new Database(join(folder, "redline.db"));
    // The pages of the transaction go to the log at once.
    database.pragma("journal_mode = WAL");
    database.pragma("cache_size = 1");
    mkdirSync(join(folder, "left"));
    database.function("end_here", () => {
      for (const name of ["redline.db", "redline.db-wal"])
        copyFileSync(join(folder, name), join(folder, "left", name));
      return null;
    });
    const statements = changesOf("permits");
    const renaming = statements.findIndex((statement) => statement.startsWith("ALTER TABLE"));
    migrate(database, versionWith(statements.toSpliced(renaming, 0, "SELECT end_here()").join(breakpoint)));
    database.close();
    const left = new Database(join(folder, "left/redline.db"));
    expect(statSync(join(folder, "left/redline.db-wal")).size).toBeGreaterThan(0);
    migrate(left, "drizzle");
    expectSame(left);
    left.close();
  });
});
