import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makeViewer, startedSession } from "~/testing/test-rows";
import { auditEvents, users } from "../tables.server";
import { createAdministrator } from "./administrator.server";
import { readLink, redeemLink } from "./one-time-token.server";
import { readViewer } from "./session.server";

const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

test("a new administrator is invited, and can sign in with the link", async () => {
  const link = await createAdministrator(" Ann@City.test ", "Ann van der Lee");
  expect(link).toMatch(/^http:\/\/localhost:3000\/invite\//);
  expect(await userOf("ann@city.test")).toMatchObject({
    role: "admin",
    firstName: "Ann",
    lastName: "van der Lee",
    isInvited: true,
    isActive: true,
    passwordHash: null,
  });
  const session = await redeemLink(
    tokenOf(link),
    "invite",
    { password: "a quiet harbor" },
    {
      userAgent: "Firefox",
      address: "203.0.113.1",
    },
  );
  expect((await readViewer(startedSession(session)))?.role).toBe("admin");
  expect((await userOf("ann@city.test"))?.isInvited).toBe(false);
});

test("the address is read as in a form, and another text is refused", async () => {
  await createAdministrator('"Lee, Kim" <mailto:Kim@Bücher.test>', "Kim Lee");
  expect(await userOf("kim@xn--bcher-kva.test")).toMatchObject({ lastName: "Lee" });
  expect(() => createAdministrator("kim@", "Kim Lee")).toThrow("kim@ is not an email address");
});

test("an existing user becomes an active administrator without a city, with the same name and password until the link is used", async () => {
  const city = await makeCity();
  const clerk = await makeViewer("city", { name: "Cy Clerk", cityId: city.id, passwordHash: "stored" });
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, clerk.id)));
  await createAdministrator(clerk.email.toUpperCase(), "Other Name");
  expect(await userOf(clerk.email)).toMatchObject({
    id: clerk.id,
    role: "admin",
    cityId: null,
    isActive: true,
    firstName: "Cy",
    lastName: "Clerk",
    passwordHash: "stored",
  });
});

test("a second request creates no second user, and only the second link works", async () => {
  const links = [
    await createAdministrator("bob@city.test", "Bob"),
    await createAdministrator("bob@city.test", "Bob"),
  ];
  expect(await db.select().from(users).where(eq(users.email, "bob@city.test"))).toHaveLength(1);
  expect(await Promise.all(links.map((link) => readLink(tokenOf(link), "invite")))).toEqual([
    null,
    { email: "bob@city.test", firstName: "Bob", lastName: null, apiKeys: 0 },
  ]);
});

test("the audit event has the old and new role, and not the link", async () => {
  const viewer = await makeViewer("employee");
  const link = await createAdministrator(viewer.email, "");
  const event = (await db.select().from(auditEvents).where(eq(auditEvents.subjectId, viewer.id))).at(-1);
  expect(event).toMatchObject({
    actorName: "Nobody",
    action: "user.made-administrator",
    changes: { role: ["employee", "admin"] },
  });
  expect(JSON.stringify(event)).not.toContain(tokenOf(link));
});
