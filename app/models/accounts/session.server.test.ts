import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { db, write, writer } from "../db.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { auditEvents, sessions, users } from "../tables.server";
import { endSession, endSessionsOf, listSessions, readViewer, startSession } from "./session.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;
const hour = 60 * minute;
const at = (milliseconds: number) => vi.setSystemTime(start + milliseconds);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

const signedIn = (viewer: Viewer, userAgent = "Firefox") =>
  write((tx) => startSession(tx, viewer.id, userAgent));
const signedInViewer = async (viewer: Viewer) => (await readViewer(await signedIn(viewer))) as Viewer;
const sessionOf = async (viewer: Viewer) =>
  (await db.select().from(sessions).where(eq(sessions.userId, viewer.id)))[0];

test("a token stands for its viewer, with city, employee and session", async () => {
  const city = await makeCity();
  const clerk = await makeViewer("city", { cityId: city.id, name: "Ann Clerk" });
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const seen = await readViewer(await signedIn(clerk));
  expect(seen).toEqual({ ...clerk, sessionId: (await sessionOf(clerk))?.id });
  expect((await readViewer(await signedIn(reviewer)))?.employeeId).toBe(reviewer.employeeId);
});

test.each(["", "nobody's token", "' or 1=1 --"])("%o stands for nobody", async (token) => {
  await signedIn(await makeViewer("admin"));
  expect(await readViewer(token)).toBeNull();
});

test("the database holds only the hash of a token, which stands for nobody itself", async () => {
  const viewer = await makeViewer("admin");
  const token = await signedIn(viewer);
  const row = await sessionOf(viewer);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await readViewer(row?.tokenHash ?? "")).toBeNull();
});

test("a session ends after 12 hours without use, and not before", async () => {
  const token = await signedIn(await makeViewer("admin"));
  at(12 * hour - 1);
  expect(await readViewer(token)).not.toBeNull();
  at(24 * hour - 1);
  expect(await readViewer(token)).toBeNull();
});

test("a session ends after 7 days however much it is used, and not before", async () => {
  const token = await signedIn(await makeViewer("admin"));
  for (let passed = 0; passed < 7 * 24; passed += 6) {
    at(passed * hour);
    expect(await readViewer(token)).not.toBeNull();
  }
  at(7 * 24 * hour - 1);
  expect(await readViewer(token)).not.toBeNull();
  at(7 * 24 * hour);
  expect(await readViewer(token)).toBeNull();
});

test("the last use is noted once five minutes have passed", async () => {
  const viewer = await makeViewer("admin");
  const token = await signedIn(viewer);
  at(5 * minute);
  await readViewer(token);
  expect((await sessionOf(viewer))?.lastSeenAt).toBe("2026-11-20T20:00:00.000Z");
  at(5 * minute + 1);
  await readViewer(token);
  expect((await sessionOf(viewer))?.lastSeenAt).toBe("2026-11-20T20:05:00.001Z");
});

test("a user who is no longer active is nobody at once", async () => {
  const viewer = await makeViewer("admin");
  const token = await signedIn(viewer);
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, viewer.id)));
  expect(await readViewer(token)).toBeNull();
});

test("a changed role counts from the next request on", async () => {
  const viewer = await makeViewer("admin");
  const token = await signedIn(viewer);
  await write((tx) => tx.update(users).set({ role: null }).where(eq(users.id, viewer.id)));
  expect((await readViewer(token))?.role).toBeNull();
});

test("a session does not outlive its user", async () => {
  const viewer = await makeViewer("admin");
  const token = await signedIn(viewer);
  await write((tx) => tx.delete(users).where(eq(users.id, viewer.id)));
  expect(await readViewer(token)).toBeNull();
  expect(await sessionOf(viewer)).toBeUndefined();
});

test("starting a session clears away those that ended, of everybody", async () => {
  const [gone, here] = [await makeViewer("admin"), await makeViewer("admin")];
  await signedIn(gone);
  at(12 * hour + 1);
  await signedIn(here);
  expect(await sessionOf(gone)).toBeUndefined();
  expect(await sessionOf(here)).toBeDefined();
});

test("a browser's name is cut at 300 characters", async () => {
  const viewer = await makeViewer("admin");
  await signedIn(viewer, "n".repeat(1000));
  expect((await sessionOf(viewer))?.userAgent).toHaveLength(300);
});

describe("one's own sessions", () => {
  test("are listed with the last used first, the present one marked, and nobody else's", async () => {
    const viewer = await makeViewer("admin");
    await signedIn(await makeViewer("admin"), "Other");
    await signedIn(viewer, "Old");
    at(minute);
    const current = (await readViewer(await signedIn(viewer, "New"))) as Viewer;
    const listed = await listSessions(current);
    expect(listed.map(({ userAgent, isCurrent }) => ({ userAgent, isCurrent }))).toEqual([
      { userAgent: "New", isCurrent: true },
      { userAgent: "Old", isCurrent: false },
    ]);
    expect(Object.keys(listed[0] ?? {})).not.toContain("tokenHash");
  });

  test("are not listed once they have ended by themselves", async () => {
    const viewer = await makeViewer("admin");
    await signedIn(viewer);
    at(12 * hour);
    expect(await listSessions(viewer)).toEqual([]);
  });

  test("can be ended, which is recorded", async () => {
    const viewer = await makeViewer("admin", { name: "Ann Lee" });
    const [kept, ended] = [await signedIn(viewer), await signedIn(viewer)];
    const { sessionId } = (await readViewer(ended)) as Viewer;
    await endSession(viewer, sessionId ?? 0);
    expect(await readViewer(ended)).toBeNull();
    expect(await readViewer(kept)).not.toBeNull();
    const events = await db.select().from(auditEvents).where(eq(auditEvents.action, "session.ended"));
    expect(events.at(-1)).toMatchObject({
      actorId: viewer.id,
      actorName: "Ann Lee",
      subject: "session",
      subjectId: sessionId,
    });
  });

  test("end once: a second time is 404", async () => {
    const viewer = await signedInViewer(await makeViewer("admin"));
    await endSession(viewer, viewer.sessionId ?? 0);
    await expect(endSession(viewer, viewer.sessionId ?? 0)).rejects.toMatchObject({ status: 404 });
  });
});

test("somebody else's session is 404 even for an administrator, and goes on", async () => {
  const other = await makeViewer("employee");
  const token = await signedIn(other);
  const { sessionId } = (await readViewer(token)) as Viewer;
  const refused = await endSession(await makeViewer("admin"), sessionId ?? 0).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).status).toBe(404);
  expect(await readViewer(token)).not.toBeNull();
});

test("ending a user's sessions may spare one, and touches nobody else's", async () => {
  const viewer = await makeViewer("admin");
  const [spared, ended, others] = [
    await signedIn(viewer),
    await signedIn(viewer),
    await signedIn(await makeViewer("admin")),
  ];
  const { sessionId } = (await readViewer(spared)) as Viewer;
  await write((tx) => endSessionsOf(tx, viewer.id, sessionId ?? undefined));
  expect(
    await Promise.all([spared, ended, others].map(async (token) => (await readViewer(token)) !== null)),
  ).toEqual([true, false, true]);
  await write((tx) => endSessionsOf(tx, viewer.id));
  expect(await readViewer(spared)).toBeNull();
  expect(writer.prepare("SELECT count(*) FROM sessions WHERE user_id = ?").pluck().get(viewer.id)).toBe(0);
});
