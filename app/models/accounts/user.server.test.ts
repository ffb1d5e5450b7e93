import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import { auditEvents, users } from "../tables.server";
import { createApiKey, listApiKeys } from "./api-key.server";
import { createPasswordLink, readLink } from "./one-time-token.server";
import { hashPassword, passwordMatches } from "./password.server";
import { readViewer, startSession } from "./session.server";
import { changePassword, readUserByEmail, updateProfile } from "./user.server";

const currentPassword = "a quiet harbor";
let passwordHash: string;
let ann: Viewer;

beforeAll(async () => {
  passwordHash = await hashPassword(currentPassword);
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
const startAnnsSession = async () => {
  const token = await write((tx) => startSession(tx, ann.id, "Firefox"));
  return { token, viewer: (await readViewer(token)) as Viewer };
};

test("a profile update changes only the passed fields, and is recorded", async () => {
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

test("a picture and a name can be removed", async () => {
  await updateProfile(ann, { profileImagePath: "a.webp" });
  await updateProfile(ann, { profileImagePath: null, lastName: null });
  expect(await userOf(ann)).toMatchObject({ profileImagePath: null, lastName: null, firstName: "Ann" });
});

test("a profile update does not change another user's profile", async () => {
  const bob = await makeViewer("admin", { name: "Bob Ray" });
  const before = await userOf(bob);
  await updateProfile(ann, { firstName: "Anna" });
  expect(await userOf(bob)).toEqual(before);
});

test("updating the profile of a deleted user is 404", async () => {
  await write((tx) => tx.delete(users).where(eq(users.id, ann.id)));
  expect((await refusalOf(updateProfile(ann, { firstName: "Anna" })))?.status).toBe(404);
});

test("changing a password requires the current one, and ends all other sessions", async () => {
  const [current, other] = [await startAnnsSession(), await startAnnsSession()];
  await changePassword(current.viewer, { currentPassword, password: "another harbor" }, "203.0.113.1");
  expect(await passwordMatches("another harbor", (await userOf(ann))?.passwordHash)).toBe(true);
  expect(await readViewer(current.token)).not.toBeNull();
  expect(await readViewer(other.token)).toBeNull();
});

test("changing a password ends a link to set another one", async () => {
  const link = await write((tx) => createPasswordLink(tx, ann.id, "reset"));
  await changePassword(ann, { currentPassword, password: "another harbor" }, "203.0.113.1");
  expect(await readLink(link.slice(link.lastIndexOf("/") + 1), "reset")).toBeNull();
});

test.each([
  [false, 1],
  [true, 0],
])("changing a password with `revokeApiKeys: %o` leaves %i API keys", async (revokeApiKeys, left) => {
  await createApiKey(ann, { name: "Report", isReadOnly: true });
  await changePassword(ann, { currentPassword, password: "another harbor", revokeApiKeys }, "203.0.113.1");
  expect(await listApiKeys(ann)).toHaveLength(left);
});

test("a wrong current password is refused with a field error, recorded, and changes nothing", async () => {
  const { token, viewer } = await startAnnsSession();
  const refused = await refusalOf(
    changePassword(viewer, { currentPassword: "wrong", password: "another harbor" }, "203.0.113.1"),
  );
  expect(refused?.status).toBe(400);
  expect(refused?.fields).toEqual({ currentPassword: ["This is not your current password"] });
  expect((await userOf(ann))?.passwordHash).toBe(passwordHash);
  expect(await readViewer(token)).not.toBeNull();
  expect(await lastEventOf(ann)).toMatchObject({
    action: "user.password-refused",
    subjectId: ann.id,
    changes: { address: "203.0.113.1" },
  });
});

test("one of two concurrent password changes succeeds, and the other is refused", async () => {
  const refusals = await Promise.all([
    refusalOf(changePassword(ann, { currentPassword, password: "first new harbor" }, "203.0.113.1")),
    refusalOf(changePassword(ann, { currentPassword, password: "second new harbor" }, "203.0.113.1")),
  ]);
  expect(refusals.map((refusal) => refusal?.status ?? 200).sort()).toEqual([200, 409]);
});

test("changing a password is recorded, without the old and new password", async () => {
  await changePassword(ann, { currentPassword, password: "another harbor" }, "203.0.113.1");
  const event = await lastEventOf(ann);
  expect(event?.action).toBe("user.password-changed");
  for (const secret of [currentPassword, "another harbor", "argon2"])
    expect(JSON.stringify(event)).not.toContain(secret);
});

test("a user is read by email in the format of the API, without secrets", async () => {
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

test("a password cannot be changed if passwords are off", async () => {
  env.PASSWORD_SIGN_IN = false;
  const refused = await refusalOf(
    changePassword(ann, { currentPassword, password: "another harbor" }, "203.0.113.1"),
  );
  env.PASSWORD_SIGN_IN = true;
  expect(refused?.status).toBe(403);
  expect((await userOf(ann))?.passwordHash).toBe(passwordHash);
});
