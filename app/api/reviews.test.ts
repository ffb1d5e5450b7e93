import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { fromNow, now } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import type { Viewer } from "~/models/policy";
import { comments, permits, timeEntries } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import {
  assign,
  makeCity,
  makeComments,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startApi>>;
let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
const keys = new Map<Viewer, string>();

beforeAll(async () => {
  server = await startApi();
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
  // Comments of the last minute count toward the limit.
  await write((tx) => tx.delete(comments));
  permit = await makePermit(administrator, cityId);
  await assign(permit, reviewer, "Fire");
});

type Row = Record<string, unknown> & { id: number; updatedAt: string };
type Content = Row & { message: string; fields?: Record<string, string[]>; current?: Row };

/** Sends a request with a person's API key. */
async function send<As = Content>(viewer: Viewer, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${keys.get(viewer)}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
  return { status: response.status, headers: response.headers, content: (await response.json()) as As };
}

const discussion = () => `/permits/${permit.id}/comments`;
const listOf = async (viewer: Viewer, query = "") =>
  (await send<Row[]>(viewer, "GET", `${discussion()}${query}`)).content;

describe("a comment", () => {
  test("of a reviewer and the city's reply are visible to both", async () => {
    const { status, content: comment } = await send(reviewer, "POST", discussion(), {
      text: " Show the rated walls\r\non A-102 ",
      discipline: "Fire",
      isShared: true,
    });
    expect(status).toBe(201);
    expect(comment).toEqual({
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
      updatedAt: comment.createdAt,
    });
    await send(reviewer, "POST", discussion(), { text: "They forgot them" });
    const reply = { text: "They are on A-103", parentId: comment.id };
    expect((await send(cityUser, "POST", discussion(), reply)).content).toMatchObject({
      authorName: "Carl Clerk",
      parentId: comment.id,
      discipline: "Fire",
      isShared: true,
    });
    const visible = await listOf(cityUser);
    expect(visible.map(({ authorName, text }) => `${authorName}: ${text}`)).toEqual([
      "Urban37: Show the rated walls\non A-102",
      "Carl Clerk: They are on A-103",
    ]);
    expect(Object.keys(visible[0] ?? {})).toEqual(Object.keys(comment));
    expect((await listOf(reviewer)).map(({ authorName }) => authorName)).toEqual([
      "Rita Reviewer",
      "Rita Reviewer",
      "Carl Clerk",
    ]);
  });

  test("can be sent back as returned, with another text", async () => {
    const { content } = await send(reviewer, "POST", discussion(), { text: "Show the walls" });
    expect((await send(reviewer, "POST", discussion(), content)).status).toBe(201);
    const changed = await send(reviewer, "PATCH", `/comments/${content.id}`, {
      ...content,
      text: "Show all",
    });
    expect([changed.status, changed.content.text]).toEqual([200, "Show all"]);
  });

  test("that is posted two times with the same formKey is created once", async () => {
    const body = { text: "Show the walls", formKey: "a-key-of-sixteen-letters" };
    const [first, second] = [
      await send(reviewer, "POST", discussion(), body),
      await send(reviewer, "POST", discussion(), body),
    ];
    expect([second.status, second.content]).toEqual([201, first.content]);
    expect(await listOf(reviewer)).toHaveLength(1);
  });

  test("is refused after thirty in a minute, with the seconds to wait", async () => {
    for (let count = 0; count < 30; count += 1) await addComment(reviewer, permit.id, { text: `${count}` });
    const { status, headers, content } = await send(reviewer, "POST", discussion(), { text: "One more" });
    expect([status, content.message]).toEqual([
      429,
      "You have written many comments in a minute. Wait a moment and send this again.",
    ]);
    expect(headers.get("retry-after")).toBe(String(content.retryAfter));
    expect(content.retryAfter).toBeGreaterThan(0);
    expect(await listOf(reviewer)).toHaveLength(30);
  });

  test("is started by a city and read by staff, and an internal one does not exist for the city", async () => {
    const started = await send(cityUser, "POST", discussion(), { text: "Hello?" });
    expect([started.status, started.content.isShared]).toEqual([201, true]);
    expect(await listOf(reviewer)).toMatchObject([{ id: started.content.id, text: "Hello?" }]);
    const { content } = await send(reviewer, "POST", discussion(), { text: "Internal" });
    const hidden = await send(cityUser, "POST", discussion(), { text: "Hello?", parentId: content.id });
    expect([hidden.status, hidden.content]).toEqual([404, { message: "Comment not found" }]);
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { text: "Changed" } : undefined;
      expect((await send(cityUser, method, `/comments/${content.id}`, body)).status).toBe(404);
      expect((await send(administrator, method, `/comments/${content.id}`, body)).status).toBe(403);
    }
    const shared = { text: "For the city", parentId: content.id, isShared: true };
    expect((await send(reviewer, "POST", discussion(), shared)).content.fields).toEqual({
      isShared: [expect.stringContaining("does not see")],
    });
  });

  test("can be deleted by its author until it has a reply", async () => {
    const { content } = await send(reviewer, "POST", discussion(), { text: "Show the walls" });
    const reply = await send(administrator, "POST", discussion(), { text: "Which?", parentId: content.id });
    const path = `/comments/${content.id}`;
    const refused = await send(reviewer, "DELETE", path);
    expect([refused.status, refused.content]).toEqual([
      409,
      { message: "This comment has replies and can no longer be deleted." },
    ]);
    expect((await send(administrator, "DELETE", `/comments/${reply.content.id}`)).content).toEqual({
      id: reply.content.id,
      message: "Comment deleted",
    });
    expect((await send(reviewer, "DELETE", path)).status).toBe(200);
    expect((await send(reviewer, "DELETE", path)).status).toBe(404);
    expect(await listOf(reviewer)).toEqual([]);
  });
});

test("a discussion of 3,000 comments is returned completely, and page by page", async () => {
  const createdAt = now();
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    createdAt,
    text: `${index} `.padEnd(4500, "e"),
  }));
  await makeComments(permit, reviewer, rows);
  const { headers, content } = await send<Row[]>(reviewer, "GET", discussion());
  expect([headers.get("x-total-count"), content.length]).toEqual(["3000", 3000]);
  expect(content.every(({ text }, index) => text === rows[index]?.text)).toBe(true);
  const newest = await send<Row[]>(reviewer, "GET", `${discussion()}?sort=-createdAt&pageSize=50&page=2`);
  expect(newest.content.map(({ id }) => id)).toEqual(
    content
      .slice(-100, -50)
      .map(({ id }) => id)
      .reverse(),
  );
});

describe("the next review cycle", () => {
  const start = (body: object, viewer = administrator) =>
    send(viewer, "POST", `/permits/${permit.id}/next-cycle`, body);

  test("starts once for the same formKey, and returns the permit each time", async () => {
    const read = (await send(administrator, "GET", `/permits/${permit.id}`)).content;
    const body = { updatedAt: read.updatedAt, formKey: "a-key-of-sixteen-letters" };
    const first = await start(body);
    expect([first.status, first.content.reviewCycle]).toEqual([200, "PC2"]);
    expect(await start(body)).toMatchObject({ status: 200, content: first.content });
    expect((await send(administrator, "GET", `/permits/${permit.id}`)).content).toEqual(first.content);
    const assignments = await send<Row[]>(administrator, "GET", `/permits/${permit.id}/assignments`);
    expect(assignments.content).toMatchObject([
      { reviewCycle: "PC2", discipline: "Fire", status: "assigned" },
    ]);
  });

  test("with an old updatedAt returns 409 and the current permit", async () => {
    const { updatedAt } = (await start({})).content;
    expect((await start({ updatedAt })).content.reviewCycle).toBe("PC3");
    const late = await start({ updatedAt });
    expect([late.status, late.content.current?.reviewCycle]).toEqual([409, "PC3"]);
    expect(late.content.message).toContain("Dana Price changed this permit");
  });

  test("after PC10 returns 409", async () => {
    await send(administrator, "PATCH", `/permits/${permit.id}`, { reviewCycle: "PC10" });
    const refused = await start({});
    expect([refused.status, refused.content]).toEqual([409, { message: "PC10 is the last review cycle" }]);
  });

  test("can be started only by an administrator", async () => {
    for (const viewer of [reviewer, cityUser]) expect((await start({}, viewer)).status).toBe(403);
    expect((await send(reviewer, "GET", `/permits/${permit.id}`)).content.reviewCycle).toBe("PC1");
  });
});

describe("an employee's open assignments", () => {
  const reassign = (moves: unknown, viewer = administrator) =>
    send(viewer, "POST", `/employees/${reviewer.employeeId}/reassign`, { moves });
  const listAssignments = async () =>
    (await send<Row[]>(administrator, "GET", `/permits/${permit.id}/assignments`)).content;

  test("move to another certified reviewer and keep their status and due date", async () => {
    const ines = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Fire"] });
    const [before] = await listAssignments();
    const moves = [{ discipline: "Fire", employeeId: ines.employeeId }];
    const { status, content } = await reassign(moves);
    const { moved } = content as unknown as { moved: number };
    const message = moved === 1 ? "1 assignment was reassigned" : `${moved} assignments were reassigned`;
    expect([status, content]).toEqual([200, { id: reviewer.employeeId, moved, message }]);
    expect(moved).toBeGreaterThan(0);
    const { updatedAt, ...unchanged } = before ?? { updatedAt: "" };
    expect(await listAssignments()).toMatchObject([
      { ...unchanged, employeeId: ines.employeeId, employeeName: "Ines Roth" },
    ]);
    // A repeated request has nothing left to move.
    expect((await reassign(moves)).content).toMatchObject({ moved: 0 });
  });

  test("do not move to an uncertified reviewer, and only an administrator can move them", async () => {
    const carl = await makeViewer("employee", { disciplines: ["Civil"] });
    const moves = [{ discipline: "Fire", employeeId: carl.employeeId }];
    const refused = await reassign(moves);
    expect([refused.status, refused.content.fields]).toEqual([
      400,
      {
        "moves[0].employeeId": ["This plan reviewer is inactive or not certified in Fire. Choose another."],
      },
    ]);
    expect((await reassign([])).content.fields).toEqual({
      "moves[0].employeeId": ["Please select a plan reviewer"],
    });
    for (const viewer of [reviewer, cityUser]) expect((await reassign(moves, viewer)).status).toBe(403);
    expect(await listAssignments()).toMatchObject([{ employeeId: reviewer.employeeId }]);
  });
});

describe("hours", () => {
  const worked = { discipline: "Fire" as const, hoursWorked: 1.5, workDate: "2020-01-31" };

  test("can be corrected by the reviewer on the day they were logged, and by an administrator later", async () => {
    const { id } = await addTimeEntry(reviewer, permit.id, worked);
    const path = `/time-entries/${id}`;
    const patched = await send(reviewer, "PATCH", path, { hoursWorked: 0.25, description: null });
    expect([patched.status, patched.content]).toMatchObject([
      200,
      { id, permitId: permit.id, hoursWorked: 0.25, workDate: "2020-01-31", mayChange: true },
    ]);
    const yesterday = { createdAt: fromNow(-24 * 60 * 60_000) };
    await write((tx) => tx.update(timeEntries).set(yesterday).where(eq(timeEntries.id, id)));
    for (const method of ["PATCH", "DELETE"]) {
      const refused = await send(reviewer, method, path, method === "PATCH" ? { hoursWorked: 1 } : undefined);
      expect([refused.status, refused.content.message]).toEqual([
        409,
        "Time entries can be changed on the day they were logged. Ask an administrator to correct this one.",
      ]);
    }
    expect((await send(administrator, "PATCH", path, { hoursWorked: 24 })).content.hoursWorked).toBe(24);
    const tooMany = await send(administrator, "PATCH", path, { hoursWorked: 24.25 });
    expect(tooMany.content.fields).toEqual({ hoursWorked: ["A day has no more than 24 hours"] });
    expect((await send(administrator, "DELETE", path)).content).toEqual({
      id,
      message: "Time entry deleted",
    });
    expect((await send(administrator, "DELETE", path)).status).toBe(404);
  });
});

describe("the city's permit number", () => {
  const give = (cityPermitNumber: string, viewer = cityUser) =>
    send(viewer, "PATCH", `/permits/${permit.id}/city-number`, { cityPermitNumber });

  beforeEach(() =>
    write(async (tx) => {
      await tx.update(permits).set({ cityPermitNumber: null }).where(eq(permits.id, permit.id));
    }),
  );

  test("is accepted once, and sending it again changes nothing", async () => {
    const accepted = await give(" B26-77 ");
    expect([accepted.status, accepted.content.cityPermitNumber]).toEqual([200, "B26-77"]);
    expect(accepted.content).toEqual((await send(cityUser, "GET", `/permits/${permit.id}`)).content);
    expect((await give("B26-77")).content).toEqual(accepted.content);
    const refused = await give("B26-78", administrator);
    expect([refused.status, refused.content.fields]).toEqual([
      409,
      { cityPermitNumber: [expect.stringContaining("B26-77")] },
    ]);
    expect((await send(cityUser, "GET", `/permits/${permit.id}`)).content.cityPermitNumber).toBe("B26-77");
  });

  test("cannot be set by a reviewer", async () => {
    const refused = await give("B26-77", reviewer);
    expect([refused.status, refused.content.requiredRoles]).toEqual([403, ["Administrator", "City User"]]);
    expect((await send(cityUser, "GET", `/permits/${permit.id}`)).content.cityPermitNumber).toBeNull();
  });
});

test("a correction is refused with 409 on a cancelled permit", async () => {
  const city = await makeCity();
  await switchCorrections(city.id, true);
  permit = await makePermit(administrator, city.id);
  await assign(permit, reviewer, "Fire");
  const correction = { discipline: "Fire", kind: "correction", text: "Show the rated walls" };
  const address = `/permits/${permit.id}/corrections`;
  expect((await send(reviewer, "POST", address, correction)).status).toBe(201);
  await send(administrator, "PATCH", `/permits/${permit.id}`, { status: "cancelled" });
  const refusal = await send(reviewer, "POST", address, correction);
  expect([refusal.status, refusal.content.message]).toEqual([409, "This permit is cancelled"]);
});
