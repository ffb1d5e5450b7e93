import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import { auditEvents, users } from "../tables.server";
import { hashPassword, passwordMatches } from "./password.server";
import { readViewer, startSession } from "./session.server";
import { changePassword, readUserByEmail, updateProfile } from "./user.server";

const present = "a quiet harbor";
let passwordHash: string;
let ann: Viewer;

beforeAll(async () => {
  passwordHash = await hashPassword(present);
});
beforeEach(async () => {
  ann = await makeViewer("employee", { name: "Ann Lee", passwordHash });
});

const userOf = async (viewer: Viewer) => (await db.select().from(users).where(eq(users.id, viewer.id)))[0];
const lastEventOf = async (viewer: Viewer) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.actorId, viewer.id))).at(-1);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
const signedIn = async () => {
  const token = await write((tx) => startSession(tx, ann.id, "Firefox"));
  return { token, viewer: (await readViewer(token)) as Viewer };
};

test("a profile changes what is given, keeps the rest, and the change is recorded", async () => {
  const before = await userOf(ann);
  await updateProfile(ann, { firstName: "Anna" });
  const after = await userOf(ann);
  expect(after).toEqual({ ...before, firstName: "Anna", updatedAt: after?.updatedAt });
  expect((after?.updatedAt ?? "") > (before?.updatedAt ?? "")).toBe(true);
  expect(await lastEventOf(ann)).toMatchObject({
    action: "user.profile-updated",
    subjectId: ann.id,
    changes: { firstName: ["Ann", "Anna"] },
  });
});

test("a picture and a name can be taken away", async () => {
  await updateProfile(ann, { profileImagePath: "a.webp" });
  await updateProfile(ann, { profileImagePath: null, lastName: null });
  expect(await userOf(ann)).toMatchObject({ profileImagePath: null, lastName: null, firstName: "Ann" });
});

test("nobody's profile but one's own changes", async () => {
  const bob = await makeViewer("admin", { name: "Bob Ray" });
  const before = await userOf(bob);
  await updateProfile(ann, { firstName: "Anna" });
  expect(await userOf(bob)).toEqual(before);
});

test("a user who is gone has no profile", async () => {
  await write((tx) => tx.delete(users).where(eq(users.id, ann.id)));
  expect((await refusalOf(updateProfile(ann, { firstName: "Anna" })))?.status).toBe(404);
});

test("a password is changed with the present one, ends all other sessions and keeps this one", async () => {
  const [here, elsewhere] = [await signedIn(), await signedIn()];
  await changePassword(here.viewer, present, "another harbor", "203.0.113.1");
  expect(await passwordMatches("another harbor", (await userOf(ann))?.passwordHash)).toBe(true);
  expect(await readViewer(here.token)).not.toBeNull();
  expect(await readViewer(elsewhere.token)).toBeNull();
});

test("a wrong present password is refused at its field, and changes nothing", async () => {
  const { token, viewer } = await signedIn();
  const refused = await refusalOf(changePassword(viewer, "wrong", "another harbor", "203.0.113.1"));
  expect(refused?.status).toBe(400);
  expect(refused?.fields).toEqual({ currentPassword: ["This is not your present password"] });
  expect((await userOf(ann))?.passwordHash).toBe(passwordHash);
  expect(await readViewer(token)).not.toBeNull();
});

test("of two changes at once one wins, and the other is told", async () => {
  const refusals = await Promise.all([
    refusalOf(changePassword(ann, present, "first new harbor", "203.0.113.1")),
    refusalOf(changePassword(ann, present, "second new harbor", "203.0.113.1")),
  ]);
  expect(refusals.map((refusal) => refusal?.status ?? 200).sort()).toEqual([200, 409]);
});

test("changing a password is recorded without either of them", async () => {
  await changePassword(ann, present, "another harbor", "203.0.113.1");
  const event = await lastEventOf(ann);
  expect(event?.action).toBe("user.password-changed");
  for (const secret of [present, "another harbor", "argon2"])
    expect(JSON.stringify(event)).not.toContain(secret);
});

test("a user is read by e-mail as the API shows one, without secrets", async () => {
  const city = await makeCity();
  const clerk = await makeViewer("city", { name: "Cy Clerk", cityId: city.id, passwordHash });
  await updateProfile(clerk, { profileImagePath: "a.webp" });
  expect(await readUserByEmail(clerk.email)).toEqual({
    id: clerk.id,
    role: "city",
    cityId: city.id,
    firstName: "Cy",
    lastName: "Clerk",
    email: clerk.email,
    profileImageUrl: "/uploads/a.webp",
  });
  expect(await readUserByEmail("nobody@city.test")).toBeNull();
});

test("where nobody has a password, none is changed", async () => {
  env.PASSWORD_SIGN_IN = false;
  const refused = await refusalOf(changePassword(ann, present, "another harbor", "203.0.113.1"));
  env.PASSWORD_SIGN_IN = true;
  expect(refused?.status).toBe(403);
  expect((await userOf(ann))?.passwordHash).toBe(passwordHash);
});
