import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import type { Database } from "~/platform/db/transaction.server";
import { runStatements } from "../../scripts/postgres-server";

// Further databases of a test file, in addition to its own. They are deleted after its tests.

const folders: string[] = [];
const names: string[] = [];

/** Creates a folder that is deleted after the tests. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "redline-app-"));
  folders.push(folder);
  return folder;
}

/** The address of PostgreSQL's database for administration. */
const server = () => new URL("/postgres", inject("migratedDatabase")).href;

/** Creates a database on PostgreSQL: a copy of the empty migrated one, or with these options. Returns its address. */
export async function newPostgresDatabase(options?: string): Promise<string> {
  const template = new URL(inject("migratedDatabase"));
  const name = `redline_test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  names.push(name);
  const create = `create database "${name}" ${options ?? `template ${template.pathname.slice(1)}`}`;
  await runStatements(server(), create);
  return new URL(`/${name}`, template).href;
}

/** Opens an empty migrated database; on SQLite this file, if one is passed. */
export async function openDatabase(file = join(newFolder(), "redline.db")): Promise<Database> {
  if (!isPostgres) {
    const { openSqlite } = await import("~/platform/db/db-sqlite.server");
    return openSqlite(file, "drizzle");
  }
  const { openPostgres } = await import("~/platform/db/db-postgres.server");
  const url = await newPostgresDatabase();
  return openPostgres({ url, connections: 5, migrations: "drizzle/postgres" });
}

afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  const drops = names.map((name) => `drop database if exists "${name}" with (force)`);
  if (drops.length > 0) await runStatements(server(), ...drops);
});
