import { mkdtempSync, rmSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInFailures } from "~/models/tables.server";
import type { Connection } from "./db.server";
import { openSqlite } from "./db-sqlite.server";

const folder = mkdtempSync(join(tmpdir(), "redline-db-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (email: string) => ({ email, address: "203.0.113.1", at: "2026-11-20T20:00:00.000Z" });
const insert = (tx: Connection, email: string) => tx.insert(signInFailures).values(row(email));
const emails = async (connection: Connection) =>
  (await connection.select({ email: signInFailures.email }).from(signInFailures)).map(({ email }) => email);

describe.each(["new", "opened again"])("a database that is %s", (state) => {
  const file = join(folder, `${state}.db`);

  test("has its settings on both connections", async () => {
    if (state === "opened again") await openSqlite(file, "drizzle").close();
    const { reader, writer, db: opened, close } = openSqlite(file, "drizzle");
    await emails(opened);
    for (const handle of [reader, writer]) {
      const setting = (name: string) => handle.pragma(name, { simple: true });
      expect({
        journal: setting("journal_mode"),
        synchronous: setting("synchronous"),
        foreignKeys: setting("foreign_keys"),
        busyTimeout: setting("busy_timeout"),
      }).toEqual({ journal: "wal", synchronous: 2, foreignKeys: 1, busyTimeout: 10 });
    }
    await close();
  });
});

/** The permissions of the database file and its log files, in octal. */
const permissionsOf = async (file: string) => {
  const files = await Promise.all(["", "-wal", "-shm"].map((ending) => stat(file + ending)));
  return files.map(({ mode }) => (mode & 0o777).toString(8));
};

describe("another account on the machine", () => {
  let before: number;
  beforeAll(() => {
    before = process.umask(0o022);
  });
  afterAll(() => void process.umask(before));

  test("cannot read a new database", async () => {
    const file = join(folder, "private.db");
    const { write: change, close } = openSqlite(file, "drizzle");
    await change((tx) => insert(tx, "a@city.test"));
    expect(await permissionsOf(file)).toEqual(["600", "600", "600"]);
    await close();
  });

  test("can no longer read an existing database with wider permissions, or the log that a crash left", async () => {
    const file = join(folder, "wide.db");
    const crashed = openSqlite(file, "drizzle");
    await crashed.write((tx) => insert(tx, "a@city.test"));
    for (const ending of ["", "-wal", "-shm"]) await chmod(file + ending, 0o644);
    const { db: opened, write: change, close } = openSqlite(file, "drizzle");
    expect(await permissionsOf(file)).toEqual(["600", "600", "600"]);
    await change((tx) => insert(tx, "b@city.test"));
    expect(await emails(opened)).toEqual(["a@city.test", "b@city.test"]);
    expect(await permissionsOf(file)).toEqual(["600", "600", "600"]);
    await close();
    await crashed.close();
  });
});

test("closing a database merges its log into its file, and can be repeated", async () => {
  const { write: change, close, writer } = openSqlite(join(folder, "closed.db"), "drizzle");
  const changing = change((tx) => insert(tx, "last@city.test"));
  await close();
  await changing;
  await close();
  expect(writer.open).toBe(false);
  const { db: again, close: closeAgain } = openSqlite(join(folder, "closed.db"), "drizzle");
  expect(await emails(again)).toEqual(["last@city.test"]);
  await closeAgain();
});

test("queries with the same text return rows of each form, also after many others", async () => {
  const { db: opened, close } = openSqlite(join(folder, "kept.db"), "drizzle");
  const { email } = signInFailures;
  const rows = () => [opened.all(sql`select 1 as one`), opened.values(sql`select 1 as one`)];
  expect(rows()).toEqual([[{ one: 1 }], [[1]]]);
  for (let other = 2; other < 300; other += 1) opened.all(sql.raw(`select ${other}`));
  expect(rows()).toEqual([[{ one: 1 }], [[1]]]);
  expect(await opened.select({ email }).from(signInFailures)).toEqual([]);
  await close();
});
