import { appendFileSync, rmSync, truncateSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { PlanFileKind } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, listPlanFiles, readPlanFile } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { planFiles } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { pathOfFile } from "~/testing/stored-files";
import { contextOf, responseAt } from "~/testing/test-addresses";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { sendPlanFile } from "./plan-file-download.server";
import { respond } from "./respond.server";

const text = "%PDF-1.7 0123456789";
const size = text.length;

let administrator: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let permitId: number;
let id: number;
let tag: string;

beforeAll(async () => {
  const city = await makeCity();
  administrator = await makeViewer("admin");
  cityUser = await makeViewer("city", { cityId: city.id });
  otherCityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  permitId = (await makePermit(administrator, city.id)).id;
  id = await addFile("plan.pdf");
  tag = (await send()).headers.get("etag") ?? "";
});

async function addFile(fileName: string, kind: PlanFileKind = "pdf", content = text): Promise<number> {
  const stored = await storeBytes(Buffer.from(content));
  await addPlanFiles(administrator, permitId, { reviewCycle: "PC1", files: [{ ...stored, fileName, kind }] });
  return (await listPlanFiles(administrator, await readPermit(administrator, permitId)))[0]?.id ?? 0;
}

type SendOptions = {
  headers?: Record<string, string>;
  method?: string;
  inline?: boolean;
  viewer?: Viewer;
  id?: number;
};

function send({
  headers = {},
  method = "GET",
  inline = false,
  viewer = cityUser,
  id: fileId = id,
}: SendOptions = {}) {
  const request = new Request(`http://localhost/api/files/${fileId}/download`, { method, headers });
  return sendPlanFile(viewer, fileId, request, inline);
}

const withRange = (range: string, more: Record<string, string> = {}) => send({ headers: { range, ...more } });

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

describe("a download", () => {
  test("is the full file as an attachment, and is revalidated before a cached copy is used", async () => {
    const response = await send();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(text);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(size),
      "content-disposition": "attachment; filename=\"plan.pdf\"; filename*=UTF-8''plan.pdf",
      "accept-ranges": "bytes",
      "cache-control": "private, no-transform, max-age=0, must-revalidate",
    });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("with HEAD has the headers and no body", async () => {
    const response = await send({ method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(size));
    expect(response.body).toBeNull();
  });

  test("is 404 for another city, and for a file that does not exist", async () => {
    expect((await refusalOf(send({ viewer: otherCityUser }))).status).toBe(404);
    expect((await refusalOf(send({ id: 999_999 }))).status).toBe(404);
  });

  test("is 404 for another city even with the tag of the file", async () => {
    const refusal = await refusalOf(send({ viewer: otherCityUser, headers: { "if-none-match": tag } }));
    expect(refusal.status).toBe(404);
  });
});

describe("a damaged content", () => {
  const damages = [
    ["missing", (path: string) => rmSync(path), "is missing"],
    ["shorter", (path: string) => truncateSync(path, 10), "has 10 bytes instead of 24"],
    ["longer", (path: string) => appendFileSync(path, "more"), "has 28 bytes instead of 24"],
  ] as const;

  /** Creates a plan file of 24 bytes, and damages its content. */
  async function damaged(name: string, damage: (path: string) => void) {
    const content = `%PDF-1.7 soon ${name}`.padEnd(24);
    const damagedId = await addFile(`${name}.pdf`, "pdf", content);
    const { fileKey, sha256 } = await readPlanFile(cityUser, damagedId);
    damage(pathOfFile(fileKey));
    return { id: damagedId, sha256 };
  }

  test.each(damages)("throws when it is %s, and sends nothing", async (name, damage, problem) => {
    const { id: lost, sha256 } = await damaged(name, damage);
    const message = `The content of plan file ${lost} ${problem}`;
    await expect(send({ id: lost })).rejects.toThrow(message);
    await expect(send({ id: lost, inline: true })).rejects.toThrow(message);
    await expect(send({ id: lost, method: "HEAD" })).rejects.toThrow(message);
    await expect(send({ id: lost, headers: { range: "bytes=0-3" } })).rejects.toThrow(message);
    await expect(send({ id: lost, headers: { "if-none-match": `"${sha256}"` } })).rejects.toThrow(message);
  });

  test.each(["/api/files/:id/download", "/api/files/download/:id"])(
    "is 500 at %s, with a reference that is also in the log",
    async (address) => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const { id: lost } = await damaged(`at ${address.length}`, (path) => truncateSync(path, 10));
      const options = { params: { id: String(lost) }, context: await contextOf(cityUser) };
      const response = (await responseAt(respond, address, options)) as Response;
      expect(response.status).toBe(500);
      const { reference } = (await response.json()) as { reference: string };
      expect(logged.mock.calls[0]?.[0]).toContain(`error ${reference} at GET /api/files/`);
      expect(logged.mock.calls[1]?.[0]).toMatchObject({ message: expect.stringContaining("10 bytes") });
      logged.mockRestore();
    },
  );
});

describe("inline", () => {
  test("shows a PDF", async () => {
    expect((await send({ inline: true })).headers.get("content-disposition")).toMatch(/^inline; /);
  });

  test.each([
    ["dwg", "image/vnd.dwg"],
    ["dxf", "image/vnd.dxf"],
  ] as const)("never shows a %s", async (kind, mediaType) => {
    const drawing = await addFile(`plan.${kind}`, kind);
    const response = await send({ id: drawing, inline: true });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(response.headers.get("content-type")).toBe(mediaType);
  });
});

describe("a range", () => {
  test.each([
    ["bytes=0-3", "%PDF", `bytes 0-3/${size}`],
    ["bytes=9-12", "0123", `bytes 9-12/${size}`],
    ["bytes=9-", "0123456789", `bytes 9-18/${size}`],
    ["bytes=-4", "6789", `bytes 15-18/${size}`],
    ["bytes=-9999", text, `bytes 0-18/${size}`],
    ["bytes=9-9999", "0123456789", `bytes 9-18/${size}`],
    ["bytes=18-18", "9", `bytes 18-18/${size}`],
    ["bytes=0-0", "%", `bytes 0-0/${size}`],
  ])("%s returns %j", async (range, expected, contentRange) => {
    const response = await withRange(range);
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(expected.length));
    expect(await response.text()).toBe(expected);
  });

  test.each([`bytes=${size}-`, "bytes=9999-", "bytes=-0"])(
    "%s is outside the file: 416 with the size",
    async (range) => {
      const refusal = await refusalOf(withRange(range));
      expect(refusal.status).toBe(416);
      expect(refusal.headers.get("content-range")).toBe(`bytes */${size}`);
    },
  );

  test.each(["bytes=0-1,4-5", "lines=1-2", "bytes=", "bytes=-", "bytes=a-b", "bytes 0-1"])(
    "%s returns the full file",
    async (range) => {
      const response = await withRange(range);
      expect(response.status).toBe(200);
      expect(response.headers.has("content-range")).toBe(false);
      expect(await response.text()).toBe(text);
    },
  );

  test("is returned only if If-Range matches, otherwise the full file", async () => {
    expect((await withRange("bytes=0-3", { "if-range": tag })).status).toBe(206);
    const changed = await withRange("bytes=0-3", { "if-range": '"another"' });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toBe(text);
  });
});

describe("a client that has the file", () => {
  test("gets 304 without a body", async () => {
    const response = await send({ headers: { "if-none-match": tag } });
    expect(response.status).toBe(304);
    expect(response.body).toBeNull();
    expect(response.headers.get("etag")).toBe(tag);
  });

  test.each([
    ["a weak tag", (current: string) => `W/${current}`],
    ["one tag of several", (current: string) => `"another", ${current}`],
    ["any tag", () => "*"],
  ])("gets 304 for %s", async (_, header) => {
    expect((await send({ headers: { "if-none-match": header(tag) } })).status).toBe(304);
  });

  test("gets the file when its tag is another one", async () => {
    expect((await send({ headers: { "if-none-match": '"another"' } })).status).toBe(200);
  });
});

test("a name that was stored before names were cleaned is cleaned in the header", async () => {
  const named = await addFile("renamed.pdf");
  await write(async (tx) => {
    await tx.update(planFiles).set({ fileName: "é\u202e/\r\na.pdf" }).where(eq(planFiles.id, named));
  });
  const response = await send({ id: named });
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename=\"__ a.pdf\"; filename*=UTF-8''%C3%A9_%20a.pdf",
  );
});
