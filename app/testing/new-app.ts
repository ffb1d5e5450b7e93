import Database from "better-sqlite3";
import { getTableName, sql } from "drizzle-orm";
import { vi } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import { migrate } from "~/platform/db/migrate-sqlite.server";
import { newFolder, newPostgresDatabase } from "./new-database";

export { newFolder };

export type App = Awaited<ReturnType<typeof openApp>>;

/** The PostgreSQL databases of data folders. */
const databases = new Map<string, string>();

/** Loads the application on a data folder, as a new process does. The folder is deleted after the tests. */
export async function openApp(settings: Record<string, string> = {}, folder = newFolder()) {
  vi.stubEnv("DATA_DIR", folder);
  if (isPostgres) {
    const url = settings.DATABASE_URL ?? databases.get(folder) ?? (await newPostgresDatabase());
    databases.set(folder, url);
    vi.stubEnv("DATABASE_URL", url);
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  clearDatabaseGlobal();
  const { closeDatabase, write, writer } = await import("~/platform/db/db.server");
  const { execute } = await import("./database");
  const { pathOfFile } = await import("./stored-files");
  const { keepPlanCheckList } = await import("~/models/plan-checks/listed-plan-check.server");
  const { prepareDemo } = await import("~/seed/demo.server");
  const { seedVolume } = await import("~/seed/volume.server");
  keepPlanCheckList();
  const { rows, refresh } = isPostgres ? await mirrorOf() : { rows: writer, refresh: async () => {} };
  const close = () => closeDatabase().then(clearDatabaseGlobal);
  return {
    folder,
    writer,
    read: <Row>(query: string) => rows.prepare(query).all() as Row[],
    readOne: <Value>(query: string) => rows.prepare(query).pluck().get() as Value,
    readList: <Value>(query: string) => rows.prepare(query).pluck().all() as Value[],
    execute: (statement: string) => write((tx) => execute(tx, sql.raw(statement))).finally(refresh),
    pathOfFile,
    prepareDemo: () => prepareDemo().finally(refresh),
    seedVolume,
    close,
  };
}

/**
 * Copies the rows of the PostgreSQL database that is open into a SQLite database in memory, so that the queries with
 * which tests look at sample data are the same for both. `refresh` copies them again.
 */
export async function mirrorOf() {
  const { db, rowsOf } = await import("~/platform/db/db.server");
  const { allTables } = await import("./database");
  const rows = new Database(":memory:");
  migrate(rows, "drizzle");
  rows.pragma("foreign_keys = OFF");
  const triggers = rows.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const name of triggers) rows.exec(`drop trigger "${name}"`);

  async function refresh(): Promise<void> {
    for (const name of allTables.map(getTableName)) {
      const found = await rowsOf<Record<string, unknown>>(db, sql`select * from ${sql.identifier(name)}`);
      const columns = (rows.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name);
      const insert = rows.prepare(`insert into ${name} (${columns}) values (${columns.map(() => "?")})`);
      rows.exec(`delete from ${name}`);
      rows.transaction(() => {
        for (const row of found) insert.run(columns.map((column) => toStored(row[column])));
      })();
    }
  }
  await refresh();
  return { rows, refresh };
}

/** Returns a value as SQLite stores it. */
function toStored(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return value !== null && typeof value === "object" ? JSON.stringify(value) : value;
}

const clearDatabaseGlobal = () => Reflect.deleteProperty(globalThis, "redlineDatabase");

/** Returns the viewer who signs in with this email. */
export async function viewerIn({ readOne }: App, email: string) {
  const { write } = await import("~/platform/db/db.server");
  const { readViewer, startSession } = await import("~/models/accounts/session.server");
  const id = readOne<number>(`select id from users where email = '${email}'`);
  const viewer = await readViewer(await write((tx) => startSession(tx, id, "test")));
  if (!viewer) throw new Error(`${email} cannot sign in`);
  return viewer;
}

/** Returns the names of all tables except the migrations, the searches and SQLite's own. */
export const tableNames = ({ readList }: App) =>
  readList<string>(
    "select name from sqlite_master where type = 'table' and name not glob '*permit_search*' and name not glob '*correction_search*' and name not glob 'sqlite_*' and name <> 'migrations'",
  );

/** Returns the rows of all tables except the searches, without the password hashes and the moments of stored contents. */
export const readAllTables = (app: App) =>
  Object.fromEntries(
    tableNames(app).map((name) => [
      name,
      app
        .read<object>(`select * from ${name} order by 1`)
        .map((row) => ({ ...row, password_hash: undefined, file_key: undefined })),
    ]),
  );
