import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "~/models/accounts/password.server";
import { sessions } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestPage } from "~/testing/page-request";
import { signInCookie } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";

test("signing in with a password ends the browser's previous session, also that of another user", async () => {
  const password = "a quiet harbor";
  const [ann, bob] = [
    await makeViewer("admin"),
    await makeViewer("admin", { passwordHash: await hashPassword(password) }),
  ];
  const body = new URLSearchParams({ email: bob.email, password });
  const response = await requestPage("/login", await signInCookie(ann), { method: "POST", body });
  expect(response.status).toBe(302);
  expect(await db.$count(sessions, eq(sessions.userId, ann.id))).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, bob.id))).toBe(1);
});
