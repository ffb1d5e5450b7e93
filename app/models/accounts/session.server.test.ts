import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, sessions, users } from "../tables.server";
import { endSession, endSessionsOf, listSessions, readViewer, startSession } from "./session.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;
const hour = 60 * minute;
const setTime = (milliseconds: number) => vi.setSystemTime(start + milliseconds);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

const startSessionOf = (viewer: Viewer, userAgent = "Firefox") =>
  write((tx) => startSession(tx, viewer.id, userAgent));
const signedInViewer = async (viewer: Viewer) => (await readViewer(await startSessionOf(viewer))) as Viewer;
const sessionOf = async (viewer: Viewer) =>
  (await db.select().from(sessions).where(eq(sessions.userId, viewer.id)))[0];

test("a token returns its viewer with city, employee and session", async () => {
  const city = await makeCity();
  const clerk = await makeViewer("city", { cityId: city.id, name: "Ann Clerk" });
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const readClerk = await readViewer(await startSessionOf(clerk));
  expect(readClerk).toEqual({ ...clerk, sessionId: (await sessionOf(clerk))?.id });
  expect((await readViewer(await startSessionOf(reviewer)))?.employeeId).toBe(reviewer.employeeId);
});

test.each(["", "unknown token", "' or 1=1 --"])("%o is not the token of a viewer", async (token) => {
  await startSessionOf(await makeViewer("admin"));
  expect(await readViewer(token)).toBeNull();
});

test("the database contains only the hash of a token, which is not a token itself", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  const row = await sessionOf(viewer);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await readViewer(row?.tokenHash ?? "")).toBeNull();
});

test("a session ends after 12 hours without use, and not earlier", async () => {
  const token = await startSessionOf(await makeViewer("admin"));
  setTime(12 * hour - 1);
  expect(await readViewer(token)).not.toBeNull();
  setTime(24 * hour - 1);
  expect(await readViewer(token)).toBeNull();
});

test("a session ends after 7 days even if it is used, and not earlier", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  for (let passed = 0; passed < 7 * 24; passed += 6) {
    const before = passed === 0 ? "" : (await sessionOf(viewer))?.lastSeenAt;
    setTime(passed * hour);
    expect(await readViewer(token)).not.toBeNull();
    await vi.waitFor(async () => expect((await sessionOf(viewer))?.lastSeenAt).not.toBe(before), 20_000);
  }
  setTime(7 * 24 * hour - 1);
  expect(await readViewer(token)).not.toBeNull();
  setTime(7 * 24 * hour);
  expect(await readViewer(token)).toBeNull();
});

test("the last use is recorded every five minutes at most", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  const first = (await sessionOf(viewer))?.lastSeenAt;
  setTime(5 * minute - 1000);
  await readViewer(token);
  expect((await sessionOf(viewer))?.lastSeenAt).toBe(first);
  setTime(5 * minute + 1000);
  await readViewer(token);
  await vi.waitFor(async () => expect((await sessionOf(viewer))?.lastSeenAt).not.toBe(first), 20_000);
});

test("the session of a deactivated user ends immediately", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, viewer.id)));
  expect(await readViewer(token)).toBeNull();
});

test("a changed role applies from the next request", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  await write((tx) => tx.update(users).set({ role: null }).where(eq(users.id, viewer.id)));
  expect((await readViewer(token))?.role).toBeNull();
});

test("a session is deleted with its user", async () => {
  const viewer = await makeViewer("admin");
  const token = await startSessionOf(viewer);
  await write((tx) => tx.delete(users).where(eq(users.id, viewer.id)));
  expect(await readViewer(token)).toBeNull();
  expect(await sessionOf(viewer)).toBeUndefined();
});

test("starting a session deletes the expired sessions of all users", async () => {
  const [idle, active] = [await makeViewer("admin"), await makeViewer("admin")];
  await startSessionOf(idle);
  setTime(12 * hour + 1);
  await startSessionOf(active);
  expect(await sessionOf(idle)).toBeUndefined();
  expect(await sessionOf(active)).toBeDefined();
});

test("the name of a browser is cut to 300 characters", async () => {
  const viewer = await makeViewer("admin");
  await startSessionOf(viewer, "n".repeat(1000));
  expect((await sessionOf(viewer))?.userAgent).toHaveLength(300);
});

describe("a user's own sessions", () => {
  test("are listed by last use, with the current one marked, and without other users' sessions", async () => {
    const viewer = await makeViewer("admin");
    await startSessionOf(await makeViewer("admin"), "Other");
    await startSessionOf(viewer, "Old");
    setTime(minute);
    const current = (await readViewer(await startSessionOf(viewer, "New"))) as Viewer;
    const listed = await listSessions(current);
    expect(listed.map(({ userAgent, isCurrent }) => ({ userAgent, isCurrent }))).toEqual([
      { userAgent: "New", isCurrent: true },
      { userAgent: "Old", isCurrent: false },
    ]);
    expect(Object.keys(listed[0] ?? {})).not.toContain("tokenHash");
  });

  test("are not listed after they have expired", async () => {
    const viewer = await makeViewer("admin");
    await startSessionOf(viewer);
    setTime(12 * hour);
    expect(await listSessions(viewer)).toEqual([]);
  });

  test("can be ended, which is recorded", async () => {
    const viewer = await makeViewer("admin", { name: "Ann Lee" });
    const [remaining, ended] = [await startSessionOf(viewer), await startSessionOf(viewer)];
    const { sessionId } = (await readViewer(ended)) as Viewer;
    await endSession(viewer, sessionId ?? 0);
    expect(await readViewer(ended)).toBeNull();
    expect(await readViewer(remaining)).not.toBeNull();
    const events = await db.select().from(auditEvents).where(eq(auditEvents.action, "session.ended"));
    expect(events.at(-1)).toMatchObject({
      actorId: viewer.id,
      actorName: "Ann Lee",
      subject: "session",
      subjectId: sessionId,
    });
  });

  test("return 404 if they have already ended", async () => {
    const viewer = await signedInViewer(await makeViewer("admin"));
    await endSession(viewer, viewer.sessionId ?? 0);
    await expect(endSession(viewer, viewer.sessionId ?? 0)).rejects.toMatchObject({ status: 404 });
  });
});

test("another user's session is 404 even for an administrator, and continues", async () => {
  const other = await makeViewer("employee");
  const token = await startSessionOf(other);
  const { sessionId } = (await readViewer(token)) as Viewer;
  const refused = await endSession(await makeViewer("admin"), sessionId ?? 0).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).status).toBe(404);
  expect(await readViewer(token)).not.toBeNull();
});

test("ending a user's sessions can exclude one, and does not affect other users", async () => {
  const viewer = await makeViewer("admin");
  const [excluded, ended, otherUsers] = [
    await startSessionOf(viewer),
    await startSessionOf(viewer),
    await startSessionOf(await makeViewer("admin")),
  ];
  const { sessionId } = (await readViewer(excluded)) as Viewer;
  await write((tx) => endSessionsOf(tx, viewer.id, sessionId ?? undefined));
  expect(
    await Promise.all([excluded, ended, otherUsers].map(async (token) => (await readViewer(token)) !== null)),
  ).toEqual([true, false, true]);
  await write((tx) => endSessionsOf(tx, viewer.id));
  expect(await readViewer(excluded)).toBeNull();
  expect(await db.$count(sessions, eq(sessions.userId, viewer.id))).toBe(0);
});
