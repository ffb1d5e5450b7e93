import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import { db, write } from "~/models/db.server";
import { auditEvents, signInFailures } from "~/models/tables.server";
import { addressContext } from "~/viewer.server";
import { finishIdentityProviderSignIn, usesIdentityProvider } from "./identity-provider-sign-in.server";

const address = "203.0.113.9";

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await write(async (tx) => {
    await tx.delete(signInFailures);
    await tx.delete(auditEvents);
  });
});

/** What somebody is answered who comes to the callback. */
async function arrive(query = "?state=made-up&code=made-up") {
  const context = new RouterContextProvider();
  context.set(addressContext, address);
  const url = new URL(`http://localhost:3000/api/callback${query}`);
  const formResult = await finishIdentityProviderSignIn(new Request(url), url, context);
  if (formResult instanceof Response) throw new Error("Signed in");
  const { status, headers } = formResult.init ?? {};
  return { status, headers: new Headers(headers), ...formResult.data };
}

test("without an identity provider `/api/login` leads to the password form, whatever is asked", () => {
  expect(usesIdentityProvider(new URL("http://localhost:3000/api/login?with=provider"))).toBe(false);
});

test.each(["", "?state=made-up", "?state=made-up&code=made-up", "?error=access_denied", "?state=a&state=b"])(
  "who comes back from nowhere, with %o, is told that the sign-in is over, and it is recorded",
  async (query) => {
    expect(await arrive(query)).toMatchObject({ status: 410, reason: "stale", email: "", returnTo: "/" });
    const [event] = await db.select().from(auditEvents);
    expect(event).toMatchObject({ action: "sign-in.refused", actorId: null, subjectId: null });
    expect(event?.changes).toEqual({ reason: "stale", detail: "unknown state", provider: "", address });
  },
);

test("who comes back wrongly a hundred times within a minute waits, and is not recorded any more", async () => {
  for (let tries = 0; tries < 99; tries += 1) await recordAttempt(null, address);
  expect((await arrive()).status).toBe(410);
  const { status, reason, headers } = await arrive();
  expect([status, reason]).toEqual([429, "too-many"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await db.$count(auditEvents)).toBe(1);
});
