import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { today } from "~/models/clock.server";
import type { Viewer } from "~/models/policy";
import { maxMailedADay } from "~/models/status-links/status-link";
import { openStatusLink } from "~/models/status-links/status-link.server";
import { mailOutbox } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startApi>>;
let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
const keys = new Map<Viewer, string>();
let cityId: number;
let permitId: number;
let count = 0;
let applicantEmail: string;

beforeAll(async () => {
  server = await startApi();
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  for (const viewer of [dana, lee, clerk])
    keys.set(viewer, (await createApiKey(viewer, { name: "Links", isReadOnly: false })).key ?? "");
});
afterAll(() => server.stop());

beforeEach(async () => {
  applicantEmail = `marisol${++count}@applicant.test`;
  permitId = (await makePermit(dana, cityId, { applicantEmail })).id;
});

async function send(
  viewer: Viewer,
  method: string,
  path = `/permits/${permitId}/status-links`,
  body?: object,
) {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      authorization: `Bearer ${keys.get(viewer)}`,
      connection: "close",
      ...(body && { "content-type": "application/json" }),
    },
  });
  return { status: response.status, headers: response.headers, content: await response.json() };
}

const links = () => `/permits/${permitId}/status-links`;
const make = (body: object = {}, viewer = clerk) => send(viewer, "POST", links(), body);
const open = (link: string) => {
  const token = link.slice(link.lastIndexOf("/") + 1);
  return openStatusLink({ token, address: "192.0.2.1", isRead: false });
};
const emails = () => db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, applicantEmail));

describe("a status link", () => {
  test("is in the response that makes it and in no other, and opens its permit", async () => {
    const { status, headers, content } = await make();
    expect([status, headers.get("cache-control"), content]).toEqual([
      201,
      "private, no-store",
      { link: expect.stringMatching(/^http.+\/status\/[\w-]{40,}$/) },
    ]);
    expect(await open(content.link)).toMatchObject({ permitId, email: null });
    const token = content.link.slice(content.link.lastIndexOf("/") + 1);
    expect(JSON.stringify((await send(dana, "GET")).content)).not.toContain(token);
    expect((await make()).content.link).not.toBe(content.link);
    expect(await emails()).toEqual([]);
  });

  test("is mailed to the applicant, and then not in the response", async () => {
    const { status, content } = await make({ mail: true });
    expect([status, content]).toEqual([201, { email: applicantEmail }]);
    const [email] = await emails();
    expect(email?.plainText).toMatch(/\/status\/[\w-]{40,}/);
  });

  test("is mailed five times in a day, and the sixth says when it can be", async () => {
    for (let mailed = 0; mailed < maxMailedADay; mailed += 1)
      expect((await make({ mail: true })).status).toBe(201);
    const { status, headers, content } = await make({ mail: true });
    expect([status, content.message]).toEqual([429, "Enough links were mailed today"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await make()).status).toBe(201);
    expect(await emails()).toHaveLength(maxMailedADay);
  });

  test("cannot be mailed without an email of the applicant", async () => {
    permitId = (await makePermit(dana, cityId)).id;
    const { status, content } = await make({ mail: true });
    expect([status, content]).toEqual([409, { message: "The permit has no email of the applicant" }]);
  });

  test.each([{ mail: "yes" }, { forEmail: "a@b.test" }])("is not made with %j", async (body) => {
    const { status, content } = await make(body);
    expect([status, Object.keys(content.fields)]).toEqual([400, Object.keys(body)]);
    expect((await send(clerk, "GET")).content).toEqual([]);
  });
});

test("the list has the links, the newest first, and names nobody to a city", async () => {
  await make({ mail: true }, dana);
  const { link } = (await make()).content;
  await open(link);
  const stamps = { createdAt: expect.any(String), expiresAt: expect.any(String), revokedAt: null };
  const expected = [
    { ...stamps, id: expect.any(Number), forEmail: null, lastUsedOn: today() },
    { ...stamps, id: expect.any(Number), forEmail: applicantEmail, lastUsedOn: null },
  ];
  const { headers, content } = await send(dana, "GET");
  expect([headers.get("x-total-count"), content]).toEqual([
    "2",
    expected.map((row, index) => ({ ...row, madeByName: index === 0 ? "Carl Clerk" : "Dana Park" })),
  ]);
  expect((await send(clerk, "GET")).content).toEqual(expected.map((row) => ({ ...row, madeByName: null })));
});

test("all links of a permit are revoked at once, and no other's", async () => {
  const others = (await make()).content.link;
  permitId = (await makePermit(dana, cityId)).id;
  const { link } = (await make()).content;
  await make({}, dana);
  expect((await send(clerk, "DELETE")).content).toEqual({ revoked: 2 });
  await expect(open(link)).rejects.toMatchObject({ status: 404 });
  expect(await open(others)).toMatchObject({ email: null });
  expect((await send(dana, "DELETE")).content).toEqual({ revoked: 0 });
  expect((await send(clerk, "GET")).content).toMatchObject([
    { revokedAt: expect.any(String) },
    { revokedAt: expect.any(String) },
  ]);
});

test("reviewers have no status links", async () => {
  for (const method of ["GET", "DELETE"]) expect((await send(lee, method)).status).toBe(403);
  expect((await make({}, lee)).status).toBe(403);
});

describe("the hand-over", () => {
  const handOver = (body: object, viewer = clerk) =>
    send(viewer, "POST", `/permits/${permitId}/plan-checks/PC1/hand-over`, body);

  beforeEach(async () => {
    await assign({ id: permitId }, lee, "Fire");
    await makeCorrections({ id: permitId }, lee, [{}]);
    await issueLetter(dana, permitId);
  });

  test("by email is of today, and brings a status link", async () => {
    expect(await handOver({ how: "mail" })).toMatchObject({
      status: 200,
      content: { state: "released", handedOverOn: today() },
    });
    expect(await emails()).toMatchObject([{ plainText: expect.stringMatching(/\/status\/[\w-]{40,}/) }]);
    expect((await send(clerk, "GET")).content).toMatchObject([{ forEmail: applicantEmail }]);
  });

  test.each([today(), null])("by email has no day, such as %s", async (handedOverOn) => {
    expect(await handOver({ how: "mail", handedOverOn })).toMatchObject({
      status: 400,
      content: { fields: { handedOverOn: ["It is mailed today: leave the day out"] } },
    });
    expect(await emails()).toEqual([]);
  });

  test("mails nothing by default", async () => {
    expect(await handOver({})).toMatchObject({ status: 200, content: { handedOverOn: today() } });
    expect(await handOver({ how: "self", handedOverOn: null })).toMatchObject({
      status: 200,
      content: { handedOverOn: null },
    });
    expect(await emails()).toEqual([]);
    expect((await handOver({ how: "pigeon" })).content.fields).toHaveProperty("how");
  });
});
