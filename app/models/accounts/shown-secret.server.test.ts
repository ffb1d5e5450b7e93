import { beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { shownSecrets } from "../tables.server";
import { deleteExpiredShownSecrets, storeShownSecret, takeShownSecret } from "./shown-secret.server";

const secret = { name: "Report", key: "redline_abc" };
let ann: Viewer;

beforeEach(async () => {
  await write((tx) => tx.delete(shownSecrets));
  ann = await makeViewer("admin");
});

const rows = () => db.select().from(shownSecrets);

test("a secret is read once, and its row is deleted", async () => {
  const token = await storeShownSecret(ann, secret);
  expect(await rows()).toHaveLength(1);
  expect(await takeShownSecret(ann, token)).toEqual(secret);
  expect(await rows()).toEqual([]);
  expect(await takeShownSecret(ann, token)).toBeNull();
});

test("one of twenty readers at the same time gets it", async () => {
  const token = await storeShownSecret(ann, secret);
  const read = await Promise.all(Array.from({ length: 20 }, () => takeShownSecret(ann, token)));
  expect(read.filter(Boolean)).toEqual([secret]);
});

test("neither the secret nor its token is in the database", async () => {
  const token = await storeShownSecret(ann, secret);
  const stored = JSON.stringify(await rows());
  for (const text of [token, secret.key, Buffer.from(secret.key).toString("base64url")])
    expect(stored).not.toContain(text);
});

test("another user, and another token, read nothing and delete nothing", async () => {
  const token = await storeShownSecret(ann, secret);
  expect(await takeShownSecret(await makeViewer("admin"), token)).toBeNull();
  expect(await takeShownSecret(ann, "a".repeat(43))).toBeNull();
  expect(await takeShownSecret(ann, token)).toEqual(secret);
});

test("after five minutes it is not shown, and the sweep deletes it", async () => {
  const token = await storeShownSecret(ann, secret);
  await deleteExpiredShownSecrets();
  expect(await rows()).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60 * 1000 + 1 });
  expect(await takeShownSecret(ann, token)).toBeNull();
  await deleteExpiredShownSecrets();
  vi.useRealTimers();
  expect(await rows()).toEqual([]);
});
