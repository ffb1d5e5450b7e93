import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { auditEvents, sessions, signInFailures, users } from "../tables.server";
import {
  recordSignInRefusal,
  releaseAccount,
  signInWithIdentityProvider,
} from "./identity-provider-sign-in.server";
import { createPasswordLink, readLink } from "./one-time-token.server";
import { recordAttempt } from "./password-attempt.server";
import { readViewer, startSession } from "./session.server";
import { SignInRefusal } from "./sign-in-refusal";

const source = { provider: "Oakville ID", address: "203.0.113.1" };
const request = { ...source, userAgent: "Firefox", attempt: 0, previous: null };
/** An account that has no lasting name, so that its user is not bound. */
const accountOf = (
  { email }: { email: string },
  subject: string | null = null,
  identityProvider = "oakville",
) => ({
  email,
  identityProvider,
  subject,
});
const userOf = async ({ id }: Viewer) => (await db.select().from(users).where(eq(users.id, id)))[0];
const lastEvent = async () => (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
const countUsers = () => db.$count(users);
const countSessions = () => db.$count(sessions);

test("a verified email starts a session of its user, and the sign-in is recorded", async () => {
  const ann = await makeViewer("admin");
  const attempt = await recordAttempt(null, source.address);
  const token = await signInWithIdentityProvider(accountOf(ann), { ...request, attempt });
  expect((await readViewer(token))?.id).toBe(ann.id);
  expect(await lastEvent()).toMatchObject({ action: "sign-in.succeeded", actorId: ann.id, changes: source });
  expect(await db.select().from(signInFailures)).toEqual([]);
  expect(JSON.stringify(await db.select().from(auditEvents))).not.toContain(token);
});

test("signing in creates no user", async () => {
  const before = [await countUsers(), await countSessions()];
  const attempt = signInWithIdentityProvider(accountOf({ email: "nobody@oakville.test" }), request);
  await expect(attempt).rejects.toMatchObject({ reason: "no-account", email: "nobody@oakville.test" });
  expect([await countUsers(), await countSessions()]).toEqual(before);
});

test("an inactive user cannot sign in", async () => {
  const inactive = await makeViewer("employee");
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, inactive.id)));
  await expect(signInWithIdentityProvider(accountOf(inactive), request)).rejects.toMatchObject({
    reason: "inactive",
  });
  expect(await db.select().from(sessions).where(eq(sessions.userId, inactive.id))).toEqual([]);
});

test("signing in ends the user's invitation and its link", async () => {
  const invited = await makeViewer("city");
  const token = await write(async (tx) => {
    await tx.update(users).set({ isInvited: true }).where(eq(users.id, invited.id));
    return String((await createPasswordLink(tx, invited.id, "invite")).split("/").at(-1));
  });
  expect(await readLink(token, "invite")).not.toBeNull();
  await signInWithIdentityProvider(accountOf(invited), request);
  expect(await readLink(token, "invite")).toBeNull();
  const [user] = await db.select().from(users).where(eq(users.id, invited.id));
  expect(user?.isInvited).toBe(false);
});

test("the browser's previous session ends, also that of another user", async () => {
  const [ann, ben] = [await makeViewer("admin"), await makeViewer("employee")];
  const token = await write((tx) => startSession(tx, ben.id, "Firefox"));
  const previous = await readViewer(token);
  await signInWithIdentityProvider(accountOf(ann), { ...request, previous });
  expect(await readViewer(token)).toBeNull();
  // Another tab has already ended it.
  expect(await signInWithIdentityProvider(accountOf(ann), { ...request, previous })).toEqual(
    expect.any(String),
  );
});

test("a refusal is recorded with its reason", async () => {
  const ann = await makeViewer("admin");
  await recordSignInRefusal(new SignInRefusal("inactive", { email: ann.email }), source);
  expect(await lastEvent()).toMatchObject({
    action: "sign-in.refused",
    actorId: ann.id,
    changes: { reason: "inactive", email: ann.email, ...source },
  });
  await recordSignInRefusal(new SignInRefusal("forged", { detail: "nonce" }), source);
  expect(await lastEvent()).toMatchObject({
    actorId: null,
    actorName: "Nobody",
    changes: { reason: "forged", detail: "nonce", ...source },
  });
});

test("an address is refused after a hundred failures within a minute, for any users", async () => {
  await write((tx) => tx.delete(signInFailures));
  for (let count = 0; count < 100; count += 1) await recordAttempt(null, source.address);
  await expect(recordAttempt(null, source.address)).rejects.toMatchObject({ status: 429 });
  await expect(recordAttempt(null, "203.0.113.2")).resolves.toEqual(expect.any(Number));
});

test("the first sign-in binds the user to the account, which then signs in with any email", async () => {
  const ann = await makeViewer("admin");
  await signInWithIdentityProvider(accountOf(ann, "a-1"), request);
  expect(await userOf(ann)).toMatchObject({ identityProvider: "oakville", identitySubject: "a-1" });
  const token = await signInWithIdentityProvider(
    accountOf({ email: "ann.new@oakville.test" }, "a-1"),
    request,
  );
  expect((await readViewer(token))?.id).toBe(ann.id);
  expect(await lastEvent()).toMatchObject({ actorId: ann.id, changes: { email: "ann.new@oakville.test" } });
  expect((await userOf(ann))?.email).toBe(ann.email);
});

test.each(["a-3", null])("an account with the same email and the subject %o is refused", async (subject) => {
  const ann = await makeViewer("admin");
  await signInWithIdentityProvider(accountOf(ann, "a-2"), request);
  const before = [await countSessions(), await userOf(ann)];
  await expect(signInWithIdentityProvider(accountOf(ann, subject), request)).rejects.toMatchObject({
    reason: "other-account",
    email: ann.email,
    detail: `user ${ann.id} is bound to another sub`,
  });
  expect([await countSessions(), await userOf(ann)]).toEqual(before);
  await write((tx) => tx.update(users).set({ identityProvider: null }).where(eq(users.id, ann.id)));
});

test("an account signs in as its own user, and not as the one who has its new email", async () => {
  const [ann, ben] = [await makeViewer("admin"), await makeViewer("employee")];
  await signInWithIdentityProvider(accountOf(ann, "a-4"), request);
  const token = await signInWithIdentityProvider(accountOf(ben, "a-4"), request);
  expect((await readViewer(token))?.id).toBe(ann.id);
  expect((await userOf(ben))?.identityProvider).toBeNull();
});

test("after a change of the identity provider its first sign-in binds the user again", async () => {
  const ann = await makeViewer("admin");
  await signInWithIdentityProvider(accountOf(ann, "a-5"), request);
  await signInWithIdentityProvider(accountOf(ann, "b-5", "elsewhere"), request);
  expect(await userOf(ann)).toMatchObject({ identityProvider: "elsewhere", identitySubject: "b-5" });
});

test("an administrator releases the account: another one is bound, and the sessions have ended", async () => {
  const [dana, ann] = [await makeViewer("admin"), await makeViewer("employee")];
  const token = await signInWithIdentityProvider(accountOf(ann, "a-6"), request);
  await write((tx) => releaseAccount(tx, dana, ann.id));
  expect(await lastEvent()).toMatchObject({
    action: "user.account-released",
    actorId: dana.id,
    subjectId: ann.id,
  });
  expect(await readViewer(token)).toBeNull();
  await signInWithIdentityProvider(accountOf(ann, "a-7"), request);
  expect((await userOf(ann))?.identitySubject).toBe("a-7");
});

test("ten first sign-ins of an account at once bind one user", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => makeViewer("employee")));
  await Promise.all(people.map((person) => signInWithIdentityProvider(accountOf(person, "a-8"), request)));
  expect(await db.$count(users, eq(users.identitySubject, "a-8"))).toBe(1);
});
