import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { codeOf } from "~/testing/authenticator-app";
import { eventsOf } from "~/testing/recorded-events";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import {
  auditEvents,
  mailOutbox,
  recoveryCodes,
  sessions,
  signInFailures,
  twoFactors,
} from "../tables.server";
import { readViewer, startSession } from "./session.server";
import {
  finishSetUp,
  readCode,
  readSetUp,
  readTwoFactor,
  renewRecoveryCodes,
  requiresTwoFactor,
  resealKeys,
  startSetUp,
  takeCode,
  turnOff,
  turnOffFor,
} from "./two-factor.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const [minute, hour] = [60_000, 3_600_000];
const address = "203.0.113.1";
const password = "a quiet harbor";
let passwordHash: string;
let ann: Viewer;

beforeAll(async () => {
  passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  ann = await signedIn(await makeViewer("admin", { name: "Ann Lee", passwordHash }));
  await write(async (tx) => {
    await tx.delete(signInFailures);
    await tx.delete(twoFactors);
  });
});

const secrets = env.SESSION_SECRET;
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { SESSION_SECRET: secrets, TWO_FACTOR: "optional" });
});

async function signedIn(viewer: Viewer): Promise<Viewer> {
  const token = await write((tx) => startSession(tx, viewer.id, "Firefox"));
  return (await readViewer(token)) ?? viewer;
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );

async function turnOnFor(viewer: Viewer) {
  const sealed = await startSetUp(viewer, password, address);
  const key = (await readSetUp(viewer, sealed)) ?? "";
  const codes = await finishSetUp(viewer, sealed, codeOf(key));
  return { sealed, key, codes };
}

/** Enters a code, and returns the refusal. */
async function enter(code: string, viewer = ann): Promise<Refusal | undefined> {
  const given = await readCode(viewer.id, code);
  return write((tx) => takeCode(tx, viewer, given));
}

const sessionCount = (viewer: Viewer) => db.$count(sessions, eq(sessions.userId, viewer.id));
const subjectsTo = async ({ email }: Viewer) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, email))).map(({ subject }) => subject);

describe("turning it on", () => {
  test("needs the password and a code, ends the other sessions and returns ten codes", async () => {
    await signedIn(ann);
    expect(await readTwoFactor(ann)).toBeNull();
    const { codes } = await turnOnFor(ann);
    expect(new Set(codes).size).toBe(10);
    expect(await readTwoFactor(ann)).toMatchObject({ recoveryCodes: 10 });
    expect(await sessionCount(ann)).toBe(1);
    expect(await subjectsTo(ann)).toEqual(["Two-factor sign-in is on"]);
    expect(await db.select().from(signInFailures)).toEqual([]);
  });

  test("is refused with a wrong password, and counted", async () => {
    for (let count = 0; count < 10; count += 1) {
      const refused = await refusalOf(startSetUp(ann, "wrong", address));
      expect(refused?.fields).toEqual({ currentPassword: ["This is not your current password"] });
    }
    expect((await refusalOf(startSetUp(ann, password, address)))?.status).toBe(429);
  });

  test("is refused with a wrong code, after ten minutes, and for another user, and changes nothing", async () => {
    const bob = await makeViewer("admin", { passwordHash });
    const sealed = await startSetUp(ann, password, address);
    const key = (await readSetUp(ann, sealed)) ?? "";
    expect((await refusalOf(finishSetUp(ann, sealed, codeOf(key, 2))))?.status).toBe(401);
    expect((await refusalOf(finishSetUp(bob, sealed, codeOf(key))))?.status).toBe(410);
    vi.setSystemTime(start + 10 * minute);
    expect((await refusalOf(finishSetUp(ann, sealed, codeOf(key))))?.status).toBe(410);
    expect(await readTwoFactor(ann)).toBeNull();
    expect(await subjectsTo(ann)).toEqual([]);
  });

  test("happens once, also by two at once", async () => {
    const sealed = await startSetUp(ann, password, address);
    const code = codeOf((await readSetUp(ann, sealed)) ?? "");
    const both = await Promise.all([1, 2].map(() => refusalOf(finishSetUp(ann, sealed, code))));
    expect(both.map((refusal) => refusal?.status).sort()).toEqual([409, undefined]);
    expect((await refusalOf(startSetUp(ann, password, address)))?.status).toBe(409);
    expect(await readTwoFactor(ann)).toMatchObject({ recoveryCodes: 10 });
  });

  test("leaves neither key nor code nor recovery code in the database", async () => {
    const { key, codes } = await turnOnFor(ann);
    await enter(codes[0] ?? "");
    const rows = await Promise.all(
      [twoFactors, recoveryCodes, auditEvents, mailOutbox].map((table) => db.select().from(table)),
    );
    for (const secret of [key, codeOf(key), ...codes]) expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("a code of the app", () => {
  test("is used once, and none of an earlier step is accepted after it", async () => {
    const { key } = await turnOnFor(ann);
    const used = await enter(codeOf(key));
    expect([used?.status, used?.message]).toEqual([
      401,
      "This code was already used. Wait until your app shows the next one.",
    ]);
    expect(await enter(codeOf(key, 1))).toBeUndefined();
    expect((await enter(codeOf(key)))?.status).toBe(401);
  });

  test("is accepted one step early and late, and refused two steps away", async () => {
    const { key } = await turnOnFor(ann);
    vi.setSystemTime(start + hour);
    expect((await enter(codeOf(key, -2)))?.message).toContain("wrong or too old");
    expect((await enter(codeOf(key, 2)))?.status).toBe(401);
    expect(await enter(codeOf(key, -1))).toBeUndefined();
    expect(await enter(codeOf(key))).toBeUndefined();
    expect(await enter(codeOf(key, 1))).toBeUndefined();
  });

  test("that is sent by twenty at once signs one in", async () => {
    const { key } = await turnOnFor(ann);
    const code = codeOf(key, 1);
    const given = await Promise.all(Array.from({ length: 20 }, () => readCode(ann.id, code)));
    const refusals = await Promise.all(given.map((each) => write((tx) => takeCode(tx, ann, each))));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test("of another user, or of a key that was replaced, is wrong", async () => {
    const bob = await signedIn(await makeViewer("admin", { passwordHash }));
    const [anns] = [await turnOnFor(ann), await turnOnFor(bob)];
    expect((await enter(codeOf(anns.key, 1), bob))?.status).toBe(401);
    const given = await readCode(ann.id, codeOf(anns.key, 1));
    await write((tx) => turnOffFor(tx, null, ann));
    await turnOnFor(ann);
    expect((await write((tx) => takeCode(tx, ann, given)))?.status).toBe(401);
  });

  test("is refused for an hour after ten wrong ones, which an email tells; a recovery code is not", async () => {
    const { key, codes } = await turnOnFor(ann);
    for (let count = 0; count < 10; count += 1) expect((await enter("000000"))?.status).toBe(401);
    vi.setSystemTime(start + hour - 1);
    const closed = await enter(codeOf(key));
    expect([closed?.status, closed?.message]).toEqual([
      429,
      "Too many wrong codes. Use a recovery code, or wait until 1:00 PM.",
    ]);
    expect(await subjectsTo(ann)).toEqual(["Two-factor sign-in is on", "Wrong codes for your account"]);
    vi.setSystemTime(start + hour);
    expect((await enter("000000"))?.status).toBe(401);
    expect((await enter(codeOf(key)))?.status).toBe(429);
    expect(await enter(codes[0] ?? "")).toBeUndefined();
    expect(await enter(codeOf(key))).toBeUndefined();
  });

  test("is accepted after the clock was set back behind the wrong ones", async () => {
    const { key } = await turnOnFor(ann);
    vi.setSystemTime(start + 48 * hour);
    for (let count = 0; count < 10; count += 1) await enter("000000");
    vi.setSystemTime(start + hour);
    expect(await enter(codeOf(key))).toBeUndefined();
  });
});

describe("a recovery code", () => {
  test("is used once, as it is read from paper, and an email tells", async () => {
    const { codes } = await turnOnFor(ann);
    const typed = (codes[3] ?? "").toLowerCase().replace(/.{4}/g, "$&-");
    expect(await enter(typed)).toBeUndefined();
    expect((await enter(typed))?.status).toBe(401);
    expect(await readTwoFactor(ann)).toMatchObject({ recoveryCodes: 9 });
    expect(await subjectsTo(ann)).toContain("A recovery code was used");
  });

  test("of another user is wrong", async () => {
    const bob = await signedIn(await makeViewer("admin", { passwordHash }));
    const { codes } = await turnOnFor(ann);
    await turnOnFor(bob);
    expect((await enter(codes[0] ?? "", bob))?.status).toBe(401);
  });

  test("is replaced with all others by new ones, for the password and a code", async () => {
    const { key, codes } = await turnOnFor(ann);
    const refused = await refusalOf(
      renewRecoveryCodes(ann, { currentPassword: password, oneTimeCode: "000000" }, address),
    );
    expect(refused?.fields).toHaveProperty("oneTimeCode");
    const factors = { currentPassword: password, oneTimeCode: codeOf(key, 1) };
    const renewed = await renewRecoveryCodes(ann, factors, address);
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
    expect((await enter(codes[0] ?? ""))?.status).toBe(401);
    expect(await enter(renewed[0] ?? "")).toBeUndefined();
  });
});

describe("turning it off", () => {
  const both = (oneTimeCode: string) => ({ currentPassword: password, oneTimeCode });

  test("needs the password and a code, ends the other sessions, and is recorded", async () => {
    const { key } = await turnOnFor(ann);
    await signedIn(ann);
    const wrong = { currentPassword: "wrong", oneTimeCode: codeOf(key, 1) };
    expect((await refusalOf(turnOff(ann, wrong, address)))?.fields).toHaveProperty("currentPassword");
    expect((await refusalOf(turnOff(ann, both("000000"), address)))?.fields).toHaveProperty("oneTimeCode");
    expect(await readTwoFactor(ann)).not.toBeNull();
    const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, ann.id));
    await turnOff(ann, both(codeOf(key, 1)), address);
    expect(await readTwoFactor(ann)).toBeNull();
    expect(
      await db
        .select()
        .from(recoveryCodes)
        .where(eq(recoveryCodes.twoFactorId, factor?.id ?? 0)),
    ).toEqual([]);
    expect(await sessionCount(ann)).toBe(1);
    expect((await eventsOf("user", ann.id)).map(({ action }) => action)).toEqual([
      "user.two-factor-on",
      "user.password-refused",
      "user.code-refused",
      "user.two-factor-off",
    ]);
    expect((await subjectsTo(ann)).at(-1)).toBe("Two-factor sign-in is off");
  });

  test("is refused while the setting requires it", async () => {
    const { key } = await turnOnFor(ann);
    env.TWO_FACTOR = "administrators";
    expect((await refusalOf(turnOff(ann, both(codeOf(key, 1)), address)))?.status).toBe(409);
    expect(await readTwoFactor(ann)).not.toBeNull();
  });

  test("for another person ends all their sessions, and names who did it", async () => {
    const bob = await signedIn(await makeViewer("admin", { name: "Bob Ray", passwordHash }));
    await turnOnFor(bob);
    await write((tx) => turnOffFor(tx, ann, bob));
    expect(await readTwoFactor(bob)).toBeNull();
    expect(await sessionCount(bob)).toBe(0);
    expect((await eventsOf("user", bob.id)).at(-1)).toMatchObject({
      action: "user.two-factor-off",
      actorName: "Ann Lee",
    });
    const [email] = (await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, bob.email))).slice(-1);
    expect(email?.plainText).toContain("Ann Lee turned it off.");
  });

  test("for oneself without password and code is refused, and so is one that is off", async () => {
    await turnOnFor(ann);
    expect((await refusalOf(write((tx) => turnOffFor(tx, ann, ann))))?.status).toBe(409);
    const bob = await makeViewer("admin");
    expect((await refusalOf(write((tx) => turnOffFor(tx, ann, bob))))?.status).toBe(409);
  });
});

test.each([
  ["optional", false, false],
  ["administrators", true, false],
  ["everybody", true, true],
] as const)(
  "with TWO_FACTOR=%s it is required of administrators: %s, of others: %s",
  (setting, first, others) => {
    env.TWO_FACTOR = setting;
    expect(requiresTwoFactor({ role: "admin" })).toBe(first);
    for (const role of ["employee", "city", null] as const) expect(requiresTwoFactor({ role })).toBe(others);
  },
);

describe("a new SESSION_SECRET", () => {
  const [older, newer] = [
    "an older secret of thirty-two characters",
    "a newer secret of thirty-two characters",
  ];

  test("reads the keys of the old one, and seals them anew before it goes", async () => {
    env.SESSION_SECRET = [older];
    const { key } = await turnOnFor(ann);
    env.SESSION_SECRET = [newer, older];
    expect(await enter(codeOf(key, 1))).toBeUndefined();
    await resealKeys();
    env.SESSION_SECRET = [newer];
    vi.setSystemTime(start + hour);
    expect(await enter(codeOf(key))).toBeUndefined();
  });

  test("alone cannot read them: the log says so, and recovery codes still work", async () => {
    env.SESSION_SECRET = [older];
    const { key, codes } = await turnOnFor(ann);
    env.SESSION_SECRET = [newer];
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    await resealKeys();
    expect(log.mock.calls.join()).toContain("need an earlier SESSION_SECRET");
    log.mockRestore();
    expect(await refusalOf(readCode(ann.id, codeOf(key)))).toMatchObject({ status: 409 });
    expect(await enter(codes[0] ?? "")).toBeUndefined();
  });
});
