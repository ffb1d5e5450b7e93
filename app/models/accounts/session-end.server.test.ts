import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { apiKeys, auditEvents, sessions } from "../tables.server";
import { createApiKey, readApiKeyOwner } from "./api-key.server";
import { readViewer, startSession } from "./session.server";
import { endAllSessions, endOtherSessions, endUserSessions, listSessionsOf } from "./session-end.server";

const firefox = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0";
const start = (viewer: Viewer) => write((tx) => startSession(tx, viewer.id, firefox));
const idOf = async (token: string) => (await readViewer(token))?.sessionId ?? 0;
const keyOf = async (viewer: Viewer) =>
  (await createApiKey(viewer, { name: "Export", isReadOnly: false })).key ?? "";
const latestEvent = async () =>
  (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

test("an administrator lists and ends one session of a user, and then all", async () => {
  const [dana, maria] = [await makeViewer("admin"), await makeViewer("employee")];
  const [first, second, third] = [await start(maria), await start(maria), await start(maria)];
  const ofDana = await start(dana);
  expect(await listSessionsOf(dana, maria.id)).toHaveLength(3);
  const one = { sessionId: await idOf(second), revokeApiKeys: false };
  expect(await endUserSessions(dana, maria.id, one)).toBe(1);
  expect(
    await Promise.all([first, second, third].map(async (token) => (await readViewer(token)) !== null)),
  ).toEqual([true, false, true]);
  await expect(endUserSessions(dana, maria.id, one)).rejects.toMatchObject({ status: 404 });
  expect(await endUserSessions(dana, maria.id, { revokeApiKeys: false })).toBe(2);
  expect(await readViewer(first)).toBeNull();
  expect(await readViewer(ofDana)).not.toBeNull();
  expect(await latestEvent()).toMatchObject({
    ...{ actorId: dana.id, action: "user.sessions-ended", subjectId: maria.id },
    changes: { sessions: 2, browsers: ["Firefox on Windows", "Firefox on Windows"] },
  });
});

test("a session of another user than the one that is named is 404, and continues", async () => {
  const [dana, maria, daniel] = [
    await makeViewer("admin"),
    await makeViewer("employee"),
    await makeViewer("employee"),
  ];
  const token = await start(daniel);
  const one = { sessionId: await idOf(token), revokeApiKeys: true };
  await expect(endUserSessions(dana, maria.id, one)).rejects.toMatchObject({ status: 404 });
  expect(await readViewer(token)).not.toBeNull();
});

test("API keys stay valid unless they are revoked with the sessions", async () => {
  const [dana, maria] = [await makeViewer("admin"), await makeViewer("employee")];
  const key = await keyOf(maria);
  await endUserSessions(dana, maria.id, { revokeApiKeys: false });
  expect(await readApiKeyOwner(key)).not.toBeNull();
  await endUserSessions(dana, maria.id, { revokeApiKeys: true });
  expect(await readApiKeyOwner(key)).toBeNull();
});

test("only administrators list and end the sessions of others", async () => {
  const maria = await makeViewer("employee");
  const token = await start(maria);
  const cityId = (await makeCity()).id;
  const others = [await makeViewer("employee"), await makeViewer("city", { cityId }), await makeViewer(null)];
  for (const viewer of others) {
    await expect(listSessionsOf(viewer, maria.id)).rejects.toMatchObject({ status: 403 });
    const ending = endUserSessions(viewer, maria.id, { revokeApiKeys: true });
    await expect(ending).rejects.toMatchObject({ status: 403 });
  }
  expect(await readViewer(token)).not.toBeNull();
});

test("a user ends all own sessions but the present one", async () => {
  const maria = await makeViewer("employee");
  const [other, present] = [await start(maria), await start(maria)];
  const viewer = (await readViewer(present)) as Viewer;
  expect(await endOtherSessions(viewer)).toBe(1);
  expect(await readViewer(other)).toBeNull();
  expect(await readViewer(present)).not.toBeNull();
  const recorded = await latestEvent();
  expect(recorded).toMatchObject({ actorId: maria.id, subjectId: maria.id, changes: { sessions: 1 } });
  expect(await endOtherSessions(viewer)).toBe(0);
  expect(await latestEvent()).toEqual(recorded);
});

test("the operator ends the sessions of everybody, and API keys only on request", async () => {
  await write((tx) => tx.delete(sessions));
  await write((tx) => tx.delete(apiKeys));
  const [dana, maria] = [await makeViewer("admin"), await makeViewer("employee")];
  const tokens = [await start(dana), await start(dana), await start(maria)];
  const key = await keyOf(maria);
  const ended = { sessions: 3, people: 2 };
  expect(await endAllSessions({ revokeApiKeys: false })).toMatchObject({ ...ended, validApiKeys: 1 });
  for (const token of tokens) expect(await readViewer(token)).toBeNull();
  expect(await readApiKeyOwner(key)).not.toBeNull();
  const event = { action: "session.all-ended", actorId: null, actorName: "Nobody" };
  expect(await latestEvent()).toMatchObject({ ...event, changes: ended });
  expect(await endAllSessions({ revokeApiKeys: true })).toMatchObject({
    ...{ sessions: 0, revokedApiKeys: 1, validApiKeys: 0 },
  });
  expect(await readApiKeyOwner(key)).toBeNull();
});
