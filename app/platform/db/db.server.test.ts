import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "~/models/refusal";
import { signInFailures } from "~/models/tables.server";
import { anotherServer } from "~/testing/another-server";
import { newFolder, openDatabase } from "~/testing/new-database";
import { refusalOf } from "~/testing/refusals";
import { type Connection, db, rehearse, write } from "./db.server";

const row = (email: string) => ({ email, address: "203.0.113.1", at: "2026-11-20T20:00:00.000Z" });
const insert = (tx: Connection, email: string) => tx.insert(signInFailures).values(row(email));
const emails = async (connection: Connection = db) =>
  (
    await connection.select({ email: signInFailures.email }).from(signInFailures).orderBy(signInFailures.id)
  ).map(({ email }) => email);

beforeEach(() => write(async (tx) => void (await tx.delete(signInFailures))));

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
  await expect(write(async () => query.execute())).rejects.toThrow(/only tx can be used/);
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
  await expect((async () => late.execute())()).rejects.toThrow(/This write has ended/);
  expect(await emails()).toEqual([]);
});

test("an insert that was not awaited is not part of the next transaction", async () => {
  let late: Promise<unknown> | undefined;
  const first = write(async (tx) => {
    const inserted = new Promise((resolve) => setImmediate(resolve)).then(() => insert(tx, "late@city.test"));
    late = inserted.catch((error: Error) => error.message);
  });
  const second = write(async (tx) => {
    expect(await late).toMatch(/This write has ended/);
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
    await expect(rehearse(work)).resolves.toBeUndefined();
    expect(await emails()).toEqual([]);
    await write((tx) => insert(tx, "b@city.test"));
    expect(await emails()).toEqual(["b@city.test"]);
  });

  test("returns the refusal of the command, and throws any other error", async () => {
    const failWith = (error: unknown) => () =>
      write(async (tx) => {
        await insert(tx, "a@city.test");
        throw error;
      });
    const refusal = new Refusal(409, "Not this one");
    expect(await rehearse(failWith(refusal))).toBe(refusal);
    await expect(rehearse(failWith(new Error("Not that one")))).rejects.toThrow("Not that one");
    expect(await emails()).toEqual([]);
  });
});

describe("a step before the commit", () => {
  async function opened() {
    const database = await openDatabase();
    database.beforeCommit(async (tx) => {
      for (const email of await emails(tx)) await insert(tx, `copy-of-${email}`);
    });
    return database;
  }

  test("runs in each write after its work, in the same transaction", async () => {
    const { db: reader, write: change, close } = await opened();
    expect(await change(async (tx) => void (await insert(tx, "a@city.test")))).toBeUndefined();
    expect(await emails(reader)).toEqual(["a@city.test", "copy-of-a@city.test"]);
    await close();
  });

  test("does not run if the work fails or is rehearsed, and undoes the work if it fails", async () => {
    const { db: reader, write: change, beforeCommit, close } = await opened();
    const steps: string[] = [];
    beforeCommit(async () => {
      steps.push("a step");
      throw new Error("no step");
    });
    await expect(change((tx) => insert(tx, "a@city.test"))).rejects.toThrow("no step");
    const failing = change(async () => {
      throw new Error("no work");
    });
    await expect(failing).rejects.toThrow("no work");
    await expect(rehearse(() => change((tx) => insert(tx, "a@city.test")))).resolves.toBeUndefined();
    expect([steps, await emails(reader)]).toEqual([["a step"], []]);
    await close();
  });
});

test("a thousand writes can wait, and the next one is refused with 503; nothing is lost", async () => {
  const ending = Promise.withResolvers<void>();
  const first = write(() => ending.promise);
  const waiting = Array.from({ length: 999 }, (_, index) => write((tx) => insert(tx, `${index}@city.test`)));
  const refused = await refusalOf(write((tx) => insert(tx, "refused@city.test")));
  ending.resolve();
  await Promise.all([first, ...waiting]);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await emails()).toEqual(Array.from({ length: 999 }, (_, index) => `${index}@city.test`));
});

test("a data folder that cannot be created is named, with what to do", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  vi.stubEnv("DATA_DIR", join(file, "data"));
  await expect(anotherServer(() => import("./db.server"))).rejects.toThrow(
    `The data folder ${join(file, "data")} cannot be written: create it, and give it to the user of the service`,
  );
  vi.unstubAllEnvs();
});
