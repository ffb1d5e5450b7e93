import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryAfterOf } from "~/failure.server";
import { write } from "~/models/db.server";
import { addComment } from "~/models/plan-review/comment.server";
import type { Viewer } from "~/models/policy";
import { comments } from "~/models/tables.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadDiscussion } from "./parts/load-discussion.server";
import { permitAction } from "./parts/permit-actions.server";

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
const at = (query: string) => new URL(`http://localhost:3000${pagePath()}${query}`);
const load = (query = "", viewer = reviewer) => loadDiscussion(viewer, permit, at(query));

type Refused = {
  init: { status: number };
  retryAfter?: number;
  data: {
    failure?: string;
    submission: { initialValue: Record<string, string>; error: Record<string, string[]> };
  };
};

/** Posts a form of the discussion. Returns the address of the redirect, or the refused form. */
async function post(query: string, fields: Record<string, string>, viewer = reviewer) {
  const body = new URLSearchParams(fields);
  const request = new Request(at(query), { method: "POST", body });
  const formResult = await permitAction({ request, viewer, id: permit.id, url: at(query) });
  return formResult instanceof Response
    ? String(formResult.headers.get("location"))
    : { ...(formResult as unknown as Refused), retryAfter: retryAfterOf(request) };
}

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
    const page = await load(
      `?before=${id}&comment=${id}&commentId=${id}&dialog=delete-comment&discipline=${id}`,
    );
    expect(page).toMatchObject({ isNewest: true, earlier: { count: 25 }, editing: null, deleting: null });
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
    expect(await post(`${query}&comment=`, { text: "New" })).toBe(`${pagePath()}?discipline=Fire#discussion`);
    expect(await post(`${query}&comment=${ids[10]}`, { text: "Reply" })).toBe(
      `${pagePath()}?discipline=Fire#discussion`,
    );
    const { comments: shown } = await load();
    expect(shown.slice(-2)).toMatchObject([{ text: "New" }, { text: "Reply", parentId: ids[10] }]);
    expect(shown[0]).toMatchObject({ id: ids[10], isContext: true });
  });

  test("an edit and a deletion redirect to that page", async () => {
    const { id } = await addComment(reviewer, permit.id, { text: "Mine" });
    const createdAt = new Date(Date.now() - 5000).toISOString();
    await write((tx) => tx.update(comments).set({ createdAt }).where(eq(comments.id, id)));
    const dialog = (name: string) => `?discipline=Fire&${earlier()}&dialog=${name}&commentId=${id}`;
    const { editing } = await load(dialog("edit-comment"));
    expect(editing).toEqual({ id, text: "Mine", updatedAt: expect.any(String) });
    expect((await load(`?dialog=edit-comment&commentId=${id}`)).editing).toEqual(editing);
    const back = `${pagePath()}?discipline=Fire&${earlier()}#discussion`;

    const refused = (await post(dialog("edit-comment"), { text: "" })) as Refused;
    expect(refused).toMatchObject({
      init: { status: 400 },
      data: { submission: { error: { text: ["Comment is required"] } } },
    });
    expect(await post(dialog("edit-comment"), { text: "Mine, again" })).toBe(back);
    expect((await load(dialog("delete-comment"))).deleting).toMatchObject({ text: "Mine, again" });
    expect(await post(dialog("delete-comment"), {})).toBe(back);
    expect((await load(dialog("delete-comment"))).deleting).toBeNull();
  });

  test("an edit with an old updatedAt is refused with its text, and saved when it is sent again", async () => {
    const { id } = await addComment(reviewer, permit.id, { text: "Mine" });
    const query = `?dialog=edit-comment&commentId=${id}`;
    const updatedAt = (await load(query)).editing?.updatedAt ?? "";
    await post(query, { text: "Mine, in another window", updatedAt });
    const refused = (await post(query, { text: "Mine, late", updatedAt })) as Refused;
    const { editing } = await load(query);
    expect(refused).toMatchObject({
      init: { status: 409 },
      data: {
        current: { updatedAt: editing?.updatedAt },
        submission: { initialValue: { text: "Mine, late" } },
      },
    });
    expect(editing?.text).toBe("Mine, in another window");
    await post(query, { text: "Mine, late", updatedAt: editing?.updatedAt ?? "" });
    expect((await load(query)).editing?.text).toBe("Mine, late");
  });

  test("a refused reply keeps its text, and its comment stays on the page", async () => {
    const text = "x".repeat(10_001);
    const query = `?${earlier()}&comment=${ids[10]}`;
    const refused = await post(query, { text });
    expect(refused).toMatchObject({
      init: { status: 400 },
      data: { submission: { initialValue: { text } } },
    });
    expect((await load(query)).comments.some(({ id }) => id === ids[10])).toBe(true);
    // The comment is also there without `before`.
    expect((await load(`?comment=${ids[10]}`)).comments[0]).toMatchObject({ id: ids[10], isContext: true });
  });
});

test("the thirty-first comment in a minute is 429 with Retry-After, and keeps its text", async () => {
  for (let index = 0; index < 30; index += 1) {
    expect(await post("?comment=", { text: `Comment ${index}` })).toBe(`${pagePath()}#discussion`);
  }
  const message = "You have written many comments in a minute. Wait a moment and send this again.";
  for (const query of ["?comment=", `?comment=${ids[44]}`]) {
    const { init, data, retryAfter } = (await post(query, { text: "One more", isShared: "on" })) as Refused;
    expect(init.status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(data).toMatchObject({ failure: message });
    expect(data.submission).toMatchObject({
      error: { "": [message] },
      initialValue: { text: "One more", isShared: "on" },
    });
  }
});
