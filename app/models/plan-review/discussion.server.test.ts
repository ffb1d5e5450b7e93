import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCity, makePermit, makeViewer, queriesOf, statementsOf } from "~/testing/test-rows";
import { db, write, writer } from "../db.server";
import type { Viewer } from "../policy";
import { comments, permits } from "../tables.server";
import { readDiscussion } from "./discussion.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;
const momentOf = (minutes: number) => new Date(start + minutes * minute).toISOString();

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let nobody: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { name: "Carl Clerk", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  nobody = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

type Row = Partial<typeof comments.$inferInsert>;

/** Comments of the reviewer, a minute after one another unless a row says when; answers their ids. */
async function insert(rows: Row[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const moment = row.createdAt ?? momentOf(index);
    const author = { authorId: reviewer.id, authorName: "Rita Reviewer", authorCityId: null };
    const what = { permitId: permit.id, reviewCycle: "PC1", text: `Comment ${index + 1}` } as const;
    return { ...what, ...author, createdAt: moment, updatedAt: moment, ...row };
  });
  return write(async (tx) => {
    const ids: number[] = [];
    for (let from = 0; from < values.length; from += 500) {
      const batch = values.slice(from, from + 500);
      const made = await tx.insert(comments).values(batch).returning({ id: comments.id });
      ids.push(...made.map(({ id }) => id));
    }
    return ids;
  });
}

type Asked = Parameters<typeof readDiscussion>[2];

const read = (viewer: Viewer, asked?: Asked) => readDiscussion(viewer, permit.id, asked);
const list = async (viewer: Viewer, asked?: Asked) => (await read(viewer, asked)).comments;
const textsOf = async (viewer: Viewer, asked?: Asked) => (await list(viewer, asked)).map(({ text }) => text);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Comment ${from + index}`);
const many = (length: number, row: Row = {}) => Array.from({ length }, () => row);
const bytesOf = async (viewer: Viewer, asked?: Asked) =>
  Buffer.byteLength((await textsOf(viewer, asked)).join(""));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("the discussion of a permit", () => {
  test("has the newest last", async () => {
    await insert([{ createdAt: momentOf(5), text: "later" }, { createdAt: momentOf(1) }]);
    expect(await textsOf(reviewer)).toEqual(["Comment 2", "later"]);
  });

  test("of one moment is in the order in which it was written", async () => {
    await insert(many(25, { createdAt: momentOf(0) }));
    const page = await read(reviewer);
    expect(page.comments.map(({ text }) => text)).toEqual(numbered(6, 25));
    expect(await textsOf(reviewer, { before: page.earlier?.before })).toEqual(numbered(1, 5));
  });

  test("shows a city what is shared, with its author, and nothing else", async () => {
    const [, parentId] = await insert([{ text: "internal" }, { text: "shared", isShared: true }]);
    await insert([{ text: "among us", parentId, authorId: administrator.id }]);
    expect(await list(cityUser)).toMatchObject([{ text: "shared", authorName: "Rita Reviewer" }]);
  });

  test("as a city reads it speaks in the provider's name, whoever looks on", async () => {
    const [parentId] = await insert([{ text: "shared", isShared: true }, { text: "internal" }]);
    const clerk = { authorId: cityUser.id, authorName: "Carl Clerk", authorCityId: cityId };
    await insert([{ text: "Answer", parentId, isShared: true, ...clerk }]);
    for (const viewer of [administrator, cityUser]) {
      const shown = await list(viewer, { asCity: cityId });
      expect(shown.map(({ authorName }) => authorName)).toEqual(["Urban37", "Carl Clerk"]);
    }
  });

  test("is 404 outside the viewer's sight, also once the permit has moved to another city", async () => {
    await insert([{ isShared: true }]);
    expect(await statusOf(read(foreigner))).toBe(404);
    expect(await statusOf(read(nobody))).toBe(404);
    await write(async (tx) => {
      await tx
        .update(permits)
        .set({ cityId: foreigner.cityId ?? 0 })
        .where(eq(permits.id, permit.id));
    });
    expect(await statusOf(read(cityUser))).toBe(404);
    expect(await list(foreigner)).toHaveLength(1);
  });
});

describe("a page of the discussion", () => {
  test("holds twenty comments and answers together, and leads to those before", async () => {
    const ids = await insert(many(45));
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

  test("of just twenty leads nowhere", async () => {
    await insert(many(20));
    expect(await read(reviewer)).toMatchObject({ earlier: null, isNewest: true });
  });

  test("is the newest where the address names no comment of the permit, or nothing is before it", async () => {
    const [first] = await insert(many(25));
    const other = await makePermit(administrator, cityId);
    const [elsewhere] = await insert([{ permitId: other.id }]);
    for (const before of [first, elsewhere, 999_999, undefined]) {
      expect(await read(reviewer, { before })).toMatchObject({ isNewest: true, earlier: { count: 5 } });
    }
  });

  test("and the number before it count for a city only what it may read", async () => {
    const ids = await insert(Array.from({ length: 60 }, (_, index) => ({ isShared: index % 2 === 1 })));
    const page = await read(cityUser);
    expect(page.comments).toHaveLength(20);
    expect(page.comments.every(({ isShared }) => isShared)).toBe(true);
    expect(page.earlier).toEqual({ before: ids[21], count: 10 });
    expect(await read(administrator, { asCity: cityId })).toMatchObject({ earlier: page.earlier });
    // What it may not read is no place to begin at either.
    expect(await read(cityUser, { before: ids[30] })).toMatchObject({ isNewest: true });
    expect(await read(administrator, { before: ids[30], asCity: cityId })).toMatchObject({ isNewest: true });
  });

  test("brings along what an answer is about, shortened, and does not count it", async () => {
    const [parentId] = await insert([{ text: `${"é".repeat(300)}`, isShared: true }, ...many(30)]);
    await insert([{ parentId, text: "The answer", createdAt: momentOf(40), isShared: true }]);
    const page = await read(reviewer);
    expect(page.comments).toHaveLength(21);
    expect(page.comments[0]).toMatchObject({ id: parentId, isContext: true, isCut: true });
    expect(page.comments[0]?.text).toBe("é".repeat(200));
    expect(page.comments.at(-1)).toMatchObject({ text: "The answer", isContext: false });
    expect(page.earlier?.count).toBe(12);
    expect(await list(cityUser)).toMatchObject([{ isContext: false, isCut: false }, { text: "The answer" }]);
  });

  test("lets an answered comment of another page still be changed, but not deleted", async () => {
    const [parentId] = await insert([{ createdAt: momentOf(0) }, ...many(25, { createdAt: momentOf(1) })]);
    await insert([{ parentId, createdAt: momentOf(2) }]);
    const opening = (await list(reviewer)).find(({ id }) => id === parentId);
    expect(opening).toMatchObject({ isContext: true, mayChange: true, mayDelete: false });
  });
});

describe("a long comment", () => {
  test("is cut at a thousand characters, of whatever writing", async () => {
    await insert([{ text: "a".repeat(1000) }, { text: "a".repeat(1001) }, { text: "🧱".repeat(1001) }]);
    expect(await list(reviewer)).toMatchObject([
      { text: "a".repeat(1000), isCut: false },
      { text: "a".repeat(1000), isCut: true },
      { text: "🧱".repeat(1000), isCut: true },
    ]);
  });

  test("is shown whole where the address names it, in its place", async () => {
    const ids = await insert([...many(3), { text: "b".repeat(9000) }, ...many(3)]);
    expect((await list(reviewer, { whole: ids[3] }))[3]).toMatchObject({
      text: "b".repeat(9000),
      isCut: false,
      isContext: false,
    });
  });

  test("of another page is shown whole too, with what it answers", async () => {
    const [parentId] = await insert([{ text: "opening" }]);
    const [reply] = await insert([{ parentId, text: "c".repeat(5000), createdAt: momentOf(1) }]);
    await insert(many(30, { createdAt: momentOf(2) }));
    const shown = await list(reviewer, { whole: reply });
    expect(shown).toHaveLength(22);
    expect(shown.slice(0, 2)).toMatchObject([
      { text: "opening", isContext: true },
      { text: "c".repeat(5000), isContext: true, isCut: false },
    ]);
  });

  test("that the viewer may not read, or of another permit, is not shown by naming it", async () => {
    const [internal, shared] = await insert([{ text: "internal" }, { isShared: true }]);
    const other = await makePermit(administrator, cityId);
    const [elsewhere] = await insert([{ permitId: other.id, isShared: true }]);
    for (const id of [internal, elsewhere, 999_999]) {
      const page = await read(cityUser, { whole: id, chosen: id });
      expect(page.comments.map((comment) => comment.id)).toEqual([shared]);
      expect(page.chosen).toBeNull();
    }
  });

  test("is whole in the dialog that is about it, wherever it stands", async () => {
    const [id] = await insert([{ text: "d".repeat(9000) }, ...many(30)]);
    const page = await read(reviewer, { chosen: id });
    expect(page.chosen).toMatchObject({ id, text: "d".repeat(9000), isOwn: true });
    expect(page.comments.some((comment) => comment.id === id)).toBe(false);
  });
});

describe("60 KB", () => {
  const most = 60_000;

  test("are all that a page holds of 3,000 comments of 4.5 KB", async () => {
    await insert(many(3000, { text: "e".repeat(4500), createdAt: momentOf(0) }));
    expect(await bytesOf(reviewer)).toBe(20_000);
    expect(await read(reviewer)).toMatchObject({ earlier: { count: 2980 } });
  });

  test("leave room for fewer where a very long one is read whole, which is always there", async () => {
    const long = "図".repeat(10_000);
    const ids = await insert(many(40, { text: long, createdAt: momentOf(0) }));
    expect(await list(reviewer)).toHaveLength(20);
    expect(await bytesOf(reviewer)).toBe(most);
    for (const whole of [ids[39], ids[30], ids[20], ids[3]]) {
      const page = await read(reviewer, { whole });
      expect(await bytesOf(reviewer, { whole })).toBeLessThanOrEqual(most);
      expect(page.comments.find(({ id }) => id === whole)?.text).toBe(long);
      // Those before follow on: none is left out, none comes twice.
      const rows = page.comments.filter(({ isContext }) => !isContext);
      expect(rows.map(({ id }) => id)).toEqual(ids.slice(-rows.length));
      expect(page.earlier).toEqual({ before: rows[0]?.id, count: 40 - rows.length });
    }
  });

  test("count the comments that are answered, and the one in a dialog", async () => {
    const starts = await insert(many(20, { text: "図".repeat(10_000), createdAt: momentOf(0) }));
    const replies = starts.map((parentId) => ({ parentId, text: "図".repeat(1000), createdAt: momentOf(1) }));
    await insert(replies);
    const page = await read(reviewer, { chosen: starts[0] });
    const shown = Buffer.byteLength(page.comments.map(({ text }) => text).join(""));
    expect(shown + Buffer.byteLength(page.chosen?.text ?? "")).toBeLessThanOrEqual(most);
    const answered = page.comments.filter(({ isContext }) => !isContext);
    expect(answered.length).toBeGreaterThan(1);
    expect(page.earlier?.count).toBe(40 - answered.length);
    // A comment and its answer on one page: the comment is shortened only once it has no room itself.
    expect(new Set(page.comments.map(({ id }) => id)).size).toBe(page.comments.length);
  });

  test("never hide the newest", async () => {
    const [id] = await insert([{ text: "🧱".repeat(10_000) }, { text: "🧱".repeat(10_000) }]);
    const page = await read(reviewer, { chosen: id, whole: id });
    expect(page.comments.at(-1)?.text).toBe("🧱".repeat(1000));
  });
});

describe("the queries", () => {
  test("are as many for twenty as for one, and one more where there are earlier ones", async () => {
    await insert(many(1));
    const few = await statementsOf(() => read(reviewer));
    await insert(many(19));
    expect([few, await statementsOf(() => read(reviewer))]).toEqual([3, 3]);
    await insert(many(20));
    expect(await statementsOf(() => read(reviewer))).toBe(4);
  });

  test("find every comment by an index, in its order", async () => {
    const [parentId, ...ids] = await insert(many(60, { isShared: true }));
    await insert([{ parentId, isShared: true, createdAt: momentOf(100) }]);
    const asked = { before: ids[55], whole: ids[0], chosen: ids[1] };
    const plans = [];
    for (const viewer of [reviewer, cityUser]) {
      for (const page of [undefined, asked]) plans.push(await queriesOf(() => read(viewer, page)));
    }
    const steps = plans.flat().flatMap(({ text, values }) =>
      writer
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values)
        .map((step) => (step as { detail: string }).detail),
    );
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  });

  test("read no more of a text than is shown", async () => {
    await insert(many(30, { text: "f".repeat(10_000) }));
    const queries = await queriesOf(() => read(reviewer));
    const rows = queries.flatMap(({ text, values }) => writer.prepare(text).all(...values));
    expect(JSON.stringify(rows).length).toBeLessThan(21 * 1500);
    expect(await db.select().from(comments).where(eq(comments.permitId, permit.id))).toHaveLength(30);
  });
});
