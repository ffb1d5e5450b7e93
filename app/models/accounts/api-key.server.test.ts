import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { makeViewer, statementsOf } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { apiKeys, auditEvents, users } from "../tables.server";
import { createApiKey, listApiKeys, apiKeyLimit, readApiKeyOwner, revokeApiKey } from "./api-key.server";

let person: Viewer;
let other: Viewer;

beforeAll(async () => {
  person = await makeViewer("admin");
  other = await makeViewer("employee", { disciplines: ["Fire"] });
});
afterEach(() => void vi.useRealTimers());

const make = async (viewer: Viewer, isReadOnly = false, name = "Nightly export") => {
  const { id, key } = await createApiKey(viewer, { name, isReadOnly });
  return { id, key: key ?? "" };
};

test("a key stands for its maker, with their rights as they are now", async () => {
  const { key } = await make(other);
  expect(key).toMatch(/^redline_[\w-]{43}$/);
  const holder = await readApiKeyOwner(key);
  expect(holder).toEqual({ viewer: { ...other, sessionId: null }, isReadOnly: false });
  await write((tx) => tx.update(users).set({ role: null }).where(eq(users.id, other.id)));
  expect((await readApiKeyOwner(key))?.viewer.role).toBeNull();
  await write((tx) => tx.update(users).set({ role: "employee" }).where(eq(users.id, other.id)));
  expect((await readApiKeyOwner((await make(person, true)).key))?.isReadOnly).toBe(true);
});

test("only its hash is kept, and the audit log has its name alone", async () => {
  const { id, key } = await make(person, true, "Month sheet");
  const rows = JSON.stringify([await db.select().from(apiKeys), await db.select().from(auditEvents)]);
  expect(rows).not.toContain(key.slice("redline_".length));
  const events = await db.select().from(auditEvents).where(eq(auditEvents.subject, "api-key"));
  expect(events.find(({ subjectId }) => subjectId === id)).toMatchObject({
    actorId: person.id,
    action: "api-key.created",
    changes: { name: "Month sheet", isReadOnly: true },
  });
});

test("a revoked key stands for nobody, and neither does any other text", async () => {
  const { id, key } = await make(person);
  await expect(revokeApiKey(other, id)).rejects.toMatchObject({ status: 404 });
  expect(await readApiKeyOwner(key)).not.toBeNull();
  await revokeApiKey(person, id);
  for (const text of [key, "", "redline_", `${key}x`, key.slice("redline_".length)])
    expect(await readApiKeyOwner(text)).toBeNull();
  await expect(revokeApiKey(person, id)).rejects.toMatchObject({ status: 404 });
});

test("the key of somebody inactive stands for nobody", async () => {
  const leaver = await makeViewer("employee");
  const { key } = await make(leaver);
  await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, leaver.id)));
  expect(await readApiKeyOwner(key)).toBeNull();
});

test("its last use is written down every five minutes at most", async () => {
  const user = await makeViewer("city");
  const { id, key } = await make(user);
  const lastUsedAt = async () => (await listApiKeys(user)).find((each) => each.id === id)?.lastUsedAt;
  expect(await lastUsedAt()).toBeNull();
  await readApiKeyOwner(key);
  const first = await lastUsedAt();
  expect(first).toEqual(expect.any(String));
  expect(await statementsOf(() => readApiKeyOwner(key))).toBe(0);
  vi.useFakeTimers({ now: new Date(fromNow(6 * 60 * 1000)), toFake: ["Date"] });
  await readApiKeyOwner(key);
  expect(String(await lastUsedAt()) > String(first)).toBe(true);
});

test("a second post of a form makes no second key, and shows none", async () => {
  const formKey = "one-time-key-of-a-form";
  const first = await createApiKey(person, { name: "Once", isReadOnly: false, formKey });
  const second = await createApiKey(person, { name: "Once", isReadOnly: false, formKey });
  expect(second).toEqual({ id: first.id, key: null });
  expect((await listApiKeys(person)).filter(({ name }) => name === "Once")).toHaveLength(1);
});

test(`a person has ${apiKeyLimit} keys at most, and sees only their own`, async () => {
  const user = await makeViewer("admin");
  for (let made = 0; made < apiKeyLimit; made += 1) await make(user);
  await expect(make(user)).rejects.toMatchObject({ status: 409 });
  const keys = await listApiKeys(user);
  expect(keys).toHaveLength(apiKeyLimit);
  await revokeApiKey(user, keys[0]?.id ?? 0);
  await expect(make(user)).resolves.toBeDefined();
});
