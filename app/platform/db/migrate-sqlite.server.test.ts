import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { afterAll, expect, test, vi } from "vitest";
import * as tables from "~/models/tables.server";
import { migrationsBefore } from "~/testing/earlier-version";
import { migrate } from "./migrate-sqlite.server";

const root = mkdtempSync(join(tmpdir(), "redline-migrate-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a folder of migrations in the format of drizzle-kit. */
function migrationsOf(...migrations: string[]): string {
  const folder = mkdtempSync(join(root, "migrations-"));
  mkdirSync(join(folder, "meta"));
  const entries = migrations.map((sql, index) => {
    const tag = `000${index}_test`;
    writeFileSync(join(folder, `${tag}.sql`), sql);
    return { idx: index, version: "6", when: 1_795_220_240_000 + index, tag, breakpoints: true };
  });
  writeFileSync(
    join(folder, "meta/_journal.json"),
    JSON.stringify({ version: "7", dialect: "sqlite", entries }),
  );
  return folder;
}

const parents = "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT)";
const children =
  "CREATE TABLE children (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parents(id) ON DELETE CASCADE)";
const family = `${parents};\n--> statement-breakpoint\n${children};`;
/** The statements that drizzle-kit writes for a change that SQLite's ALTER TABLE does not support. */
const rebuildOf = (condition = "") =>
  [
    "PRAGMA foreign_keys=OFF;",
    "CREATE TABLE `__new_parents` (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '');",
    `INSERT INTO \`__new_parents\`(id, name) SELECT id, name FROM parents ${condition};`,
    "DROP TABLE `parents`;",
    "ALTER TABLE `__new_parents` RENAME TO `parents`;",
    "PRAGMA foreign_keys=ON;",
  ].join("--> statement-breakpoint\n");

function openFamily() {
  const database = new Database(":memory:");
  database.pragma("foreign_keys = ON");
  migrate(database, migrationsOf(family));
  database.exec(
    "INSERT INTO parents VALUES (1, 'Ann'), (2, 'Bob'); INSERT INTO children VALUES (1, 1), (2, 1), (3, 2)",
  );
  return database;
}

/** The schema and every row. */
function contentOf(database: Database.Database) {
  const schema = database.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all() as {
    name: string;
  }[];
  const rows = ["migrations", "parents", "children"].map((name) =>
    database.prepare(`SELECT * FROM ${name}`).all(),
  );
  return { schema, rows };
}

test("a migration is applied once", () => {
  const database = new Database(":memory:");
  const folder = migrationsOf(parents, "INSERT INTO parents (name) VALUES ('Ann')");
  migrate(database, folder);
  migrate(database, folder);
  expect(database.prepare("SELECT name FROM parents").pluck().all()).toEqual(["Ann"]);
  expect(database.prepare("SELECT count(*) FROM migrations").pluck().get()).toBe(2);
});

test("a start without a new migration does not read all rows to check foreign keys", () => {
  const database = new Database(":memory:");
  const folder = migrationsOf(family);
  const pragma = vi.spyOn(database, "pragma");
  const checks = () => pragma.mock.calls.filter(([name]) => name === "foreign_key_check").length;
  migrate(database, folder);
  expect(checks()).toBe(1);
  migrate(database, folder);
  expect(checks()).toBe(1);
});

test("the statistics for the query planner are updated after a new migration only, from a part of the rows", () => {
  const database = openFamily();
  database.exec(
    "WITH RECURSIVE n (id) AS (SELECT 3 UNION ALL SELECT id + 1 FROM n WHERE id < 3000) INSERT INTO parents SELECT id, 'x' FROM n",
  );
  const statistics = () =>
    database.prepare("SELECT stat FROM sqlite_stat1 WHERE idx = 'by_name'").pluck().get();
  migrate(database, migrationsOf(family));
  expect(statistics()).toBeUndefined();
  const indexed = migrationsOf(family, "CREATE INDEX by_name ON parents (name)");
  migrate(database, indexed);
  expect(statistics()).toMatch(/^3000 \d{3}$/);
  database.exec("DELETE FROM sqlite_stat1");
  migrate(database, indexed);
  expect(statistics()).toBeUndefined();
});

test("a later version applies only its new migrations", () => {
  const database = openFamily();
  migrate(database, migrationsOf(family, "ALTER TABLE parents ADD COLUMN age INTEGER"));
  expect(database.prepare("SELECT name, age FROM parents").all()).toEqual([
    { name: "Ann", age: null },
    { name: "Bob", age: null },
  ]);
});

test.each([
  ["in its own statements", "DELETE FROM parents; --> statement-breakpoint\nCREATE TABLE nonsense (;"],
  [
    "after it deleted a row",
    "DELETE FROM children WHERE id = 1; --> statement-breakpoint\nSELECT nothing FROM nowhere",
  ],
])("a migration that fails %s leaves the database unchanged, and reports it", (_, failing) => {
  const database = openFamily();
  const before = contentOf(database);
  const folder = migrationsOf(family, "ALTER TABLE parents ADD COLUMN age INTEGER", failing);
  expect(() => migrate(database, folder)).toThrow(/^Migration failed, the database is unchanged: /);
  expect(contentOf(database)).toEqual(before);
});

test("foreign keys are on again after a migration, also after a failed one", () => {
  const database = openFamily();
  expect(database.pragma("foreign_keys", { simple: true })).toBe(1);
  expect(() => migrate(database, migrationsOf(family, "nonsense"))).toThrow();
  expect(database.pragma("foreign_keys", { simple: true })).toBe(1);
});

test("rebuilding a parent table preserves every child row", () => {
  const database = openFamily();
  migrate(database, migrationsOf(family, rebuildOf()));
  expect(database.prepare("SELECT id, parent_id FROM children").raw().all()).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
  expect(() => database.exec("INSERT INTO children VALUES (4, 99)")).toThrow(/FOREIGN KEY/);
});

test("a migration that leaves child rows without a parent fails", () => {
  const database = openFamily();
  const before = contentOf(database);
  expect(() => migrate(database, migrationsOf(family, rebuildOf("WHERE id = 2")))).toThrow(
    /2 rows have lost the parent \(children of parents\)/,
  );
  expect(contentOf(database)).toEqual(before);
});

test.each([
  ["created by a newer version", migrationsOf(parents)],
  ["whose migration was changed afterwards", migrationsOf(parents, `${children} -- changed`)],
])("a database %s is rejected, and stays unchanged", (_, folder) => {
  const database = new Database(":memory:");
  migrate(database, migrationsOf(parents, children));
  const before = contentOf(database);
  expect(() => migrate(database, folder)).toThrow(/newer version/);
  expect(contentOf(database)).toEqual(before);
});

test("every migration in the journal has a file, and every file is in the journal", () => {
  const journal = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8")) as {
    entries: { tag: string }[];
  };
  const files = readdirSync("drizzle").filter((name) => name.endsWith(".sql"));
  expect(journal.entries.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort());
});

test("the last snapshot of the migrations matches the tables", async () => {
  const [last] = readdirSync("drizzle/meta")
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .reverse();
  const snapshot = JSON.parse(readFileSync(join("drizzle/meta", last ?? ""), "utf8"));
  const current = await generateSQLiteDrizzleJson(tables, snapshot.id, "snake_case");
  expect(await generateSQLiteMigration(snapshot, current)).toEqual([]);
});

function openBefore(name: string) {
  const database = new Database(":memory:");
  migrate(database, migrationsBefore(name, "drizzle"));
  return database;
}

test("the contents that rows refer to are recorded, each once", () => {
  const database = openBefore("stored_contents");
  database.exec(`
    INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'ann@city.test', '', ''), (2, 'bob@city.test', '', '');
    INSERT INTO staged_files (user_id, content_hash, byte_size, until) VALUES (1, 'b', 2, ''), (1, 'a', 1, ''), (2, 'a', 1, '');`);
  migrate(database, migrationsBefore("one_file_for_each_row", "drizzle"));
  const rows = database.prepare("SELECT * FROM stored_contents ORDER BY name").all();
  const row = { stored_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), stored_by: "" };
  expect(rows).toEqual([
    { ...row, name: "a", byte_size: 1, claim: null, claimed_at: null },
    { ...row, name: "b", byte_size: 2, claim: null, claimed_at: null },
  ]);
});

test("the dates of approvals are filled in from the audit log, in the provider's time zone", () => {
  const database = openBefore("lists_of_any_length");
  const stamps = "'2026-11-01', '2026-11-01'";
  database.exec(`
    INSERT INTO cities (id, city_name, city_number, urban37_city_code, created_at, updated_at) VALUES (1, 'Oakville', '1', 'OAK', ${stamps});
    INSERT INTO permits (id, city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date, due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
    SELECT value, 1, 2026, 'OAK-26-00' || value, iif(value = 3, 'hold', 'approved'), 'PC1', '2026-11-01', '2026-11-11', '', '', 'other', '', ${stamps} FROM json_each('[1,2,3,4]');
    INSERT INTO audit_events (at, actor_name, action, subject, subject_id, changes) VALUES
      ('2026-11-03T20:00:00.000Z', '', 'permit.updated', 'permit', 1, '{"status":["in_process","approved"]}'),
      ('2026-11-05T07:30:00.000Z', '', 'permit.updated', 'permit', 1, '{"status":["hold","approved"]}'),
      ('2026-10-01T20:00:00.000Z', '', 'permit.updated', 'permit', 2, '{"status":["hold","approved"]}'),
      ('2026-11-09T20:00:00.000Z', '', 'permit.updated', 'permit', 3, '{"status":["hold","approved"]}'),
      ('2026-11-09T20:00:00.000Z', '', 'permit.updated', 'permit', 3, '{"status":["approved","hold"]}'),
      ('2026-11-09T20:00:00.000Z', '', 'permit.created', 'permit', 4, '{"status":[null,"approved"]}');
    INSERT INTO city_fees (city_id, service_type, description, amount_cents, status, date_charged, created_at, updated_at)
    SELECT 1, 'other', '', value, iif(value > 2, 'paid', 'pending'), '2026-11-01', ${stamps} FROM json_each('[1,2,3]');
    INSERT INTO mail_outbox (to_address, subject, plain_text, html, created_at) VALUES ('', '', '', '', ''), ('', '', '', '', '');`);
  migrate(database, "drizzle", "America/Los_Angeles");
  const list = (query: string) => database.prepare(query).raw().all();
  expect(list("SELECT approved_on FROM permits ORDER BY id")).toEqual([
    ["2026-11-04"],
    ["2026-10-01"],
    ["2026-11-09"],
    [null],
  ]);
  expect(list("SELECT * FROM approval_counts")).toEqual([[1, 2, 3]]);
  expect(list("SELECT * FROM fee_totals ORDER BY status")).toEqual([
    [1, "paid", 1, 3],
    [1, "pending", 2, 3],
  ]);
  expect(list("SELECT * FROM mail_counts")).toEqual([["waiting", 2]]);
});

test("an email that no mail server has sent gets a status of its own, and is counted there", () => {
  const database = openBefore("email_failures");
  database.exec(`
    INSERT INTO mail_outbox (to_address, subject, plain_text, html, status, last_error, created_at, sent_at) VALUES
      ('', '1', '', '', 'sent', 'Not sent: no mail server; the message is in the outbox folder', '', ''),
      ('', '2', '', '', 'sent', NULL, '', ''),
      ('', '3', '', '', 'failed', 'Not sent: no mail server', '', NULL);`);
  migrate(database, "drizzle");
  const list = (query: string) => database.prepare(query).raw().all();
  expect(list("SELECT subject, status, last_error, sent_at FROM mail_outbox ORDER BY subject")).toEqual([
    ["1", "no_mail_server", null, null],
    ["2", "sent", null, ""],
    ["3", "failed", "Not sent: no mail server", null],
  ]);
  expect(list("SELECT status, emails FROM mail_counts WHERE emails <> 0 ORDER BY status")).toEqual([
    ["failed", 1],
    ["no_mail_server", 1],
    ["sent", 1],
  ]);
});

test("every trigger that a migration creates exists after the last migration", () => {
  const database = new Database(":memory:");
  migrate(database, "drizzle");
  const statements = readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) => [
      ...readFileSync(join("drizzle", name), "utf8").matchAll(
        /(CREATE|DROP) TRIGGER (?:IF EXISTS )?`(\w+)`/g,
      ),
    ]);
  const created = new Set<string | undefined>();
  for (const [, verb, name] of statements) verb === "CREATE" ? created.add(name) : created.delete(name);
  const existing = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
  expect(created.size).toBeGreaterThan(0);
  expect(existing.sort()).toEqual([...created].sort());
});
