import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPasswordLink } from "~/models/accounts/one-time-token.server";
import { fromNow } from "~/models/clock.server";
import { PermitSchema } from "~/models/permits/permit.schema.server";
import type { Viewer } from "~/models/policy";
import {
  cities,
  permits,
  planChecks,
  sessions,
  signInFailures,
  usedSignInStates,
} from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { anotherServer } from "./another-server";
import { faultRounds } from "./fault-rounds";
import { makeCity, makePermit, makeViewer, permitFields } from "./test-rows";

const rounds = faultRounds(300, 3);

/** The commands of a server that several others must not repeat. */
const loadServer = async () => ({
  ...(await import("~/models/accounts/password-attempt.server")),
  ...(await import("~/models/accounts/one-time-token.server")),
  ...(await import("~/models/accounts/sign-in-state.server")),
  ...(await import("~/models/accounts/kept-form.server")),
  ...(await import("~/models/permits/permit.server")),
  ...(await import("~/models/review-cycles/open-plan-checks.server")),
});

describe.runIf(isPostgres)("three servers of one database", () => {
  let servers: (Awaited<ReturnType<typeof loadServer>> & { close: () => Promise<void> })[];
  let administrator: Viewer;

  beforeAll(async () => {
    administrator = await makeViewer("admin");
    servers = [
      { ...(await loadServer()), close: async () => undefined },
      await anotherServer(loadServer),
      await anotherServer(loadServer),
    ];
  });
  afterAll(async () => {
    for (const { close } of servers) await close();
  });
  beforeEach(async () => {
    await write((tx) => tx.delete(signInFailures));
  });

  type Server = (typeof servers)[number];
  /** Runs a command at all servers at once, some times at each. Returns the results, and the statuses of the refusals. */
  const atAll = (times: number, command: (server: Server, index: number) => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: times * servers.length }, (_, index) =>
        command(servers[index % servers.length] as Server, index).catch(statusOf),
      ),
    );
  // Each server has a class of its own for refusals.
  const statusOf = (error: unknown) => {
    if (error instanceof Response) return error.status;
    throw error;
  };

  test("count the failed sign-ins of an account together", async () => {
    const attempts = await atAll(12, ({ recordAttempt }, index) =>
      recordAttempt("ann@city.test", `203.0.113.${index}`),
    );
    expect(attempts.filter((attempt) => attempt === 429)).toHaveLength(26);
    expect(await db.$count(signInFailures)).toBe(10);
  });

  test("count the failed sign-ins from a client address together", async () => {
    const attempts = await atAll(40, ({ recordAttempt }, index) =>
      recordAttempt(index % 7 === 0 ? null : `user-${index}@city.test`, "203.0.113.1"),
    );
    expect(attempts.filter((attempt) => attempt === 429)).toHaveLength(20);
    expect(await db.$count(signInFailures)).toBe(100);
  });

  test("accept the state of a sign-in once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const state = newIdempotencyKey();
      const taken = await atAll(5, ({ takeSignInState }) => takeSignInState(state, fromNow(60_000)));
      expect(taken.filter(Boolean)).toHaveLength(1);
    }
    expect(await db.$count(usedSignInStates)).toBe(rounds);
  });

  test("set a password with a link once", async () => {
    const user = await makeViewer("employee");
    const link = await write((tx) => createPasswordLink(tx, user.id, "reset"));
    const token = link.slice(link.lastIndexOf("/") + 1);
    const results = await atAll(2, ({ redeemLink }, index) =>
      redeemLink(
        token,
        "reset",
        { password: `a long password ${index}` },
        {
          userAgent: "",
          address: `203.0.113.${index}`,
        },
      ),
    );
    expect(results.filter((result) => result === 410)).toHaveLength(5);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
  });

  test("create one permit for one key", async () => {
    const { id: cityId } = await makeCity();
    for (let round = 0; round < rounds; round += 1) {
      const formKey = newIdempotencyKey();
      const before = await db.$count(permits);
      const created = await atAll(2, ({ createPermit }) =>
        createPermit(administrator, PermitSchema.parse({ ...permitFields, cityId, formKey })),
      );
      expect(new Set(created.map((permit) => (permit as { id: number }).id)).size).toBe(1);
      expect(await db.$count(permits)).toBe(before + 1);
    }
  });

  test("do their hourly work at the same time, and open each plan check once", async () => {
    const { id: cityId } = await makeCity();
    for (let count = 0; count < 7; count += 1) {
      await makePermit(administrator, cityId, { cityPermitNumber: `B26-${count}` });
    }
    const beginning = { usesCorrections: true, planChecksOpenedTo: 0 };
    await write((tx) => tx.update(cities).set(beginning).where(eq(cities.id, cityId)));
    await write((tx) => tx.insert(usedSignInStates).values({ stateHash: "expired", until: fromNow(-1) }));
    const done = await atAll(2, async (server) => {
      await server.openPlanChecks();
      await server.deleteExpiredKeptForms();
      await server.deleteExpiredSignInStates();
    });
    expect(done).toEqual(done.map(() => undefined));
    const isOfCity = inArray(
      planChecks.permitId,
      db.select({ id: permits.id }).from(permits).where(eq(permits.cityId, cityId)),
    );
    expect(await db.$count(planChecks, isOfCity)).toBe(7);
    expect(await db.$count(usedSignInStates, eq(usedSignInStates.stateHash, "expired"))).toBe(0);
  });
});
