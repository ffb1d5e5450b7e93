import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { claimKey, deleteOldKeys, findByIdempotencyKey, scopedIdempotencyKey } from "./idempotency.server";
import { staffRoles, type Viewer } from "./policy";
import { ReusedKey } from "./refusal";
import { cityFees, idempotencyKeys, permits } from "./tables.server";

const [ann, ben] = [{ id: 1 }, { id: 2 }];

test("the stored key differs between users and scopes, and is always the same for the same ones", () => {
  const stored = [
    scopedIdempotencyKey("key", ann),
    scopedIdempotencyKey("key", ben),
    scopedIdempotencyKey("key", ann, 7),
    scopedIdempotencyKey("key", ann, 8),
    scopedIdempotencyKey("other", ann),
  ];
  expect(new Set(stored).size).toBe(5);
  expect(scopedIdempotencyKey("key", ann, 7)).toBe(stored[2]);
});

test("a request without a key has no stored key", () => {
  expect(scopedIdempotencyKey(undefined, ann)).toBeUndefined();
});

describe("a key that was sent before", () => {
  let cityId: number;
  let administrator: Viewer;
  const formKey = "a-key-of-sixteen-letters";
  beforeAll(async () => {
    cityId = (await makeCity()).id;
    administrator = await makeViewer(staffRoles.administrator);
  });

  const find = (content: object, sentKey?: string, table = permits as typeof permits | typeof cityFees) =>
    write((tx) => findByIdempotencyKey(tx, table, scopedIdempotencyKey(sentKey, administrator), content));

  test("finds the row of the same content only in its own table, and no row is found without a key", async () => {
    const { id } = await makePermit(administrator, cityId);
    const key = scopedIdempotencyKey("the-key-of-one-table", administrator);
    await write((tx) => tx.update(permits).set({ idempotencyKey: key }).where(eq(permits.id, id)));
    expect(await find({ a: 1 }, "the-key-of-one-table")).toEqual({ id });
    expect(await find({ b: 2 }, "the-key-of-one-table", cityFees)).toBeUndefined();
    expect(await find({ a: 1 })).toBeUndefined();
  });

  const sent = {
    text: "Show the walls",
    sheet: "A2.1",
    places: { c1: { sheet: "A1" } },
    files: [["a.pdf", "x"]],
  };
  const same = {
    "in another order": {
      files: [["a.pdf", "x"]],
      places: { c1: { sheet: "A1" } },
      sheet: "A2.1",
      text: sent.text,
    },
    "with empty fields": {
      ...sent,
      reason: null,
      code: undefined,
      places: { c1: { sheet: "A1", code: null } },
    },
  };
  test.each(Object.entries(same))("is accepted with the same content %s", async (_, content) => {
    await find(sent, formKey);
    await expect(find(content, formKey)).resolves.toBeUndefined();
  });

  const others = {
    "another text": { ...sent, text: "Show the stairs" },
    "a field less": { ...sent, sheet: null },
    "a field more": { ...sent, codeReference: "CBC 1005.1" },
    "another nested field": { ...sent, places: { c1: { sheet: "A2" } } },
    "another file": { ...sent, files: [["a.pdf", "y"]] },
    "files in another order": {
      ...sent,
      files: [
        ["b.pdf", "x"],
        ["a.pdf", "x"],
      ],
    },
  };
  test.each(Object.entries(others))("is refused with %s", async (_, content) => {
    await find(sent, formKey);
    await expect(find(content, formKey)).rejects.toMatchObject({
      status: 409,
      fields: { formKey: ["This key was sent before with another body"] },
    });
  });

  test("is free again when its write was not completed", async () => {
    const failed = write(async (tx) => {
      await claimKey(tx, "test", "an unused key", sent);
      throw new Error("The disk is full");
    });
    await expect(failed).rejects.toThrow("The disk is full");
    await expect(write((tx) => claimKey(tx, "test", "an unused key", others["another text"]))).resolves.toBe(
      true,
    );
  });

  test("finds its row with any content after 30 days, when what was sent is deleted", async () => {
    const { id } = await makePermit(administrator, cityId);
    const key = scopedIdempotencyKey("the-key-of-long-ago", administrator);
    await write((tx) => tx.update(permits).set({ idempotencyKey: key }).where(eq(permits.id, id)));
    await find(sent, "the-key-of-long-ago");
    await deleteOldKeys();
    await expect(find(others["another text"], "the-key-of-long-ago")).rejects.toBeInstanceOf(ReusedKey);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 24 * 60 * 60 * 1000 + 1 });
    await deleteOldKeys();
    vi.useRealTimers();
    expect(await db.$count(idempotencyKeys)).toBe(0);
    expect(await find(others["another text"], "the-key-of-long-ago")).toEqual({ id });
  });

  test("is refused for one of two requests of other content at the same time", async () => {
    const claim = (content: object) => write((tx) => claimKey(tx, "test", "the key of two", content));
    const results = await Promise.allSettled([claim(sent), claim(others["another text"])]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
