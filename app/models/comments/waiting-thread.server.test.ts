import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { assign, makeCity, makePeople, makePermit } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { auditEvents, comments, permits, waitingThreads } from "../tables.server";
import { addComment, deleteComment, type NewComment } from "./comment.server";
import { countWaitingThreads, listWaitingThreads, settleThread } from "./waiting-thread.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let otherCitysUser: Viewer;
let noRole: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  const people = await makePeople(cityId, (await makeCity()).id);
  ({ administrator, reviewer, cityUser, otherCitysUser, noRole } = people);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await write((tx) => tx.delete(comments));
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

const minutesLater = (minutes: number) => vi.setSystemTime(start + minutes * 60_000);

const add = async (viewer: Viewer, fields: Partial<NewComment> = {}) =>
  (await addComment(viewer, permit.id, { text: "Which stairs?", isShared: true, ...fields })).id;
const waiting = async (viewer: Viewer) =>
  (await listWaitingThreads(viewer, { limit: 20 })).map(({ commentId }) => commentId);
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status,
  );

describe("a thread", () => {
  test("waits for the provider once the city wrote, and for the city once the provider replied", async () => {
    const question = await add(cityUser);
    expect([await waiting(administrator), await waiting(cityUser)]).toEqual([[question], []]);
    minutesLater(1);
    await add(reviewer, { parentId: question });
    expect([await waiting(administrator), await waiting(cityUser)]).toEqual([[], [question]]);
    minutesLater(2);
    await add(cityUser, { parentId: question });
    expect([await waiting(administrator), await waiting(cityUser)]).toEqual([[question], []]);
  });

  test("waits since the first comment without a reply", async () => {
    const question = await add(cityUser);
    minutesLater(5);
    await add(cityUser, { parentId: question, text: "Still waiting" });
    const [thread] = await listWaitingThreads(administrator, { limit: 1 });
    expect(thread).toMatchObject({
      since: "2026-11-20T20:00:00.000Z",
      cityName: "Oakville",
      last: { text: "Still waiting", authorName: "Carl Clerk" },
    });
  });

  test("that the city does not see waits for nobody, and an internal reply answers nothing", async () => {
    await add(reviewer, { isShared: false });
    expect([await countWaitingThreads(administrator), await countWaitingThreads(cityUser)]).toEqual([0, 0]);
    const question = await add(cityUser);
    await add(reviewer, { parentId: question, isShared: false, text: "Do we know?" });
    expect(await waiting(administrator)).toEqual([question]);
  });

  test("waits again for the side whose only reply is deleted", async () => {
    const question = await add(cityUser);
    minutesLater(1);
    const reply = await add(reviewer, { parentId: question });
    await deleteComment(reviewer, reply);
    expect([await waiting(administrator), await waiting(cityUser)]).toEqual([[question], []]);
    await deleteComment(cityUser, question);
    expect(await db.$count(waitingThreads)).toBe(0);
  });

  test("needs no reply once that side says so, twice or not, until the next comment", async () => {
    const question = await add(cityUser);
    await settleThread(administrator, question);
    await settleThread(administrator, question);
    expect(await waiting(administrator)).toEqual([]);
    expect(await db.$count(auditEvents, eq(auditEvents.action, "comment.settled"))).toBe(1);
    minutesLater(1);
    const more = await add(cityUser, { parentId: question });
    expect(await waiting(administrator)).toEqual([question]);
    await settleThread(reviewer, more);
    expect(await waiting(administrator)).toEqual([]);
  });

  test("is not settled over a comment that was not read yet", async () => {
    const question = await add(cityUser);
    const more = await add(cityUser, { parentId: question, text: "And the stairs?" });
    expect(await statusOf(settleThread(administrator, question))).toBe(409);
    expect(await waiting(administrator)).toEqual([question]);
    expect((await listWaitingThreads(administrator, { limit: 1 }))[0]?.last.id).toBe(more);
    // Nobody else reads an internal reply.
    await add(reviewer, { parentId: question, isShared: false });
    expect(await statusOf(settleThread(administrator, more))).toBe("done");
    expect(await waiting(administrator)).toEqual([]);
  });

  test("is not settled by the other side, another city, or a person without a role", async () => {
    const question = await add(cityUser);
    expect(await statusOf(settleThread(cityUser, question))).toBe("done");
    expect(await statusOf(settleThread(otherCitysUser, question))).toBe(404);
    expect(await statusOf(settleThread(noRole, question))).toBe(404);
    expect(await statusOf(settleThread(administrator, 999_999))).toBe(404);
    const internal = await add(reviewer, { isShared: false });
    expect(await statusOf(settleThread(cityUser, internal))).toBe(404);
    expect(await waiting(administrator)).toEqual([question]);
  });

  test("waits no longer once its permit is cancelled", async () => {
    const question = await add(cityUser);
    const setStatus = (status: "cancelled" | "hold") =>
      write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, permit.id)));
    await setStatus("cancelled");
    expect(await waiting(administrator)).toEqual([]);
    await setStatus("hold");
    expect(await waiting(administrator)).toEqual([question]);
  });
});

describe("the threads that wait for", () => {
  test("a reviewer are those of their disciplines in the current cycle, and their own", async () => {
    const fire = await add(cityUser, { discipline: "Fire" });
    const general = await add(cityUser);
    const civil = await add(cityUser, { discipline: "Civil" });
    expect(await waiting(reviewer)).toEqual([]);
    await assign(permit, reviewer, "Fire");
    expect(await waiting(reviewer)).toEqual([fire, general]);
    const own = await add(reviewer, { discipline: "Civil" });
    minutesLater(1);
    await add(cityUser, { parentId: own });
    expect(await waiting(reviewer)).toEqual([fire, general, own]);
    expect(await waiting(administrator)).toEqual([fire, general, civil, own]);
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permit.id)));
    expect(await waiting(reviewer)).toEqual([own]);
  });

  test("a city are those of its permits, without the names of employees", async () => {
    const question = await add(reviewer, { text: "Which code?" });
    expect(await waiting(otherCitysUser)).toEqual([]);
    const [thread] = await listWaitingThreads(cityUser, { limit: 1 });
    expect(thread).toMatchObject({
      commentId: question,
      last: { authorName: "Urban37", text: "Which code?" },
    });
    expect(await countWaitingThreads(cityUser)).toBe(1);
    expect(await countWaitingThreads(otherCitysUser)).toBe(0);
  });

  test("anybody are listed in parts, those that have waited longest first, with the beginning of long texts", async () => {
    const ids: number[] = [];
    for (const minute of [1, 2, 3]) {
      minutesLater(minute);
      ids.push(await add(cityUser, { text: "é".repeat(400) }));
    }
    expect(await waiting(administrator)).toEqual(ids);
    const second = await listWaitingThreads(administrator, { limit: 1, offset: 1 });
    expect(second).toMatchObject([{ commentId: ids[1], last: { text: "é".repeat(300), isCut: true } }]);
  });

  test("a person without a role are refused", async () => {
    expect(await statusOf(countWaitingThreads(noRole))).toBe(403);
    expect(await statusOf(listWaitingThreads(noRole, { limit: 1 }))).toBe(403);
  });
});
