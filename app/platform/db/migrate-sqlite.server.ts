import type Database from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { datesIn } from "~/models/calendar-date";
import { pluralize } from "~/models/pluralize";
import { addFunctions } from "./functions-sqlite.server";
import { isDatabaseHeld } from "./held-sqlite.server";
import { analyze } from "./planner-statistics.server";

/** Foreign keys are off until the checks before COMMIT, since rebuilding a table would delete its child rows. */
export function migrate(database: Database.Database, folder: string, timeZone = "UTC"): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const dateOf = datesIn(timeZone);
  // No trigger or view can use it: the sqlite3 shell does not have it.
  const options = { deterministic: true, directOnly: true };
  database.function("day_of", options, (moment: string) => dateOf(new Date(moment)));
  addFunctions(database);
  database.pragma("foreign_keys = OFF");
  try {
    // Without one, a start needs no lock, for which it would wait if another process held it.
    if (newMigrations(database, migrations).length === 0) return;
    database.exec("BEGIN IMMEDIATE");
    database.exec("CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY, applied_at TEXT NOT NULL)");
    const added = newMigrations(database, migrations);
    for (const { hash, sql } of added) {
      apply(database, sql);
      database
        .prepare("INSERT INTO migrations (hash, applied_at) VALUES (?, ?)")
        .run(hash, new Date().toISOString());
    }
    // The checks read all rows, so they do not run at every start.
    if (added.length > 0) {
      refuseOrphans(database);
      refuseBrokenTriggers(database);
    }
    database.exec("COMMIT");
    if (added.length > 0) analyze(database);
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    if (isDatabaseHeld(error)) throw error;
    throw new Error(`Migration failed, the database is unchanged: ${(error as Error).message}`);
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

function newMigrations(database: Database.Database, known: MigrationMeta[]): MigrationMeta[] {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
  const applied = new Set(hasTable ? database.prepare("SELECT hash FROM migrations").pluck().all() : []);
  const hashes = new Set<unknown>(known.map(({ hash }) => hash));
  if ([...applied].some((hash) => !hashes.has(hash)))
    throw new Error("the database was created by a newer version, or a migration was changed afterwards");
  return known.filter(({ hash }) => !applied.has(hash));
}

const droppedBy = (statement: string) => /^DROP TABLE [`"]?(\w+)/im.exec(statement)?.[1];

/** The table whose changed copy gets its name from a statement: the last step of a rebuild, as drizzle-kit writes it. */
const rebuiltBy = (statement: string) =>
  /^ALTER TABLE [`"]?__new_(\w+)[`"]? RENAME TO [`"]?\1\b/im.exec(statement)?.[1];

/** SQLite renames no table while a trigger or view names a missing one: all are away from the drop to the rename. */
function apply(database: Database.Database, statements: string[]): void {
  const rebuilt = new Set(statements.map(rebuiltBy));
  let removed: string[] = [];
  for (const statement of statements) {
    const dropped = droppedBy(statement);
    if (dropped && rebuilt.has(dropped)) {
      keepNextId(database, dropped);
      removed = removeTriggersAndViews(database);
    }
    database.exec(statement);
    if (rebuiltBy(statement)) for (const sql of removed.splice(0)) database.exec(sql);
  }
}

function removeTriggersAndViews(database: Database.Database): string[] {
  const found = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type = 'trigger', rowid",
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of found.toReversed()) database.exec(`DROP ${type} "${name}"`);
  return found.map(({ sql }) => sql);
}

/** Gives the copy of a table its next id, which is above those of its rows if the last ones were deleted. */
function keepNextId(database: Database.Database, table: string): void {
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get()) return;
  const copy = `__new_${table}`;
  const last = database
    .prepare("SELECT max(seq) FROM sqlite_sequence WHERE name IN (?, ?)")
    .pluck()
    .get(table, copy);
  if (last === null) return;
  database.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(copy);
  database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(copy, last);
}

/** Throws if a trigger or view names what does not exist: SQLite checks all of them when it renames a table. */
function refuseBrokenTriggers(database: Database.Database): void {
  database.exec(
    "CREATE TABLE checked (id); ALTER TABLE checked RENAME TO all_checked; DROP TABLE all_checked",
  );
}

function refuseOrphans(database: Database.Database): void {
  const orphans = database.pragma("foreign_key_check") as { table: string; parent: string }[];
  const [orphan] = orphans;
  if (orphan)
    throw new Error(
      `${pluralize(orphans.length, "row has", "rows have")} lost the parent (${orphan.table} of ${orphan.parent})`,
    );
}
