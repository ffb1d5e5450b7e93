import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { maxAnswersAtOnce } from "~/models/answers/answer";
import { today } from "~/models/clock.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { ReviewCycle } from "~/models/permits/permit";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
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
/** F-1 to F-3 are open corrections, F-4 is a condition. */
let [first, second, third, condition]: [number, number, number, number] = [0, 0, 0, 0];

beforeAll(async () => {
  server = await startApi();
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  for (const viewer of [dana, lee, clerk])
    keys.set(viewer, (await createApiKey(viewer, { name: "Answers", isReadOnly: false })).key ?? "");
});
afterAll(() => server.stop());

beforeEach(async () => {
  const permit = await makePermit(dana, cityId);
  permitId = permit.id;
  await assign(permit, lee, "Fire");
  const rows = [{}, {}, {}, { kind: "condition" as const }];
  [first = 0, second = 0, third = 0, condition = 0] = await makeCorrections(permit, lee, rows);
  await issueLetter(dana, permitId);
});

type Row = { correctionId: number; number: string; text: string | null; updatedAt: string | null };
type Content = Row[] & { message: string; fields?: Record<string, string[]>; current?: Row[] };

async function send<Sent = Content>(viewer: Viewer, method: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      authorization: `Bearer ${keys.get(viewer)}`,
      connection: "close",
      ...(body && { "content-type": "application/json" }),
    },
  });
  return { status: response.status, headers: response.headers, content: (await response.json()) as Sent };
}

const path = () => `/permits/${permitId}/answers`;
const read = async (viewer = clerk) => (await send(viewer, "GET", path())).content;
const save = (rows: object[], viewer = clerk) => send(viewer, "PUT", path(), rows);
const texts = async () => (await read()).map(({ text }) => text);
const answerAll = () =>
  save([first, second, third].map((correctionId) => ({ correctionId, text: "Corrected" })));

const planCheck = (act: string) => `/permits/${permitId}/plan-checks/PC1/${act}`;
const sendResubmittal = (body: object = { complete: true }, viewer = clerk) =>
  send(viewer, "POST", planCheck("resubmittal"), body);

async function upload(reviewCycle: ReviewCycle = "PC2") {
  const stored = await storeBytes(Buffer.from("%PDF-1.7 revised"));
  const files = [{ ...stored, fileName: "A-101.pdf", kind: "pdf" as const }];
  await addPlanFiles(clerk, permitId, { reviewCycle, files });
}

describe("the answers to a letter", () => {
  test("are a row for each of its open corrections, and drafts are read by the city and administrators alone", async () => {
    await save([{ correctionId: second, text: "The wall is rated", sheet: "A-101" }]);
    const of = { discipline: "Fire", sentAt: null };
    const empty = { ...of, text: null, sheet: null, byName: null, via: null, updatedAt: null };
    const expected = [
      { ...empty, correctionId: first, number: "F-1" },
      {
        ...of,
        ...{ correctionId: second, number: "F-2", text: "The wall is rated", sheet: "A-101" },
        ...{ byName: "Carl Clerk", via: "city", updatedAt: expect.any(String) },
      },
      { ...empty, correctionId: third, number: "F-3" },
    ];
    for (const viewer of [clerk, dana]) {
      const { status, headers, content } = await send(viewer, "GET", path());
      expect([status, headers.get("x-total-count"), content]).toEqual([200, "3", expected]);
    }
    expect((await send(lee, "GET", path())).status).toBe(403);
    expect((await send(lee, "PUT", path(), [])).status).toBe(403);
  });

  test("are 404 without a letter with corrections", async () => {
    permitId = (await makePermit(dana, cityId)).id;
    for (const sent of [send(clerk, "GET", path()), save([])])
      expect(await sent).toMatchObject({
        status: 404,
        content: { message: "Letter with corrections not found" },
      });
  });

  test("name no employee to a city", async () => {
    await save([{ correctionId: first, text: "By phone" }], dana);
    expect(await read()).toMatchObject([{ byName: "Urban37", via: "staff" }, {}, {}]);
    expect(await read(dana)).toMatchObject([{ byName: "Dana Park", via: "staff" }, {}, {}]);
  });

  test("can be sent back as they were read", async () => {
    await save([{ correctionId: first, text: "The wall is rated", sheet: "A-101" }]);
    const before = await read();
    expect(await save(before)).toMatchObject({ status: 200, content: before });
    expect(await read()).toEqual(before);
  });
});

describe("saving answers", () => {
  test("changes those of the list, and returns all", async () => {
    await save([{ correctionId: first, text: "One" }]);
    const rows = [
      { correctionId: second, text: " Two \n\n" },
      { correctionId: third, text: "Three" },
    ];
    const { status, content } = await save(rows);
    expect([status, content.map(({ text }) => text)]).toEqual([200, ["One", "Two", "Three"]]);
    expect(await read()).toEqual(content);
  });

  test.each([null, "", "  "])("with the text %j deletes an answer, with its sheet", async (text) => {
    await save([{ correctionId: first, text: "One", sheet: "A-101" }]);
    expect(await save([{ correctionId: first, text }])).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject([{ text: null, sheet: null, updatedAt: null }, {}, {}]);
  });

  test("keeps the sheet that is left out, and null removes it", async () => {
    await save([{ correctionId: first, text: "One", sheet: "A-101" }]);
    expect((await save([{ correctionId: first, text: "Two" }])).content).toMatchObject([
      { text: "Two", sheet: "A-101" },
      {},
      {},
    ]);
    expect((await save([{ correctionId: first, text: "Two", sheet: null }])).content).toMatchObject([
      { text: "Two", sheet: null },
      {},
      {},
    ]);
  });

  test("with null as updatedAt is for corrections that nobody has answered", async () => {
    const answer = (text: string) => [{ correctionId: first, text, updatedAt: null }];
    expect((await save(answer("One"))).status).toBe(200);
    expect((await save(answer("Two"), dana)).status).toBe(409);
    expect(await texts()).toEqual(["One", null, null]);
  });

  test("replaces what is there without updatedAt, and with the one that was read", async () => {
    await save([{ correctionId: first, text: "One" }]);
    await save([{ correctionId: first, text: "Two" }]);
    const [row] = await read();
    expect((await save([{ correctionId: first, text: "Three", updatedAt: row?.updatedAt }])).status).toBe(
      200,
    );
    expect(await texts()).toEqual(["Three", null, null]);
  });

  test("names the rows that somebody else has changed, and saves the others", async () => {
    await save([
      { correctionId: first, text: "One" },
      { correctionId: second, text: "Two" },
    ]);
    const before = await read();
    await save([{ correctionId: second, text: "By Dana" }], dana);
    const { status, content } = await save(before.map((row) => ({ ...row, text: `${row.number} by Carl` })));
    expect([status, content]).toEqual([
      409,
      {
        message: "2 answers were saved, 1 was changed by somebody else",
        fields: { "[1].updatedAt": ["The answer to F-2 was changed after you read it"] },
        current: await read(),
      },
    ]);
    expect(await texts()).toEqual(["F-1 by Carl", "By Dana", "F-3 by Carl"]);
    expect(JSON.stringify(content)).not.toContain("Dana Park");
  });

  test("names the rows that are no open correction of the letter, and saves the others", async () => {
    const rows = [condition, first, 999_999].map((correctionId) => ({ correctionId, text: "Corrected" }));
    const { status, content } = await save(rows);
    const refused = [expect.stringMatching(/^This correction is not open in \S+-PC1 any more/)];
    expect([status, content.message, content.fields]).toEqual([
      409,
      "1 answer was saved, 2 were refused",
      { "[0].correctionId": refused, "[2].correctionId": refused },
    ]);
    expect(await texts()).toEqual(["Corrected", null, null]);
  });

  test("of a sheet without a text is 400 alone, and 409 beside others that are saved", async () => {
    const wrong = { correctionId: first, text: null, sheet: "A-101" };
    const fields = { "[0].text": ["Answer this correction"] };
    const alone = await save([wrong]);
    expect([alone.status, alone.content]).toEqual([
      400,
      { message: "0 answers were saved, 1 was refused", fields },
    ]);
    const beside = await save([wrong, { correctionId: second, text: "Two" }]);
    expect([beside.status, beside.content]).toEqual([
      409,
      { message: "1 answer was saved, 1 was refused", fields, current: await read() },
    ]);
  });

  test.each<[string, (row: object) => unknown, string]>([
    ["a text that is too long", (row) => [{ ...row, text: "x".repeat(4001) }], "[0].text"],
    ["a sheet that is too long", (row) => [{ ...row, text: "One", sheet: "x".repeat(51) }], "[0].sheet"],
    ["no text", (row) => [row], "[0].text"],
    ["an unknown field", (row) => [{ ...row, text: "One", colour: "red" }], "[0].colour"],
    ["a version that is none", (row) => [{ ...row, text: "One", updatedAt: "none" }], "[0].updatedAt"],
    ["no correction", () => [{ text: "One" }], "[0].correctionId"],
    [
      "a correction twice",
      (row) => [
        { ...row, text: "One" },
        { ...row, text: "Two" },
      ],
      "[1].correctionId",
    ],
    [
      "more than 100",
      (row) => Array.from({ length: maxAnswersAtOnce + 1 }, () => ({ ...row, text: "One" })),
      "body",
    ],
    ["no list", (row) => ({ ...row, text: "One" }), "body"],
  ])("with %s is 400, and saves nothing", async (_, bodyOf, field) => {
    const good = { correctionId: second, text: "Two" };
    const body = bodyOf({ correctionId: first });
    const { status, content } = await send(
      clerk,
      "PUT",
      path(),
      Array.isArray(body) ? [...body, good] : (body as object),
    );
    expect([status, content.message]).toEqual([400, "Invalid input"]);
    expect(Object.keys(content.fields ?? {})).toContain(field);
    expect(await texts()).toEqual([null, null, null]);
  });
});

describe("a resubmittal", () => {
  test("needs all answers, the revised plans and the word that they are complete", async () => {
    expect((await sendResubmittal({})).content.fields).toEqual({
      complete: ["Only complete sets are taken in"],
    });
    await save([{ correctionId: first, text: "One" }]);
    expect(await sendResubmittal()).toMatchObject({
      status: 400,
      content: { fields: { answers: ["Answer F-2 and F-3"] } },
    });
    await answerAll();
    expect(await sendResubmittal()).toMatchObject({
      status: 400,
      content: { fields: { files: ["Add the revised plans"] } },
    });
    await upload();
    expect(await sendResubmittal({ complete: true }, lee)).toMatchObject({ status: 403 });
    expect(await sendResubmittal()).toMatchObject({
      status: 200,
      content: { reviewCycle: "PC1", state: "resubmitted", resubmittedOn: today() },
    });
  });

  test("is sent once, and again with the same key", async () => {
    await answerAll();
    await upload();
    const body = { complete: true, formKey: "the-key-of-a-resubmittal" };
    const sent = await sendResubmittal(body);
    expect(await sendResubmittal(body)).toMatchObject({ status: 200, content: sent.content });
    expect(await sendResubmittal()).toMatchObject({
      status: 409,
      content: { message: "This plan check was resubmitted already" },
    });
  });

  test("is for the current plan check", async () => {
    const later = { ...{ method: "POST" }, path: `/permits/${permitId}/plan-checks/PC2/resubmittal` };
    expect((await send(clerk, later.method, later.path, { complete: true })).status).toBe(409);
    expect((await send(clerk, "POST", planCheck("resubmittal/back"), {})).status).toBe(404);
  });

  test("closes the answers until it is returned with a remark", async () => {
    await answerAll();
    await upload();
    await sendResubmittal();
    expect((await read()).map(({ text }) => text)).toEqual(Array(3).fill("Corrected"));
    const late = await save([{ correctionId: first, text: "Too late" }]);
    expect([late.status, late.content]).toEqual([
      409,
      { message: "The answers were sent and cannot be changed any more" },
    ]);
    const giveBack = (body: object, viewer = dana) =>
      send(viewer, "POST", planCheck("resubmittal/return"), body);
    expect((await giveBack({ remark: " " })).content.fields).toEqual({ remark: ["Say what is missing"] });
    expect((await giveBack({ remark: "A-102" }, clerk)).status).toBe(403);
    expect(await giveBack({ remark: "A-102 is missing" })).toMatchObject({
      status: 200,
      content: { state: "released", resubmittedOn: null },
    });
    expect(await giveBack({ remark: "A-102 is missing" })).toMatchObject({
      status: 409,
      content: { message: "There is no resubmittal to return" },
    });
    expect((await save([{ correctionId: first, text: "In time" }])).status).toBe(200);
    expect((await sendResubmittal()).status).toBe(200);
  });
});
