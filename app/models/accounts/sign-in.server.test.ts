import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { makeViewer, startedSession } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, sessions, signInFailures, users } from "../tables.server";
import { browserOf } from "./known-sender.server";
import { readViewer } from "./session.server";
import { signIn, signInAs, signInFailed } from "./sign-in.server";

const check = vi.hoisted(() => ({ whileRunning: undefined as (() => Promise<void>) | undefined }));
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  const verify: typeof argon2.verify = async (...given) => {
    await check.whileRunning?.();
    return argon2.verify(...given);
  };
  return { ...argon2, verify };
});

const start = Date.parse("2026-11-20T20:00:00.000Z");
const password = "a quiet harbor";
let passwordHash: string;
let userCount = 0;
let ann: Viewer;

beforeAll(async () => {
  // Signs in some hundred times: a hash that costs little takes a tenth of the time.
  passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  userCount += 1;
  ann = await makeViewer("admin", { name: "Ann Lee", email: `ann${userCount}@city.test`, passwordHash });
  await write((tx) => tx.delete(signInFailures));
});

afterEach(() => void vi.useRealTimers());

const signInFrom = (address: string, email = ann.email, typed = password) =>
  signIn({ email, password: typed, address, userAgent: "Firefox" });
const attempt = (typed = password, email = ann.email) => signInFrom("203.0.113.1", email, typed);
const refusalOf = (typed = "wrong", email = ann.email, address = "203.0.113.1") =>
  signInFrom(address, email, typed).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
const statusesOf = (attempts: Promise<Refusal | undefined>[]) =>
  Promise.all(attempts).then((refusals) => refusals.map((refusal) => refusal?.status));

test("the correct email and password start a session, and only the hash of its token is stored", async () => {
  const token = startedSession(await attempt());
  expect((await readViewer(token))?.id).toBe(ann.id);
  const rows = await db.select().from(sessions).where(eq(sessions.userId, ann.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("an email can be typed in upper case and with spaces around it", async () => {
  expect(
    (await readViewer(startedSession(await attempt(password, `  ${ann.email.toUpperCase()} `))))?.id,
  ).toBe(ann.id);
});

test.each([
  ["o&m@city.gov", "mailto:O%26M@city.gov"],
  ["user_x#ext#@tenant.onmicrosoft.com", '"Doe, Jane" <user_x#EXT#@tenant.onmicrosoft.com>'],
  ["info@xn--bcher-kva.test", "\u202aInfo@Bücher.test\u202c\u00a0"],
])("the user %s is also found as %s", async (email, typed) => {
  const { id } = await makeViewer("admin", { email, passwordHash });
  expect((await readViewer(startedSession(await attempt(password, typed))))?.id).toBe(id);
});

test("each sign-in has its own token", async () => {
  expect(startedSession(await attempt())).not.toBe(startedSession(await attempt()));
});

test("every failed sign-in is refused with the same message", async () => {
  const invited = await makeViewer("admin", { email: `invited${userCount}@city.test` });
  const inactive = await makeViewer("admin", { email: `inactive${userCount}@city.test`, passwordHash });
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, inactive.id)));
  const attempts: [string, string][] = [
    ["wrong", ann.email],
    ["", ann.email],
    [password, "nobody@city.test"],
    [password, invited.email],
    ["", invited.email],
    [password, inactive.email],
    [password, ""],
    [password, "' or 1=1 --"],
  ];
  const refusals = await Promise.all(
    attempts.map(([typed, email], index) => refusalOf(typed, email, `203.0.113.${index}`)),
  );
  expect(refusals.map((refusal) => [refusal?.status, refusal?.message])).toEqual(
    refusals.map(() => [401, signInFailed]),
  );
});

test("after ten failures an account is refused for the rest of a minute, even with the correct password", async () => {
  for (let count = 0; count < 10; count += 1) expect((await refusalOf())?.status).toBe(401);
  vi.setSystemTime(start + 20_000);
  const refused = await refusalOf(password);
  expect(refused?.status).toBe(429);
  expect(refused?.details?.retryAfter).toBe(40);
  expect(refused?.headers.get("retry-after")).toBe("40");
  expect(refused?.message).toBe("Too many attempts. Wait 40 seconds and try again.");
});

test("failures elsewhere do not keep a user from signing in with a browser of their own", async () => {
  for (let count = 0; count < 10; count += 1) await refusalOf();
  const signInWith = (browser: string, typed = password) =>
    signIn({ email: ann.email, password: typed, address: "203.0.113.9", browser, userAgent: "Firefox" });
  await expect(signInWith(browserOf("bob@city.test"))).rejects.toMatchObject({ status: 429 });
  await expect(signInWith(browserOf(ann.email))).resolves.toEqual({ session: expect.any(String) });
  for (let count = 0; count < 10; count += 1)
    await expect(signInWith(browserOf(ann.email), "wrong")).rejects.toMatchObject({ status: 401 });
  await expect(signInWith(browserOf(ann.email))).rejects.toMatchObject({ status: 429 });
});

test("a refused attempt does not extend the wait", async () => {
  for (let count = 0; count < 10; count += 1) await refusalOf();
  vi.setSystemTime(start + 59_000);
  expect((await refusalOf())?.message).toBe("Too many attempts. Wait 1 second and try again.");
  vi.setSystemTime(start + 60_000);
  expect(await refusalOf(password)).toBeUndefined();
});

test("failures with a time in the future, after a clock was set back, lock no account, now or later", async () => {
  const inThreeDays = start + 3 * 24 * 60 * 60 * 1000;
  vi.setSystemTime(inThreeDays);
  for (let count = 0; count < 10; count += 1) expect((await refusalOf())?.status).toBe(401);
  expect((await refusalOf(password))?.status).toBe(429);
  vi.setSystemTime(start);
  expect(await refusalOf(password)).toBeUndefined();
  vi.setSystemTime(inThreeDays + 1000);
  expect(await refusalOf(password)).toBeUndefined();
});

test("after a clock was set back, an account is refused after ten failures", async () => {
  vi.setSystemTime(start + 60 * 60 * 1000);
  for (let count = 0; count < 9; count += 1) await refusalOf();
  vi.setSystemTime(start);
  for (let count = 0; count < 10; count += 1) expect((await refusalOf())?.status).toBe(401);
  const refused = await refusalOf(password);
  expect([refused?.status, refused?.details?.retryAfter]).toEqual([429, 60]);
});

test("an account that does not exist has the same limit", async () => {
  for (let count = 0; count < 10; count += 1)
    expect((await refusalOf("wrong", "nobody@city.test"))?.status).toBe(401);
  expect((await refusalOf("wrong", "NOBODY@city.test"))?.status).toBe(429);
});

test("successful sign-ins do not count", async () => {
  for (let count = 0; count < 12; count += 1) await attempt();
  expect(await db.select().from(signInFailures)).toEqual([]);
  expect((await refusalOf())?.status).toBe(401);
});

test("of twenty concurrent attempts only ten are checked", async () => {
  const statuses = await statusesOf(
    Array.from({ length: 20 }, (_, index) => refusalOf("wrong", ann.email, `203.0.113.${index}`)),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("other accounts can sign in from the same address until a hundred failures", async () => {
  for (let account = 0; account < 25; account += 1) {
    const statuses = await statusesOf(
      Array.from({ length: 4 }, () => refusalOf("wrong", `nobody${account}@city.test`)),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    if (account === 23) expect(await refusalOf(password)).toBeUndefined();
  }
  expect((await refusalOf(password))?.status).toBe(429);
  expect(await refusalOf(password, ann.email, "203.0.113.2")).toBeUndefined();
});

test("failures and successes are recorded, without the password", async () => {
  await refusalOf("my other secret");
  await refusalOf("my other secret", "nobody@city.test");
  await attempt();
  const events = (await db.select().from(auditEvents))
    .filter(({ subject }) => subject === "sign-in")
    .slice(-3);
  expect(events.map(({ action, actorId, actorName }) => ({ action, actorId, actorName }))).toEqual([
    { action: "sign-in.failed", actorId: ann.id, actorName: "Ann Lee" },
    { action: "sign-in.failed", actorId: null, actorName: "Nobody" },
    { action: "sign-in.succeeded", actorId: ann.id, actorName: "Ann Lee" },
  ]);
  const stored = JSON.stringify([events, await db.select().from(signInFailures)]);
  for (const secret of ["my other secret", password, passwordHash]) expect(stored).not.toContain(secret);
});

test.each([
  ["with a changed password", { passwordHash: "another" }],
  ["who was deactivated", { isActive: false }],
])("a user %s since the check began cannot sign in with the old password", async (_, change) => {
  check.whileRunning = async () => {
    check.whileRunning = undefined;
    await write((tx) => tx.update(users).set(change).where(eq(users.id, ann.id)));
  };
  expect((await refusalOf(password))?.status).toBe(401);
  expect(check.whileRunning).toBeUndefined();
  expect(await db.select().from(sessions).where(eq(sessions.userId, ann.id))).toEqual([]);
});

test("the demo signs in only an existing user", async () => {
  expect((await readViewer((await signInAs(ann.email, "Firefox")) ?? ""))?.id).toBe(ann.id);
  expect(await signInAs("nobody@city.test", "Firefox")).toBeNull();
});

test("a refusal must not be cached", async () => {
  const refused = await refusalOf();
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused?.headers.get("cache-control")).toBe("private, no-store");
});

test("the correct password is refused if passwords are off", async () => {
  env.PASSWORD_SIGN_IN = false;
  const refused = await refusalOf(password);
  env.PASSWORD_SIGN_IN = true;
  expect(refused?.status).toBe(403);
  expect(await db.select().from(signInFailures)).toEqual([]);
});
