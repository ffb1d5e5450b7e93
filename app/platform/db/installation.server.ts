import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { env } from "../env.server";
import { rowsOf, write } from "./db.server";
import { isPostgres } from "./dialect.server";

export async function checkDataFolder(folder = env.DATA_DIR): Promise<void> {
  if (!isPostgres) return;
  if (!(await isSameOrFirst(await idOfFolder(folder)))) {
    throw new Error(
      `The data folder ${folder} is not that of the other servers of this database: DATA_DIR is wrong, or the folder is not mounted`,
    );
  }
}

async function isSameOrFirst(folderId: string): Promise<boolean> {
  const mark = `data-folder ${folderId}`;
  const marks = await write(async (tx) => {
    const others = sql`select mark from installation where mark like 'data-folder %'`;
    await rowsOf(tx, sql`insert into installation (mark) select ${mark} where not exists (${others})`);
    return rowsOf<{ mark: string }>(tx, others);
  });
  return marks.every((stored) => stored.mark === mark);
}

async function idOfFolder(folder: string): Promise<string> {
  const file = join(folder, "installation");
  const id = randomUUID();
  const own = `${file}.${id}`;
  await writeFile(own, id, { mode: 0o600 });
  // Two servers can start at once: the link is complete, or another one is there.
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own);
  return readFile(file, "utf8");
}
