import { and, gt, inArray, max } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import type { AuditAction } from "~/models/audit-action";
import { updateCity } from "~/models/cities/city.server";
import type { Viewer } from "~/models/policy";
import { auditEvents } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestPage } from "./page-request";
import { signInCookie } from "./test-addresses";
import { makeCity, makeViewer } from "./test-rows";

// What a request leaves in the table of events besides the changes of its command.

let administrator: Viewer;
let reviewer: Viewer;
let cookie: string;
let newest: number;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  administrator = await makeViewer("admin", { name: "Dana Price" });
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  cookie = await signInCookie(administrator);
  const [row] = await db.select({ id: max(auditEvents.id) }).from(auditEvents);
  newest = row?.id ?? 0;
});

const events = (...actions: AuditAction[]) =>
  db
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, newest), inArray(auditEvents.action, actions)))
    .orderBy(auditEvents.id);

test("a page and an endpoint that are denied are one event of their user in a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T12:00:10Z") });
  const ofReviewer = await signInCookie(reviewer);
  expect((await requestPage("/mail", ofReviewer)).status).toBe(403);
  expect((await requestPage("/api/city-fees", ofReviewer)).status).toBe(403);
  const recorded = { actorId: reviewer.id, subject: "access", subjectId: null };
  expect(await events("access.denied")).toMatchObject([
    { ...recorded, changes: { request: "GET /mail", address: "unknown" } },
  ]);
  vi.setSystemTime(new Date("2026-11-28T12:01:00Z"));
  expect((await requestPage("/api/city-fees", ofReviewer)).status).toBe(403);
  vi.useRealTimers();
  expect(await events("access.denied")).toMatchObject([
    recorded,
    { ...recorded, changes: { request: "GET /api/city-fees" } },
  ]);
});

test("what an API key is denied is an event of its owner", async () => {
  const { key } = await createApiKey(administrator, { name: "Export", isReadOnly: true });
  const headers = { authorization: `Bearer ${key}` };
  const response = await requestPage("/api/permits", "", { method: "POST", headers });
  expect(response.status).toBe(403);
  expect(await events("access.denied")).toMatchObject([{ actorId: administrator.id }]);
});

test("a page that asks to sign in is none", async () => {
  expect((await requestPage("/mail")).status).toBe(401);
  expect(await events("access.denied", "access.limited")).toEqual([]);
});

test("a CSV file is an event with its name and filter, and HEAD is none", async () => {
  const { id } = await makeCity();
  const paths = [`/cities/${id}/fees.csv`, "/standard-comments.csv?discipline=Fire", "/audit.csv?kind=city"];
  for (const path of paths) {
    expect((await requestPage(path, cookie, { method: "HEAD" })).status).toBe(200);
    expect((await requestPage(path, cookie)).status).toBe(200);
  }
  expect((await events("export.downloaded")).map(({ actorId, changes }) => ({ actorId, changes }))).toEqual(
    [
      { file: expect.stringMatching(/^fees-.+\.csv$/) },
      { file: "standard-comments.csv", query: "?discipline=Fire" },
      { file: expect.stringMatching(/^audit-2\d{3}-\d\d-\d\d\.csv$/), query: "?kind=city" },
    ].map((changes) => ({ actorId: administrator.id, changes })),
  );
});

test("a program that reads an entire list is an event once an hour, and one that reads a page is none", async () => {
  const { key } = await createApiKey(administrator, { name: "Export", isReadOnly: true });
  const headers = { authorization: `Bearer ${key}` };
  const read = async (path: string) =>
    expect((await requestPage(path, "", { headers })).status, path).toBe(200);
  for (const path of ["/api/permits?page=1", "/api/permits", "/api/permits", "/api/standard-comments"]) {
    await read(path);
  }
  expect((await events("export.read")).map(({ changes }) => changes)).toEqual([
    { list: "/api/permits" },
    { list: "/api/standard-comments" },
  ]);
});

test("a downloaded file of events has who, what, before and after", async () => {
  const { id } = await makeCity("Oakville");
  await updateCity(administrator, id, { cityName: "New Oakville" });
  const response = await requestPage(`/audit.csv?kind=city&number=${id}`, cookie);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  const [head, line] = (await response.text()).split("\r\n");
  expect(head).toBe('"Time","Time (UTC)","Who","What","Kind","Number","About","Details","Changes"');
  expect(line).toMatch(
    new RegExp(
      `"Dana Price","City changed","City","${id}","New Oakville","","City name: Oakville → New Oakville"$`,
    ),
  );
});
