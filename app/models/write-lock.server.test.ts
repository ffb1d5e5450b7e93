import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdOpen, openAnother, untilWaiting } from "~/testing/another-server";
import { refusalOf } from "~/testing/refusals";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { db, rowsOf, write } from "./db.server";
import { isPostgres } from "./dialect.server";
import type { Viewer } from "./policy";
import { assignments, auditEvents, permits, users } from "./tables.server";
import type { Connection, Database } from "./transaction.server";
import { cityOfRow, everything, type Lock, nothing, ofCity, ofEmail } from "./write-lock.server";

let administrator: Viewer;
let first: { id: number; permitId: number; assignmentId: number };
let second: { id: number; permitId: number };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const [{ id: firstId }, { id: secondId }] = [await makeCity(), await makeCity()];
  const permit = await makePermit(administrator, firstId);
  const assignmentId = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  first = { id: firstId, permitId: permit.id, assignmentId };
  second = { id: secondId, permitId: (await makePermit(administrator, secondId)).id };
});

const inFirst: [string, () => Lock][] = [
  ["the city", () => ofCity(first.id)],
  ["the city of a permit", () => cityOfRow(permits, first.permitId)],
  ["the city of an assignment", () => cityOfRow(assignments, first.assignmentId)],
];

describe("on either database", () => {
  const locks: [string, () => Lock][] = [
    ...inFirst,
    ["everything", () => everything],
    ["an email", () => ofEmail("dana@example.test")],
    ["nothing", () => nothing],
  ];

  const event = { at: "2026-11-20T20:00:00.000Z", actorName: "Dana", subject: "test" };
  const insert = (tx: Connection, action: string) =>
    tx.insert(auditEvents).values({ ...event, action, changes: {} });
  const isStored = async (action: string) =>
    (await db.$count(auditEvents, eq(auditEvents.action, action))) === 1;

  test.each(locks)("a write under the lock of %s commits, or changes nothing", async (name, lockOf) => {
    expect(await write(lockOf(), (tx) => insert(tx, name).then(() => 7))).toBe(7);
    const failing = write(lockOf(), async (tx) => {
      await insert(tx, `failing ${name}`);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([await isStored(name), await isStored(`failing ${name}`)]).toEqual([true, false]);
  });

  test("writes in one city run in the order in which they were called, also if rows name it", async () => {
    const order: number[] = [];
    const called = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(
      called.map((index) => {
        const [, lockOf] = inFirst[index % inFirst.length] ?? inFirst[0] ?? [];
        return write(lockOf?.() ?? everything, async (tx) => {
          await tx.select({ id: permits.id }).from(permits).limit(1);
          order.push(index);
        });
      }),
    );
    expect(order).toEqual(called);
  });

  test("an id that no city has finds nothing, and changes nothing", async () => {
    for (const id of [0, -1, 1.5, 2 ** 31, 2 ** 53, Number.NaN, 1e21]) {
      for (const lock of [ofCity(id), cityOfRow(permits, id)]) {
        const found = await write(lock, (tx) => tx.select().from(permits).where(eq(permits.id, id)));
        expect(found).toEqual([]);
      }
    }
  });
});

describe.runIf(isPostgres).each(["advisory", "row"] as const)("between servers, with %s locks", (locks) => {
  /** The milliseconds that the other server waits for a lock each time that it asks. */
  const timeout = 4;
  let one: Database;
  let other: Database;

  beforeAll(async () => {
    const timeouts = { lock_timeout: timeout };
    [one, other] = await Promise.all([openAnother({ locks }), openAnother({ locks, timeouts })]);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  const hold = (lock: Lock) => holdOpen<Connection>((work) => one.write(lock, work));
  const isFree = async (lock: Lock) => {
    try {
      return await other.write(lock, async () => true);
    } catch (error) {
      if ((await refusalOf(Promise.reject(error))).status === 503) return false;
      throw error;
    }
  };

  /** Each lock, with those that wait while another server holds it. */
  const waits: [string, () => Lock, string[]][] = [
    [
      "everything",
      () => everything,
      ["everything", "first", "permit", "assignment", "second", "dana", "otto", "both"],
    ],
    ["first", () => ofCity(first.id), ["everything", "first", "permit", "assignment"]],
    ["permit", () => cityOfRow(permits, first.permitId), ["everything", "first", "permit", "assignment"]],
    [
      "assignment",
      () => cityOfRow(assignments, first.assignmentId),
      ["everything", "first", "permit", "assignment"],
    ],
    ["second", () => ofCity(second.id), ["everything", "second"]],
    ["dana", () => ofEmail("dana@example.test"), ["everything", "dana", "both"]],
    ["otto", () => ofEmail("otto@example.test"), ["everything", "otto", "both"]],
    ["both", () => ofEmail("otto@example.test", "dana@example.test"), ["everything", "dana", "otto", "both"]],
    ["nothing", () => nothing, []],
  ];

  test.each(waits)(
    "while a write holds %s, others wait for what they share with it",
    async (_, lockOf, expected) => {
      const held = await hold(lockOf());
      const waiting: string[] = [];
      for (const [name, otherLockOf] of waits) if (!(await isFree(otherLockOf()))) waiting.push(name);
      await held.end();
      expect(waiting).toEqual(expected);
    },
  );

  test("a lock that stays taken is tried three times, and then the server is busy", async () => {
    const held = await hold(ofCity(first.id));
    const start = performance.now();
    const { status, headers } = await refusalOf(other.write(ofCity(first.id), async () => 1));
    await held.end();
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(performance.now() - start).toBeGreaterThan(3 * timeout);
  });

  const nameOf = async (id: number) =>
    (await db.select({ name: permits.projectName }).from(permits).where(eq(permits.id, id)))[0]?.name;
  const rename = (tx: Connection, id: number, projectName: string) =>
    tx.update(permits).set({ projectName }).where(eq(permits.id, id));

  test("a row that another server has just created is not changed without the lock of its city", async () => {
    const [copied] = await db.select().from(permits).where(eq(permits.id, first.permitId));
    let id = 0;
    const held = await holdOpen<Connection>(
      (work) => one.write(ofCity(first.id), work),
      async (tx) => {
        const copy = { ...copied, id: undefined, urban37PermitNumber: `NEW ${locks}`, idempotencyKey: null };
        const [created] = await tx
          .insert(permits)
          .values(copy as typeof permits.$inferInsert)
          .returning();
        id = created?.id ?? 0;
      },
    );
    const attempts: string[] = [];
    await other.write(cityOfRow(permits, id), async (tx) => {
      attempts.push("begins");
      if (attempts.length === 1) await held.end();
      await rename(tx, id, "Renamed");
      attempts.push("is renamed");
    });
    expect(attempts).toEqual(["begins", "begins", "is renamed"]);
    expect(await nameOf(id)).toBe("Renamed");
  });

  test("two writes that wait for each other in a circle both succeed", async () => {
    const ids = [first.permitId, second.permitId];
    const bothHaveOne = Promise.withResolvers<void>();
    let started = 0;
    const renameBoth = (database: Database, order: number[]) =>
      database.write(nothing, async (tx) => {
        for (const id of order) {
          await rename(tx, id, `Harbor ${locks}`);
          started += 1;
          if (started === 2) bothHaveOne.resolve();
          await bothHaveOne.promise;
        }
      });
    const patient = await openAnother({ locks });
    await Promise.all([renameBoth(one, ids), renameBoth(patient, ids.toReversed())]);
    await patient.close();
    expect(await Promise.all(ids.map(nameOf))).toEqual([`Harbor ${locks}`, `Harbor ${locks}`]);
  });

  test("a row that exists already, and that the command does not look for, is an error and not a busy server", async () => {
    const [{ email = "" } = {}] = await db.select({ email: users.email }).from(users).limit(1);
    const stamps = { createdAt: "2026-11-20T20:00:00.000Z", updatedAt: "2026-11-20T20:00:00.000Z" };
    const adding = other.write(nothing, (tx) => tx.insert(users).values({ email, ...stamps }));
    await expect(adding).rejects.toMatchObject({ code: "23505" });
  });

  test("a server that hangs in a write loses its lock, and its write changes nothing", async () => {
    const timeouts = { idle_in_transaction_session_timeout: 300 };
    const hanging = await openAnother({ locks, timeouts });
    const hung = await holdOpen<Connection>(
      (work) => hanging.write(everything, work),
      (tx) => rename(tx, first.permitId, "Hanging"),
    );
    const start = performance.now();
    const waiting = one.write(ofCity(first.id), (tx) => rename(tx, second.permitId, "Not waiting"));
    await untilWaiting(1);
    await waiting;
    expect(performance.now() - start).toBeLessThan(10_000);
    expect((await refusalOf(hung.end())).status).toBe(503);
    expect(await nameOf(first.permitId)).not.toBe("Hanging");
    await hanging.close();
  });

  test("a write without a lock does not wait for a connection of those that wait for one", async () => {
    const small = await openAnother({ locks, connections: 2 });
    const held = await hold(everything);
    const waiting = [first, second].map(({ id }) => small.write(ofCity(id), async () => "done"));
    await untilWaiting(2);
    expect(await small.write(nothing, async () => "written")).toBe("written");
    await held.end();
    expect(await Promise.all(waiting)).toEqual(["done", "done"]);
    await small.close();
  });

  test("a write of everything gets its turn while cities write again and again", async () => {
    const third = await openAnother({ locks });
    const writing = new AbortController();
    const writeAgain = async (database: Database, id: number) => {
      while (!writing.signal.aborted) await database.write(ofCity(id), pauseIn);
    };
    const writers = [one, third].flatMap((server) => [first, second].map(({ id }) => writeAgain(server, id)));
    expect(await one.write(everything, async () => "done")).toBe("done");
    writing.abort();
    await Promise.all(writers);
    await third.close();
  });

  const pauseIn = (tx: Connection) => rowsOf(tx, sql`select pg_sleep(0.02)`);

  test("many writes of one city leave connections to others", async () => {
    const small = await openAnother({ locks, connections: 2 });
    const held = await hold(ofCity(first.id));
    const many = Array.from({ length: 10 }, (_, index) =>
      small.write(inFirst[index % inFirst.length]?.[1]() ?? everything, async () => index),
    );
    await untilWaiting(1);
    expect(await small.write(ofCity(second.id), async () => "done")).toBe("done");
    await held.end();
    expect(await Promise.all(many)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await small.close();
  });
});
