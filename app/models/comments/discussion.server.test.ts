import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { queriesIn, rowsOfQuery, statementsOf } from "~/testing/statements";
import { makeCity, makeComments, makePeople, makePermit } from "~/testing/test-rows";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { comments, permits } from "../tables.server";
import { readOwnComment } from "./comment-list.server";
import { readDiscussion } from "./discussion.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;
const momentOf = (minutes: number) => new Date(start + minutes * minute).toISOString();

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

type Row = Parameters<typeof makeComments>[2][number];

/** Inserts comments, by default by the reviewer and one each minute. Returns their ids. */
const insert = (rows: Row[]) =>
  makeComments(
    permit,
    reviewer,
    rows.map((row, index) => ({ text: `Comment ${index + 1}`, createdAt: momentOf(index), ...row })),
  );

type Query = Parameters<typeof readDiscussion>[2];

const read = async (viewer: Viewer, query?: Query) =>
  readDiscussion(viewer, await readPermit(viewer, permit.id), query);
const list = async (viewer: Viewer, query?: Query) => (await read(viewer, query)).comments;
const textsOf = async (viewer: Viewer, query?: Query) => (await list(viewer, query)).map(({ text }) => text);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Comment ${from + index}`);
const copies = (length: number, row: Row = {}) => Array.from({ length }, () => row);
const bytesOf = async (viewer: Viewer, query?: Query) =>
  Buffer.byteLength((await textsOf(viewer, query)).join(""));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("the discussion of a permit", () => {
  test("has the newest comment last", async () => {
    await insert([{ createdAt: momentOf(5), text: "later" }, { createdAt: momentOf(1) }]);
    expect(await textsOf(reviewer)).toEqual(["Comment 2", "later"]);
  });

  test("has comments of the same moment in the order in which they were written", async () => {
    await insert(copies(25, { createdAt: momentOf(0) }));
    const page = await read(reviewer);
    expect(page.comments.map(({ text }) => text)).toEqual(numbered(6, 25));
    expect(await textsOf(reviewer, { before: page.earlier?.before })).toEqual(numbered(1, 5));
  });

  test("shows a city only the shared comments, with their authors", async () => {
    const [, parentId] = await insert([{ text: "internal" }, { text: "shared", isShared: true }]);
    await insert([{ text: "among us", parentId, authorId: administrator.id }]);
    expect(await list(cityUser)).toMatchObject([{ text: "shared", authorName: "Rita Reviewer" }]);
  });

  test("read as a city names the provider instead of its employees, for any viewer", async () => {
    const [parentId] = await insert([{ text: "shared", isShared: true }, { text: "internal" }]);
    const clerk = { authorId: cityUser.id, authorName: "Carl Clerk", authorCityId: cityId };
    await insert([{ text: "Reply", parentId, isShared: true, ...clerk }]);
    for (const viewer of [administrator, cityUser]) {
      const shown = await list(viewer, { asCity: cityId });
      expect(shown.map(({ authorName }) => authorName)).toEqual(["Urban37", "Carl Clerk"]);
    }
  });

  test("is 404 for a viewer who cannot see the permit, also after it has moved to another city", async () => {
    await insert([{ isShared: true }]);
    expect(await statusOf(read(otherCitysUser))).toBe(404);
    expect(await statusOf(read(noRole))).toBe(404);
    await write(async (tx) => {
      await tx
        .update(permits)
        .set({ cityId: otherCitysUser.cityId ?? 0 })
        .where(eq(permits.id, permit.id));
    });
    expect(await statusOf(read(cityUser))).toBe(404);
    expect(await list(otherCitysUser)).toHaveLength(1);
  });
});

describe("a page of the discussion", () => {
  test("has twenty comments and replies, and the number of earlier ones", async () => {
    const ids = await insert(copies(45));
    const newest = await read(reviewer);
    expect(newest.comments.map(({ text }) => text)).toEqual(numbered(26, 45));
    expect(newest).toMatchObject({ earlier: { before: ids[25], count: 25 }, isNewest: true });
    const earlier = await read(reviewer, { before: ids[25] });
    expect(earlier.comments.map(({ text }) => text)).toEqual(numbered(6, 25));
    expect(earlier).toMatchObject({ earlier: { before: ids[5], count: 5 }, isNewest: false });
    const first = await read(reviewer, { before: ids[5] });
    expect(first.comments.map(({ text }) => text)).toEqual(numbered(1, 5));
    expect(first).toMatchObject({ earlier: null, isNewest: false });
  });

  test("with exactly twenty has no earlier comments", async () => {
    await insert(copies(20));
    expect(await read(reviewer)).toMatchObject({ earlier: null, isNewest: true });
  });

  test("is the newest page when `before` is no comment of the permit, or the first one", async () => {
    const [first] = await insert(copies(25));
    const other = await makePermit(administrator, cityId);
    const [elsewhere] = await insert([{ permitId: other.id }]);
    for (const before of [first, elsewhere, 999_999, undefined]) {
      expect(await read(reviewer, { before })).toMatchObject({ isNewest: true, earlier: { count: 5 } });
    }
  });

  test("has and counts only shared comments for a city", async () => {
    const ids = await insert(Array.from({ length: 60 }, (_, index) => ({ isShared: index % 2 === 1 })));
    const page = await read(cityUser);
    expect(page.comments).toHaveLength(20);
    expect(page.comments.every(({ isShared }) => isShared)).toBe(true);
    expect(page.earlier).toEqual({ before: ids[21], count: 10 });
    expect(await read(administrator, { asCity: cityId })).toMatchObject({ earlier: page.earlier });
    // A comment that the city may not read cannot be used as `before`.
    expect(await read(cityUser, { before: ids[30] })).toMatchObject({ isNewest: true });
    expect(await read(administrator, { before: ids[30], asCity: cityId })).toMatchObject({ isNewest: true });
  });

  test("has the comment of a reply in addition, shortened", async () => {
    const [parentId] = await insert([{ text: `${"é".repeat(300)}`, isShared: true }, ...copies(30)]);
    await insert([{ parentId, text: "The reply", createdAt: momentOf(40), isShared: true }]);
    const page = await read(reviewer);
    expect(page.comments).toHaveLength(21);
    expect(page.comments[0]).toMatchObject({ id: parentId, isContext: true, isCut: true });
    expect(page.comments[0]?.text).toBe("é".repeat(200));
    expect(page.comments.at(-1)).toMatchObject({ text: "The reply", isContext: false });
    expect(page.earlier?.count).toBe(12);
    expect(await list(cityUser)).toMatchObject([{ isContext: false, isCut: false }, { text: "The reply" }]);
  });

  test("allows a comment of another page with a reply to be edited, but not deleted", async () => {
    const [parentId] = await insert([{ createdAt: momentOf(0) }, ...copies(25, { createdAt: momentOf(1) })]);
    await insert([{ parentId, createdAt: momentOf(2) }]);
    const parent = (await list(reviewer)).find(({ id }) => id === parentId);
    expect(parent).toMatchObject({ isContext: true, mayChange: true, mayDelete: false });
  });
});

describe("a long comment", () => {
  test("is cut at a thousand characters of any script", async () => {
    await insert([{ text: "a".repeat(1000) }, { text: "a".repeat(1001) }, { text: "🧱".repeat(1001) }]);
    expect(await list(reviewer)).toMatchObject([
      { text: "a".repeat(1000), isCut: false },
      { text: "a".repeat(1000), isCut: true },
      { text: "🧱".repeat(1000), isCut: true },
    ]);
  });

  test("has its full text when it is requested, at its place on the page", async () => {
    const ids = await insert([...copies(3), { text: "b".repeat(9000) }, ...copies(3)]);
    expect((await list(reviewer, { full: ids[3] }))[3]).toMatchObject({
      text: "b".repeat(9000),
      isCut: false,
      isContext: false,
    });
  });

  test("of another page has its full text too, with the comment that it replies to", async () => {
    const [parentId] = await insert([{ text: "parent" }]);
    const [reply] = await insert([{ parentId, text: "c".repeat(5000), createdAt: momentOf(1) }]);
    await insert(copies(30, { createdAt: momentOf(2) }));
    const shown = await list(reviewer, { full: reply });
    expect(shown).toHaveLength(22);
    expect(shown.slice(0, 2)).toMatchObject([
      { text: "parent", isContext: true },
      { text: "c".repeat(5000), isContext: true, isCut: false },
    ]);
  });

  test("that the viewer may not read, or of another permit, is not shown when it is requested", async () => {
    const [internal, shared] = await insert([{ text: "internal" }, { isShared: true }]);
    const other = await makePermit(administrator, cityId);
    const [elsewhere] = await insert([{ permitId: other.id, isShared: true }]);
    for (const [id, status] of [
      [internal, 404],
      [elsewhere, 403],
      [999_999, 404],
    ] as const) {
      const page = await read(cityUser, { full: id });
      expect(page.comments.map((comment) => comment.id)).toEqual([shared]);
      expect(await statusOf(readOwnComment(cityUser, id ?? 0))).toBe(status);
    }
  });

  test("has its full text in a dialog, also when it is on another page", async () => {
    const [id] = await insert([{ text: "d".repeat(9000) }, ...copies(30)]);
    const text = "d".repeat(9000);
    expect(await readOwnComment(reviewer, id ?? 0)).toMatchObject({ id, text, isOwn: true });
    const page = await read(reviewer);
    expect(page.comments.some((comment) => comment.id === id)).toBe(false);
  });
});

describe("the limit of 60 KB", () => {
  const most = 60_000;

  test("is not reached by a page of 3,000 comments of 4.5 KB", async () => {
    await insert(copies(3000, { text: "e".repeat(4500), createdAt: momentOf(0) }));
    expect(await bytesOf(reviewer)).toBe(20_000);
    expect(await read(reviewer)).toMatchObject({ earlier: { count: 2980 } });
  });

  test("reduces the number of comments on a page with the full text of a very long one", async () => {
    const long = "図".repeat(10_000);
    const ids = await insert(copies(40, { text: long, createdAt: momentOf(0) }));
    expect(await list(reviewer)).toHaveLength(20);
    expect(await bytesOf(reviewer)).toBe(most);
    for (const full of [ids[39], ids[30], ids[20], ids[3]]) {
      const page = await read(reviewer, { full });
      expect(await bytesOf(reviewer, { full })).toBeLessThanOrEqual(most);
      expect(page.comments.find(({ id }) => id === full)?.text).toBe(long);
      // The next page continues without a gap and without repetition.
      const rows = page.comments.filter(({ isContext }) => !isContext);
      expect(rows.map(({ id }) => id)).toEqual(ids.slice(-rows.length));
      expect(page.earlier).toEqual({ before: rows[0]?.id, count: 40 - rows.length });
    }
  });

  test("includes the comments that replies belong to", async () => {
    const starts = await insert(copies(20, { text: "図".repeat(10_000), createdAt: momentOf(0) }));
    const replies = starts.map((parentId) => ({ parentId, text: "図".repeat(1000), createdAt: momentOf(1) }));
    await insert(replies);
    const page = await read(reviewer);
    expect(await bytesOf(reviewer)).toBeLessThanOrEqual(most);
    const onPage = page.comments.filter(({ isContext }) => !isContext);
    expect(onPage.length).toBeGreaterThan(1);
    expect(page.earlier?.count).toBe(40 - onPage.length);
    // A comment is not repeated as the shortened parent of a reply.
    expect(new Set(page.comments.map(({ id }) => id)).size).toBe(page.comments.length);
  });

  test("never hides the newest comment", async () => {
    const [id] = await insert([{ text: "🧱".repeat(10_000) }, { text: "🧱".repeat(10_000) }]);
    const page = await read(reviewer, { full: id });
    expect(page.comments.at(-1)?.text).toBe("🧱".repeat(1000));
  });
});

describe("the queries", () => {
  test("are one for the permit and one for its comments, however many there are", async () => {
    await insert(copies(1));
    const few = await statementsOf(() => read(reviewer));
    await insert(copies(19));
    expect([few, await statementsOf(() => read(reviewer))]).toEqual([2, 2]);
    const [parentId, ...ids] = await insert(copies(40));
    await insert([{ parentId, createdAt: momentOf(100) }]);
    expect(await statementsOf(() => read(reviewer))).toBe(2);
    const earlierPage = { before: ids[30], full: ids[0] };
    expect(await statementsOf(() => read(reviewer, earlierPage))).toBe(2);
  });

  test.skipIf(isPostgres)("read comments in the order of an index", async () => {
    const [parentId, ...ids] = await insert(copies(60, { isShared: true }));
    await insert([{ parentId, isShared: true, createdAt: momentOf(100) }]);
    const earlierPage = { before: ids[55], full: ids[0] };
    const plans = [];
    for (const viewer of [reviewer, cityUser]) {
      for (const query of [undefined, earlierPage]) plans.push(await queriesIn(() => read(viewer, query)));
    }
    const steps = plans.flat().flatMap(({ text, values }) =>
      writer
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values)
        .map((step) => (step as { detail: string }).detail),
    );
    expect(steps.length).toBeGreaterThan(20);
    // The page of ids has twenty rows at most.
    expect(steps.filter((step) => /^SCAN (?!page$)|TEMP B-TREE/.test(step))).toEqual([]);
    // The four pages of ids, and the two counts of what the city may read; the comments are read by their ids.
    expect(steps.filter((step) => step.includes("USING INDEX comments_by_permit"))).toHaveLength(6);
  });

  test("read no more of a text than is shown", async () => {
    await insert(copies(30, { text: "f".repeat(10_000) }));
    const queries = await queriesIn(() => read(reviewer));
    const rows = await Promise.all(queries.map(rowsOfQuery));
    expect(JSON.stringify(rows).length).toBeLessThan(20 * 2000);
    expect(await db.select().from(comments).where(eq(comments.permitId, permit.id))).toHaveLength(30);
  });
});
