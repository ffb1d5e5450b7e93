import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { permits } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

// What the HTTP libraries of other programs send.

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;
let path: string;
const stored = "2026-11-01T10:00:00.000Z";

beforeAll(async () => {
  server = await startApi();
  const administrator = await makeViewer("admin");
  const { id } = await makePermit(administrator, (await makeCity()).id);
  await write((tx) => tx.update(permits).set({ updatedAt: stored }).where(eq(permits.id, id)));
  path = `/api/permits/${id}`;
  key = (await createApiKey(administrator, { name: "Program", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

async function send(
  body: string | Uint8Array<ArrayBuffer> | FormData,
  headers: Record<string, string> = {},
  at = path,
) {
  const type = body instanceof FormData ? undefined : { "content-type": "application/json" };
  const response = await fetch(`${server.origin}${at}`, {
    method: at === path ? "PATCH" : "POST",
    body,
    headers: { authorization: `Bearer ${key}`, ...type, ...headers },
  });
  return { status: response.status, content: await response.json(), headers: response.headers };
}

describe("the version of a row", () => {
  // An unchanged name leaves the row as it is.
  const patch = (updatedAt: string) => send(JSON.stringify({ projectType: "residential", updatedAt }));

  test.each([
    stored,
    "2026-11-01T10:00:00Z",
    "2026-11-01T10:00:00.000000Z",
    "2026-11-01T10:00:00.0+00:00",
    "2026-11-01T11:00:00+01:00",
    "2026-11-01T03:00:00.000000-07:00",
  ])("is accepted as %s", async (updatedAt) => {
    expect((await patch(updatedAt)).status).toBe(200);
  });

  test.each(["2026-11-01T10:00:00.001Z", "2026-11-01T10:00:00.000001Z", "2026-11-01T10:00:00+01:00"])(
    "is another one as %s",
    async (updatedAt) => {
      expect(await patch(updatedAt)).toMatchObject({
        status: 409,
        content: { current: { updatedAt: stored } },
      });
    },
  );

  test.each([
    "",
    "today",
    "2026-11-01",
    "2026-11-01 10:00:00",
    "2026-11-01T10:00Z",
    "2026-02-30T10:00:00Z",
    "1793527200000",
  ])("is refused at its field as %j", async (updatedAt) => {
    const { status, content } = await patch(updatedAt);
    expect([status, Object.keys(content.fields)]).toEqual([400, ["updatedAt"]]);
  });
});

const plain = JSON.stringify({ projectType: "residential" });
const compressions = { gzip: gzipSync, "x-gzip": gzipSync, deflate: deflateSync, br: brotliCompressSync };

describe.each(Object.entries(compressions))("a body of %s", (encoding, compressSync) => {
  const compress = (text: string | Buffer) => new Uint8Array(compressSync(text));
  const headers = { "content-encoding": encoding };

  test("is read", async () => {
    const { status, content } = await send(compress(plain), headers);
    expect([status, content.projectType]).toEqual([200, "residential"]);
  });

  test("that becomes larger than 1 MB is refused", async () => {
    const text = (megabytes: number) => compress(Buffer.alloc(megabytes * 1024 * 1024, " "));
    expect((await send(text(2), headers)).status).toBe(413);
    expect((await send(text(5), headers)).status).toBe(413);
  });

  test("that is broken or not complete is refused", async () => {
    const whole = compress(Buffer.from(plain.repeat(9)));
    const broken = [new TextEncoder().encode(plain), whole.subarray(0, whole.length - 9)];
    for (const bytes of broken) {
      expect(await send(bytes, headers)).toMatchObject({
        status: 400,
        content: { message: "The body could not be decompressed" },
      });
    }
  });
});

test("an unknown compression is refused with those that are accepted", async () => {
  const { status, headers } = await send(plain, { "content-encoding": "zstd" });
  expect([status, headers.get("accept-encoding")]).toEqual([415, "gzip, deflate, br"]);
  expect((await send(plain, { "content-encoding": "identity" })).status).toBe(200);
});

test("compressed files are refused: they are compressed already", async () => {
  const form = new FormData();
  form.set("files", new Blob(["%PDF-1.7"]), "plan.pdf");
  const { status, headers } = await send(form, { "content-encoding": "gzip" }, `${path}/files`);
  expect([status, headers.get("accept-encoding")]).toEqual([415, "identity"]);
});

test("a byte order mark before the body is skipped, and another one is not JSON", async () => {
  expect((await send(`\uFEFF${plain}`)).status).toBe(200);
  expect((await send(`\uFEFF\uFEFF${plain}`)).status).toBe(400);
});

test.each(["If-Match", "If-None-Match", "If-Unmodified-Since"])(
  "%s is refused, and not ignored",
  async (name) => {
    const headers = { [name]: name.endsWith("Match") ? "*" : "Sun, 01 Nov 2026 10:00:00 GMT" };
    const message = `${name} is not supported`;
    const advice = `${message}: send the updatedAt that you read in the body`;
    const edit = await send(JSON.stringify({ projectName: "Lost" }), headers);
    expect(edit).toMatchObject({ status: 412, content: { message: advice } });
    expect(await send("", headers, `${path}/files`)).toMatchObject({ status: 415 });
    const form = new FormData();
    form.set("files", new Blob(["%PDF-1.7"]), "plan.pdf");
    const upload = await send(form, headers, `${path}/files`);
    expect(upload).toMatchObject({ status: 412, content: { message } });
  },
);
