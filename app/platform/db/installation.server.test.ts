import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "~/testing/new-database";
import { env } from "../env.server";
import { isPostgres } from "./dialect.server";
import { checkDataFolder } from "./installation.server";

const errorOf = async (joining: Promise<void>): Promise<string> =>
  joining.then(
    () => "joined",
    (error: Error) => error.message,
  );

test.runIf(isPostgres)("servers of one database need the same folder", async () => {
  await Promise.all(Array.from({ length: 20 }, () => checkDataFolder()));
  expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith("installation"))).toEqual([
    "installation",
  ]);
  const other = newFolder();
  expect(await errorOf(checkDataFolder(other))).toBe(
    `The data folder ${other} is not that of the other servers of this database: DATA_DIR is wrong, or the folder is not mounted`,
  );
});

test.runIf(!isPostgres)("SQLite's only server needs no mark", async () => {
  await checkDataFolder();
  expect(existsSync(join(env.DATA_DIR, "installation"))).toBe(false);
});
