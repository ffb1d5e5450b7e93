import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { auditEvents, comments } from "../tables.server";
import { addComment, deleteComment, editComment, type NewComment } from "./comment.server";
import { readDiscussion } from "./discussion.server";
import { permitHistory } from "./permit-history.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;

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
  // Everybody has written nothing yet in this minute.
  await write((tx) => tx.delete(comments));
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

async function add(viewer: Viewer, fields: Partial<NewComment> = {}): Promise<number> {
  return (await addComment(viewer, permit.id, { text: "Check the stairs", ...fields })).id;
}

const list = async (viewer: Viewer) => (await readDiscussion(viewer, permit.id)).comments;
const rowsOf = (permitId: number) => db.select().from(comments).where(eq(comments.permitId, permitId));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("adding a comment", () => {
  test("keeps who, when, in which cycle and discipline", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    const id = await add(reviewer, { discipline: "Fire" });
    expect(await list(administrator)).toEqual([
      {
        id,
        parentId: null,
        authorName: "Rita Reviewer",
        authorCityId: null,
        text: "Check the stairs",
        reviewCycle: "PC2",
        discipline: "Fire",
        isShared: false,
        createdAt: "2026-11-20T20:00:00.000Z",
        written: "Nov 20, 2026, 12:00 PM",
        isEdited: false,
        isCut: false,
        isContext: false,
        isOwn: false,
        mayChange: false,
        mayDelete: false,
        formKey: null,
      },
    ]);
  });

  test("keeps markup as the text that it is", async () => {
    await add(reviewer, { text: "<script>alert(1)</script>\n<b>&amp;" });
    expect((await list(reviewer))[0]?.text).toBe("<script>alert(1)</script>\n<b>&amp;");
  });

  test("twice by one form makes one; another text by it is another", async () => {
    const posted = { formKey: `comment-form-of-${permit.id}` };
    const [first, second] = await Promise.all([add(reviewer, posted), add(reviewer, posted)]);
    expect(second).toBe(first);
    expect(await list(reviewer)).toMatchObject([posted]);
    await add(reviewer, { ...posted, text: "Written after going back" });
    expect(await rowsOf(permit.id)).toHaveLength(2);
    expect((await list(administrator)).map(({ formKey }) => formKey)).toEqual([null, null]);
  });

  test("is recorded as an event of its own, not in the permit's history", async () => {
    const id = await add(reviewer);
    const ofComment = and(eq(auditEvents.subject, "comment"), eq(auditEvents.subjectId, id));
    expect(await db.select().from(auditEvents).where(ofComment)).toMatchObject([
      { action: "comment.created", actorId: reviewer.id },
    ]);
    const actions = (await permitHistory(administrator, permit.id)).map(({ action }) => action);
    expect(actions).toEqual(["permit.created"]);
  });

  test("is 404 outside the viewer's sight", async () => {
    expect(await statusOf(add(foreigner))).toBe(404);
    expect(await statusOf(add(nobody))).toBe(404);
    expect(await rowsOf(permit.id)).toEqual([]);
  });
});

describe("answering", () => {
  test("joins the thread, takes its discipline, and stays internal unless it is shared", async () => {
    const parentId = await add(reviewer, { isShared: true, discipline: "Fire" });
    const reply = await add(administrator, { parentId });
    const further = await add(reviewer, { parentId: reply, isShared: true });
    expect(await list(administrator)).toMatchObject([
      { id: parentId },
      { id: reply, parentId, discipline: "Fire", isShared: false },
      { id: further, parentId, discipline: "Fire", isShared: true },
    ]);
  });

  test("a comment of another permit is 404", async () => {
    const other = await makePermit(administrator, cityId);
    const { id: parentId } = await addComment(reviewer, other.id, { text: "Elsewhere", isShared: true });
    for (const viewer of [reviewer, cityUser]) expect(await statusOf(add(viewer, { parentId }))).toBe(404);
    expect(await statusOf(add(reviewer, { parentId: 999_999 }))).toBe(404);
  });

  test("can not be shared where the city does not see what is answered", async () => {
    const parentId = await add(reviewer);
    await expect(add(reviewer, { parentId, isShared: true })).rejects.toMatchObject({
      status: 400,
      fields: { isShared: [expect.stringContaining("does not see")] },
    });
  });

  test("is what a city may do to a shared comment, always shared", async () => {
    const parentId = await add(reviewer, { isShared: true });
    const id = await add(cityUser, { parentId, isShared: false });
    expect((await list(reviewer)).find((comment) => comment.id === id)).toMatchObject({
      parentId,
      isShared: true,
      authorName: "Carl Clerk",
    });
  });

  test("is 404 to a city for an internal comment, and a thread of its own is 403", async () => {
    const parentId = await add(reviewer);
    expect(await statusOf(add(cityUser, { parentId }))).toBe(404);
    expect(await statusOf(add(cityUser))).toBe(403);
    expect(await rowsOf(permit.id)).toHaveLength(1);
  });
});

describe("writing many", () => {
  const second = 1000;
  const message = "You have written many comments in a minute. Wait a moment and send this again.";
  const hasty = (retryAfter: number) => ({ status: 429, message, details: { retryAfter } });

  /** Thirty by one person, one each second: the last after 29. */
  async function addThirty(viewer: Viewer, fields: Partial<NewComment> = {}) {
    for (let made = 0; made < 30; made += 1) {
      vi.setSystemTime(start + made * second);
      await add(viewer, { ...fields, text: `Comment ${made}` });
    }
  }

  test("is refused after thirty in sixty seconds, until just when the answer says", async () => {
    await addThirty(reviewer);
    const refusal = await add(reviewer).catch((error: unknown) => error);
    expect(refusal).toMatchObject(hasty(31));
    expect((refusal as Response).headers.get("retry-after")).toBe("31");
    vi.setSystemTime(start + 60 * second - 1);
    await expect(add(reviewer)).rejects.toMatchObject(hasty(1));
    vi.setSystemTime(start + 60 * second);
    await add(reviewer);
    await expect(add(reviewer)).rejects.toMatchObject(hasty(1));
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });

  test("is counted over all permits, answers and comments alike, a city user's too", async () => {
    const parentId = await add(reviewer, { isShared: true });
    await addThirty(cityUser, { parentId });
    await expect(add(cityUser, { parentId })).rejects.toMatchObject(hasty(31));
    const other = await makePermit(administrator, cityId);
    const { id } = await addComment(reviewer, other.id, { text: "Elsewhere", isShared: true });
    await expect(addComment(cityUser, other.id, { text: "Here?", parentId: id })).rejects.toMatchObject(
      hasty(31),
    );
  });

  test("leaves others free", async () => {
    await addThirty(reviewer);
    await add(administrator);
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });

  test("at once lets thirty in", async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => statusOf(add(reviewer))));
    expect(all.filter((status) => status === "done")).toHaveLength(30);
    expect(all.filter((status) => status === 429)).toHaveLength(10);
  });

  test("does not refuse the second post of a form that went through", async () => {
    const posted = { formKey: `thirtieth-${permit.id}`, text: "The thirtieth" };
    for (let made = 0; made < 29; made += 1) await add(reviewer);
    const id = await add(reviewer, posted);
    expect(await add(reviewer, posted)).toBe(id);
    expect(await statusOf(add(reviewer))).toBe(429);
  });

  test("is looked at after who may write at all", async () => {
    for (let made = 0; made < 30; made += 1) await add(reviewer);
    expect(await statusOf(add(reviewer, { parentId: 999_999 }))).toBe(404);
  });

  test("before the clock was set back counts for nothing", async () => {
    vi.setSystemTime(start + 24 * 60 * minute);
    for (let made = 0; made < 30; made += 1) await add(reviewer);
    vi.setSystemTime(start);
    await add(reviewer);
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });
});

describe("changing a comment", () => {
  const shown = async (viewer: Viewer, id: number) =>
    (await list(viewer)).find((comment) => comment.id === id);

  test("is its author's for fifteen minutes", async () => {
    const id = await add(reviewer);
    vi.setSystemTime(start + 15 * minute - 1);
    expect(await shown(reviewer, id)).toMatchObject({ mayChange: true, mayDelete: true });
    await editComment(reviewer, id, "Check the ramp");
    expect(await shown(reviewer, id)).toMatchObject({ text: "Check the ramp", isEdited: true });
    vi.setSystemTime(start + 15 * minute);
    expect(await shown(reviewer, id)).toMatchObject({ mayChange: false, mayDelete: false });
    const tooLate = { status: 409, message: expect.stringContaining("15 minutes") };
    await expect(editComment(reviewer, id, "Too late")).rejects.toMatchObject(tooLate);
    await expect(deleteComment(reviewer, id)).rejects.toMatchObject(tooLate);
    expect(await shown(reviewer, id)).toMatchObject({ text: "Check the ramp" });
  });

  test("is nobody else's: 403, and 404 to whom it does not show", async () => {
    const shared = await add(reviewer, { isShared: true });
    const internal = await add(reviewer);
    for (const change of [(viewer: Viewer, id: number) => editComment(viewer, id, "Mine"), deleteComment]) {
      expect(await statusOf(change(administrator, shared))).toBe(403);
      expect(await statusOf(change(cityUser, shared))).toBe(403);
      expect(await statusOf(change(cityUser, internal))).toBe(404);
      expect(await statusOf(change(foreigner, shared))).toBe(404);
      expect(await statusOf(change(nobody, shared))).toBe(404);
    }
    expect((await rowsOf(permit.id)).map(({ text }) => text)).toEqual(Array(2).fill("Check the stairs"));
  });

  test("is a city user's too, of its own answer", async () => {
    const id = await add(cityUser, { parentId: await add(reviewer, { isShared: true }) });
    await editComment(cityUser, id, "Done");
    expect((await shown(reviewer, id))?.text).toBe("Done");
    await deleteComment(cityUser, id);
    expect(await shown(reviewer, id)).toBeUndefined();
  });

  test("that was changed since it was read is refused with 409, which carries what it is now", async () => {
    const id = await add(reviewer);
    const [{ updatedAt: read } = { updatedAt: "" }] = await rowsOf(permit.id);
    const { updatedAt } = await editComment(reviewer, id, "Check the ramp", read);
    expect(updatedAt > read).toBe(true);
    await expect(editComment(reviewer, id, "Check the door", read)).rejects.toMatchObject({
      status: 409,
      message: "This comment was changed after you opened it. Save again to keep what you typed.",
      details: { current: { id, updatedAt } },
    });
    expect(await rowsOf(permit.id)).toMatchObject([{ text: "Check the ramp", updatedAt }]);
    // Sent a second time, what was saved is no other version.
    expect(await editComment(reviewer, id, "Check the ramp", read)).toMatchObject({ id, updatedAt });
    await editComment(reviewer, id, "Check the door", updatedAt);
    expect(await rowsOf(permit.id)).toMatchObject([{ text: "Check the door" }]);
  });

  test("is no deletion once it has been answered", async () => {
    const parentId = await add(reviewer);
    const reply = await add(administrator, { parentId });
    expect(await shown(reviewer, parentId)).toMatchObject({ mayChange: true, mayDelete: false });
    await expect(deleteComment(reviewer, parentId)).rejects.toMatchObject({
      status: 409,
      message: "This comment has been answered and can no longer be deleted.",
    });
    await deleteComment(administrator, reply);
    await deleteComment(reviewer, parentId);
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("is recorded, and one that changes nothing is not", async () => {
    const id = await add(reviewer);
    await editComment(reviewer, id, "Check the stairs");
    await editComment(reviewer, id, "Check the ramp");
    await deleteComment(reviewer, id);
    const ofComment = and(eq(auditEvents.subject, "comment"), eq(auditEvents.subjectId, id));
    const events = await db.select().from(auditEvents).where(ofComment).orderBy(auditEvents.id);
    expect(events.map(({ action }) => action)).toEqual([
      "comment.created",
      "comment.updated",
      "comment.deleted",
    ]);
    expect(events[1]?.changes).toEqual({ text: ["Check the stairs", "Check the ramp"] });
  });
});
