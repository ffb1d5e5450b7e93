import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";

export type App = Awaited<ReturnType<typeof openApp>>;

const folders: string[] = [];

/** Loads the application on a data folder, as a new process does. The folder is deleted after the tests. */
export async function openApp(settings: Record<string, string> = {}, folder = newFolder()) {
  vi.stubEnv("DATA_DIR", folder);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  clearDatabaseGlobal();
  const { writer, closeDatabase } = await import("~/models/db.server");
  const { contentPath } = await import("~/models/files/plan-file-store.server");
  const { prepareDemo } = await import("~/seed/demo.server");
  const { seedVolume } = await import("~/seed/volume.server");
  const read = <Row>(query: string) => writer.prepare(query).all() as Row[];
  const readOne = <Value>(query: string) => writer.prepare(query).pluck().get() as Value;
  const readList = <Value>(query: string) => writer.prepare(query).pluck().all() as Value[];
  const close = () => closeDatabase().then(clearDatabaseGlobal);
  return { folder, writer, read, readOne, readList, contentPath, prepareDemo, seedVolume, close };
}

const clearDatabaseGlobal = () => Reflect.deleteProperty(globalThis, "redlineDatabase");

/** Creates a folder that is deleted after the tests. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "redline-app-"));
  folders.push(folder);
  return folder;
}

/** Returns the viewer who signs in with this email. */
export async function viewerIn({ readOne }: App, email: string) {
  const { write } = await import("~/models/db.server");
  const { readViewer, startSession } = await import("~/models/accounts/session.server");
  const id = readOne<number>(`select id from users where email = '${email}'`);
  const viewer = await readViewer(await write((tx) => startSession(tx, id, "test")));
  if (!viewer) throw new Error(`${email} cannot sign in`);
  return viewer;
}

/** Returns the names of all tables except the migrations, the searches and SQLite's own. */
export const tableNames = ({ readList }: App) =>
  readList<string>(
    "select name from sqlite_master where type = 'table' and name not glob '*permit_search*' and name not glob 'sqlite_*' and name <> 'migrations'",
  );

/** Returns the rows of all tables except the searches, without the password hashes and the moments of stored contents. */
export const readAllTables = (app: App) =>
  Object.fromEntries(
    tableNames(app).map((name) => [
      name,
      app
        .read<object>(`select * from ${name} order by 1`)
        .map((row) => ({ ...row, password_hash: undefined, stored_at: undefined })),
    ]),
  );

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
