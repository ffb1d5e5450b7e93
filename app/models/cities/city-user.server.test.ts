import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { statementsOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { readLink } from "../accounts/one-time-token.server";
import { readViewer, startSession } from "../accounts/session.server";
import { updateProfile } from "../accounts/user.server";
import { recordEvents } from "../audit.server";
import { now } from "../clock.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { comments, mailOutbox, oneTimeTokens, users } from "../tables.server";
import { updateCity } from "./city.server";
import {
  type CityUser,
  deleteCityUser,
  inviteCityUser,
  listCityUsers,
  newLinkForCityUser,
  updateCityUser,
} from "./city-user.server";

let administrator: Viewer;
let reviewer: Viewer;
let otherClerk: Viewer;
let cityId: number;
let otherCityId: number;
let clerk: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Price" });
  otherCityId = (await makeCity()).id;
  otherClerk = await makeViewer("city", { cityId: otherCityId });
});
beforeEach(async () => {
  cityId = (await makeCity()).id;
  reviewer = await makeViewer("employee");
  clerk = await makeViewer("city", { cityId, name: "Priya Nair", passwordHash: "some hash" });
});

let invited = 0;
const address = () => `invited${++invited}@oakville.test`;
const invite = (fields: Partial<Parameters<typeof inviteCityUser>[2]> = {}) =>
  inviteCityUser(administrator, cityId, { email: address(), ...fields });
const stored = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];
const tokenOf = (link: string | null) => link?.slice(link.lastIndexOf("/") + 1) ?? "";
const emailsTo = (email: string) => db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, email));

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

const commands: [string, (viewer: Viewer, city: number, user: number) => Promise<unknown>][] = [
  ["updateCityUser", (viewer, city, user) => updateCityUser(viewer, city, user, { firstName: "Pat" })],
  ["newLinkForCityUser", (viewer, city, user) => newLinkForCityUser(viewer, city, user)],
  ["deleteCityUser", (viewer, city, user) => deleteCityUser(viewer, city, user)],
];

describe("access", () => {
  test.each([
    ...commands,
    ["listCityUsers", (viewer: Viewer, city: number) => listCityUsers(viewer, city)] as const,
    [
      "inviteCityUser",
      (viewer: Viewer, city: number) => inviteCityUser(viewer, city, { email: address() }),
    ] as const,
  ])("%s is for administrators only", async (_, command) => {
    for (const viewer of [reviewer, clerk, otherClerk, await makeViewer(null, { cityId })])
      expect((await refusalOf(command(viewer, cityId, clerk.id))).status).toBe(403);
    await command(administrator, cityId, clerk.id);
  });

  test.each(commands)("%s throws 404 for a user who is not of this city", async (_, command) => {
    const otherIds = [otherClerk.id, reviewer.id, administrator.id, 999_999, Number.NaN];
    for (const id of otherIds) expect((await refusalOf(command(administrator, cityId, id))).status).toBe(404);
    expect((await refusalOf(command(administrator, otherCityId, clerk.id))).status).toBe(404);
    expect(await stored(clerk.id)).toMatchObject({ firstName: "Priya" });
  });

  test("listing or inviting users of an unknown city throws 404", async () => {
    expect((await refusalOf(listCityUsers(administrator, 999_999))).message).toBe("City Not Found");
    const refusal = await refusalOf(inviteCityUser(administrator, 999_999, { email: address() }));
    expect(refusal.status).toBe(404);
  });
});

describe("the list", () => {
  test("has this city's users in the order of their names, without secrets", async () => {
    await makeViewer("city", { cityId, name: "Gordon Ames", email: "gordon@oakville.test" });
    await updateProfile(clerk, { profileImagePath: "a.webp" });
    const list = await listCityUsers(administrator, cityId);
    expect(list.map(({ firstName }) => firstName)).toEqual(["Gordon", "Priya"]);
    expect(list[1]).toEqual({
      id: clerk.id,
      email: clerk.email,
      hasTwoFactor: false,
      firstName: "Priya",
      lastName: "Nair",
      isInvited: false,
      identityProvider: null,
      profileImageUrl: "/uploads/a.webp",
      updatedAt: (await stored(clerk.id))?.updatedAt ?? "",
    } satisfies CityUser & { hasTwoFactor: boolean });
  });

  test("runs two statements for any number of users", async () => {
    for (let created = 0; created < 5; created += 1) await makeViewer("city", { cityId });
    expect(await statementsOf(() => listCityUsers(administrator, cityId))).toBe(1);
  });
});

describe("an invitation", () => {
  test("creates a user without a password, emails the link, and does not record the link", async () => {
    const { user, link } = await invite({ email: "New.Clerk@Oakville.test", firstName: "Ana" });
    expect(await stored(user.id)).toMatchObject({
      email: "new.clerk@oakville.test",
      firstName: "Ana",
      lastName: null,
      role: "city",
      cityId,
      isInvited: true,
      passwordHash: null,
    });
    expect(await readLink(tokenOf(link), "invite")).toMatchObject({ email: "new.clerk@oakville.test" });
    expect(await emailsTo("new.clerk@oakville.test")).toMatchObject([
      { plainText: expect.stringContaining(link ?? "no link") },
    ]);
    const events = await eventsOf("user", user.id);
    expect(events).toMatchObject([{ action: "user.invited", actorName: "Dana Price" }]);
    expect(JSON.stringify(events)).not.toContain(tokenOf(link));
  });

  test("is refused with a field error if any account has the address", async () => {
    for (const { email } of [clerk, otherClerk, reviewer, administrator]) {
      const refusal = await refusalOf(invite({ email: email.toUpperCase() }));
      expect(refusal.status).toBe(409);
      expect(refusal.fields).toEqual({ email: ["This email address already has an account"] });
    }
  });

  test("that is submitted again creates no second user and sends no second email", async () => {
    const fields = { email: address(), formKey: `the key of invitation ${invited}` };
    const [first, second] = await Promise.all([invite(fields), invite(fields)]);
    expect(second.user).toEqual(first.user);
    expect(second.link).toBeNull();
    expect(await readLink(tokenOf(first.link), "invite")).not.toBeNull();
    expect(await emailsTo(fields.email)).toHaveLength(1);
  });

  test("with the idempotency key of another city's form does not return that city's user", async () => {
    const fields = { email: address(), formKey: `the key of invitation ${invited}` };
    await invite(fields);
    const refusal = await refusalOf(inviteCityUser(administrator, otherCityId, fields));
    expect(refusal.status).toBe(409);
  });

  test("is possible in an inactive city", async () => {
    await updateCity(administrator, cityId, { isActive: false });
    expect((await invite()).user.isInvited).toBe(true);
  });
});

describe("an edit", () => {
  test("changes only the submitted fields and is recorded", async () => {
    await updateCityUser(administrator, cityId, clerk.id, { lastName: "Nair-Ames" });
    expect(await stored(clerk.id)).toMatchObject({ firstName: "Priya", lastName: "Nair-Ames" });
    expect(await eventsOf("user", clerk.id)).toMatchObject([
      { action: "user.updated", changes: { lastName: ["Nair", "Nair-Ames"] } },
    ]);
  });

  test("without changes writes and records nothing", async () => {
    const before = await stored(clerk.id);
    await updateCityUser(administrator, cityId, clerk.id, { email: clerk.email.toUpperCase() });
    expect(await stored(clerk.id)).toEqual(before);
    expect(await eventsOf("user", clerk.id)).toEqual([]);
  });

  test("to an address in use is refused with a field error", async () => {
    const refusal = await refusalOf(
      updateCityUser(administrator, cityId, clerk.id, { email: otherClerk.email }),
    );
    expect({ status: refusal.status, fields: refusal.fields }).toEqual({
      status: 409,
      fields: { email: ["This email address already has an account"] },
    });
  });

  test("of the address ends the links sent to the old one; an edit of the name does not", async () => {
    const { user, link } = await invite();
    await updateCityUser(administrator, cityId, user.id, { firstName: "Ana" });
    expect(await readLink(tokenOf(link), "invite")).not.toBeNull();
    await updateCityUser(administrator, cityId, user.id, { email: address() });
    expect(await readLink(tokenOf(link), "invite")).toBeNull();
  });

  test("releases the account at the identity provider if it says so, or has a new address", async () => {
    const bound = { identityProvider: "oakville", identitySubject: String(clerk.id) };
    const bind = () => write((tx) => tx.update(users).set(bound).where(eq(users.id, clerk.id)));
    const edit = (changes: Parameters<typeof updateCityUser>[3]) =>
      updateCityUser(administrator, cityId, clerk.id, changes);
    const released = { identityProvider: null, identitySubject: null };
    await bind();
    const token = await write((tx) => startSession(tx, clerk.id, "Firefox"));
    await edit({ firstName: "Pat", releaseAccount: false });
    expect(await stored(clerk.id)).toMatchObject(bound);
    await edit({ releaseAccount: true });
    expect(await stored(clerk.id)).toMatchObject(released);
    expect(await readViewer(token)).toBeNull();
    await bind();
    await edit({ email: address() });
    expect(await stored(clerk.id)).toMatchObject(released);
  });

  test("with an outdated version is refused and returns the current user", async () => {
    const expectedVersion = (await stored(clerk.id))?.updatedAt;
    const current = await updateCityUser(
      administrator,
      cityId,
      clerk.id,
      { firstName: "Pat" },
      expectedVersion,
    );
    const refusal = await refusalOf(
      updateCityUser(administrator, cityId, clerk.id, { firstName: "Pru" }, expectedVersion),
    );
    expect(refusal.status).toBe(409);
    expect(refusal.details?.current).toEqual(current);
    expect(JSON.stringify(refusal.details)).not.toContain("some hash");
    await updateCityUser(administrator, cityId, clerk.id, { firstName: "Pru" }, current.updatedAt);
    expect(await stored(clerk.id)).toMatchObject({ firstName: "Pru" });
  });
});

test("a new link is an invitation for a user without a password, otherwise a reset; it ends earlier links", async () => {
  const { user, link } = await invite();
  const invitation = await newLinkForCityUser(administrator, cityId, user.id);
  expect(await readLink(tokenOf(link), "invite")).toBeNull();
  expect(await readLink(tokenOf(invitation.link), "invite")).not.toBeNull();
  const reset = await newLinkForCityUser(administrator, cityId, clerk.id);
  expect(await readLink(tokenOf(reset.link), "reset")).toMatchObject({ email: clerk.email });
  expect(await emailsTo(clerk.email)).toHaveLength(1);
  expect((await eventsOf("user", clerk.id)).at(-1)?.action).toBe("user.link-sent");
});

test("deleting a user ends their sessions and links; their comments and audit record remain", async () => {
  const token = await write((tx) => startSession(tx, clerk.id, "Firefox"));
  await newLinkForCityUser(administrator, cityId, clerk.id);
  const permit = await makePermit(administrator, cityId);
  const stamps = { createdAt: now(), updatedAt: now() };
  await write((tx) =>
    tx.insert(comments).values({
      permitId: permit.id,
      reviewCycle: "PC1",
      authorId: clerk.id,
      authorName: "Priya Nair",
      text: "Which sheet?",
      isShared: true,
      ...stamps,
    }),
  );
  await deleteCityUser(administrator, cityId, clerk.id);
  expect(await stored(clerk.id)).toBeUndefined();
  expect(await readViewer(token)).toBeNull();
  expect(await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, clerk.id))).toEqual([]);
  expect(await db.select().from(comments).where(eq(comments.permitId, permit.id))).toMatchObject([
    { authorId: null, authorName: "Priya Nair" },
  ]);
  expect((await eventsOf("user", clerk.id)).at(-1)).toMatchObject({
    action: "user.deleted",
    actorName: "Dana Price",
    changes: { firstName: ["Priya", null] },
  });
});

test("deleting a user with a long history lets other writes in before, and keeps their name in it", async () => {
  const events = Array.from({ length: 450 }, () => ({ subjectId: clerk.id, changes: {} }));
  await write((tx) => recordEvents(tx, clerk, "user.profile-updated", events));
  const deletion = deleteCityUser(administrator, cityId, clerk.id);
  const next = await write((tx) => tx.select().from(users).where(eq(users.id, clerk.id)));
  expect(next).toHaveLength(1);
  await deletion;
  expect(await stored(clerk.id)).toBeUndefined();
  const stays = { actorId: null, actorName: "Priya Nair" };
  expect(await eventsOf("user", clerk.id)).toMatchObject([
    ...events.map(() => stays),
    { action: "user.deleted", actorName: "Dana Price" },
  ]);
});
