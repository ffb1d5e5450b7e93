import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePeople, makePermit } from "~/testing/test-rows";
import { updatePermit } from "../permits/permit.server";
import { permitHistory } from "../permits/permit-history.server";
import type { Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { auditEvents, comments } from "../tables.server";
import { addComment, deleteComment, editComment, type NewComment } from "./comment.server";
import { readDiscussion } from "./discussion.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;

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
  // No user has written a comment in this minute.
  await write((tx) => tx.delete(comments));
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

async function add(viewer: Viewer, fields: Partial<NewComment> = {}): Promise<number> {
  return (await addComment(viewer, permit.id, { text: "Check the stairs", ...fields })).id;
}

const list = async (viewer: Viewer) => (await readDiscussion(viewer, permit)).comments;
const rowsOf = (permitId: number) => db.select().from(comments).where(eq(comments.permitId, permitId));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("adding a comment", () => {
  test("stores its author, time, review cycle and discipline", async () => {
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
        idempotencyKey: null,
        isWaiting: false,
      },
    ]);
  });

  test("stores markup as plain text", async () => {
    await add(reviewer, { text: "<script>alert(1)</script>\n<b>&amp;" });
    expect((await list(reviewer))[0]?.text).toBe("<script>alert(1)</script>\n<b>&amp;");
  });

  test("with the same idempotency key creates one comment, and is refused with another text", async () => {
    const posted = { formKey: `comment-form-of-${permit.id}` };
    const [first, second] = await Promise.all([add(reviewer, posted), add(reviewer, posted)]);
    expect(second).toBe(first);
    expect(await list(reviewer)).toMatchObject([{ idempotencyKey: posted.formKey }]);
    const other = add(reviewer, { ...posted, text: "Written after going back" });
    await expect(other).rejects.toBeInstanceOf(ReusedKey);
    expect(await rowsOf(permit.id)).toHaveLength(1);
    expect((await list(administrator)).map(({ idempotencyKey }) => idempotencyKey)).toEqual([null]);
  });

  test("is recorded as an event of the comment, not in the permit's history", async () => {
    const id = await add(reviewer);
    const ofComment = and(eq(auditEvents.subject, "comment"), eq(auditEvents.subjectId, id));
    expect(await db.select().from(auditEvents).where(ofComment)).toMatchObject([
      { action: "comment.created", actorId: reviewer.id },
    ]);
    const actions = (await permitHistory(administrator, permit)).map(({ action }) => action);
    expect(actions).toEqual(["permit.created"]);
  });

  test("is 404 for a viewer who cannot see the permit", async () => {
    expect(await statusOf(add(otherCitysUser))).toBe(404);
    expect(await statusOf(add(noRole))).toBe(404);
    expect(await rowsOf(permit.id)).toEqual([]);
  });
});

describe("replying", () => {
  test("joins the thread, copies its discipline, and is internal unless it is shared", async () => {
    const parentId = await add(reviewer, { isShared: true, discipline: "Fire" });
    const reply = await add(administrator, { parentId });
    const replyToReply = await add(reviewer, { parentId: reply, isShared: true });
    expect(await list(administrator)).toMatchObject([
      { id: parentId },
      { id: reply, parentId, discipline: "Fire", isShared: false },
      { id: replyToReply, parentId, discipline: "Fire", isShared: true },
    ]);
  });

  test("to a comment of another permit is 404", async () => {
    const other = await makePermit(administrator, cityId);
    const { id: parentId } = await addComment(reviewer, other.id, { text: "Elsewhere", isShared: true });
    for (const viewer of [reviewer, cityUser]) expect(await statusOf(add(viewer, { parentId }))).toBe(404);
    expect(await statusOf(add(reviewer, { parentId: 999_999 }))).toBe(404);
  });

  test("cannot be shared in an internal thread", async () => {
    const parentId = await add(reviewer);
    await expect(add(reviewer, { parentId, isShared: true })).rejects.toMatchObject({
      status: 400,
      fields: { isShared: [expect.stringContaining("does not see")] },
    });
  });

  test("to a shared comment is allowed for a city, and the reply is shared", async () => {
    const parentId = await add(reviewer, { isShared: true });
    const id = await add(cityUser, { parentId, isShared: false });
    expect((await list(reviewer)).find((comment) => comment.id === id)).toMatchObject({
      parentId,
      isShared: true,
      authorName: "Carl Clerk",
    });
  });

  test("to an internal comment is 404 for a city", async () => {
    const parentId = await add(reviewer);
    expect(await statusOf(add(cityUser, { parentId }))).toBe(404);
    expect(await rowsOf(permit.id)).toHaveLength(1);
  });
});

test("a city starts a thread, which is always shared, and which staff read and reply to", async () => {
  const id = await add(cityUser, { isShared: false });
  expect(await list(reviewer)).toMatchObject([{ id, isShared: true, authorName: "Carl Clerk" }]);
  await add(reviewer, { parentId: id, isShared: true });
  expect(await list(cityUser)).toHaveLength(2);
});

describe("writing many comments", () => {
  const second = 1000;
  const message = "You have written many comments in a minute. Wait a moment and send this again.";
  const limited = (retryAfter: number) => ({ status: 429, message, details: { retryAfter } });

  /** Adds thirty comments, one each second; the last one after 29 seconds. */
  async function addThirty(viewer: Viewer, fields: Partial<NewComment> = {}) {
    for (let index = 0; index < 30; index += 1) {
      vi.setSystemTime(start + index * second);
      await add(viewer, { ...fields, text: `Comment ${index}` });
    }
  }

  test("is refused after thirty in sixty seconds, until the time in Retry-After is over", async () => {
    await addThirty(reviewer);
    const refusal = await add(reviewer).catch((error: unknown) => error);
    expect(refusal).toMatchObject(limited(31));
    expect((refusal as Response).headers.get("retry-after")).toBe("31");
    vi.setSystemTime(start + 60 * second - 1);
    await expect(add(reviewer)).rejects.toMatchObject(limited(1));
    vi.setSystemTime(start + 60 * second);
    await add(reviewer);
    await expect(add(reviewer)).rejects.toMatchObject(limited(1));
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });

  test("is limited across all permits, for comments and replies, and for city users too", async () => {
    const parentId = await add(reviewer, { isShared: true });
    await addThirty(cityUser, { parentId });
    await expect(add(cityUser, { parentId })).rejects.toMatchObject(limited(31));
    const other = await makePermit(administrator, cityId);
    const { id } = await addComment(reviewer, other.id, { text: "Elsewhere", isShared: true });
    await expect(addComment(cityUser, other.id, { text: "Here?", parentId: id })).rejects.toMatchObject(
      limited(31),
    );
  });

  test("does not limit other users", async () => {
    await addThirty(reviewer);
    await add(administrator);
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });

  test("at the same time saves thirty and refuses the others", async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => statusOf(add(reviewer))));
    expect(all.filter((status) => status === "done")).toHaveLength(30);
    expect(all.filter((status) => status === 429)).toHaveLength(10);
  });

  test("accepts the second POST of a form that was saved", async () => {
    const posted = { formKey: `thirtieth-${permit.id}`, text: "The thirtieth" };
    for (let index = 0; index < 29; index += 1) await add(reviewer);
    const id = await add(reviewer, posted);
    expect(await add(reviewer, posted)).toBe(id);
    expect(await statusOf(add(reviewer))).toBe(429);
  });

  test("returns 404 for a missing comment before the limit", async () => {
    for (let index = 0; index < 30; index += 1) await add(reviewer);
    expect(await statusOf(add(reviewer, { parentId: 999_999 }))).toBe(404);
  });

  test("before the clock was set back does not count", async () => {
    vi.setSystemTime(start + 24 * 60 * minute);
    for (let index = 0; index < 30; index += 1) await add(reviewer);
    vi.setSystemTime(start);
    await add(reviewer);
    expect(await rowsOf(permit.id)).toHaveLength(31);
  });
});

describe("changing a comment", () => {
  const shown = async (viewer: Viewer, id: number) =>
    (await list(viewer)).find((comment) => comment.id === id);

  test("is allowed for its author during fifteen minutes", async () => {
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

  test("is 403 for another user, and 404 for a user who cannot see it", async () => {
    const shared = await add(reviewer, { isShared: true });
    const internal = await add(reviewer);
    for (const change of [(viewer: Viewer, id: number) => editComment(viewer, id, "Mine"), deleteComment]) {
      expect(await statusOf(change(administrator, shared))).toBe(403);
      expect(await statusOf(change(cityUser, shared))).toBe(403);
      expect(await statusOf(change(cityUser, internal))).toBe(404);
      expect(await statusOf(change(otherCitysUser, shared))).toBe(404);
      expect(await statusOf(change(noRole, shared))).toBe(404);
    }
    expect((await rowsOf(permit.id)).map(({ text }) => text)).toEqual(Array(2).fill("Check the stairs"));
  });

  test("is allowed for a city user's own reply", async () => {
    const id = await add(cityUser, { parentId: await add(reviewer, { isShared: true }) });
    await editComment(cityUser, id, "Done");
    expect((await shown(reviewer, id))?.text).toBe("Done");
    await deleteComment(cityUser, id);
    expect(await shown(reviewer, id)).toBeUndefined();
  });

  test("with an old updatedAt is refused with 409 and the current version", async () => {
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
    // The same text again is no edit conflict.
    expect(await editComment(reviewer, id, "Check the ramp", read)).toMatchObject({ id, updatedAt });
    await editComment(reviewer, id, "Check the door", updatedAt);
    expect(await rowsOf(permit.id)).toMatchObject([{ text: "Check the door" }]);
  });

  test("cannot delete a comment with replies", async () => {
    const parentId = await add(reviewer);
    const reply = await add(administrator, { parentId });
    expect(await shown(reviewer, parentId)).toMatchObject({ mayChange: true, mayDelete: false });
    await expect(deleteComment(reviewer, parentId)).rejects.toMatchObject({
      status: 409,
      message: "This comment has replies and can no longer be deleted.",
    });
    await deleteComment(administrator, reply);
    await deleteComment(reviewer, parentId);
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("is recorded, unless the text stays the same", async () => {
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
