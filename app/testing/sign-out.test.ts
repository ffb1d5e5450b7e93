import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { sessions } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { signInCookie } from "./test-addresses";
import { makeViewer } from "./test-rows";
import { startApi } from "./test-server";

let server: Awaited<ReturnType<typeof startApi>>;
let ann: Viewer;
let cookie: string;

beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ann = await makeViewer("admin");
  cookie = await signInCookie(ann);
});

async function request(method: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.origin}/api/logout`, {
    method,
    headers: { cookie, ...headers },
    redirect: "manual",
  });
  const isSignedIn = (await db.$count(sessions, eq(sessions.userId, ann.id))) === 1;
  return { status: response.status, isSignedIn, cookies: response.headers.getSetCookie().length };
}

test.each([
  ["GET", {}],
  ["GET", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" }],
  ["POST", {}],
  ["POST", { origin: "null", "sec-fetch-site": "same-origin" }],
  ["POST", { authorization: "Basic YTpi" }],
])("%s with %o signs out", async (method, headers: Record<string, string>) => {
  expect(await request(method, headers)).toEqual({ status: 302, isSignedIn: false, cookies: 2 });
});

test.each([
  ["HEAD", {}, 204],
  ["GET", { "sec-purpose": "prefetch" }, 403],
  ["GET", { purpose: "prefetch" }, 403],
  ["GET", { "x-moz": "prefetch" }, 403],
  ["GET", { "sec-fetch-dest": "empty" }, 403],
  ["GET", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }, 403],
  ["POST", { origin: "null" }, 403],
])("%s with %o changes nothing, and is %i", async (method, headers: Record<string, string>, status) => {
  expect(await request(method, headers)).toEqual({ status, isSignedIn: true, cookies: 0 });
});
