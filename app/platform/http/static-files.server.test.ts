import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "./static-files.server";

const script = "export const redline = 1;\n";
const address = "/assets/entry-a1b2.js";

const folder = mkdtempSync(join(tmpdir(), "redline-static-"));
const buildFolder = join(folder, "client");

/** Writes a build: a script with its compressed copies, and a picture without copies. */
function writeBuild() {
  mkdirSync(join(buildFolder, "assets"), { recursive: true });
  const path = join(buildFolder, address);
  writeFileSync(path, script);
  writeFileSync(`${path}.br`, brotliCompressSync(script));
  writeFileSync(`${path}.gz`, gzipSync(script));
  writeFileSync(join(buildFolder, "favicon.ico"), "icon");
  writeFileSync(join(folder, "server.ts"), "secret");
}

let server: Server;

beforeAll(async () => {
  writeBuild();
  const sendFile = staticFiles(buildFolder);
  server = createServer((request, response) => {
    sendFile(request, response, () => response.writeHead(404).end("next"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

type Response = { status?: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends the path unchanged; `fetch` would resolve `..` first. */
function send(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: "127.0.0.1", path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("error", reject)
          .on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
          );
      },
    );
    request.on("error", reject).end();
  });
}

const encodings: [string, string | undefined, Buffer][] = [
  ["gzip, deflate, br", "br", brotliCompressSync(script)],
  ["gzip, deflate", "gzip", gzipSync(script)],
  ["identity", undefined, Buffer.from(script)],
];

test.each(encodings)(
  "a request with Accept-Encoding %s gets Content-Encoding %s",
  async (accepted, encoding, content) => {
    const { status, headers, body } = await send(address, { "accept-encoding": accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(content.length),
      vary: "Accept-Encoding",
    });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(body).toEqual(content);
  },
);

test("files with a hash are cached for a year, others for an hour", async () => {
  const hashed = await send(address);
  expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const icon = await send("/favicon.ico?v=2", { "accept-encoding": "br" });
  expect(icon.headers["cache-control"]).toBe("public, max-age=3600");
  expect(icon.headers["content-encoding"]).toBeUndefined();
  expect(String(icon.body)).toBe("icon");
});

test("HEAD returns only the headers", async () => {
  const { status, headers, body } = await send(address, { "accept-encoding": "gzip" }, "HEAD");
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-encoding": "gzip",
    "content-length": String(gzipSync(script).length),
  });
  expect(body).toHaveLength(0);
});

test("a request for a range returns the complete file", async () => {
  const { status, headers, body } = await send(address, { range: "bytes=0-3" });
  expect([status, String(body), headers["content-range"]]).toEqual([200, script, undefined]);
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is passed to the router", async (method) => {
  expect((await send(address, {}, method)).status).toBe(404);
});

test.each([
  "/",
  "/assets",
  "/assets/",
  "/assets/missing.js",
  `${address}.br`,
  `${address}.gz`,
  `${address}/`,
  "/assets/../favicon.ico",
  "/assets/../../server.ts",
  "/../server.ts",
  "/%2e%2e/server.ts",
  "/assets/%2e%2e/%2e%2e/server.ts",
  "/assets/..%2f..%2fserver.ts",
  "/assets\\..\\..\\server.ts",
  `${address}%00`,
  "/%66avicon.ico",
])("%s is not a file of the build and is passed to the router", async (path) => {
  expect(await send(path)).toMatchObject({ status: 404, body: Buffer.from("next") });
});

test("a new build in the folder does not change the files that the running server sends", async () => {
  const before = await Promise.all([send(address), send("/favicon.ico")]);
  rmSync(buildFolder, { recursive: true });
  expect(await Promise.all([send(address), send("/favicon.ico")])).toMatchObject(before.map(contentOf));
  writeBuild();
  writeFileSync(join(buildFolder, "favicon.ico"), "another, longer icon");
  expect(await Promise.all([send(address), send("/favicon.ico")])).toMatchObject(before.map(contentOf));
});

const contentOf = ({ status, body, headers }: Response) => ({
  status,
  body,
  headers: { "content-length": headers["content-length"] },
});
