import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import { auditEvents, sessions, signInFailures, users } from "../tables.server";
import { createPasswordLink, readLink } from "./one-time-token.server";
import { recordAttempt } from "./password-attempt.server";
import { SignInRefusal } from "./sign-in-refusal";
import { recordSignInRefusal, signInWithIdentityProvider } from "./identity-provider-sign-in.server";
import { readViewer, startSession } from "./session.server";

const arrival = { provider: "Oakville ID", address: "203.0.113.1" };
const arriving = { ...arrival, userAgent: "Firefox", attempt: 0, previous: null };
const lastEvent = async () => (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
const countUsers = () => db.$count(users);
const countSessions = () => db.$count(sessions);

test("a verified e-mail is that user's session, and the sign-in is recorded", async () => {
  const ann = await makeViewer("admin");
  const attempt = await recordAttempt(null, arrival.address);
  const token = await signInWithIdentityProvider(ann.email, { ...arriving, attempt });
  expect((await readViewer(token))?.id).toBe(ann.id);
  expect(await lastEvent()).toMatchObject({ action: "sign-in.succeeded", actorId: ann.id, changes: arrival });
  expect(await db.select().from(signInFailures)).toEqual([]);
  expect(JSON.stringify(await db.select().from(auditEvents))).not.toContain(token);
});

test("nobody is made by signing in", async () => {
  const before = [await countUsers(), await countSessions()];
  const signing = signInWithIdentityProvider("nobody@oakville.test", arriving);
  await expect(signing).rejects.toMatchObject({ reason: "no-account", email: "nobody@oakville.test" });
  expect([await countUsers(), await countSessions()]).toEqual(before);
});

test("who is no longer active does not get in", async () => {
  const gone = await makeViewer("employee");
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, gone.id)));
  await expect(signInWithIdentityProvider(gone.email, arriving)).rejects.toMatchObject({ reason: "inactive" });
  expect(await db.select().from(sessions).where(eq(sessions.userId, gone.id))).toEqual([]);
});

test("who was invited has come, and the link of the invitation ends", async () => {
  const invited = await makeViewer("city");
  const token = await write(async (tx) => {
    await tx.update(users).set({ isInvited: true }).where(eq(users.id, invited.id));
    return String((await createPasswordLink(tx, invited.id, "invite")).split("/").at(-1));
  });
  expect(await readLink(token, "invite")).not.toBeNull();
  await signInWithIdentityProvider(invited.email, arriving);
  expect(await readLink(token, "invite")).toBeNull();
  const [user] = await db.select().from(users).where(eq(users.id, invited.id));
  expect(user?.isInvited).toBe(false);
});

test("the session that the browser had before ends, whoever's it was", async () => {
  const [ann, ben] = [await makeViewer("admin"), await makeViewer("employee")];
  const token = await write((tx) => startSession(tx, ben.id, "Firefox"));
  const previous = await readViewer(token);
  await signInWithIdentityProvider(ann.email, { ...arriving, previous });
  expect(await readViewer(token)).toBeNull();
  // Another tab was there first.
  expect(await signInWithIdentityProvider(ann.email, { ...arriving, previous })).toEqual(expect.any(String));
});

test("a refusal is recorded with its reason", async () => {
  const ann = await makeViewer("admin");
  await recordSignInRefusal(new SignInRefusal("inactive", { email: ann.email }), arrival);
  expect(await lastEvent()).toMatchObject({
    action: "sign-in.refused",
    actorId: ann.id,
    changes: { reason: "inactive", email: ann.email, ...arrival },
  });
  await recordSignInRefusal(new SignInRefusal("forged", { detail: "nonce" }), arrival);
  expect(await lastEvent()).toMatchObject({
    actorId: null,
    actorName: "Nobody",
    changes: { reason: "forged", detail: "nonce", ...arrival },
  });
});

test("a hundred refusals from one address within a minute are the most, whoever they are about", async () => {
  await write((tx) => tx.delete(signInFailures));
  for (let tries = 0; tries < 100; tries += 1) await recordAttempt(null, arrival.address);
  await expect(recordAttempt(null, arrival.address)).rejects.toMatchObject({ status: 429 });
  await expect(recordAttempt(null, "203.0.113.2")).resolves.toEqual(expect.any(Number));
});
