import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { queriesIn } from "~/testing/statements";
import { makeCity, makeComments, makePeople, makePermit } from "~/testing/test-rows";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { permits } from "../tables.server";
import { type CommentRow, commentList, readCommentRow } from "./comment-list.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const momentOf = (seconds: number) => new Date(start + seconds * 1000).toISOString();

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let otherCitysUser: Viewer;
let noRole: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  const people = await makePeople(cityId, (await makeCity()).id);
  ({ administrator, reviewer, cityUser, otherCitysUser, noRole } = people);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

/** Inserts comments, by default by the reviewer and all at the same moment. Returns their ids. */
const insert = (rows: Parameters<typeof makeComments>[2]) => makeComments(permit, reviewer, rows);

async function batchesOf(viewer: Viewer, descending?: boolean): Promise<CommentRow[][]> {
  const batches: CommentRow[][] = [];
  for await (const batch of commentList(viewer, await readPermit(viewer, permit.id), { descending }).all())
    batches.push(batch);
  return batches;
}
const all = async (viewer: Viewer, descending?: boolean) => (await batchesOf(viewer, descending)).flat();
const pageOf = async (viewer: Viewer, descending: boolean, page: number, pageSize: number) =>
  commentList(viewer, await readPermit(viewer, permit.id), { descending }).page(page, pageSize);
const count = async (viewer: Viewer) => commentList(viewer, await readPermit(viewer, permit.id)).count();
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("the full list of comments", () => {
  test("has the full text of 3,000 comments of 4.5 KB, and reads fifty at once", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      createdAt: momentOf(index % 700),
      text: `${index} `.padEnd(4500, "e"),
    }));
    const ids = await insert(rows);
    const batches = await batchesOf(reviewer);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(50);
    const read = batches.flat();
    const sorted = ids
      .map((id, index) => ({ id, createdAt: "", ...rows[index] }))
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    expect(read.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(read.every(({ text }, index) => text === sorted[index]?.text)).toBe(true);
    expect((await all(reviewer, true)).map(({ id }) => id)).toEqual(read.map(({ id }) => id).toReversed());
    expect(await count(reviewer)).toBe(3000);
    const third = await pageOf(reviewer, false, 3, 100);
    expect(third.map(({ id }) => id)).toEqual(sorted.slice(200, 300).map(({ id }) => id));
    expect(await pageOf(reviewer, false, 31, 100)).toEqual([]);
  });

  test("of a city has only shared comments, and the provider's name instead of its employees' names", async () => {
    const city = { authorId: cityUser.id, authorName: "Carl Clerk", authorCityId: cityId };
    const formerCity = {
      authorId: otherCitysUser.id,
      authorName: "Fay Foreigner",
      authorCityId: otherCitysUser.cityId,
    };
    const [parentId] = await insert([{ isShared: true, discipline: "Fire" }, { text: "Among us" }]);
    await insert([
      { parentId, isShared: true, ...city, text: "On A-102" },
      { parentId, isShared: true, ...formerCity, text: "Before the permit moved" },
      { parentId, text: "Do they know?" },
    ]);
    expect((await all(cityUser)).map(({ authorName, text }) => `${authorName}: ${text}`)).toEqual([
      "Urban37: Check the stairs",
      "Carl Clerk: On A-102",
      "Urban37: Before the permit moved",
    ]);
    expect(await count(cityUser)).toBe(3);
    expect((await pageOf(cityUser, true, 1, 1)).map(({ authorName }) => authorName)).toEqual(["Urban37"]);
    expect((await all(reviewer)).map(({ authorName }) => authorName)).toEqual([
      "Rita Reviewer",
      "Rita Reviewer",
      "Carl Clerk",
      "Fay Foreigner",
      "Rita Reviewer",
    ]);
  });

  test("is 404 for a viewer who cannot see the permit", async () => {
    await insert([{ isShared: true }]);
    for (const viewer of [otherCitysUser, noRole]) {
      expect(await statusOf(count(viewer))).toBe(404);
      expect(await statusOf(all(viewer))).toBe(404);
      expect(await statusOf(pageOf(viewer, false, 1, 10))).toBe(404);
    }
    await write((tx) =>
      tx
        .update(permits)
        .set({ cityId: otherCitysUser.cityId ?? 0 })
        .where(eq(permits.id, permit.id)),
    );
    expect(await statusOf(all(cityUser))).toBe(404);
    expect(await all(otherCitysUser)).toHaveLength(1);
  });

  test.skipIf(isPostgres)(
    "finds its rows in the order of an index, and sorts only those of a page or batch",
    async () => {
      await insert(Array.from({ length: 250 }, () => ({ isShared: true })));
      const plans: Awaited<ReturnType<typeof queriesIn>>[] = [];
      for (const viewer of [reviewer, cityUser]) {
        for (const descending of [false, true]) {
          plans.push(await queriesIn(() => all(viewer, descending)));
          plans.push(await queriesIn(() => pageOf(viewer, descending, 2, 10)));
        }
      }
      const stepsOf = ({ text, values }: (typeof plans)[number][number]) =>
        writer
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all(...values)
          .map((step) => (step as { detail: string }).detail);
      const queries = plans.flat();
      expect(queries.length).toBeGreaterThan(20);
      expect(
        queries.flatMap(stepsOf).filter((step) => /^SCAN (comments|replies|permits)/.test(step)),
      ).toEqual([]);
      const ofIds = queries.filter(({ text }) => !text.includes('"text"'));
      expect(ofIds.flatMap(stepsOf).filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
    },
  );
});

describe("a single comment", () => {
  test("shows whether the viewer can edit or delete it now", async () => {
    const [id, withReply] = await insert([{}, {}]);
    await insert([{ parentId: withReply }]);
    const read = (viewer: Viewer, comment = id) => readCommentRow(viewer, comment ?? 0);
    expect(await read(reviewer)).toMatchObject({
      permitId: permit.id,
      authorName: "Rita Reviewer",
      mayChange: true,
      mayDelete: true,
      updatedAt: momentOf(0),
    });
    expect(await read(reviewer, withReply)).toMatchObject({ mayChange: true, mayDelete: false });
    expect(await read(administrator)).toMatchObject({ mayChange: false, mayDelete: false });
    vi.setSystemTime(start + 15 * 60_000);
    expect(await read(reviewer)).toMatchObject({ mayChange: false, mayDelete: false });
  });

  test("is 404 for a viewer who cannot read it", async () => {
    const [internal, shared] = await insert([{}, { isShared: true }]);
    const read = (viewer: Viewer, id = 0) => statusOf(readCommentRow(viewer, id));
    expect([await read(cityUser, internal), await read(cityUser, shared)]).toEqual([404, "done"]);
    expect([await read(otherCitysUser, shared), await read(noRole, shared)]).toEqual([404, 404]);
    expect(await read(administrator, 999_999)).toBe(404);
  });
});
