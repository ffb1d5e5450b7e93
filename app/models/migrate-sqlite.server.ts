import type Database from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { datesIn } from "./calendar-date";
import { addFunctions } from "./functions-sqlite.server";
import { isHeld } from "./held-sqlite.server";
import { analyze } from "./planner-statistics.server";
import { pluralize } from "./pluralize";

/**
 * Applies the new migrations to a database, in one transaction that checks foreign keys before it
 * commits. Foreign keys are off until then, since rebuilding a table would otherwise delete its child rows;
 * inside a transaction the pragma has no effect. Throws if a migration fails, and leaves the database unchanged.
 * In a migration `day_of` returns the date of a moment in the time zone, which is the provider's.
 * After new migrations it updates the statistics for the query planner.
 */
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
      for (const statement of sql) database.exec(statement);
      database
        .prepare("INSERT INTO migrations (hash, applied_at) VALUES (?, ?)")
        .run(hash, new Date().toISOString());
    }
    // The check reads all rows, so it does not run at every start.
    if (added.length > 0) refuseOrphans(database);
    database.exec("COMMIT");
    if (added.length > 0) analyze(database);
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    if (isHeld(error)) throw error;
    throw new Error(`Migration failed, the database is unchanged: ${(error as Error).message}`);
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

/** Returns the migrations that a database does not have. Throws if it has others than the known ones. */
function newMigrations(database: Database.Database, known: MigrationMeta[]): MigrationMeta[] {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get();
  const applied = new Set(hasTable ? database.prepare("SELECT hash FROM migrations").pluck().all() : []);
  const hashes = new Set<unknown>(known.map(({ hash }) => hash));
  if ([...applied].some((hash) => !hashes.has(hash)))
    throw new Error("the database was created by a newer version, or a migration was changed afterwards");
  return known.filter(({ hash }) => !applied.has(hash));
}

function refuseOrphans(database: Database.Database): void {
  const orphans = database.pragma("foreign_key_check") as { table: string; parent: string }[];
  const [orphan] = orphans;
  if (orphan)
    throw new Error(
      `${pluralize(orphans.length, "row has", "rows have")} lost the parent (${orphan.table} of ${orphan.parent})`,
    );
}
