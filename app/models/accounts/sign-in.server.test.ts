import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, sessions, signInFailures, users } from "../tables.server";
import { hashPassword } from "./password.server";
import { readViewer } from "./session.server";
import { signIn, signInAs, signInFailed } from "./sign-in.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const password = "a quiet harbor";
let passwordHash: string;
let people = 0;
let ann: Viewer;

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  people += 1;
  ann = await makeViewer("admin", { name: "Ann Lee", email: `ann${people}@city.test`, passwordHash });
  await write((tx) => tx.delete(signInFailures));
});

afterEach(() => void vi.useRealTimers());

const from = (address: string, email = ann.email, given = password) =>
  signIn({ email, password: given, address, userAgent: "Firefox" });
const trying = (given = password, email = ann.email) => from("203.0.113.1", email, given);
const failing = (given = "wrong", email = ann.email, address = "203.0.113.1") =>
  from(address, email, given).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
const statusesOf = (tries: Promise<Refusal | undefined>[]) =>
  Promise.all(tries).then((refusals) => refusals.map((refusal) => refusal?.status));

test("the right e-mail and password start a session, and only its hash is stored", async () => {
  const token = await trying();
  expect((await readViewer(token))?.id).toBe(ann.id);
  const rows = await db.select().from(sessions).where(eq(sessions.userId, ann.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("an e-mail may be typed in capitals and with spaces around it", async () => {
  expect((await readViewer(await trying(password, `  ${ann.email.toUpperCase()} `)))?.id).toBe(ann.id);
});

test("each sign-in has a token of its own", async () => {
  expect(await trying()).not.toBe(await trying());
});

test("whatever was wrong is refused with one and the same sentence", async () => {
  const invited = await makeViewer("admin", { email: `invited${people}@city.test` });
  const gone = await makeViewer("admin", { email: `gone${people}@city.test`, passwordHash });
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, gone.id)));
  const tries: [string, string][] = [
    ["wrong", ann.email],
    ["", ann.email],
    [password, "nobody@city.test"],
    [password, invited.email],
    ["", invited.email],
    [password, gone.email],
    [password, ""],
    [password, "' or 1=1 --"],
  ];
  const refusals = await Promise.all(
    tries.map(([given, email], index) => failing(given, email, `203.0.113.${index}`)),
  );
  expect(refusals.map((refusal) => [refusal?.status, refusal?.message])).toEqual(
    refusals.map(() => [401, signInFailed]),
  );
});

test("an account is refused for the rest of a minute after ten failures, even with the right password", async () => {
  for (let tries = 0; tries < 10; tries += 1) expect((await failing())?.status).toBe(401);
  vi.setSystemTime(start + 20_000);
  const refused = await failing(password);
  expect(refused?.status).toBe(429);
  expect(refused?.details?.retryAfter).toBe(40);
  expect(refused?.headers.get("retry-after")).toBe("40");
  expect(refused?.message).toBe("Too many tries. Wait 40 seconds and try again.");
});

test("a refused try does not make the wait longer", async () => {
  for (let tries = 0; tries < 10; tries += 1) await failing();
  vi.setSystemTime(start + 59_000);
  expect((await failing())?.message).toBe("Too many tries. Wait 1 second and try again.");
  vi.setSystemTime(start + 60_000);
  expect(await failing(password)).toBeUndefined();
});

test("failures dated in the future, by a clock that jumped back, lock nobody out, now or then", async () => {
  const inThreeDays = start + 3 * 24 * 60 * 60 * 1000;
  vi.setSystemTime(inThreeDays);
  for (let tries = 0; tries < 10; tries += 1) expect((await failing())?.status).toBe(401);
  expect((await failing(password))?.status).toBe(429);
  vi.setSystemTime(start);
  expect(await failing(password)).toBeUndefined();
  vi.setSystemTime(inThreeDays + 1000);
  expect(await failing(password)).toBeUndefined();
});

test("after a clock has jumped back ten failures are refused as ever", async () => {
  vi.setSystemTime(start + 60 * 60 * 1000);
  for (let tries = 0; tries < 9; tries += 1) await failing();
  vi.setSystemTime(start);
  for (let tries = 0; tries < 10; tries += 1) expect((await failing())?.status).toBe(401);
  const refused = await failing(password);
  expect([refused?.status, refused?.details?.retryAfter]).toEqual([429, 60]);
});

test("an account that does not exist is limited alike", async () => {
  for (let tries = 0; tries < 10; tries += 1)
    expect((await failing("wrong", "nobody@city.test"))?.status).toBe(401);
  expect((await failing("wrong", "NOBODY@city.test"))?.status).toBe(429);
});

test("successes do not count", async () => {
  for (let tries = 0; tries < 12; tries += 1) await trying();
  expect(await db.select().from(signInFailures)).toEqual([]);
  expect((await failing())?.status).toBe(401);
});

test("of twenty wrong tries at once never more than ten are looked at", async () => {
  const statuses = await statusesOf(
    Array.from({ length: 20 }, (_, index) => failing("wrong", ann.email, `203.0.113.${index}`)),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("another account may be tried from the same address until a hundred failures", async () => {
  for (let account = 0; account < 25; account += 1) {
    const statuses = await statusesOf(
      Array.from({ length: 4 }, () => failing("wrong", `nobody${account}@city.test`)),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    if (account === 23) expect(await failing(password)).toBeUndefined();
  }
  expect((await failing(password))?.status).toBe(429);
  expect(await failing(password, ann.email, "203.0.113.2")).toBeUndefined();
});

test("failures and successes are recorded, without the password", async () => {
  await failing("my other secret");
  await failing("my other secret", "nobody@city.test");
  await trying();
  const events = (await db.select().from(auditEvents))
    .filter(({ subject }) => subject === "sign-in")
    .slice(-3);
  expect(events.map(({ action, actorId, actorName }) => ({ action, actorId, actorName }))).toEqual([
    { action: "sign-in.failed", actorId: ann.id, actorName: "Ann Lee" },
    { action: "sign-in.failed", actorId: null, actorName: "Nobody" },
    { action: "sign-in.succeeded", actorId: ann.id, actorName: "Ann Lee" },
  ]);
  const kept = JSON.stringify([events, await db.select().from(signInFailures)]);
  for (const secret of ["my other secret", password, passwordHash]) expect(kept).not.toContain(secret);
});

test.each([
  ["whose password is changed", { passwordHash: "another" }],
  ["who is deactivated", { isActive: false }],
])("nobody %s while the old one is being checked gets in with it", async (_, change) => {
  const signing = failing(password);
  // Argon2 answers from a thread, later than any number of turns.
  for (let turns = 0; turns < 10; turns += 1) await write(async () => undefined);
  await write((tx) => tx.update(users).set(change).where(eq(users.id, ann.id)));
  expect((await signing)?.status).toBe(401);
  expect(await db.select().from(sessions).where(eq(sessions.userId, ann.id))).toEqual([]);
});

test("the demo signs in a user who is there, and nobody else", async () => {
  expect((await readViewer((await signInAs(ann.email, "Firefox")) ?? ""))?.id).toBe(ann.id);
  expect(await signInAs("nobody@city.test", "Firefox")).toBeNull();
});

test("a refusal is an answer that nobody may keep", async () => {
  const refused = await failing();
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused?.headers.get("cache-control")).toBe("no-store");
});

test("where nobody has a password, the right one signs nobody in", async () => {
  env.PASSWORD_SIGN_IN = false;
  const refused = await failing(password);
  env.PASSWORD_SIGN_IN = true;
  expect(refused?.status).toBe(403);
  expect(await db.select().from(signInFailures)).toEqual([]);
});
