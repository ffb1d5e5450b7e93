import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { codeOf } from "~/testing/authenticator-app";
import { makeViewer, startedSession } from "~/testing/test-rows";
import { changeRow } from "../change-row.server";
import type { Role, Viewer } from "../policy";
import type { Refusal } from "../refusal";
import { auditEvents, sessions, signInFailures, users } from "../tables.server";
import { createApiKey, readApiKeyOwner } from "./api-key.server";
import { browserOf } from "./known-sender.server";
import { createPasswordLink, redeemLink } from "./one-time-token.server";
import { type FirstStep, finishSignIn, readSecondStep } from "./second-step.server";
import { readViewer } from "./session.server";
import { signIn } from "./sign-in.server";
import { finishSetUp, readSetUp, readTwoFactor, startSetUp, turnOffFor } from "./two-factor.server";

const signIns = vi.hoisted(() => [] as unknown[]);
vi.mock(import("~/platform/measured.server"), async (original) => ({
  ...(await original()),
  measured: (name, facts) => {
    if (name === "signIn" && "outcome" in facts) signIns.push(facts.outcome);
  },
}));

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;
const password = "a quiet harbor";
const client = { address: "203.0.113.1", userAgent: "Firefox" };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await write((tx) => tx.delete(signInFailures));
  signIns.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  env.TWO_FACTOR = "optional";
});

/** A person who has turned it on an hour ago. */
async function makePerson(role: Role = "admin") {
  const viewer = await makeViewer(role, { passwordHash });
  vi.setSystemTime(start - 60 * minute);
  const sealed = await startSetUp(viewer, password, client.address);
  const key = (await readSetUp(viewer, sealed)) ?? "";
  const codes = await finishSetUp(viewer, sealed, codeOf(key));
  vi.setSystemTime(start);
  return { viewer, key, codes };
}

const enterPassword = ({ email }: Viewer, typed = password) => signIn({ email, password: typed, ...client });

function stepOf(first: FirstStep): string {
  if ("secondStep" in first) return first.secondStep;
  throw new Error("Signed in without a second step");
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
const sessionsOf = (viewer: Viewer) => db.$count(sessions, eq(sessions.userId, viewer.id));
const signInEvents = async ({ id }: Viewer) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)))
    .filter(({ subject }) => subject === "sign-in")
    .map(({ action, changes }) => [action, (changes as { with?: string }).with]);

describe("a user with two-factor sign-in", () => {
  test("has no session after the password, and one after the code", async () => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await enterPassword(viewer));
    expect(await sessionsOf(viewer)).toBe(0);
    expect(signIns).toEqual([]);
    const { session } = await finishSignIn(step, codeOf(key), client);
    expect((await readViewer(session))?.id).toBe(viewer.id);
    expect(signIns).toEqual(["succeeded"]);
    expect(await signInEvents(viewer)).toEqual([["sign-in.succeeded", "code"]]);
    expect(await db.select().from(signInFailures)).toEqual([]);
  });

  test("signs in with a recovery code", async () => {
    const { viewer, codes } = await makePerson();
    const { session } = await finishSignIn(stepOf(await enterPassword(viewer)), codes[0] ?? "", client);
    expect((await readViewer(session))?.id).toBe(viewer.id);
  });

  test("is refused with a wrong password as everybody is, before any code", async () => {
    const { viewer } = await makePerson();
    expect((await refusalOf(enterPassword(viewer, "wrong")))?.status).toBe(401);
  });

  test("has no session after a wrong code, which is recorded and counted as a wrong password", async () => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await enterPassword(viewer));
    const refused = await refusalOf(finishSignIn(step, "000000", client));
    expect(refused?.status).toBe(401);
    expect(refused?.fields).toEqual({
      oneTimeCode: ["This code is wrong or too old. Enter the one that your app shows now."],
    });
    expect(await sessionsOf(viewer)).toBe(0);
    expect(await signInEvents(viewer)).toEqual([["sign-in.failed", "code"]]);
    expect(signIns).toEqual(["failed"]);
    for (let count = 0; count < 9; count += 1)
      await refusalOf(finishSignIn(step, codeOf(key, 5), { ...client, address: `203.0.113.${count}` }));
    expect((await refusalOf(finishSignIn(step, codeOf(key), client)))?.status).toBe(429);
    const ownBrowser = { address: "203.0.113.99", userAgent: "Firefox", browser: browserOf(viewer.email) };
    // The code of the app is refused for an hour by now, but not for the attempts of others.
    expect((await refusalOf(finishSignIn(step, codeOf(key), ownBrowser)))?.message).toContain(
      "recovery code",
    );
  });

  test("signs in once with a code that two browsers send at once", async () => {
    const { viewer, key } = await makePerson();
    const steps = [stepOf(await enterPassword(viewer)), stepOf(await enterPassword(viewer))];
    const refusals = await Promise.all(
      steps.map((step) => refusalOf(finishSignIn(step, codeOf(key), client))),
    );
    expect(refusals.map((refusal) => refusal?.status).sort()).toEqual([401, undefined]);
    expect(await sessionsOf(viewer)).toBe(1);
  });

  test("keeps the API keys", async () => {
    const { viewer } = await makePerson();
    const { key } = await createApiKey(viewer, { name: "Report", isReadOnly: true });
    expect((await readApiKeyOwner(String(key)))?.viewer.id).toBe(viewer.id);
  });
});

describe("the second step is over", () => {
  const over = async (viewer: Viewer, key: string, step: string) => {
    expect(await readSecondStep(step)).toBeNull();
    const refused = await refusalOf(finishSignIn(step, codeOf(key), client));
    expect(refused?.status).toBe(410);
    expect(await sessionsOf(viewer)).toBe(0);
  };

  test("after ten minutes", async () => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await enterPassword(viewer));
    vi.setSystemTime(start + 10 * minute - 1000);
    expect(await readSecondStep(step)).not.toBeNull();
    vi.setSystemTime(start + 10 * minute);
    await over(viewer, key, step);
  });

  test.each([
    ["the password was changed", { passwordHash: "another" }],
    ["the user was deactivated", { isActive: false }],
  ])("when %s", async (_, change) => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await enterPassword(viewer));
    await write(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, viewer.id));
      if (user) await changeRow(tx, users, user, change);
    });
    await over(viewer, key, step);
  });

  test("when it was turned off, or what was sent is no step", async () => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await enterPassword(viewer));
    await write((tx) => turnOffFor(tx, null, viewer));
    await over(viewer, key, step);
    await over(viewer, key, `${step.slice(0, -4)}AAAA`);
    await over(viewer, key, "");
  });
});

describe("a link to set a password", () => {
  const redeem = async (viewer: Viewer, purpose: "invite" | "reset") => {
    const link = await write((tx) => createPasswordLink(tx, viewer.id, purpose));
    return redeemLink(link.slice(link.lastIndexOf("/") + 1), purpose, { password: "another harbor" }, client);
  };

  test.each(["invite", "reset"] as const)("to %s is no way around the code", async (purpose) => {
    const { viewer, key } = await makePerson();
    const step = stepOf(await redeem(viewer, purpose));
    expect(await sessionsOf(viewer)).toBe(0);
    expect((await refusalOf(finishSignIn(step, "000000", client)))?.status).toBe(401);
    expect((await readViewer((await finishSignIn(step, codeOf(key), client)).session))?.id).toBe(viewer.id);
  });

  test("leads to the set-up where it is required", async () => {
    env.TWO_FACTOR = "administrators";
    const viewer = await makeViewer("admin");
    expect((await readSecondStep(stepOf(await redeem(viewer, "invite"))))?.key).toMatch(/^[A-Z2-7]{32}$/);
    const employee = await makeViewer("employee");
    expect((await readViewer(startedSession(await redeem(employee, "invite"))))?.id).toBe(employee.id);
  });
});

describe("where it is required, a user without it", () => {
  beforeEach(() => {
    env.TWO_FACTOR = "everybody";
  });

  test("sets it up before the session begins", async () => {
    const viewer = await makeViewer("city", { passwordHash });
    const step = stepOf(await enterPassword(viewer));
    const key = (await readSecondStep(step))?.key ?? "";
    expect((await refusalOf(finishSignIn(step, codeOf(key, 3), client)))?.status).toBe(401);
    expect(await sessionsOf(viewer)).toBe(0);
    expect(await readTwoFactor(viewer)).toBeNull();
    const { session, recoveryCodes } = await finishSignIn(step, codeOf(key), client);
    expect((await readViewer(session))?.id).toBe(viewer.id);
    expect(recoveryCodes).toHaveLength(10);
    expect((await refusalOf(finishSignIn(step, codeOf(key, 1), client)))?.status).toBe(410);
  });

  test("gets another key at each sign-in: nobody else with the password knows it", async () => {
    const viewer = await makeViewer("admin", { passwordHash });
    const [first, second] = [stepOf(await enterPassword(viewer)), stepOf(await enterPassword(viewer))];
    const keys = [(await readSecondStep(first))?.key ?? "", (await readSecondStep(second))?.key ?? ""];
    expect(keys[0]).not.toBe(keys[1]);
    expect((await refusalOf(finishSignIn(first, codeOf(keys[1] ?? ""), client)))?.status).toBe(401);
    await finishSignIn(first, codeOf(keys[0] ?? ""), client);
    expect(await readSecondStep(second)).toBeNull();
  });
});
