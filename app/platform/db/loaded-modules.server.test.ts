import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { newFolder } from "~/testing/new-database";

/** Opens the database in a process of its own, and returns the addresses of the modules that it loads. */
function modulesLoaded(settings: Record<string, string>): string[] {
  const asModule = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const printLoaded = asModule(
    'import { writeSync } from "node:fs"; export const load = (url, context, next) => { writeSync(1, url + "\\n"); return next(url, context); };',
  );
  const preload = asModule(
    `import { register } from "node:module"; register(${JSON.stringify(printLoaded)});`,
  );
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", preload, "app/platform/db/db.server.ts"],
    { env: { PATH: process.env.PATH, DATA_DIR: newFolder(), ...settings }, encoding: "utf8" },
  );
  return stdout.split("\n");
}

// Drizzle's own core loads parts of drizzle-orm/pg-core with either database.
const ofPostgres = /-postgres\.server\.ts$|\/node_modules\/pg\/|\/drizzle-orm\/node-postgres\//;
const ofSqlite = /-sqlite\.server\.ts$|\/node_modules\/better-sqlite3\//;

test.each([
  ["SQLite", "PostgreSQL", {}, ofSqlite, ofPostgres],
  ["PostgreSQL", "SQLite", { DATABASE_URL: "postgresql://redline@127.0.0.1:1/away" }, ofPostgres, ofSqlite],
])("%s loads nothing of %s", (_, __, settings, own, other) => {
  const loaded = modulesLoaded(settings);
  expect(loaded.filter((name) => own.test(name)).length).toBeGreaterThan(2);
  expect(loaded.filter((name) => other.test(name))).toEqual([]);
});
