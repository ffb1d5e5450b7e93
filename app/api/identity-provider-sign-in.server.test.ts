import { desc } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import { auditEvents, signInFailures } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { addressContext } from "~/platform/http/viewer.server";
import { finishIdentityProviderSignIn, usesIdentityProvider } from "./identity-provider-sign-in.server";

const address = "203.0.113.9";

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await write((tx) => tx.delete(signInFailures));
});

/** Requests the callback, and returns the data of its page. */
async function requestCallback(query = "?state=unknown&code=unknown") {
  const context = new RouterContextProvider();
  context.set(addressContext, address);
  const url = new URL(`http://localhost:3000/api/callback${query}`);
  const page = await finishIdentityProviderSignIn(new Request(url), url, context);
  if (page instanceof Response) throw new Error("Signed in");
  const { status, headers } = page.init ?? {};
  return { status, headers: new Headers(headers), ...page.data };
}

test("without an identity provider `/api/login` always leads to the password form", () => {
  expect(usesIdentityProvider(new URL("http://localhost:3000/api/login?with=provider"))).toBe(false);
});

test.each(["", "?state=unknown", "?state=unknown&code=unknown", "?error=access_denied", "?state=a&state=b"])(
  "a callback with %o and without a flow shows that the sign-in has expired, and is recorded",
  async (query) => {
    expect(await requestCallback(query)).toMatchObject({
      status: 410,
      reason: "stale",
      email: "",
      returnTo: "/",
    });
    const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({ action: "sign-in.refused", actorId: null, subjectId: null });
    expect(event?.changes).toEqual({ reason: "stale", detail: "unknown state", provider: "", address });
  },
);

test("after a hundred invalid callbacks within a minute the next ones must wait, and are not recorded", async () => {
  for (let count = 0; count < 99; count += 1) await recordAttempt(null, address);
  expect((await requestCallback()).status).toBe(410);
  const recorded = await db.$count(auditEvents);
  const { status, reason, headers } = await requestCallback();
  expect([status, reason]).toEqual([429, "too-many"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await db.$count(auditEvents)).toBe(recorded);
});
