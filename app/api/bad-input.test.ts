import { request as plainRequest } from "node:http";
import { count, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createApiKey, revokeApiKey } from "~/models/accounts/api-key.server";
import { startSession } from "~/models/accounts/session.server";
import { fromNow } from "~/models/clock.server";
import { newFileKey } from "~/models/files/file-store.server";
import { maxStagedBytes } from "~/models/files/staged-file.server";
import { updatePermit } from "~/models/permits/permit.server";
import type { Viewer } from "~/models/policy";
import { auditEvents, permits, planFiles, stagedFiles, users } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { startSessionHeader } from "~/platform/http/viewer.server";
import { assign, makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

// These tests need longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startApi>>;
let administrator: Viewer;
let reviewer: Viewer;
let key: string;
let city: { id: number };
let permit: Awaited<ReturnType<typeof makePermit>>;
let assignmentId: number;

beforeAll(async () => {
  server = await startApi();
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  city = await makeCity();
  permit = await makePermit(administrator, city.id);
  assignmentId = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  key = await keyOf(administrator);
});
afterAll(() => server.stop());
afterEach(() => void vi.restoreAllMocks());

async function keyOf(viewer: Viewer, isReadOnly = false): Promise<string> {
  return (await createApiKey(viewer, { name: "Bad input", isReadOnly })).key ?? "";
}

type Sent = { method?: string; path?: string; body?: BodyInit; headers?: Record<string, string> };

async function send({ method = "PATCH", path = `/api/permits/${permit.id}`, body, headers = {} }: Sent) {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    body,
    headers: {
      authorization: `Bearer ${key}`,
      // The server may not read a refused body completely, so each request needs its own connection.
      connection: "close",
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...headers,
    },
  });
  const text = await response.text();
  const content = (text ? JSON.parse(text) : {}) as { message: string; fields?: Record<string, string[]> };
  // Signed tokens are left out: they can contain any letters by chance.
  const words = JSON.stringify({ ...content, keptFiles: undefined });
  if (response.status === 404 && method !== "HEAD") expect(Object.keys(content)).toEqual(["message"]);
  expect(words).not.toMatch(/\bat .*\.ts|node_modules|sqlite|stack|zod/i);
  return { status: response.status, content, response };
}

/** Returns all that a request could change in the database. */
async function stored() {
  const [events] = await db.select({ all: count() }).from(auditEvents);
  const [files] = await db.select({ all: count() }).from(planFiles);
  return JSON.stringify([await db.select().from(permits), events, files]);
}

const fields = { ...permitFields, urban37PermitNumber: "" };
const asJson = { "content-type": "application/json" };
const nested = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;

const toNextCycle = { method: "POST", path: "/api/permits/1/next-cycle" };
const toNumber = { path: "/api/permits/1/city-number" };
const toReassign = { method: "POST", path: "/api/employees/1/reassign" };
const toComments = { method: "POST", path: "/api/permits/1/comments" };

test.each<[string, Sent, number, string?]>([
  ["malformed JSON", { body: '{"projectName":' }, 400],
  ["an empty body", { body: "" }, 400],
  ["an array instead of an object", { body: "[]" }, 400, "body"],
  ["null instead of an object", { body: "null" }, 400, "body"],
  ["a field of the wrong type", { body: '{"projectName":7}' }, 400, "projectName"],
  ["an object instead of a text", { body: '{"projectName":{}}' }, 400, "projectName"],
  ["an unknown field", { body: '{"colour":"red"}' }, 400, "colour"],
  ["a field __proto__", { body: '{"__proto__":{"role":"admin"}}' }, 400, "__proto__"],
  ["a field constructor", { body: '{"constructor":{"prototype":{}}}' }, 400, "constructor"],
  ["an empty patch", { body: "{}" }, 400, "body"],
  ["only read-only fields", { body: '{"id":7,"city":{},"createdAt":"now"}' }, 400, "body"],
  ["only updatedAt", { body: '{"updatedAt":"2026-11-20T00:00:00.000Z"}' }, 400, "body"],
  ["an unknown status", { body: '{"status":"done"}' }, 400, "status"],
  ["a date that does not exist", { body: '{"dueDate":"2026-02-30"}' }, 400, "dueDate"],
  ["a year out of range", { body: '{"permitCreationYear":2031}' }, 400, "permitCreationYear"],
  ["an unknown discipline", { body: '{"requiredDisciplines":["Magic"]}' }, 400, "requiredDisciplines"],
  ["an unknown city", { body: '{"cityId":999999}' }, 400, "cityId"],
  ["a city id of 2^53", { body: '{"cityId":9007199254740992}' }, 400, "cityId"],
  ["a body of 2 MB", { body: JSON.stringify({ projectName: "x".repeat(2_000_000) }) }, 413],
  ["deeply nested JSON", { body: nested }, 400, "a"],
  ["deeply nested JSON in an ignored field", { body: `{"files":${nested}}` }, 400, "body"],
  ["plain text", { body: "{}", headers: { "content-type": "text/plain" } }, 415],
  ["a form", { body: new URLSearchParams({ projectName: "a" }) }, 415],
  ["an old updatedAt", { body: '{"projectName":"a","updatedAt":"2020-01-01T00:00:00.000Z"}' }, 409],
  ["an id followed by text", { path: "/api/permits/1;drop", body: '{"projectName":"a"}' }, 404],
  ["an id of 2^53", { path: "/api/permits/9007199254740992", body: '{"projectName":"a"}' }, 404],
  ["an id without a row", { path: "/api/permits/999999", body: '{"projectName":"a"}' }, 404],
  ["an unknown address", { path: "/api/permit", body: '{"projectName":"a"}' }, 404],
  ["PUT instead of PATCH", { method: "PUT", body: '{"projectName":"a"}' }, 405],
  ["OPTIONS", { method: "OPTIONS" }, 405],
  ["PROPFIND", { method: "PROPFIND" }, 405],
  [
    "text that is not UTF-8",
    { body: Buffer.from('{"projectName":"q\xff\xc0"}', "latin1"), headers: asJson },
    400,
  ],
  [
    "a change with a query parameter",
    { path: `/api/permits/1?colour=red`, body: '{"projectName":"a"}' },
    400,
    "colour",
  ],
  ["a DELETE with a query parameter", { method: "DELETE", path: "/api/permits/1?colour=red" }, 400, "colour"],
  ["a DELETE with a field", { method: "DELETE", body: '{"colour":1}' }, 400, "colour"],
  [
    "a DELETE with a plain text body",
    { method: "DELETE", body: "x", headers: { "content-type": "text/plain" } },
    415,
  ],
  ["a DELETE of 2 MB", { method: "DELETE", body: "x".repeat(2_000_000) }, 413],
  ["an unknown value of a filter", { method: "GET", path: "/api/permits?status=done" }, 400, "status"],
  ["an unknown query parameter", { method: "GET", path: "/api/permits?statuss=hold" }, 400, "statuss"],
  ["a repeated query parameter", { method: "GET", path: "/api/permits?page=1&page=2" }, 400, "page"],
  ["a page size of 101", { method: "GET", path: "/api/permits?pageSize=101" }, 400, "pageSize"],
  ["a history sorted by name", { method: "GET", path: "/api/permits/1/history?sort=actorName" }, 400, "sort"],
  ["comments with a limit", { method: "GET", path: "/api/permits/1/comments?limit=5" }, 400, "limit"],
  ["fees without a city", { method: "GET", path: "/api/city-fees" }, 400, "cityId"],
  ["a permit without fields", { method: "POST", path: "/api/permits", body: "{}" }, 400, "projectName"],
  ["files as JSON", { method: "POST", path: "/api/permits/1/files", body: "{}" }, 415],
  ["an empty comment", { ...toComments, body: '{"text":" "}' }, 400, "text"],
  [
    "a reply with a string as parentId",
    { ...toComments, body: '{"text":"a","parentId":"1"}' },
    400,
    "parentId",
  ],
  ["a comment with an unknown field", { ...toComments, body: '{"text":"a","authorId":1}' }, 400, "authorId"],
  [
    "an edit of a comment without text",
    { path: "/api/comments/1", body: '{"updatedAt":"2026-11-20T00:00:00.000Z"}' },
    400,
    "text",
  ],
  ["a next cycle with a named cycle", { ...toNextCycle, body: '{"reviewCycle":"PC4"}' }, 400, "reviewCycle"],
  ["a next cycle with a short formKey", { ...toNextCycle, body: '{"formKey":"short"}' }, 400, "formKey"],
  [
    "a next cycle as plain text",
    { ...toNextCycle, body: "{}", headers: { "content-type": "text/plain" } },
    415,
  ],
  ["a reassignment without moves", { ...toReassign, body: "{}" }, 400, "moves"],
  [
    "a move without employeeId",
    { ...toReassign, body: '{"moves":[{"discipline":"Fire"}]}' },
    400,
    "moves[0].employeeId",
  ],
  [
    "a move with a string as employeeId",
    { ...toReassign, body: '{"moves":[{"discipline":"Fire","employeeId":"2"}]}' },
    400,
    "moves[0].employeeId",
  ],
  [
    "a move with an unknown field",
    { ...toReassign, body: '{"moves":[{"discipline":"Fire","employeeId":2,"status":"completed"}]}' },
    400,
    "moves[0].status",
  ],
  ["hours moved to another employee", { path: "/api/time-entries/1", body: '{"employeeId":2}' }, 400, "body"],
  [
    "hours that are not quarters",
    { path: "/api/time-entries/1", body: '{"hoursWorked":1.1}' },
    400,
    "hoursWorked",
  ],
  [
    "hours with an unknown field",
    { path: "/api/time-entries/1", body: '{"quarterHours":4}' },
    400,
    "quarterHours",
  ],
  [
    "an approval in unknown words",
    { path: "/api/cities/1", body: '{"approvalWording":"granted"}' },
    400,
    "approvalWording",
  ],
  [
    "a contact of 301 characters",
    { path: "/api/cities/1", body: JSON.stringify({ letterContact: "x".repeat(301) }) },
    400,
    "letterContact",
  ],
  ["a city's number of spaces", { ...toNumber, body: '{"cityPermitNumber":"  "}' }, 400, "cityPermitNumber"],
  [
    "a city's number as a JSON number",
    { ...toNumber, body: '{"cityPermitNumber":7}' },
    400,
    "cityPermitNumber",
  ],
  [
    "a city's number with another field",
    { ...toNumber, body: '{"cityPermitNumber":"7","projectName":"a"}' },
    400,
    "projectName",
  ],
  ["a logo as JSON", { method: "POST", path: "/api/cities/1/logo", body: "{}" }, 415],
])("%s is refused and changes nothing", async (_, sent, status, field) => {
  const before = await stored();
  const { status: sentStatus, content, response } = await send(sent);
  expect(sentStatus, JSON.stringify(content)).toBe(status);
  expect(content.message).toMatch(/\w/);
  if (field) expect(Object.keys(content.fields ?? {})).toContain(field);
  if (status === 405) expect(response.headers.get("allow")).toBe("GET, PATCH, DELETE");
  if (status === 409) expect(content).toMatchObject({ current: { id: permit.id, city: {} } });
  expect(await stored()).toBe(before);
});

const fee = { serviceType: "review", description: "Review", status: "pending" };
const service = { serviceName: "Review", pricingType: "hourly" };
const worked = { discipline: "Fire", workDate: "2026-11-20" };
const figures: [string, string, () => string, string, object][] = [
  ["a new fee", "POST", () => "/api/city-fees", "amount", { ...fee, cityId: 1 }],
  ["a fee", "PUT", () => "/api/city-fees/1", "amount", fee],
  ["a new price", "POST", () => `/api/cities/${city.id}/pricing`, "rate", service],
  ["a price", "PUT", () => `/api/cities/${city.id}/pricing/1`, "rate", service],
  ["hours", "POST", () => `/api/permits/${permit.id}/time-entries`, "hoursWorked", worked],
  ["corrected hours", "PATCH", () => "/api/time-entries/1", "hoursWorked", {}],
];

describe.each(figures)("the number in %s", (_, method, path, name, others) => {
  test.each(["12.5", "0.25", "", "much", "$12", null, true, {}])("cannot be %j", async (figure) => {
    const body = JSON.stringify({ ...others, [name]: figure });
    const { status, content } = await send({ method, path: path(), body });
    expect([status, content.fields?.[name]]).toEqual([400, ["Send a number"]]);
  });
});

test.each([
  ["a new fee", "Amount is required"],
  ["a new price", "Rate is required"],
  ["hours", "Hours are required"],
])("the number in %s is required", async (title, message) => {
  const [, method, path, name, others] = figures.find(([candidate]) => candidate === title) ?? [];
  const { content } = await send({ method, path: path?.(), body: JSON.stringify(others) });
  expect(content.fields?.[name ?? ""]).toEqual([message]);
});

test("a list of assignments with an old updatedAt replaces nothing", async () => {
  const path = `/api/permits/${permit.id}/assignments`;
  const { content: read } = await send({ method: "GET", path });
  const [row] = read as unknown as { employeeDueDate: string | null; updatedAt: string }[];
  const put = (changes: object) =>
    send({ method: "PUT", path, body: JSON.stringify({ assignments: [{ ...row, ...changes }] }) });
  const stale = await put({ employeeDueDate: "2026-12-01", updatedAt: "2020-01-01T00:00:00.000Z" });
  expect(stale.status).toBe(409);
  expect(stale.content).toMatchObject({
    message: "The Fire assignment was changed after you read it",
    current: read,
  });
  expect((await send({ method: "GET", path })).content).toEqual(read);
  expect((await put({ employeeDueDate: "2026-12-01" })).status).toBe(200);
});

test("a list of assignments does not remove one that was created after the list was read", async () => {
  const path = `/api/permits/${permit.id}/assignments`;
  const read = (await send({ method: "GET", path })).content as unknown as object[];
  const engineer = await makeViewer("employee", { disciplines: ["Structural"] });
  const added = await assign(permit, engineer, "Structural");
  const stale = await send({ method: "PUT", path, body: JSON.stringify({ assignments: read }) });
  expect(stale.status).toBe(409);
  expect(stale.content.message).toBe("The Structural assignment was created after you read the others");
  const now = (await send({ method: "GET", path })).content as unknown as { id: number }[];
  expect(now.map(({ id }) => id)).toContain(added?.id);
});

test("an upload with an unknown cycle or a wrong file is refused with the reason, and valid files can be sent again by token", async () => {
  const path = `/api/permits/${permit.id}/files`;
  const form = new FormData();
  form.set("files", new Blob(["hello"]), "notes.pdf");
  form.set("reviewCycle", "PC11");
  const before = await stored();
  expect((await send({ method: "POST", path, body: form })).content.fields).toHaveProperty("reviewCycle");
  form.set("reviewCycle", "PC1");
  form.append("files", new Blob(["%PDF-1.7 good"]), "good.pdf");
  const { status, content } = await send({ method: "POST", path, body: form });
  expect([status, Object.keys(content.fields ?? {})]).toEqual([400, ["files"]]);
  expect(content.message).toContain("notes.pdf");
  expect(await stored()).toBe(before);
  // Without a cycle the files are for the current one.
  const retry = new FormData();
  for (const token of (content as { keptFiles?: string[] }).keptFiles ?? []) retry.append("keptFiles", token);
  const accepted = await send({ method: "POST", path, body: retry });
  expect([accepted.status, (accepted.content as unknown as { fileName: string }[])[0]?.fileName]).toEqual([
    201,
    "good.pdf",
  ]);
});

test("an upload with a refused file returns 413 when the user has too many staged files", async () => {
  const path = `/api/permits/${permit.id}/files`;
  const full = { userId: administrator.id, byteSize: maxStagedBytes, keepUntil: fromNow(60_000) };
  await write((tx) =>
    tx.insert(stagedFiles).values({
      ...full,
      ...{ fileKey: newFileKey(), sha256: "f".repeat(64), fileName: "full.pdf", kind: "pdf" },
    }),
  );
  const form = new FormData();
  form.set("reviewCycle", "PC1");
  form.append("files", new Blob(["%PDF-1.7 no room"]), "good.pdf");
  form.append("files", new Blob(["hello"]), "notes.pdf");
  const { status, content } = await send({ method: "POST", path, body: form });
  const message =
    "You have uploaded too many files that are not on a permit yet. Send the forms that are still open; other files are removed after a day.";
  const problem =
    "notes.pdf: This is not a PDF file, despite its name. See whether it opens, and save it as a PDF again.";
  expect([status, content.fields, content]).toMatchObject([
    413,
    { files: [problem, message] },
    { keptFiles: [] },
  ]);
  form.delete("files");
  form.append("files", new Blob(["%PDF-1.7 no room"]), "good.pdf");
  expect((await send({ method: "POST", path, body: form })).status).toBe(201);
  await write((tx) => tx.delete(stagedFiles));
});

test("a logo of 11 MB returns 413", async () => {
  const form = new FormData();
  form.set("logo", new Blob([new Uint8Array(11 * 1024 * 1024)]), "logo.png");
  const { status, content } = await send({ method: "POST", path: `/api/cities/${city.id}/logo`, body: form });
  expect([status, content.fields]).toEqual([413, { logo: ["The picture is larger than 10 MB"] }]);
});

describe("access", () => {
  const change = { body: JSON.stringify({ projectName: "By another site" }) };

  test("is refused for requests from another site, with a session and with a key", async () => {
    const token = await write((tx) => startSession(tx, administrator.id, "Firefox"));
    const cookie = (await startSessionHeader(token)).split(";")[0] ?? "";
    const before = await stored();
    const attempts = [{ origin: "https://evil.example" }, { origin: "null" }];
    for (const headers of attempts) expect((await send({ ...change, headers })).status).toBe(403);
    for (const headers of attempts) {
      expect((await send({ ...change, headers: { ...headers, cookie, authorization: "" } })).status).toBe(
        403,
      );
    }
    expect(await siteStatus("cross-site", cookie)).toBe(403);
    expect(await siteStatus("same-site", cookie)).toBe(403);
    expect(await stored()).toBe(before);
    expect(await siteStatus("same-origin", cookie)).toBe(200);
  });

  /** Sends Sec-Fetch-Site with `node:http`, since fetch sets that header itself. */
  const siteStatus = (site: string, cookie: string) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, "sec-fetch-site": site, "content-type": "application/json" };
      const sent = plainRequest(`${server.origin}/api/permits/${permit.id}`, { method: "PATCH", headers });
      sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      sent.end(change.body);
    });

  test("is refused for a revoked key and for the key of an inactive user", async () => {
    const leaver = await makeViewer("admin");
    const { id, key: revoked } = await createApiKey(leaver, { name: "Old", isReadOnly: false });
    const inactive = await keyOf(leaver);
    await revokeApiKey(leaver, id);
    await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, leaver.id)));
    const before = await stored();
    for (const refusedKey of [revoked, inactive, "redline_nothing"]) {
      const headers = { authorization: `Bearer ${refusedKey}` };
      const { status, content } = await send({ ...change, headers });
      expect([status, content.message]).toEqual([401, "This API key is unknown or was revoked"]);
    }
    expect(await stored()).toBe(before);
  });

  test("is limited to reading with a read-only key", async () => {
    const headers = { authorization: `Bearer ${await keyOf(administrator, true)}` };
    const before = await stored();
    expect((await send({ method: "GET", headers })).status).toBe(200);
    const refused = await send({ ...change, headers });
    expect([refused.status, refused.content.message]).toEqual([403, "This API key is read-only"]);
    expect((await send({ method: "DELETE", headers })).status).toBe(403);
    expect(await stored()).toBe(before);
  });
});

describe("spellings", () => {
  test("a revisionNumber of none is stored as null, and the response of GET can be sent back", async () => {
    const { content } = await send({ method: "GET" });
    const { status } = await send({ body: JSON.stringify({ ...content, revisionNumber: "none" }) });
    expect(status).toBe(200);
    const { content: after } = await send({ method: "GET" });
    expect(after).toMatchObject({ revisionNumber: null });
  });

  test("fields that a city left out of its submission can be sent back empty until they have a value", async () => {
    const clerk = await makeViewer("city", { cityId: city.id });
    const submitted = { projectName: "Garage", projectAddress: "1 Main", projectDescription: "New" };
    const { content: created } = await send({
      method: "POST",
      path: "/api/permits",
      body: JSON.stringify({ ...submitted, projectType: "other" }),
      headers: { authorization: `Bearer ${await keyOf(clerk)}` },
    });
    const { id } = created as unknown as { id: number };
    const path = `/api/permits/${id}`;
    const { content } = await send({ method: "GET", path });
    expect(content).toMatchObject({ cityPermitNumber: null, requiredDisciplines: [] });
    expect((await send({ path, body: JSON.stringify(content) })).status).toBe(200);
    expect((await send({ path, body: "{}" })).status).toBe(400);
    const values = JSON.stringify({ cityPermitNumber: "B26-1", requiredDisciplines: ["Fire"] });
    expect((await send({ path, body: values })).status).toBe(200);
    const { content: refusal } = await send({
      path,
      body: JSON.stringify({ ...content, updatedAt: undefined }),
    });
    expect(Object.keys(refusal.fields ?? {}).sort()).toEqual(["cityPermitNumber", "requiredDisciplines"]);
  });

  test("the statuses in-progress and pending are accepted, and returned as in_progress and assigned", async () => {
    const path = `/api/assignments/${assignmentId}`;
    const patch = async (body: object) => (await send({ path, body: JSON.stringify(body) })).content;
    expect(await patch({ status: "in-progress", comment: "Half" })).toMatchObject({ status: "in_progress" });
    expect(await patch({ status: "pending" })).toMatchObject({ status: "assigned", comment: "Half" });
    const complete = { path: `${path}/complete`, body: '{"status":"completed"}' };
    expect((await send(complete)).content).toMatchObject({ status: "completed", comment: "Half" });
    expect((await send({ ...complete, body: '{"status":"in_progress"}' })).status).toBe(400);
  });
});

describe("the list of permits", () => {
  const list = async (query: string) => {
    const { content, response } = await send({ method: "GET", path: `/api/permits${query}` });
    const rows = content as unknown as { id: number; dueDate: string; status: string }[];
    return { rows, total: Number(response.headers.get("x-total-count")) };
  };

  test("is complete without paging and in the requested order, over several batches", async () => {
    const { id: listed } = await makeCity();
    await write(async (tx) => {
      const { id: _, ...row } = permit;
      const copies = Array.from({ length: 1203 }, (_, index) => ({
        ...row,
        cityId: listed,
        urban37PermitNumber: `L-${index}`,
        dueDate: `2026-12-${String((index % 28) + 1).padStart(2, "0")}`,
      }));
      for (let start = 0; start < copies.length; start += 200) {
        await tx.insert(permits).values(copies.slice(start, start + 200));
      }
    });
    for (const sort of ["", "&sort=due", "&sort=-due", "&sort=number", "&sort=city", "&sort=-status"]) {
      const { rows, total } = await list(`?cityId=${listed}${sort}`);
      expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(1203);
      expect(total).toBe(1203);
    }
    const { rows } = await list(`?cityId=${listed}&sort=due&search=&status=`);
    expect(rows.map(({ dueDate }) => dueDate)).toEqual(rows.map(({ dueDate }) => dueDate).sort());
    const third = await list(`?cityId=${listed}&sort=due&page=3&pageSize=100`);
    expect(third.rows.map(({ id }) => id)).toEqual(rows.slice(200, 300).map(({ id }) => id));
    expect(await list(`?cityId=${listed}&page=200`)).toEqual({ rows: [], total: 1203 });
  });

  test("is filtered by the query", async () => {
    await updatePermit(administrator, permit.id, { status: "hold" });
    const { rows } = await list(`?status=hold&cityId=${city.id}`);
    expect(rows.map(({ id }) => id)).toEqual([permit.id]);
    expect((await list(`?status=all&cityId=${city.id}`)).total).toBeGreaterThan(0);
    expect((await list(`?search=${permit.urban37PermitNumber}`)).rows.length).toBe(1);
  });
});

test("a permit that is posted two times with the same formKey is created once", async () => {
  const body = JSON.stringify({ ...fields, cityId: city.id, formKey: "a-key-of-sixteen-letters" });
  const first = await send({ method: "POST", path: "/api/permits", body });
  const second = await send({ method: "POST", path: "/api/permits", body });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.content).toEqual(first.content);
});
