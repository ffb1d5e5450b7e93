import { createHash, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { partBytes } from "~/models/files/plan-file";
import type { UploadResult, UploadState } from "~/models/files/unfinished-upload.server";
import type { Viewer } from "~/models/policy";
import { requestPage } from "~/testing/page-request";
import { cookieFor } from "~/testing/send-form";
import { makeViewer } from "~/testing/test-rows";

let reviewer: Viewer;

beforeAll(async () => {
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
});

type Body = Partial<UploadState & UploadResult> & { message?: string };

async function ask(address: string, init: Parameters<typeof requestPage>[2], viewer = reviewer) {
  const response = await requestPage(address, await cookieFor(viewer), init);
  const text = await response.text();
  return {
    status: response.status,
    offset: response.headers.get("upload-offset"),
    body: (text && JSON.parse(text)) as Body,
  };
}

const json = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const part = (bytes: Buffer, offset: number, headers: Record<string, string> = {}) => ({
  method: "PATCH",
  headers: { "upload-offset": String(offset), ...headers },
  body: new Uint8Array(bytes),
});

const digest = (bytes: Buffer) => ({
  "content-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
});

test("a file is begun, sent in parts with their hashes, asked for, and finished", async () => {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7"), randomBytes(partBytes)]);
  const begun = await ask("/staged-files", json({ fileName: "set.pdf", byteSize: bytes.length }));
  expect([begun.status, begun.offset, begun.body.offset]).toEqual([200, "0", 0]);
  const address = `/staged-files/${begun.body.key}`;
  const [first, last] = [bytes.subarray(0, partBytes), bytes.subarray(partBytes)];
  expect(await ask(address, part(first, 0, digest(first)))).toMatchObject({
    status: 200,
    offset: String(partBytes),
  });
  expect(await ask(address, { method: "HEAD" })).toMatchObject({ status: 200, offset: String(partBytes) });
  expect(await ask(address, part(last, partBytes, digest(first)))).toMatchObject({ status: 400 });
  expect(await ask(address, part(last, 0))).toMatchObject({ status: 409, offset: String(partBytes) });
  const { body, offset } = await ask(address, part(last, partBytes, digest(last)));
  expect(offset).toBe(String(bytes.length));
  expect(body).toMatchObject({ kept: [{ fileName: "set.pdf", byteSize: bytes.length }], refused: [] });
  const discarded = new URLSearchParams({ keptFiles: body.kept?.[0]?.token ?? "" });
  expect((await ask("/staged-files?discard", { method: "POST", body: discarded })).status).toBe(204);
  expect((await ask(address, { method: "GET" })).status).toBe(404);
});

test("an upload that its sender stops is gone, and nobody else can stop it", async () => {
  const begun = await ask("/staged-files", json({ fileName: "set.pdf", byteSize: 100 }));
  const address = `/staged-files/${begun.body.key}`;
  const other = await makeViewer("admin");
  expect((await ask(address, { method: "DELETE" }, other)).status).toBe(204);
  expect((await ask(address, { method: "GET" })).status).toBe(200);
  expect((await ask(address, { method: "DELETE" })).status).toBe(204);
  expect((await ask(address, { method: "GET" })).status).toBe(404);
});

test.each([
  ["without a name", json({ byteSize: 1 })],
  ["with a size that is no number of bytes", json({ fileName: "a.pdf", byteSize: -1 })],
  ["with a size of a part of a byte", json({ fileName: "a.pdf", byteSize: 0.5 })],
  ["with another field", json({ fileName: "a.pdf", byteSize: 1, key: "mine" })],
])("an upload %s is 400", async (_, init) => {
  expect((await ask("/staged-files", init)).status).toBe(400);
});

test.each(["", "-1", "1.5", "0x10", "9".repeat(16), "first"])(
  "a part whose Upload-Offset is %j is 400",
  async (offset) => {
    const { body } = await ask("/staged-files", json({ fileName: "a.pdf", byteSize: 9 }));
    const init = part(Buffer.from("%PDF-1.7"), 0, { "upload-offset": offset });
    expect((await ask(`/staged-files/${body.key}`, init)).status).toBe(400);
  },
);

test.each(["sha-256=abc", "md5=:AAAA:", "sha-256=:AAAA:"])(
  "a part whose Content-Digest is %s is 400",
  async (value) => {
    const { body } = await ask("/staged-files", json({ fileName: "a.pdf", byteSize: 9 }));
    const init = part(Buffer.from("%PDF-1.7"), 0, { "content-digest": value });
    expect((await ask(`/staged-files/${body.key}`, init)).status).toBe(400);
  },
);

test.each(["unknown", "0".repeat(32), "..%2f..%2fsecret"])("the key %s is 404", async (key) => {
  for (const method of ["GET", "HEAD"])
    expect((await ask(`/staged-files/${key}`, { method })).status).toBe(404);
  expect((await ask(`/staged-files/${key}`, part(Buffer.from("x"), 0))).status).toBe(404);
});
