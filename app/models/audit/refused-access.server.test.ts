import { and, eq, gt, max } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import { auditEvents } from "../tables.server";
import { recordRefusedAccess } from "./refused-access.server";

let newest: number;
let minute = 0;

beforeEach(async () => {
  minute += 1;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.UTC(2026, 10, 28, 12, minute)) });
  const [row] = await db.select({ id: max(auditEvents.id) }).from(auditEvents);
  newest = row?.id ?? 0;
});
afterEach(() => vi.useRealTimers());

const events = (action: string) =>
  db
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, newest), eq(auditEvents.action, action)));

const request = "POST /login";
const limited = (address: string) => recordRefusedAccess({ status: 429, viewer: null, address, request });

test("a 429 without a user is recorded once in a minute for each address", async () => {
  await limited("203.0.113.1");
  await limited("203.0.113.1");
  await limited("203.0.113.2");
  expect(await events("access.limited")).toMatchObject([
    { actorId: null, actorName: "Nobody", changes: { request, address: "203.0.113.1" } },
    { actorId: null, changes: { address: "203.0.113.2" } },
  ]);
});

test("a 403 without a user, and any other status, is not recorded", async () => {
  const viewer = await makeViewer("admin");
  await recordRefusedAccess({ status: 403, viewer: null, address: "203.0.113.1", request });
  for (const status of [200, 302, 401, 404, 409, 500, 503]) {
    await recordRefusedAccess({ status, viewer, address: "203.0.113.1", request });
  }
  expect(await db.$count(auditEvents, gt(auditEvents.id, newest))).toBe(0);
});

test("a user has one 403 and one 429 in a minute, from whichever address", async () => {
  const viewer = await makeViewer("employee");
  for (const status of [403, 429, 403, 429]) {
    await recordRefusedAccess({ status, viewer, address: `203.0.113.${status % 256}`, request });
  }
  expect(await events("access.denied")).toMatchObject([{ actorId: viewer.id }]);
  expect(await events("access.limited")).toMatchObject([{ actorId: viewer.id }]);
});

test("a flood from many addresses leaves 1,000 events in a minute", async () => {
  for (let count = 0; count < 1100; count += 1) await limited(`2001:db8::${count.toString(16)}`);
  expect(await events("access.limited")).toHaveLength(1000);
});
