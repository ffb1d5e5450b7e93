import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addComment } from "~/models/comments/comment.server";
import type { Viewer } from "~/models/policy";
import { comments } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { openPage, sendForm } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { DiscussionData } from "./parts/load-discussion.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
/** The ids of 45 shared comments, the oldest first. */
let ids: number[];

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire"] });
  permit = await makePermit(administrator, cityId);
  const now = Date.now();
  const rows = Array.from({ length: 45 }, (_, index) => {
    const moment = new Date(now - (45 - index) * 100).toISOString();
    const author = { authorId: administrator.id, authorName: "Dana Director" };
    const text = { text: `Comment ${index + 1}`, reviewCycle: "PC1", isShared: true } as const;
    return { permitId: permit.id, ...author, ...text, createdAt: moment, updatedAt: moment };
  });
  const created = await write((tx) => tx.insert(comments).values(rows).returning({ id: comments.id }));
  ids = created.map(({ id }) => id);
});

const pagePath = () => `/employee-dashboard/permits/${permit.id}`;
const load = async (query = "") =>
  (await openPage<{ discussion: DiscussionData }>(reviewer, `${pagePath()}${query}`)).page.discussion;
const post = (path: string, fields: Record<string, string>) =>
  sendForm(reviewer, `${pagePath()}${path}`, fields);

test("an address with ?before shows the page before that comment", async () => {
  const newest = await load("?discipline=Fire");
  expect(newest).toMatchObject({
    discipline: "Fire",
    isNewest: true,
    earlier: { before: ids[25], count: 25 },
  });
  const earlier = await load(`?discipline=Fire&before=${ids[25]}`);
  expect(earlier).toMatchObject({ discipline: "Fire", isNewest: false, earlier: { count: 5 } });
  expect(earlier.comments.at(-1)?.text).toBe("Comment 25");
});

test.each(["abc", "-1", "0", "1.5", "1e99", "", "%00"])(
  "an invalid comment id in the address is ignored: %j",
  async (id) => {
    const page = await load(`?before=${id}&comment=${id}&discipline=${id}`);
    expect(page).toMatchObject({ isNewest: true, earlier: { count: 25 } });
    expect(page.comments).toHaveLength(20);
  },
);

test("an address with ?comment shows the full text of that comment", async () => {
  const { id } = await addComment(reviewer, permit.id, { text: "long ".repeat(400) });
  expect((await load()).comments.at(-1)).toMatchObject({ isCut: true });
  const complete = (await load(`?comment=${id}`)).comments.at(-1);
  expect(complete?.text).toBe("long ".repeat(400));
  expect(complete?.isCut).toBeUndefined();
});

describe("on an earlier page", () => {
  const earlier = () => `before=${ids[25]}`;

  test("a new comment and a reply redirect to the newest comments", async () => {
    const query = `?discipline=Fire&${earlier()}`;
    const location = `${pagePath()}?discipline=Fire#discussion`;
    expect(await post(`${query}&comment=`, { text: "New" })).toMatchObject({ location });
    expect(await post(`${query}&comment=${ids[10]}`, { text: "Reply" })).toMatchObject({ location });
    const { comments: shown } = await load();
    expect(shown.slice(-2)).toMatchObject([{ text: "New" }, { text: "Reply", parentId: ids[10] }]);
    expect(shown[0]).toMatchObject({ id: ids[10], isContext: true });
  });

  test("an edit and a deletion redirect to that page", async () => {
    const { id } = await addComment(reviewer, permit.id, { text: "Mine" });
    const createdAt = new Date(Date.now() - 5000).toISOString();
    await write((tx) => tx.update(comments).set({ createdAt }).where(eq(comments.id, id)));
    const dialog = (name: string) => `/comments/${id}/${name}?discipline=Fire&${earlier()}`;
    const opened = () => openPage(reviewer, `${pagePath()}${dialog("delete")}`);
    expect((await openPage(reviewer, `${pagePath()}${dialog("edit")}`)).dialog).toEqual({
      text: "Mine",
      updatedAt: expect.any(String),
    });
    const location = `${pagePath()}?discipline=Fire&${earlier()}#discussion`;

    expect(await post(dialog("edit"), { text: "" })).toMatchObject({
      status: 400,
      errors: { text: ["Comment is required"] },
    });
    expect(await post(dialog("edit"), { text: "Mine, again" })).toMatchObject({ location });
    expect((await opened()).dialog).toEqual({ text: "Mine, again" });
    expect(await post(dialog("delete"), {})).toMatchObject({ location });
    expect(await opened()).toMatchObject({ status: 404, message: "Comment not found" });
  });

  test("an edit with an old updatedAt is refused with its text, and saved when it is sent again", async () => {
    const { id } = await addComment(reviewer, permit.id, { text: "Mine" });
    const path = `/comments/${id}/edit`;
    type Edited = { text: string; updatedAt: string };
    const edited = async () => (await openPage<unknown, Edited>(reviewer, `${pagePath()}${path}`)).dialog;
    const { updatedAt } = await edited();
    await post(path, { text: "Mine, in another window", updatedAt });
    const refused = await post(path, { text: "Mine, late", updatedAt });
    const saved = await edited();
    expect(refused).toMatchObject({
      status: 409,
      current: { updatedAt: saved.updatedAt },
      typed: { text: "Mine, late" },
    });
    expect(saved.text).toBe("Mine, in another window");
    await post(path, { text: "Mine, late", updatedAt: saved.updatedAt });
    expect((await edited()).text).toBe("Mine, late");
  });

  test("a refused reply keeps its text, and its comment stays on the page", async () => {
    const text = "x".repeat(10_001);
    const query = `?${earlier()}&comment=${ids[10]}`;
    expect(await post(query, { text })).toMatchObject({ status: 400, typed: { text } });
    expect((await load(query)).comments.some(({ id }) => id === ids[10])).toBe(true);
    // The comment is also there without `before`.
    expect((await load(`?comment=${ids[10]}`)).comments[0]).toMatchObject({ id: ids[10], isContext: true });
  });
});

test("the thirty-first comment in a minute is 429 with Retry-After, and keeps its text", async () => {
  for (let index = 0; index < 30; index += 1) {
    const location = `${pagePath()}#discussion`;
    expect(await post("?comment=", { text: `Comment ${index}` })).toMatchObject({ location });
  }
  const message = "You have written many comments in a minute. Wait a moment and send this again.";
  for (const query of ["?comment=", `?comment=${ids[44]}`]) {
    const sent = { text: "One more", isShared: "on" };
    const { status, headers, failure, errors, typed } = await post(query, sent);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect([failure, errors]).toEqual([message, { "": [message] }]);
    expect(typed).toMatchObject(sent);
  }
});
