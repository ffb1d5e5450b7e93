import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { TestProject } from "vitest/node";
import { migrate } from "../app/models/migrate.server";

/** Migrates an empty database once, before all unit tests; each test file starts with a copy of it. */
export default function createDatabase({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "redline-unit-template-"));
  const file = join(folder, "redline.db");
  const database = new Database(file);
  migrate(database, "drizzle");
  database.close();
  provide("migratedDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}

declare module "vitest" {
  interface ProvidedContext {
    migratedDatabase: string;
  }
}
