import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { databaseBusy } from "~/platform/db/database-failure.server";
import { beforeCommit, db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { sessions } from "../tables.server";
import { createApiKey, listApiKeys, readApiKeyOwner } from "./api-key.server";
import { readViewer, startSession } from "./session.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

let failure: unknown;
let writesHeldBy: Promise<void> | undefined;
/** The writes that were begun while they were held. */
let begun = 0;
beforeAll(() => {
  beforeCommit(async () => {
    const error = failure;
    failure = undefined;
    if (error) throw error;
    if (writesHeldBy) begun += 1;
    await writesHeldBy;
  });
});

/** Runs work, and one write that it begins ends with an error. */
async function whileWritesFail<Result>(error: unknown, work: () => Promise<Result>): Promise<Result> {
  failure = error;
  const result = await work();
  await vi.waitFor(() => expect(failure).toBeUndefined(), 20_000);
  return result;
}

const session = {
  create: (viewer: Viewer) => write((tx) => startSession(tx, viewer.id, "Firefox")),
  read: async (token: string) => (await readViewer(token))?.id,
  lastUse: async (viewer: Viewer) => {
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, viewer.id));
    return row?.lastSeenAt;
  },
};

const apiKey = {
  create: async (viewer: Viewer) => (await createApiKey(viewer, { name: "Key", isReadOnly: true })).key ?? "",
  read: async (key: string) => (await readApiKeyOwner(key))?.viewer.id,
  lastUse: async (viewer: Viewer) => (await listApiKeys(viewer))[0]?.lastUsedAt,
};

describe.each([
  ["a session", session],
  ["an API key", apiKey],
])("the use of %s", (_, { create, read, lastUse }) => {
  let viewer: Viewer;
  let token: string;

  /** The recorded use before the clock passes six minutes. */
  let earlier: string;
  const untilRecorded = () =>
    vi.waitFor(async () => expect(String(await lastUse(viewer)) > earlier).toBe(true), 20_000);

  beforeEach(async () => {
    begun = 0;
    viewer = await makeViewer("admin");
    token = await create(viewer);
    await read(token);
    earlier = await vi.waitUntil(() => lastUse(viewer));
    vi.setSystemTime(start + 6 * minute);
  });

  test("is not recorded while the database is busy, and the next one is", async () => {
    expect(await whileWritesFail(databaseBusy(), () => read(token))).toBe(viewer.id);
    expect(await lastUse(viewer)).toBe(earlier);
    expect(await read(token)).toBe(viewer.id);
    await untilRecorded();
  });

  test.each([
    ["an error", new Error("a fault"), "a fault"],
    ["another refusal", new Refusal(409, "a conflict"), "409: a conflict"],
  ])(
    "that is not recorded because of %s is logged, and does not fail the request",
    async (_, error, text) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
      expect(await whileWritesFail(error, () => read(token))).toBe(viewer.id);
      await vi.waitFor(() => expect(log).toHaveBeenCalled(), 20_000);
      expect(log.mock.calls.flat().map(String).join()).toMatch(
        /at recording the use of (session|API key) \d/,
      );
      expect(log.mock.calls.flat().map(String).join()).toContain(text);
      log.mockRestore();
    },
  );

  test("does not hold the request up, and is recorded once", async () => {
    const held = Promise.withResolvers<void>();
    writesHeldBy = held.promise;
    expect(await read(token)).toBe(viewer.id);
    expect(await read(token)).toBe(viewer.id);
    expect(await lastUse(viewer)).toBe(earlier);
    await vi.waitFor(() => expect(begun).toBe(1), 20_000);
    writesHeldBy = undefined;
    held.resolve();
    await untilRecorded();
  });
});
