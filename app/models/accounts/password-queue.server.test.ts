import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { retryAfterOf } from "~/platform/failure.server";
import { addressContext } from "~/platform/http/viewer.server";
import { contextOf, moduleOf } from "~/testing/test-addresses";
import { makeViewer, startedSession } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, knownAddresses, signInFailures, users } from "../tables.server";
import { browserOf } from "./known-sender.server";
import { createPasswordLink, redeemLink } from "./one-time-token.server";
import { hashPassword, passwordMatches } from "./password.server";
import { countRefusal, recordAttempt, refuseAtAddressLimit } from "./password-attempt.server";
import { inPasswordQueue, type Sender } from "./password-queue.server";
import { readViewer } from "./session.server";
import { signIn } from "./sign-in.server";
import { changePassword } from "./user.server";

type ActionData = { data: { failure?: string }; init: { status?: number } | null };
type Page = { action: (parameters: object) => Promise<ActionData | Response> };

/** Queues tasks that run until the test ends them, and lists the numbers of the started ones. */
function controlledTasks() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const results: Promise<unknown>[] = [];
  const add = (
    from: string | Sender,
    end: (resolve: () => void, reject: (error: Error) => void) => void = (resolve) => resolve(),
  ) => {
    const number = results.length;
    const sender = typeof from === "string" ? { address: from, isKnown: false } : from;
    const result = inPasswordQueue(sender, () => {
      started.push(number);
      return new Promise<void>((resolve, reject) => {
        ends[number] = () => end(resolve, reject);
      });
    });
    results.push(result);
    result.catch(() => undefined);
    return result;
  };
  const end = async (number: number) => {
    ends[number]?.();
    await results[number]?.catch(() => undefined);
  };
  const endAll = async () => {
    for (let turn = 0; turn < started.length; turn += 1) await end(started[turn] ?? 0);
  };
  return { started, add, end, endAll };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );

function expectBusy(refusal: Refusal | undefined) {
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal?.status).toBe(503);
  expect(refusal?.message).toBe("Many people are signing in. Try again in a moment.");
  expect(refusal?.headers.get("retry-after")).toBe("5");
}

let tasks: ReturnType<typeof controlledTasks>;
beforeEach(() => {
  tasks = controlledTasks();
});
afterEach(() => tasks.endAll());

test("two tasks run at the same time, and the others in the order of their requests", async () => {
  for (let number = 0; number < 6; number += 1) tasks.add(`203.0.113.${number}`);
  expect(tasks.started).toEqual([0, 1]);
  await tasks.end(1);
  expect(tasks.started).toEqual([0, 1, 2]);
  await tasks.end(0);
  await tasks.end(2);
  expect(tasks.started).toEqual([0, 1, 2, 3, 4]);
});

/** Fills both slots and the places of senders who are not known, each from an address of its own. */
function fill() {
  for (let number = 0; number < 32; number += 1) tasks.add(`203.0.113.${number}`);
}
const knownAt = (address: string): Sender => ({ address, isKnown: true });

test("thirty tasks can wait, and the next is refused until one has ended", async () => {
  fill();
  expectBusy(await refusalOf(tasks.add("198.51.100.1")));
  await tasks.end(0);
  tasks.add("198.51.100.1");
  expectBusy(await refusalOf(tasks.add("198.51.100.2")));
  await tasks.endAll();
  expect(await inPasswordQueue({ address: "198.51.100.2", isKnown: false }, async () => "done")).toBe("done");
});

test("ten more can wait of senders who are known", async () => {
  fill();
  for (let number = 0; number < 10; number += 1) tasks.add(knownAt(`198.51.100.${number}`));
  expectBusy(await refusalOf(tasks.add(knownAt("198.51.100.10"))));
});

test("known senders have every second turn", async () => {
  fill();
  for (let number = 0; number < 3; number += 1) tasks.add(knownAt(`198.51.100.${number}`));
  for (let turn = 0; turn < 4; turn += 1) await tasks.end(tasks.started[turn] ?? 0);
  const started = tasks.started.slice(2);
  expect(started.filter((number) => number >= 32)).toHaveLength(2);
  expect(started.filter((number) => number < 32)).toEqual([2, 3]);
});

test("addresses take turns, also while each sends as much as it may", async () => {
  for (let number = 0; number < 4; number += 1) tasks.add("203.0.113.1");
  for (let number = 0; number < 4; number += 1) tasks.add("203.0.113.2");
  tasks.add("198.51.100.1");
  for (let turn = 0; turn < 3; turn += 1) await tasks.end(tasks.started[turn] ?? 0);
  expect(tasks.started).toEqual([0, 1, 2, 4, 8]);
});

test("a sender takes the place of one with more waiting tasks, but has no more than that one then", async () => {
  tasks.add("203.0.113.100");
  tasks.add("203.0.113.101");
  const waiting = Array.from({ length: 30 }, (_, number) => tasks.add(`203.0.113.${number >> 1}`));
  const given = refusalOf(waiting[1] as Promise<unknown>);
  const taken = tasks.add("198.51.100.1");
  expectBusy(await given);
  expectBusy(await refusalOf(tasks.add("198.51.100.1")));
  await tasks.endAll();
  expect(await refusalOf(taken)).toBeUndefined();
});

test("an IPv6 customer is one sender, with any of its addresses", async () => {
  for (let number = 0; number < 4; number += 1) tasks.add(`2001:db8:0:7::${number}`);
  expectBusy(await refusalOf(tasks.add("2001:db8:0:7:ffff::1")));
  tasks.add("2001:db8:0:8::1");
  await tasks.end(0);
});

test("two known browsers behind one address are two senders", async () => {
  const here = (browser: string): Sender => ({ address: "203.0.113.7", browser, isKnown: true });
  for (let number = 0; number < 4; number += 1) tasks.add(here("ann"));
  expectBusy(await refusalOf(tasks.add(here("ann"))));
  const other = tasks.add(here("bea"));
  await tasks.endAll();
  expect(await refusalOf(other)).toBeUndefined();
});

test("four tasks of one address can run or wait, and other addresses are not affected", async () => {
  for (let number = 0; number < 4; number += 1) tasks.add("203.0.113.7");
  expectBusy(await refusalOf(tasks.add("203.0.113.7")));
  const other = tasks.add("203.0.113.8");
  await tasks.end(0);
  tasks.add("203.0.113.7");
  expectBusy(await refusalOf(tasks.add("203.0.113.7")));
  await tasks.endAll();
  expect(await refusalOf(other)).toBeUndefined();
});

test("a failed task rejects and frees its slot", async () => {
  const failed = tasks.add("203.0.113.1", (_, reject) => reject(new Error("argon2")));
  tasks.add("203.0.113.1", (_, reject) => reject(new Error("argon2")));
  tasks.add("203.0.113.1");
  await tasks.end(0);
  await expect(failed).rejects.toThrow("argon2");
  await tasks.end(1);
  expect(tasks.started).toEqual([0, 1, 2]);
});

describe("while the queue is full", () => {
  const password = "a quiet harbor";
  const here = { userAgent: "Firefox", address: "198.51.100.9" };
  let ann: Viewer;

  beforeAll(async () => {
    ann = await makeViewer("admin", { email: "ann@city.test", passwordHash: await hashPassword(password) });
  });

  beforeEach(async () => {
    fill();
    await write((tx) => tx.delete(signInFailures));
  });

  const fillKnown = () => {
    for (let number = 0; number < 10; number += 1) tasks.add(knownAt(`192.0.2.${number}`));
  };

  const events = () => db.select().from(auditEvents);
  const hashOf = async (viewer: Viewer) =>
    (await db.select().from(users).where(eq(users.id, viewer.id)))[0]?.passwordHash ?? "";

  const attempt = (typed: string, options: { address?: string; browser?: string } = {}) =>
    signIn({ email: ann.email, password: typed, ...here, ...options });

  test("a sign-in is refused, counts for the address alone, and succeeds afterwards", async () => {
    const before = await events();
    for (let count = 0; count < 12; count += 1) expectBusy(await refusalOf(attempt("wrong")));
    // A row of each would let a flood hold up everyone's writes.
    expect(await db.select().from(signInFailures)).toEqual([]);
    expect(await events()).toEqual(before);
    await tasks.endAll();
    expect((await readViewer(startedSession(await attempt(password))))?.id).toBe(ann.id);
  });

  test("an address that is refused again and again must wait, and takes no place then", async () => {
    const address = "198.51.100.77";
    for (let count = 0; count < 100; count += 1) expectBusy(await refusalOf(attempt("wrong", { address })));
    expect((await refusalOf(attempt("wrong", { address })))?.status).toBe(429);
    await tasks.endAll();
    expect((await refusalOf(attempt(password, { address })))?.status).toBe(429);
    expect(await refusalOf(recordAttempt(null, address))).toMatchObject({ status: 429 });
    expect((await readViewer(startedSession(await attempt(password))))?.id).toBe(ann.id);
  });

  test("what is counted of refused addresses has a limit", async () => {
    const first = "2001:db8::1";
    for (let count = 0; count < 100; count += 1) countRefusal(first);
    expect(await refusalOf(refuseAtAddressLimit(first))).toMatchObject({ status: 429 });
    for (let network = 0; network < 10_000; network += 1) countRefusal(`2001:db9:${network.toString(16)}::1`);
    expect(await refusalOf(refuseAtAddressLimit(first))).toBeUndefined();
  });

  test("a refused address may try again after a minute", async () => {
    const address = "198.51.100.78";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00.000Z") });
    for (let count = 0; count < 100; count += 1) countRefusal(address);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await refusalOf(refuseAtAddressLimit(address))).toMatchObject({ details: { retryAfter: 40 } });
    vi.setSystemTime(Date.now() + 40_000);
    expect(await refusalOf(refuseAtAddressLimit(address))).toBeUndefined();
    vi.useRealTimers();
  });

  test("a browser or an address that signed in before finds a place", async () => {
    expectBusy(await refusalOf(attempt(password, { address: "198.51.100.20" })));
    const inBrowser = attempt(password, { address: "198.51.100.20", browser: browserOf(ann.email) });
    await tasks.endAll();
    expect((await readViewer(startedSession(await inBrowser)))?.id).toBe(ann.id);
    fill();
    // The browser has made its address known.
    const atAddress = attempt(password, { address: "198.51.100.20" });
    await tasks.endAll();
    expect((await readViewer(startedSession(await atAddress)))?.id).toBe(ann.id);
    const [known] = await db.select().from(knownAddresses);
    expect(known?.addressHash).not.toContain("198.51.100.20");
  });

  test("a password change is refused, and changes nothing", async () => {
    fillKnown();
    const change = () =>
      changePassword(ann, { currentPassword: password, password: "another harbor" }, here.address);
    const before = await hashOf(ann);
    expectBusy(await refusalOf(change()));
    expect(await hashOf(ann)).toBe(before);
    expect(await db.select().from(signInFailures)).toEqual([]);
    await tasks.endAll();
    await change();
    expect(await passwordMatches("another harbor", await hashOf(ann))).toBe(true);
  });

  test("a link to set a password is refused, and stays valid", async () => {
    fillKnown();
    const ben = await makeViewer("admin");
    const link = await write((tx) => createPasswordLink(tx, ben.id, "invite"));
    const redeem = () => redeemLink(link.split("/").at(-1) ?? "", "invite", { password }, here);
    expectBusy(await refusalOf(redeem()));
    await tasks.endAll();
    expect((await readViewer(startedSession(await redeem())))?.id).toBe(ben.id);
  });
});

describe("while four users of one address sign in", () => {
  const password = "a quiet harbor";
  let ann: Viewer;

  beforeEach(async () => {
    ann = await makeViewer("admin", { passwordHash: await hashPassword(password) });
    for (let number = 0; number < 4; number += 1) tasks.add("198.51.100.9");
  });

  /** Posts a form of a page, and returns the status, the time to wait and the message. */
  async function post(file: string, query: string, from: string, fields: Record<string, string>, token = "") {
    const page = (await moduleOf(`routes/account/${file}.tsx`)) as Page;
    const context = await contextOf(ann);
    context.set(addressContext, from);
    const url = new URL(`http://localhost:3000/page${query}`);
    const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
    const result = await page.action({ request, url, params: { token }, context });
    if (result instanceof Response) return { status: result.status };
    return { status: result.init?.status, wait: retryAfterOf(request), failure: result.data.failure };
  }

  const busy = { status: 503, wait: 5, failure: "Many people are signing in. Try again in a moment." };

  async function expectWait(send: (from: string) => Promise<object>) {
    expect(await send("198.51.100.9")).toEqual(busy);
    const other = send("198.51.100.10");
    await tasks.endAll();
    expect(await other).toEqual({ status: 302 });
  }

  test("the sign-in page refuses only that address", () =>
    expectWait((from) => post("login", "", from, { email: ann.email, password })));

  test("the profile refuses only who sends four at once, from any address", async () => {
    const sender = { address: "198.51.100.9", browser: browserOf(ann.email), isKnown: true };
    const fields = { currentPassword: password, password: "another harbor" };
    for (let number = 0; number < 4; number += 1) tasks.add(sender);
    expect(await post("profile", "?password", "198.51.100.10", fields)).toEqual(busy);
    await tasks.endAll();
    expect(await post("profile", "?password", "198.51.100.9", fields)).toEqual({ status: 302 });
  });

  test.each([
    ["invitation", "invite"],
    ["new-password", "reset"],
  ] as const)("%s refuses only that address", async (file, purpose) => {
    const link = await write((tx) => createPasswordLink(tx, ann.id, purpose));
    await expectWait((from) => post(file, "", from, { password: "another harbor" }, link.split("/").at(-1)));
  });
});
