import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { fromNow, now } from "~/models/clock.server";
import { write } from "~/models/db.server";
import { addComment } from "~/models/plan-review/comment.server";
import { addTimeEntry } from "~/models/plan-review/time-entry.server";
import type { Viewer } from "~/models/policy";
import { comments, permits, timeEntries } from "~/models/tables.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { startCalls } from "~/testing/test-server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startCalls>>;
let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
const keys = new Map<Viewer, string>();

beforeAll(async () => {
  server = await startCalls();
  cityId = (await makeCity("Oakville")).id;
  administrator = await makeViewer("admin", { name: "Dana Price" });
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire", "Structural"] });
  cityUser = await makeViewer("city", { name: "Carl Clerk", cityId });
  for (const viewer of [administrator, reviewer, cityUser]) {
    keys.set(viewer, (await createApiKey(viewer, { name: "Reviews", isReadOnly: false })).key ?? "");
  }
});
afterAll(() => server.stop());

beforeEach(async () => {
  // Everybody has written nothing yet in this minute.
  await write((tx) => tx.delete(comments));
  permit = await makePermit(administrator, cityId);
  await assign(permit, reviewer, "Fire");
});

type Row = Record<string, unknown> & { id: number; updatedAt: string };
type Answer = Row & { message: string; fields?: Record<string, string[]>; current?: Row };

/** A call by somebody, and what it answers. */
async function ask<As = Answer>(viewer: Viewer, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${keys.get(viewer)}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
  return { status: response.status, headers: response.headers, answer: (await response.json()) as As };
}

const discussion = () => `/permits/${permit.id}/comments`;
const listOf = async (viewer: Viewer, query = "") =>
  (await ask<Row[]>(viewer, "GET", `${discussion()}${query}`)).answer;

describe("a comment", () => {
  test("of a reviewer, and the city's answer, are read by both in their own names", async () => {
    const { status, answer: asked } = await ask(reviewer, "POST", discussion(), {
      text: " Show the rated walls\r\non A-102 ",
      discipline: "Fire",
      isShared: true,
    });
    expect(status).toBe(201);
    expect(asked).toEqual({
      id: expect.any(Number),
      permitId: permit.id,
      parentId: null,
      authorName: "Rita Reviewer",
      text: "Show the rated walls\non A-102",
      discipline: "Fire",
      reviewCycle: "PC1",
      isShared: true,
      mayChange: true,
      mayDelete: true,
      createdAt: expect.any(String),
      updatedAt: asked.createdAt,
    });
    await ask(reviewer, "POST", discussion(), { text: "They forgot them" });
    const reply = { text: "They are on A-103", parentId: asked.id };
    expect((await ask(cityUser, "POST", discussion(), reply)).answer).toMatchObject({
      authorName: "Carl Clerk",
      parentId: asked.id,
      discipline: "Fire",
      isShared: true,
    });
    const seen = await listOf(cityUser);
    expect(seen.map(({ authorName, text }) => `${authorName}: ${text}`)).toEqual([
      "Urban37: Show the rated walls\non A-102",
      "Carl Clerk: They are on A-103",
    ]);
    expect(Object.keys(seen[0] ?? {})).toEqual(Object.keys(asked));
    expect((await listOf(reviewer)).map(({ authorName }) => authorName)).toEqual([
      "Rita Reviewer",
      "Rita Reviewer",
      "Carl Clerk",
    ]);
  });

  test("can be sent back as it was answered, but for what it says", async () => {
    const { answer } = await ask(reviewer, "POST", discussion(), { text: "Show the walls" });
    expect((await ask(reviewer, "POST", discussion(), answer)).status).toBe(201);
    const changed = await ask(reviewer, "PATCH", `/comments/${answer.id}`, { ...answer, text: "Show all" });
    expect([changed.status, changed.answer.text]).toEqual([200, "Show all"]);
  });

  test("that is posted twice under one key is made once", async () => {
    const body = { text: "Show the walls", formKey: "a-key-of-sixteen-letters" };
    const [one, two] = [
      await ask(reviewer, "POST", discussion(), body),
      await ask(reviewer, "POST", discussion(), body),
    ];
    expect([two.status, two.answer]).toEqual([201, one.answer]);
    expect(await listOf(reviewer)).toHaveLength(1);
  });

  test("is refused after thirty in a minute, with the seconds to wait", async () => {
    for (let made = 0; made < 30; made += 1) await addComment(reviewer, permit.id, { text: `${made}` });
    const { status, headers, answer } = await ask(reviewer, "POST", discussion(), { text: "One more" });
    expect([status, answer.message]).toEqual([
      429,
      "You have written many comments in a minute. Wait a moment and send this again.",
    ]);
    expect(headers.get("retry-after")).toBe(String(answer.retryAfter));
    expect(answer.retryAfter).toBeGreaterThan(0);
    expect(await listOf(reviewer)).toHaveLength(30);
  });

  test("begun by a city, or an answer to what it does not see, is refused", async () => {
    const { answer } = await ask(reviewer, "POST", discussion(), { text: "Among us" });
    expect((await ask(cityUser, "POST", discussion(), { text: "Hello?" })).status).toBe(403);
    const unseen = await ask(cityUser, "POST", discussion(), { text: "Hello?", parentId: answer.id });
    expect([unseen.status, unseen.answer]).toEqual([404, { message: "Comment not found" }]);
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { text: "Changed" } : undefined;
      expect((await ask(cityUser, method, `/comments/${answer.id}`, body)).status).toBe(404);
      expect((await ask(administrator, method, `/comments/${answer.id}`, body)).status).toBe(403);
    }
    const shared = { text: "For the city", parentId: answer.id, isShared: true };
    expect((await ask(reviewer, "POST", discussion(), shared)).answer.fields).toEqual({
      isShared: [expect.stringContaining("does not see")],
    });
  });

  test("is deleted by its author until it is answered", async () => {
    const { answer } = await ask(reviewer, "POST", discussion(), { text: "Show the walls" });
    const reply = await ask(administrator, "POST", discussion(), { text: "Which?", parentId: answer.id });
    const path = `/comments/${answer.id}`;
    const refused = await ask(reviewer, "DELETE", path);
    expect([refused.status, refused.answer]).toEqual([
      409,
      { message: "This comment has been answered and can no longer be deleted." },
    ]);
    expect((await ask(administrator, "DELETE", `/comments/${reply.answer.id}`)).answer).toEqual({
      id: reply.answer.id,
      message: "Comment deleted",
    });
    expect((await ask(reviewer, "DELETE", path)).status).toBe(200);
    expect((await ask(reviewer, "DELETE", path)).status).toBe(404);
    expect(await listOf(reviewer)).toEqual([]);
  });
});

test("a discussion of 3,000 comments is answered whole, and page by page", async () => {
  const row = { permitId: permit.id, authorName: "Rita", reviewCycle: "PC1" as const, createdAt: now() };
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    ...row,
    updatedAt: row.createdAt,
    text: `${index} `.padEnd(4500, "e"),
  }));
  await write(async (tx) => {
    for (let from = 0; from < rows.length; from += 500) {
      await tx.insert(comments).values(rows.slice(from, from + 500));
    }
  });
  const { headers, answer } = await ask<Row[]>(reviewer, "GET", discussion());
  expect([headers.get("x-total-count"), answer.length]).toEqual(["3000", 3000]);
  expect(answer.every(({ text }, index) => text === rows[index]?.text)).toBe(true);
  const newest = await ask<Row[]>(reviewer, "GET", `${discussion()}?sort=-createdAt&pageSize=50&page=2`);
  expect(newest.answer.map(({ id }) => id)).toEqual(
    answer
      .slice(-100, -50)
      .map(({ id }) => id)
      .reverse(),
  );
});

describe("the next review cycle", () => {
  const start = (body: object, viewer = administrator) =>
    ask(viewer, "POST", `/permits/${permit.id}/next-cycle`, body);

  test("is started once by one key, and answers the permit each time", async () => {
    const read = (await ask(administrator, "GET", `/permits/${permit.id}`)).answer;
    const body = { updatedAt: read.updatedAt, formKey: "a-key-of-sixteen-letters" };
    const first = await start(body);
    expect([first.status, first.answer.reviewCycle]).toEqual([200, "PC2"]);
    expect(await start(body)).toMatchObject({ status: 200, answer: first.answer });
    expect((await ask(administrator, "GET", `/permits/${permit.id}`)).answer).toEqual(first.answer);
    const work = await ask<Row[]>(administrator, "GET", `/permits/${permit.id}/assignments`);
    expect(work.answer).toMatchObject([{ reviewCycle: "PC2", discipline: "Fire", status: "assigned" }]);
  });

  test("of a permit that was changed since it was read is refused with the permit", async () => {
    const { updatedAt } = (await start({})).answer;
    expect((await start({ updatedAt })).answer.reviewCycle).toBe("PC3");
    const late = await start({ updatedAt });
    expect([late.status, late.answer.current?.reviewCycle]).toEqual([409, "PC3"]);
    expect(late.answer.message).toContain("Dana Price changed this permit");
  });

  test("after PC10 is refused", async () => {
    await ask(administrator, "PATCH", `/permits/${permit.id}`, { reviewCycle: "PC10" });
    const refused = await start({});
    expect([refused.status, refused.answer]).toEqual([409, { message: "PC10 is the last review cycle" }]);
  });

  test("is an administrator's to start", async () => {
    for (const viewer of [reviewer, cityUser]) expect((await start({}, viewer)).status).toBe(403);
    expect((await ask(reviewer, "GET", `/permits/${permit.id}`)).answer.reviewCycle).toBe("PC1");
  });
});

describe("an employee's open work", () => {
  const reassign = (moves: unknown, viewer = administrator) =>
    ask(viewer, "POST", `/employees/${reviewer.employeeId}/reassign`, { moves });
  const workOf = async () =>
    (await ask<Row[]>(administrator, "GET", `/permits/${permit.id}/assignments`)).answer;

  test("is given to another who is certified, with its status and due date", async () => {
    const ines = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Fire"] });
    const [before] = await workOf();
    const moves = [{ discipline: "Fire", employeeId: ines.employeeId }];
    const { status, answer } = await reassign(moves);
    const { moved } = answer as unknown as { moved: number };
    const message = moved === 1 ? "1 assignment was reassigned" : `${moved} assignments were reassigned`;
    expect([status, answer]).toEqual([200, { id: reviewer.employeeId, moved, message }]);
    expect(moved).toBeGreaterThan(0);
    const { updatedAt, ...stays } = before ?? { updatedAt: "" };
    expect(await workOf()).toMatchObject([
      { ...stays, employeeId: ines.employeeId, employeeName: "Ines Roth" },
    ]);
    // Sent a second time, there is nothing left to move.
    expect((await reassign(moves)).answer).toMatchObject({ moved: 0 });
  });

  test("is not given to somebody who is not certified, nor by anybody but an administrator", async () => {
    const carl = await makeViewer("employee", { disciplines: ["Civil"] });
    const moves = [{ discipline: "Fire", employeeId: carl.employeeId }];
    const refused = await reassign(moves);
    expect([refused.status, refused.answer.fields]).toEqual([
      400,
      {
        "moves[0].employeeId": ["This reviewer is inactive or not certified in Fire. Choose another."],
      },
    ]);
    expect((await reassign([])).answer.fields).toEqual({
      "moves[0].employeeId": ["Please select a reviewer"],
    });
    for (const viewer of [reviewer, cityUser]) expect((await reassign(moves, viewer)).status).toBe(403);
    expect(await workOf()).toMatchObject([{ employeeId: reviewer.employeeId }]);
  });
});

describe("hours", () => {
  const worked = { discipline: "Fire" as const, hoursWorked: 1.5, workDate: "2020-01-31" };

  test("are corrected by who logged them on the same day, and by an administrator later", async () => {
    const { id } = await addTimeEntry(reviewer, permit.id, worked);
    const path = `/time-entries/${id}`;
    const patched = await ask(reviewer, "PATCH", path, { hoursWorked: 0.25, description: null });
    expect([patched.status, patched.answer]).toMatchObject([
      200,
      { id, permitId: permit.id, hoursWorked: 0.25, workDate: "2020-01-31", mayChange: true },
    ]);
    const yesterday = { createdAt: fromNow(-24 * 60 * 60_000) };
    await write((tx) => tx.update(timeEntries).set(yesterday).where(eq(timeEntries.id, id)));
    for (const method of ["PATCH", "DELETE"]) {
      const refused = await ask(reviewer, method, path, method === "PATCH" ? { hoursWorked: 1 } : undefined);
      expect([refused.status, refused.answer.message]).toEqual([
        409,
        "Time entries can be changed on the day they were logged. Ask an administrator to correct this one.",
      ]);
    }
    expect((await ask(administrator, "PATCH", path, { hoursWorked: 24 })).answer.hoursWorked).toBe(24);
    const tooMany = await ask(administrator, "PATCH", path, { hoursWorked: 24.25 });
    expect(tooMany.answer.fields).toEqual({ hoursWorked: ["A day has no more than 24 hours"] });
    expect((await ask(administrator, "DELETE", path)).answer).toEqual({ id, message: "Time entry deleted" });
    expect((await ask(administrator, "DELETE", path)).status).toBe(404);
  });
});

describe("the number that a city gives", () => {
  const give = (cityPermitNumber: string, viewer = cityUser) =>
    ask(viewer, "PATCH", `/permits/${permit.id}/city-number`, { cityPermitNumber });

  beforeEach(() =>
    write(async (tx) => {
      await tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, permit.id));
    }),
  );

  test("is taken once, and the same again is no other", async () => {
    const given = await give(" B26-77 ");
    expect([given.status, given.answer.cityPermitNumber]).toEqual([200, "B26-77"]);
    expect(given.answer).toEqual((await ask(cityUser, "GET", `/permits/${permit.id}`)).answer);
    expect((await give("B26-77")).answer).toEqual(given.answer);
    const refused = await give("B26-78", administrator);
    expect([refused.status, refused.answer.fields]).toEqual([
      409,
      { cityPermitNumber: [expect.stringContaining("B26-77")] },
    ]);
    expect((await ask(cityUser, "GET", `/permits/${permit.id}`)).answer.cityPermitNumber).toBe("B26-77");
  });

  test("is not a reviewer's to give", async () => {
    const refused = await give("B26-77", reviewer);
    expect([refused.status, refused.answer.requiredRoles]).toEqual([403, ["Administrator", "City User"]]);
    expect((await ask(cityUser, "GET", `/permits/${permit.id}`)).answer.cityPermitNumber).toBeNull();
  });
});
