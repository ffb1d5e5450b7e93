import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { TestProject } from "vitest/node";
import { migrate as migratePostgres } from "../app/platform/db/migrate-postgres.server";
import { migrate } from "../app/platform/db/migrate-sqlite.server";
import { createDatabase, runStatements, startPostgres } from "./postgres-server";
import { testFolder } from "./test-folder";

const template = "redline_template";

/** Each test file starts with a copy of one migrated database. */
export default async function prepareUnitTests({ provide }: TestProject) {
  const folder = mkdtempSync(join(testFolder, "redline-unit-"));
  provide("unitFolder", folder);
  provide("faultRounds", Number(process.env.FAULT_ROUNDS ?? 1));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (process.env.TEST_DATABASE !== "postgres") {
    createSqliteTemplate(folder, provide);
    return removeFolder;
  }
  const stop = await createPostgresTemplate(provide);
  return () => stop().finally(removeFolder);
}

function createSqliteTemplate(folder: string, provide: TestProject["provide"]): void {
  const file = join(folder, "redline.db");
  const database = new Database(file);
  migrate(database, "drizzle");
  database.close();
  provide("migratedDatabase", file);
}

/** Uses the server of `TEST_POSTGRES`, an address without a database, or starts one. */
async function createPostgresTemplate(provide: TestProject["provide"]) {
  const given = process.env.TEST_POSTGRES;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  try {
    const replaceTemplate = [`drop database if exists ${template} with (force)`, createDatabase(template)];
    await runStatements(`${server.url}/postgres`, ...replaceTemplate);
    await migratePostgres(`${server.url}/${template}`, "drizzle/postgres");
  } catch (error) {
    await server.stop();
    throw error;
  }
  provide("migratedDatabase", `${server.url}/${template}`);
  return server.stop;
}

declare module "vitest" {
  interface ProvidedContext {
    migratedDatabase: string;
    unitFolder: string;
    /** The share of the full rounds of races and faults, in percent. */
    faultRounds: number;
  }
}
