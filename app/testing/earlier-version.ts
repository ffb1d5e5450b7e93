import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isPostgres, migrationsFolder } from "~/platform/db/dialect.server";
import { addFunctions } from "~/platform/db/functions-sqlite.server";
import { migrate as migratePostgres } from "~/platform/db/migrate-postgres.server";
import { migrate as migrateSqlite } from "~/platform/db/migrate-sqlite.server";
import { createDatabase, runStatements } from "../../scripts/postgres-server";
import { newFolder, newPostgresDatabase } from "./new-database";

/** Returns a copy of a folder of migrations, with those before the one of this name. */
export function migrationsBefore(name: string, folder = migrationsFolder): string {
  const copy = mkdtempSync(join(newFolder(), "earlier-"));
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  journal.entries.length = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name));
  writeFileSync(path, JSON.stringify(journal));
  return copy;
}

export type EarlierInstallation = {
  folder: string;
  /** With which `openApp` opens it. */
  settings: Record<string, string>;
  rowsIn: <Row>(query: string) => Promise<Row[]>;
};

/** Creates an installation of the version before a migration, on the database of this run. */
export async function installationBefore(name: string): Promise<EarlierInstallation> {
  const folder = newFolder();
  const migrations = migrationsBefore(name);
  if (isPostgres) {
    const url = await newPostgresDatabase(createDatabase("").replace(/^create database\s*/, ""));
    await migratePostgres(url, migrations);
    return {
      folder,
      settings: { DATABASE_URL: url },
      rowsIn: async (query) => (await runStatements(url, query))[0]?.rows ?? [],
    };
  }
  const file = join(folder, "redline.db");
  const inDatabase = <Result>(work: (database: Database.Database) => Result): Result => {
    const database = new Database(file);
    addFunctions(database);
    database.pragma("foreign_keys = ON");
    const result = work(database);
    database.close();
    return result;
  };
  inDatabase((database) => migrateSqlite(database, migrations));
  return {
    folder,
    settings: {},
    rowsIn: async <Row>(query: string) =>
      inDatabase((database) => {
        const statement = database.prepare(query);
        if (statement.reader) return statement.all() as Row[];
        statement.run();
        return [];
      }),
  };
}
