import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import type { Viewer } from "../policy";
import { apiKeys, auditEvents, users } from "../tables.server";
import { apiKeyLimit, createApiKey, listApiKeys, readApiKeyOwner, revokeApiKey } from "./api-key.server";

let administrator: Viewer;
let reviewer: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
});
afterEach(() => void vi.useRealTimers());

const createKey = async (viewer: Viewer, isReadOnly = false, name = "Nightly export") => {
  const { id, key } = await createApiKey(viewer, { name, isReadOnly });
  return { id, key: key ?? "" };
};

test("a key acts for its user, with their current rights", async () => {
  const { key } = await createKey(reviewer);
  expect(key).toMatch(/^redline_[\w-]{43}$/);
  const owner = await readApiKeyOwner(key);
  expect(owner).toEqual({ viewer: { ...reviewer, sessionId: null }, isReadOnly: false });
  await write((tx) => tx.update(users).set({ role: null }).where(eq(users.id, reviewer.id)));
  expect((await readApiKeyOwner(key))?.viewer.role).toBeNull();
  await write((tx) => tx.update(users).set({ role: "employee" }).where(eq(users.id, reviewer.id)));
  expect((await readApiKeyOwner((await createKey(administrator, true)).key))?.isReadOnly).toBe(true);
});

test("only the hash of a key is stored, and the audit log has only its name", async () => {
  const { id, key } = await createKey(administrator, true, "Timesheet");
  const rows = JSON.stringify([await db.select().from(apiKeys), await db.select().from(auditEvents)]);
  expect(rows).not.toContain(key.slice("redline_".length));
  const events = await db.select().from(auditEvents).where(eq(auditEvents.subject, "api-key"));
  expect(events.find(({ subjectId }) => subjectId === id)).toMatchObject({
    actorId: administrator.id,
    action: "api-key.created",
    changes: { name: "Timesheet", isReadOnly: true },
  });
});

test("a revoked key or any other text has no owner", async () => {
  const { id, key } = await createKey(administrator);
  await expect(revokeApiKey(reviewer, id)).rejects.toMatchObject({ status: 404 });
  expect(await readApiKeyOwner(key)).not.toBeNull();
  await revokeApiKey(administrator, id);
  for (const text of [key, "", "redline_", `${key}x`, key.slice("redline_".length)])
    expect(await readApiKeyOwner(text)).toBeNull();
  await expect(revokeApiKey(administrator, id)).rejects.toMatchObject({ status: 404 });
});

test("the key of an inactive user has no owner", async () => {
  const leaver = await makeViewer("employee");
  const { key } = await createKey(leaver);
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, leaver.id)));
  expect(await readApiKeyOwner(key)).toBeNull();
});

test("the last use of a key is recorded at most every five minutes", async () => {
  const user = await makeViewer("city");
  const { id, key } = await createKey(user);
  const lastUsedAt = async () => (await listApiKeys(user)).find((key) => key.id === id)?.lastUsedAt;
  expect(await lastUsedAt()).toBeNull();
  await readApiKeyOwner(key);
  const first = await vi.waitUntil(lastUsedAt);
  vi.useFakeTimers({ now: new Date(fromNow(4 * 60 * 1000)), toFake: ["Date"] });
  await readApiKeyOwner(key);
  expect(await lastUsedAt()).toBe(first);
  vi.setSystemTime(new Date(fromNow(2 * 60 * 1000)));
  await readApiKeyOwner(key);
  await vi.waitFor(async () => expect(String(await lastUsedAt()) > first).toBe(true), 20_000);
});

test("a second POST of the same form neither creates nor returns a key", async () => {
  const formKey = "one-time-key-of-a-form";
  const first = await createApiKey(administrator, { name: "Once", isReadOnly: false, formKey });
  const second = await createApiKey(administrator, { name: "Once", isReadOnly: false, formKey });
  expect(second).toEqual({ id: first.id, key: null });
  expect((await listApiKeys(administrator)).filter(({ name }) => name === "Once")).toHaveLength(1);
});

test(`a user has ${apiKeyLimit} keys at most, and lists only their own`, async () => {
  const user = await makeViewer("admin");
  for (let count = 0; count < apiKeyLimit; count += 1) await createKey(user);
  await expect(createKey(user)).rejects.toMatchObject({ status: 409 });
  const keys = await listApiKeys(user);
  expect(keys).toHaveLength(apiKeyLimit);
  await revokeApiKey(user, keys[0]?.id ?? 0);
  await expect(createKey(user)).resolves.toBeDefined();
});
