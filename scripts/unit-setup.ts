import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, inject, vi } from "vitest";
import { runStatements } from "./postgres-server";

// Test files share a process and its packages, for speed. Each file loads our modules again, with its own data folder
// and its own database.
const folder = mkdtempSync(join(inject("unitFolder"), "redline-unit-"));
vi.resetModules();
const shared = globalThis as { redlineDatabase?: { close: () => Promise<void> } };
// What an earlier file began may have opened its database again.
delete shared.redlineDatabase;
Object.assign(process.env, {
  DATA_DIR: folder,
  TIME_ZONE: "America/Los_Angeles",
  ORIGIN: "http://localhost:3000",
  MIN_FREE_MB: "0",
});
const removeDatabase = await copyDatabase();

async function copyDatabase(): Promise<() => Promise<unknown>> {
  if (process.env.TEST_DATABASE !== "postgres") {
    copyFileSync(inject("migratedDatabase"), join(folder, "redline.db"));
    return async () => {};
  }
  const template = new URL(inject("migratedDatabase"));
  const server = new URL("/postgres", template).href;
  const name = basename(folder).replaceAll("-", "_").toLowerCase() + process.pid;
  const create = `create database "${name}" template ${template.pathname.slice(1)} strategy file_copy`;
  await runStatements(server, create);
  process.env.DATABASE_URL = new URL(`/${name}`, template).href;
  return () => runStatements(server, `drop database if exists "${name}" with (force)`);
}

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await shared.redlineDatabase?.close();
  delete shared.redlineDatabase;
  await removeDatabase();
  rmSync(folder, { recursive: true, force: true });
});
