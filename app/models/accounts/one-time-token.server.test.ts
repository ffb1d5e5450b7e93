import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { makeViewer, startedSession } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import { auditEvents, oneTimeTokens, sessions, users } from "../tables.server";
import { createApiKey, listApiKeys, readApiKeyOwner } from "./api-key.server";
import { createPasswordLink, readLink, redeemLink, type TokenPurpose } from "./one-time-token.server";
import { passwordMatches } from "./password.server";
import { readViewer, startSession } from "./session.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const hour = 3_600_000;
const password = "a quiet harbor";
let ann: Viewer;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  ann = await makeViewer("admin", { name: "Ann Lee", passwordHash: "none yet" });
});
afterEach(() => void vi.useRealTimers());

const linkFor = (purpose: TokenPurpose, viewer = ann) =>
  write((tx) => createPasswordLink(tx, viewer.id, purpose));
const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const newLink = async (purpose: TokenPurpose, viewer = ann) => tokenOf(await linkFor(purpose, viewer));
const redeem = (
  token: string,
  purpose: TokenPurpose = "reset",
  newPassword = password,
  address = "203.0.113.1",
) => redeemLink(token, purpose, { password: newPassword }, { userAgent: "Firefox", address });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
const userOf = async (viewer: Viewer) => (await db.select().from(users).where(eq(users.id, viewer.id)))[0];

test.each([
  ["invite", "http://localhost:3000/invite/"],
  ["reset", "http://localhost:3000/reset-password/"],
] as const)(
  "a link to %s has its page and 32 random bytes, and only their hash is stored",
  async (purpose, page) => {
    const link = await linkFor(purpose);
    expect(link.startsWith(page)).toBe(true);
    expect(Buffer.from(tokenOf(link), "base64url")).toHaveLength(32);
    const rows = await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, ann.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
  },
);

test("a link returns its user, as often as it is opened", async () => {
  const token = await newLink("reset");
  const person = { email: ann.email, firstName: "Ann", lastName: "Lee", apiKeys: 0 };
  expect(await readLink(token, "reset")).toEqual(person);
  expect(await readLink(token, "reset")).toEqual(person);
});

describe.each([
  ["invite", 7 * 24 * hour],
  ["reset", hour],
] as const)("a link to %s", (purpose, lifetime) => {
  test("works until it expires", async () => {
    const token = await newLink(purpose);
    vi.setSystemTime(start + lifetime - 1);
    expect(await readLink(token, purpose)).not.toBeNull();
    vi.setSystemTime(start + lifetime);
    expect(await readLink(token, purpose)).toBeNull();
    expect((await refusalOf(redeem(token, purpose)))?.status).toBe(410);
  });

  test("sets the password, ends the invitation and signs in", async () => {
    await write((tx) => tx.update(users).set({ isInvited: true }).where(eq(users.id, ann.id)));
    const session = await redeem(await newLink(purpose), purpose);
    const user = await userOf(ann);
    expect(await passwordMatches(password, user?.passwordHash)).toBe(true);
    expect(user?.isInvited).toBe(false);
    expect((await readViewer(startedSession(session)))?.id).toBe(ann.id);
  });
});

test("a link can be used once", async () => {
  const token = await newLink("reset");
  await redeem(token);
  const changed = (await userOf(ann))?.passwordHash;
  const refused = await refusalOf(redeem(token, "reset", "another password"));
  expect([refused?.status, refused?.message]).toEqual([410, "This link was already used, or it has expired"]);
  expect(await readLink(token, "reset")).toBeNull();
  expect((await userOf(ann))?.passwordHash).toBe(changed);
});

test("one of twenty concurrent uses of a link succeeds, and the others are refused", async () => {
  const token = await newLink("invite");
  const passwords = Array.from({ length: 20 }, (_, index) => `password number ${index}`);
  const refusals = await Promise.all(
    passwords.map((newPassword, index) =>
      refusalOf(redeem(token, "invite", newPassword, `203.0.113.${index}`)),
    ),
  );
  const winners = passwords.filter((_, index) => refusals[index] === undefined);
  expect(winners).toHaveLength(1);
  expect(refusals.filter((refusal) => refusal?.status === 410)).toHaveLength(19);
  expect(await passwordMatches(winners[0] ?? "", (await userOf(ann))?.passwordHash)).toBe(true);
  expect(await db.select().from(sessions).where(eq(sessions.userId, ann.id))).toHaveLength(1);
});

test("a new link replaces the user's earlier one with the same purpose, and no other user's", async () => {
  const bob = await makeViewer("admin");
  const [earlier, bobs] = [await newLink("reset"), await newLink("reset", bob)];
  const later = await newLink("reset");
  expect(await readLink(earlier, "reset")).toBeNull();
  expect(await readLink(later, "reset")).not.toBeNull();
  expect(await readLink(bobs, "reset")).not.toBeNull();
});

test("setting a password ends every other session of the user, and no other user's", async () => {
  const bob = await makeViewer("admin");
  const [annsToken, bobsToken] = await write(async (tx) => [
    await startSession(tx, ann.id, "Firefox"),
    await startSession(tx, bob.id, "Firefox"),
  ]);
  await redeem(await newLink("reset"));
  expect(await readViewer(annsToken ?? "")).toBeNull();
  expect(await readViewer(bobsToken ?? "")).not.toBeNull();
});

test("setting a password also ends the link with the other purpose", async () => {
  const [invitation, reset] = [await newLink("invite"), await newLink("reset")];
  await redeem(invitation, "invite");
  expect(await readLink(reset, "reset")).toBeNull();
});

test.each(["", "unknown link", "' or 1=1 --"])("%o is not a link", async (token) => {
  await newLink("reset");
  expect(await readLink(token, "reset")).toBeNull();
  expect((await refusalOf(redeem(token)))?.status).toBe(410);
});

test("a link works only for its purpose", async () => {
  const token = await newLink("invite");
  expect(await readLink(token, "reset")).toBeNull();
  expect((await refusalOf(redeem(token, "reset")))?.status).toBe(410);
  expect(await readLink(token, "invite")).not.toBeNull();
});

test("an inactive user cannot use a link, and it stays valid", async () => {
  const token = await newLink("reset");
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ann.id)));
  expect(await readLink(token, "reset")).toBeNull();
  expect((await refusalOf(redeem(token)))?.status).toBe(410);
  expect((await userOf(ann))?.passwordHash).toBe("none yet");
  await write((tx) => tx.update(users).set({ isActive: true }).where(eq(users.id, ann.id)));
  expect(await readLink(token, "reset")).not.toBeNull();
});

test("setting a password is recorded, without the password or the link", async () => {
  const token = await newLink("invite");
  await redeem(token, "invite");
  const event = (await db.select().from(auditEvents).where(eq(auditEvents.actorId, ann.id))).at(-1);
  expect(event).toMatchObject({
    action: "user.password-set",
    actorName: "Ann Lee",
    subjectId: ann.id,
    changes: { by: "invite" },
  });
  for (const secret of [token, password, "argon2"]) expect(JSON.stringify(event)).not.toContain(secret);
});

test("a link cannot set a password if passwords are off", async () => {
  const token = await newLink("invite");
  env.PASSWORD_SIGN_IN = false;
  const refused = await refusalOf(redeem(token, "invite"));
  env.PASSWORD_SIGN_IN = true;
  expect(refused?.status).toBe(403);
  expect((await userOf(ann))?.passwordHash).toBe("none yet");
  expect(await readLink(token, "invite")).not.toBeNull();
});

test.each(["invite", "reset"] as const)(
  "a link to %s revokes the API keys of its user, and says so",
  async (purpose) => {
    const { key } = await createApiKey(ann, { name: "Report", isReadOnly: true });
    await createApiKey(ann, { name: "Import", isReadOnly: false });
    const bob = await makeViewer("admin");
    await createApiKey(bob, { name: "Bob's", isReadOnly: true });
    const token = await newLink(purpose);
    expect((await readLink(token, purpose))?.apiKeys).toBe(2);
    await redeem(token, purpose);
    expect(await readApiKeyOwner(String(key))).toBeNull();
    expect(await listApiKeys(ann)).toEqual([]);
    expect(await listApiKeys(bob)).toHaveLength(1);
    const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, ann.id));
    expect(events.find(({ action }) => action === "user.api-keys-revoked")?.changes).toEqual({
      names: ["Report", "Import"],
    });
  },
);

test("a link leaves the API keys that its user keeps", async () => {
  await createApiKey(ann, { name: "Report", isReadOnly: true });
  const browser = { userAgent: "Firefox", address: "203.0.113.1" };
  await redeemLink(await newLink("reset"), "reset", { password, keepApiKeys: true }, browser);
  expect(await listApiKeys(ann)).toHaveLength(1);
});
