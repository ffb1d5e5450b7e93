import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contextOf, moduleOf } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";
import { addressContext } from "~/viewer.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, signInFailures, users } from "../tables.server";
import { makeLink, redeemLink } from "./one-time-token.server";
import { hashPassword, passwordMatches } from "./password.server";
import { inPasswordQueue } from "./password-queue.server";
import { readViewer } from "./session.server";
import { signIn } from "./sign-in.server";
import { changePassword } from "./user.server";

type Answer = { data: { failure?: string }; init: { status?: number; headers?: HeadersInit } | null };
type Page = {
  action: (given: object) => Promise<Answer | Response>;
  headers: (given: { actionHeaders: Headers }) => HeadersInit;
};

/** Work that is at hand until it is ended, with the numbers of those that have begun. */
function makeWork() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results: Promise<unknown>[] = [];
  const add = (
    address: string,
    end: (resolve: () => void, reject: (why: Error) => void) => void = (resolve) => resolve(),
  ) => {
    const number = results.length;
    const result = inPasswordQueue(address, () => {
      begun.push(number);
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
  return { begun, add, end, endAll };
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

let work: ReturnType<typeof makeWork>;
beforeEach(() => {
  work = makeWork();
});
afterEach(() => work.endAll());

test("two are at work at once, and the others follow as they came", async () => {
  for (let number = 0; number < 6; number += 1) work.add(`203.0.113.${number}`);
  expect(work.begun).toEqual([0, 1]);
  await work.end(1);
  expect(work.begun).toEqual([0, 1, 2]);
  await work.end(0);
  await work.end(2);
  expect(work.begun).toEqual([0, 1, 2, 3, 4]);
});

test("forty wait, and the next is refused until one is done", async () => {
  for (let number = 0; number < 42; number += 1) work.add(`203.0.113.${number}`);
  expectBusy(await refusalOf(work.add("198.51.100.1")));
  await work.end(0);
  work.add("198.51.100.1");
  expectBusy(await refusalOf(work.add("198.51.100.2")));
  await work.endAll();
  expect(await inPasswordQueue("198.51.100.2", async () => "done")).toBe("done");
});

test("four of one address are at work or wait, and others are not kept out by them", async () => {
  for (let number = 0; number < 4; number += 1) work.add("203.0.113.7");
  expectBusy(await refusalOf(work.add("203.0.113.7")));
  const other = work.add("203.0.113.8");
  await work.end(0);
  work.add("203.0.113.7");
  expectBusy(await refusalOf(work.add("203.0.113.7")));
  await work.endAll();
  expect(await refusalOf(other)).toBeUndefined();
});

test("work that fails says so and leaves its place to the next", async () => {
  const failed = work.add("203.0.113.1", (_, reject) => reject(new Error("argon2")));
  work.add("203.0.113.1", (_, reject) => reject(new Error("argon2")));
  work.add("203.0.113.1");
  await work.end(0);
  await expect(failed).rejects.toThrow("argon2");
  await work.end(1);
  expect(work.begun).toEqual([0, 1, 2]);
});

describe("while everybody signs in", () => {
  const password = "a quiet harbor";
  const here = { userAgent: "Firefox", address: "198.51.100.9" };
  let ann: Viewer;

  beforeAll(async () => {
    ann = await makeViewer("admin", { email: "ann@city.test", passwordHash: await hashPassword(password) });
  });

  beforeEach(() => {
    for (let number = 0; number < 42; number += 1) work.add(`203.0.113.${number}`);
  });

  const events = () => db.select().from(auditEvents);
  const hashOf = async (viewer: Viewer) =>
    (await db.select().from(users).where(eq(users.id, viewer.id)))[0]?.passwordHash ?? "";

  test("a sign-in is refused, which is no failure of it, and succeeds afterwards", async () => {
    const before = await events();
    const attempt = (given: string) => signIn({ email: ann.email, password: given, ...here });
    for (let tries = 0; tries < 12; tries += 1) expectBusy(await refusalOf(attempt("wrong")));
    expect(await db.select().from(signInFailures)).toEqual([]);
    expect(await events()).toEqual(before);
    await work.endAll();
    expect((await readViewer(await attempt(password)))?.id).toBe(ann.id);
  });

  test("a change of password is refused, and changes nothing", async () => {
    const change = () => changePassword(ann, password, "another harbor", here.address);
    const before = await hashOf(ann);
    expectBusy(await refusalOf(change()));
    expect(await hashOf(ann)).toBe(before);
    expect(await db.select().from(signInFailures)).toEqual([]);
    await work.endAll();
    await change();
    expect(await passwordMatches("another harbor", await hashOf(ann))).toBe(true);
  });

  test("a link to set a password is refused, and stays good", async () => {
    const ben = await makeViewer("admin");
    const link = await write((tx) => makeLink(tx, ben.id, "invite"));
    const redeem = () => redeemLink(link.split("/").at(-1) ?? "", "invite", password, here);
    expectBusy(await refusalOf(redeem()));
    await work.endAll();
    expect((await readViewer(await redeem()))?.id).toBe(ben.id);
  });
});

describe("while four of one address sign in", () => {
  const password = "a quiet harbor";
  let ann: Viewer;

  beforeEach(async () => {
    ann = await makeViewer("admin", { passwordHash: await hashPassword(password) });
    for (let number = 0; number < 4; number += 1) work.add("198.51.100.9");
  });

  /** Posts a form of a page as its visitors do, and answers what the browser is told. */
  async function post(file: string, query: string, from: string, fields: Record<string, string>, token = "") {
    const page = (await moduleOf(`routes/account/${file}.tsx`)) as Page;
    const context = await contextOf(ann);
    context.set(addressContext, from);
    const url = new URL(`http://localhost:3000/page${query}`);
    const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
    const answer = await page.action({ request, url, params: { token }, context });
    if (answer instanceof Response) return { status: answer.status };
    const actionHeaders = new Headers(answer.init?.headers);
    const wait = new Headers(page.headers({ actionHeaders })).get("retry-after");
    return { status: answer.init?.status, wait, failure: answer.data.failure };
  }

  const busy = { status: 503, wait: "5", failure: "Many people are signing in. Try again in a moment." };

  async function expectWait(ask: (from: string) => Promise<object>) {
    expect(await ask("198.51.100.9")).toEqual(busy);
    const other = ask("198.51.100.10");
    await work.endAll();
    expect(await other).toEqual({ status: 302 });
  }

  test("the sign-in page tells that address alone to wait", () =>
    expectWait((from) => post("login", "", from, { email: ann.email, password })));

  test("the profile tells that address alone to wait", () => {
    const fields = { currentPassword: password, password: "another harbor" };
    return expectWait((from) => post("profile", "?password", from, fields));
  });

  test.each([
    ["invite.$token", "invite"],
    ["reset-password.$token", "reset"],
  ] as const)("%s tells that address alone to wait", async (file, purpose) => {
    const link = await write((tx) => makeLink(tx, ann.id, purpose));
    await expectWait((from) => post(file, "", from, { password: "another harbor" }, link.split("/").at(-1)));
  });
});
