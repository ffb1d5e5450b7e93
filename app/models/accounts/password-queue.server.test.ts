import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contextOf, moduleOf } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";
import { addressContext } from "~/viewer.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, signInFailures, users } from "../tables.server";
import { createPasswordLink, redeemLink } from "./one-time-token.server";
import { hashPassword, passwordMatches } from "./password.server";
import { inPasswordQueue } from "./password-queue.server";
import { readViewer } from "./session.server";
import { signIn } from "./sign-in.server";
import { changePassword } from "./user.server";

type ActionData = { data: { failure?: string }; init: { status?: number; headers?: HeadersInit } | null };
type Page = {
  action: (parameters: object) => Promise<ActionData | Response>;
  headers: (parameters: { actionHeaders: Headers }) => HeadersInit;
};

/** Queues tasks that run until the test ends them, and lists the numbers of the started ones. */
function controlledTasks() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const results: Promise<unknown>[] = [];
  const add = (
    address: string,
    end: (resolve: () => void, reject: (error: Error) => void) => void = (resolve) => resolve(),
  ) => {
    const number = results.length;
    const result = inPasswordQueue(address, () => {
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
    for (let number = 0; number < results.length; number += 1) await end(number);
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

test("forty tasks can wait, and the next is refused until one has ended", async () => {
  for (let number = 0; number < 42; number += 1) tasks.add(`203.0.113.${number}`);
  expectBusy(await refusalOf(tasks.add("198.51.100.1")));
  await tasks.end(0);
  tasks.add("198.51.100.1");
  expectBusy(await refusalOf(tasks.add("198.51.100.2")));
  await tasks.endAll();
  expect(await inPasswordQueue("198.51.100.2", async () => "done")).toBe("done");
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

  beforeEach(() => {
    for (let number = 0; number < 42; number += 1) tasks.add(`203.0.113.${number}`);
  });

  const events = () => db.select().from(auditEvents);
  const hashOf = async (viewer: Viewer) =>
    (await db.select().from(users).where(eq(users.id, viewer.id)))[0]?.passwordHash ?? "";

  test("a sign-in is refused, does not count as a failure, and succeeds afterwards", async () => {
    const before = await events();
    const attempt = (typed: string) => signIn({ email: ann.email, password: typed, ...here });
    for (let count = 0; count < 12; count += 1) expectBusy(await refusalOf(attempt("wrong")));
    expect(await db.select().from(signInFailures)).toEqual([]);
    expect(await events()).toEqual(before);
    await tasks.endAll();
    expect((await readViewer(await attempt(password)))?.id).toBe(ann.id);
  });

  test("a password change is refused, and changes nothing", async () => {
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
    const ben = await makeViewer("admin");
    const link = await write((tx) => createPasswordLink(tx, ben.id, "invite"));
    const redeem = () => redeemLink(link.split("/").at(-1) ?? "", "invite", { password }, here);
    expectBusy(await refusalOf(redeem()));
    await tasks.endAll();
    expect((await readViewer(await redeem()))?.id).toBe(ben.id);
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
    const actionHeaders = new Headers(result.init?.headers);
    const wait = new Headers(page.headers({ actionHeaders })).get("retry-after");
    return { status: result.init?.status, wait, failure: result.data.failure };
  }

  const busy = { status: 503, wait: "5", failure: "Many people are signing in. Try again in a moment." };

  async function expectWait(send: (from: string) => Promise<object>) {
    expect(await send("198.51.100.9")).toEqual(busy);
    const other = send("198.51.100.10");
    await tasks.endAll();
    expect(await other).toEqual({ status: 302 });
  }

  test("the sign-in page refuses only that address", () =>
    expectWait((from) => post("login", "", from, { email: ann.email, password })));

  test("the profile refuses only that address", () => {
    const fields = { currentPassword: password, password: "another harbor" };
    return expectWait((from) => post("profile", "?password", from, fields));
  });

  test.each([
    ["invite.$token", "invite"],
    ["reset-password.$token", "reset"],
  ] as const)("%s refuses only that address", async (file, purpose) => {
    const link = await write((tx) => createPasswordLink(tx, ann.id, purpose));
    await expectWait((from) => post(file, "", from, { password: "another harbor" }, link.split("/").at(-1)));
  });
});
