import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Connection, db, Rehearsed, rehearse, write } from "./db.server";
import { openSqlite } from "./db-sqlite.server";
import { signInFailures } from "./tables.server";

const folder = mkdtempSync(join(tmpdir(), "redline-db-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (email: string) => ({ email, address: "203.0.113.1", at: "2026-11-20T20:00:00.000Z" });
const insert = (tx: Connection, email: string) => tx.insert(signInFailures).values(row(email));
const emails = async (connection: Connection = db) =>
  (await connection.select({ email: signInFailures.email }).from(signInFailures)).map(({ email }) => email);

beforeEach(() => write(async (tx) => void (await tx.delete(signInFailures))));

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
      }).toEqual({ journal: "wal", synchronous: 2, foreignKeys: 1, busyTimeout: 5000 });
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

test("db cannot change anything", async () => {
  await expect(insert(db, "a@city.test")).rejects.toThrow();
  expect(await emails()).toEqual([]);
});

test("write commits its changes and returns the result", async () => {
  const result = await write(async (tx) => {
    await insert(tx, "a@city.test");
    return 7;
  });
  expect(result).toBe(7);
  expect(await emails()).toEqual(["a@city.test"]);
});

test("an error rolls back the transaction, and reaches the caller", async () => {
  const transaction = write(async (tx) => {
    await insert(tx, "a@city.test");
    await insert(tx, "b@city.test");
    throw new Error("changed my mind");
  });
  await expect(transaction).rejects.toThrow("changed my mind");
  expect(await emails()).toEqual([]);
});

test("a statement that the database rejects rolls back the entire transaction", async () => {
  const transaction = write(async (tx) => {
    await insert(tx, "a@city.test");
    await tx.insert(signInFailures).values({ ...row("b@city.test"), at: null as unknown as string });
  });
  await expect(transaction).rejects.toThrow();
  expect(await emails()).toEqual([]);
});

test("db does not read the rows of a transaction before it has ended", async () => {
  const inserted = new AbortController();
  const read = new AbortController();
  const transaction = write(async (tx) => {
    await insert(tx, "a@city.test");
    inserted.abort();
    await once(read.signal, "abort");
  });
  await once(inserted.signal, "abort");
  const emailsDuring = await emails();
  read.abort();
  await transaction;
  expect(emailsDuring).toEqual([]);
  expect(await emails()).toEqual(["a@city.test"]);
});

test("tx reads the rows of its own transaction", async () => {
  const emailsInside = await write(async (tx) => {
    await insert(tx, "a@city.test");
    return emails(tx);
  });
  expect(emailsInside).toEqual(["a@city.test"]);
});

test("db inside write throws", async () => {
  await expect(write(() => emails())).rejects.toThrow(/only tx can be used/);
});

test("a query that was built outside write throws if it is awaited inside", async () => {
  const query = db.select().from(signInFailures);
  await expect(write(async () => await query)).rejects.toThrow(/only tx can be used/);
});

test("a query that was prepared outside write throws if it is run inside", async () => {
  const query = db.select().from(signInFailures).prepare();
  await expect(write(async () => query.all())).rejects.toThrow(/only tx can be used/);
});

test("a write inside a write throws instead of waiting for itself", async () => {
  await expect(write(async () => write(async () => 1))).rejects.toThrow(/wait for itself/);
});

test("tx cannot be used after its transaction, whether that succeeded or failed", async () => {
  const connections: Connection[] = [];
  await write(async (tx) => void connections.push(tx));
  await write(async (tx) => {
    connections.push(tx);
    throw new Error("no");
  }).catch(() => undefined);
  for (const tx of connections) await expect(emails(tx)).rejects.toThrow(/This write has ended/);
  expect(connections).toHaveLength(2);
});

test("a query that was built in a transaction throws if it is awaited afterwards", async () => {
  const late = await write(async (tx) => ({ query: insert(tx, "late@city.test") }));
  await expect(late.query).rejects.toThrow(/This write has ended/);
  expect(await emails()).toEqual([]);
});

test("a query that was prepared in a transaction throws if it is run afterwards", async () => {
  const late = await write(async (tx) => insert(tx, "late@city.test").prepare());
  expect(() => late.run()).toThrow(/This write has ended/);
  expect(await emails()).toEqual([]);
});

test("an insert that was not awaited is not part of the next transaction", async () => {
  let late: Promise<unknown> | undefined;
  const first = write(async (tx) => {
    late = new Promise((resolve) => setImmediate(resolve)).then(() => insert(tx, "late@city.test"));
  });
  const second = write(async (tx) => {
    await expect(late).rejects.toThrow(/This write has ended/);
    await insert(tx, "second@city.test");
  });
  await Promise.all([first, second]);
  expect(await emails()).toEqual(["second@city.test"]);
});

test("transactions run one after another, in the order of their requests", async () => {
  const steps: string[] = [];
  await Promise.all(
    ["a", "b", "c"].map((name) =>
      write(async (tx) => {
        steps.push(`${name} begins`);
        await insert(tx, `${name}@city.test`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`${name} ends`);
      }),
    ),
  );
  expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(await emails()).toEqual(["a@city.test", "b@city.test", "c@city.test"]);
});

test("a failed transaction does not stop the next one", async () => {
  const failing = write(async () => {
    throw new Error("no");
  });
  const next = write((tx) => insert(tx, "next@city.test"));
  await expect(failing).rejects.toThrow("no");
  await next;
  expect(await emails()).toEqual(["next@city.test"]);
});

describe("a rehearsal", () => {
  test("changes nothing, and ends after its first write", async () => {
    const work = async () => {
      await write((tx) => insert(tx, "a@city.test"));
      throw new Error("This is not reached");
    };
    await expect(rehearse(work)).rejects.toThrow(Rehearsed);
    expect(await emails()).toEqual([]);
    await write((tx) => insert(tx, "b@city.test"));
    expect(await emails()).toEqual(["b@city.test"]);
  });

  test("throws the refusal that the command throws", async () => {
    const refuse = () =>
      write(async (tx) => {
        await insert(tx, "a@city.test");
        throw new Error("Not this one");
      });
    await expect(rehearse(refuse)).rejects.toThrow("Not this one");
    expect(await emails()).toEqual([]);
  });
});

describe("a step before the commit", () => {
  async function opened(name: string) {
    const database = openSqlite(join(folder, `${name}.db`), "drizzle");
    database.beforeCommit("first", (connection) => {
      const read = connection.select().from(signInFailures).prepare();
      const copy = connection
        .insert(signInFailures)
        .values({ ...row(""), email: sql.placeholder("email") })
        .prepare();
      return async () => {
        for (const { email } of await read.all()) await copy.run({ email: `copy-of-${email}` });
      };
    });
    return database;
  }

  test("runs in each write after its work, in the same transaction", async () => {
    const { db: reader, write: change, close } = await opened("step");
    expect(await change(async (tx) => void (await insert(tx, "a@city.test")))).toBeUndefined();
    expect(await emails(reader)).toEqual(["a@city.test", "copy-of-a@city.test"]);
    await close();
  });

  test("does not run if the work fails or is rehearsed, and undoes the work if it fails", async () => {
    const { db: reader, write: change, beforeCommit, close } = await opened("failing-step");
    const steps: string[] = [];
    beforeCommit("second", () => async () => {
      steps.push("second");
      throw new Error("no step");
    });
    await expect(change((tx) => insert(tx, "a@city.test"))).rejects.toThrow("no step");
    const failing = change(async () => {
      throw new Error("no work");
    });
    await expect(failing).rejects.toThrow("no work");
    await expect(rehearse(() => change((tx) => insert(tx, "a@city.test")))).rejects.toThrow(Rehearsed);
    expect([steps, await emails(reader)]).toEqual([["second"], []]);
    await close();
  });

  test("is replaced by one of the same name", async () => {
    const { db: reader, write: change, beforeCommit, close } = await opened("replaced-step");
    beforeCommit("first", () => async () => undefined);
    await change((tx) => insert(tx, "a@city.test"));
    expect(await emails(reader)).toEqual(["a@city.test"]);
    await close();
  });
});

test("a statement that is executed again with the same text is prepared once, and returns rows of each form", async () => {
  const { reader, close } = openSqlite(join(folder, "kept.db"), "drizzle");
  const text = "SELECT 1 AS one";
  expect(reader.prepare(text).raw().all()).toEqual([[1]]);
  expect(reader.prepare(text).all()).toEqual([{ one: 1 }]);
  expect(reader.prepare(text)).toBe(reader.prepare(text));
  for (let other = 2; other < 300; other += 1) reader.prepare(`SELECT ${other}`);
  expect(reader.prepare(text).all()).toEqual([{ one: 1 }]);
  await close();
});
