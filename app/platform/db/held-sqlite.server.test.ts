import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signInFailures } from "~/models/tables.server";
import { newFolder } from "~/testing/new-database";
import { holdDatabase } from "../../../scripts/database-holder";
import type { Connection } from "./db.server";
import { openSqlite } from "./db-sqlite.server";
import { refuseWhileHeld } from "./held-sqlite.server";

const row = (email: string) => ({ email, address: "203.0.113.1", at: "2026-11-20T20:00:00.000Z" });
const insert = (tx: Connection, email: string) => tx.insert(signInFailures).values(row(email));
const emails = async (connection: Connection) =>
  (await connection.select({ email: signInFailures.email }).from(signInFailures)).map(({ email }) => email);

let file: string;
let lines: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  file = join(newFolder(), "redline.db");
  lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => void lines.mockRestore());

const logged = () => vi.mocked(console.warn).mock.calls.map(([line]) => String(line).replace(/^\S+ /, ""));

describe("while another process holds the database", () => {
  test("a write waits for it, and the server handles other requests", async () => {
    const { db, write, close } = openSqlite(file, "drizzle");
    await write((tx) => insert(tx, "a@city.test"));
    const held = await holdDatabase(file);
    const order: string[] = [];
    const writing = write((tx) => insert(tx, "b@city.test")).then(() => order.push("written"));
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(...(await emails(db)));
    }
    expect(new Set(order)).toEqual(new Set(["a@city.test"]));
    await held.release();
    await writing;
    expect(await emails(db)).toEqual(["a@city.test", "b@city.test"]);
    expect(logged()).toEqual([]);
    await close();
  });

  test("writes are refused with 503 after a while, all that waited at once, and succeed afterwards", async () => {
    const { db, write, close } = openSqlite(file, "drizzle", { maxWait: 100, interval: 20 });
    const held = await holdDatabase(file);
    const refused = Array.from({ length: 300 }, () => write((tx) => insert(tx, "lost@city.test")));
    const results = await Promise.allSettled(refused);
    for (const result of results) {
      expect(result).toMatchObject({
        status: "rejected",
        reason: {
          status: 503,
          message: expect.stringMatching(/Nothing was saved/),
          details: { retryAfter: 5 },
        },
      });
    }
    expect(logged()).toEqual(["Another process holds the database: what would change it is refused"]);
    await held.release();
    await write((tx) => insert(tx, "a@city.test"));
    expect(await emails(db)).toEqual(["a@city.test"]);
    expect(logged().slice(1)).toEqual(["The database can be written again"]);
    await close();
  });

  test("the end of a server does not fail", async () => {
    const { close } = openSqlite(file, "drizzle");
    const held = await holdDatabase(file);
    await close();
    await held.release();
  });

  test("a server starts that has nothing to migrate", async () => {
    await openSqlite(file, "drizzle").close();
    const held = await holdDatabase(file);
    const { db, close } = openSqlite(file, "drizzle", { atStart: 0 });
    expect(await emails(db)).toEqual([]);
    await held.release();
    await close();
  });

  test("a server that has to migrate says why it does not start", async () => {
    const held = await holdDatabase(file, "create table other (id)");
    expect(() => openSqlite(file, "drizzle", { atStart: 0 })).toThrow(
      "Another process holds the database. Start again when that process has ended.",
    );
    await held.release();
    await openSqlite(file, "drizzle", { atStart: 0 }).close();
  });
});

test("a server that another process lets not even read says why it does not start", async () => {
  await openSqlite(file, "drizzle").close();
  const alone = new Database(file);
  alone.pragma("locking_mode = EXCLUSIVE");
  alone.exec("BEGIN EXCLUSIVE; COMMIT");
  const open = () => openSqlite(file, "drizzle", { atStart: 0 });
  expect(open).toThrow("Another process holds the database");
  alone.close();
  await open().close();
});

test("a query that another process prevents is 503, and another error stays as it is", () => {
  const failing = (error: Error) => () =>
    refuseWhileHeld(() => {
      throw error;
    });
  const held = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY_RECOVERY" });
  expect(failing(held)).toThrow(expect.objectContaining({ status: 503, details: { retryAfter: 5 } }));
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  expect(failing(full)).toThrow(full);
});
