import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { pathInDataFolder } from "../app/models/files/file-key.server";
import { type FileOfRow, filesOfRows, toFileOfRow } from "../app/models/files/file-places.server";
import { verify } from "../app/platform/whole-file.server";
import { type BackupLoad, changeText, type Written } from "./backup-load";
import { ofLoadedPermits, type Row, refuseDifferences } from "./recount";

type Handle = Database.Database;

/** Reads the database of a data folder. */
async function reading<Result>(
  dataFolder: string,
  read: (database: Handle) => Result | Promise<Result>,
): Promise<Result> {
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

const filesIn = (database: Handle): FileOfRow[] =>
  drizzle({ client: database, casing: "snake_case" }).all<FileOfRow>(filesOfRows).map(toFileOfRow);

export type TableHashes = Record<string, string>;

/** A hash of the rows of each table, also of those of the search. */
export function tableHashes(dataFolder: string): Promise<TableHashes> {
  return reading(dataFolder, (database) => {
    const query = "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')";
    const tables = database.prepare(query).pluck().all() as string[];
    return Object.fromEntries(tables.toSorted().map((table) => [table, hashOf(database, table)]));
  });
}

function hashOf(database: Handle, table: string): string {
  const hash = createHash("sha256");
  for (const row of database.prepare(`select * from "${table}"`).raw().iterate())
    hash.update(JSON.stringify(row));
  return hash.digest("hex");
}

/** The names of the tables whose rows differ. */
export const differentTables = (one: TableHashes, other: TableHashes): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);

/** Throws unless the database is sound, each counter right, and the files that it names are there whole. Returns their keys. */
export async function refuseUnsound(dataFolder: string): Promise<string[]> {
  const files = await reading(dataFolder, async (database) => {
    const check = database.pragma("quick_check", { simple: true });
    if (check !== "ok") throw new Error(`quick_check: ${check}`);
    const orphans = database.pragma("foreign_key_check") as unknown[];
    if (orphans.length > 0) throw new Error(`${orphans.length} rows have lost their parent`);
    await refuseDifferences((text) => database.prepare(text).all() as Row[], ofLoadedPermits);
    return filesIn(database);
  });
  for (const { key, sha256 } of files) await verify(join(dataFolder, pathInDataFolder(key) ?? ""), sha256);
  return files.map(({ key }) => key).toSorted();
}

/** `refuseUnsound` for an empty folder that was restored: no other files may be there. */
export async function refuseUnequal(dataFolder: string): Promise<void> {
  const keys = await refuseUnsound(dataFolder);
  const stored = (await storedFiles(dataFolder)).toSorted();
  if (JSON.stringify(stored) !== JSON.stringify(keys))
    throw new Error(`${stored.length} files were restored, and rows name ${keys.length}`);
}

async function storedFiles(dataFolder: string): Promise<string[]> {
  const paths = await readdir(dataFolder, { recursive: true });
  return paths.filter((path) => pathInDataFolder(basename(path)) === path).map((path) => basename(path));
}

/** Throws unless a restored database has all that was acknowledged before its backup began, and nothing sent after it ended. */
export async function refuseOther(
  dataFolder: string,
  load: BackupLoad,
  began: number,
  ended: number,
): Promise<void> {
  const wasThere = ({ acknowledgedAt }: Written) => acknowledgedAt < began;
  const canBeThere = ({ sentAt }: Written) => sentAt < ended;
  const refuse = (what: string, name: string) => {
    throw new Error(`${what} in the restored database: ${name}`);
  };
  await reading(dataFolder, (database) => {
    const permits = readPairs(database, "select project_name, project_description from permits");
    for (const permit of load.permits) {
      const description = permits.get(permit.name);
      if (description === undefined && wasThere(permit)) refuse("A permit is not", permit.name);
      if (description === undefined) continue;
      if (!canBeThere(permit)) refuse("A later permit is", permit.name);
      const texts = permit.changes.map((_, number) => changeText(number));
      const last = texts.indexOf(description);
      if (last < permit.changes.findLastIndex(wasThere) || last > permit.changes.findLastIndex(canBeThere))
        refuse("Another change of a permit is", `${permit.name} ${description}`);
    }
    const files = readPairs(database, "select file_name, sha256 from plan_files");
    for (const file of load.files) {
      const isThere = files.has(file.name);
      if (!isThere && wasThere(file) && !(file.removal && canBeThere(file.removal)))
        refuse("A file is not", file.name);
      if (isThere && files.get(file.name) !== file.hash) refuse("Another content is", file.name);
      if (isThere && !(canBeThere(file) && !(file.removal && wasThere(file.removal))))
        refuse("A later, or deleted, file is", file.name);
    }
  });
}

const readPairs = (database: Handle, query: string): Map<string, string> =>
  new Map(database.prepare(query).raw().all() as [string, string][]);
