import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "../env.server";
import { commonHeaders, createWebServer, failureResponse } from "./web-server.server";

const failing = createRequestListener(
  () => {
    throw new Error("SQLITE_FULL at /var/data");
  },
  { onError: failureResponse },
);

let server: Server;
let port: number;

beforeAll(async () => {
  server = createWebServer((request, response) => {
    if (request.url === "/failing") return failing(request, response);
    if (request.url === "/picture") response.setHeader("Cache-Control", "public, max-age=3600");
    if (request.url === "/half") return void response.writeHead(200, { "Content-Length": "9" }).write("half");
    response.end(`${request.method} ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

let errors: ReturnType<typeof vi.spyOn>;
let lines: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

/** Sends the first part, and another after each chunk of the response. Returns all text until the server closes. */
function send(...parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    let response = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(parts.shift() ?? ""));
    socket.setEncoding("latin1").on("data", (text) => {
      response += text;
      const next = parts.shift();
      if (next) socket.write(next);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(response));
  });
}

const sendRequest = (line: string, ...headers: string[]) =>
  send([`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"));

function parse(response: string) {
  const [head = "", text = ""] = response.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/, 2)));
  return { status: Number(first.split(" ")[1]), headers: headers as Record<string, string>, text };
}

const request = async (line: string, ...headers: string[]) => parse(await sendRequest(line, ...headers));

test.each([
  ["GET /permits?page=2", "GET /permits?page=2"],
  [`GET ${env.ORIGIN}/permits?page=2`, "GET /permits?page=2"],
  [`GET ${env.ORIGIN}`, "GET /"],
  ["PROPFIND /permits", "OPTIONS /permits"],
  ["TRACE /permits", "OPTIONS /permits"],
  ["OPTIONS /permits", "OPTIONS /permits"],
])("%s is handled as %s", async (line, handled) => {
  const { status, text } = await request(line);
  expect([status, text]).toEqual([200, handled]);
  expect(lines).not.toHaveBeenCalled();
});

test("a request to switch protocols returns the usual response", async () => {
  const response = await send(
    "GET /permits HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*GET \/permits/);
});

test("OPTIONS * lists the supported methods", async () => {
  const { status, headers, text } = await request("OPTIONS *");
  expect([status, headers.Allow, text]).toEqual([204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", ""]);
});

test.each([
  "GET http://evil.test/permits",
  "GET https://localhost:3000/permits",
  "GET *",
  "GET //",
  "GET //evil.test/permits",
  "GET /%",
  "POST http://evil.test/invite/a-secret-token",
])("%s returns 400 and logs one line without the address", async (line) => {
  const { status, text } = await request(line);
  expect([status, text]).toEqual([400, expect.stringContaining("This address cannot be read")]);
  expect(lines.mock.calls).toEqual([
    [expect.stringMatching(/^\S+ 400 (GET|POST): [^\n]*http:\/\/localhost:3000$/)],
  ]);
  expect(errors).not.toHaveBeenCalled();
});

test.each([
  ["without a Host", ""],
  ["with two Hosts", "Host: localhost\r\nHost: evil.test\r\n"],
])("HTTP/1.1 %s returns 400", async (_, hosts) => {
  expect(parse(await send(`GET /permits HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).status).toBe(400);
  expect(parse(await send(`GET /permits HTTP/1.0\r\n\r\n`)).status).toBe(200);
});

const long = "x".repeat(20_000);

const everyKind: [string, number, string][] = [
  ["a response of the listener", 200, "GET /permits HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["OPTIONS *", 204, "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["a malformed address", 400, "GET // HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["an unexpected error", 500, "GET /failing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["no Host", 400, "GET /permits HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["an expectation", 417, "GET /permits HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n"],
  ["CONNECT", 405, "CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
  ["an unknown method", 400, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["no request at all", 400, "\u0016\u0003\u0001hello\r\n\r\n"],
  ["a space in the address", 400, "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a long address", 431, `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ["a long header", 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`],
  [
    "a body in bad chunks",
    400,
    "POST /failing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  [
    "a body of two lengths",
    400,
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
  ],
];

test.each(everyKind)("%s returns %i, with the common headers and without a stack", async (_, status, raw) => {
  const response = await send(raw);
  expect(parse(response)).toMatchObject({ status, headers: commonHeaders });
  expect(response).not.toMatch(/\n\s+at |SQLITE/);
  const logged = lines.mock.calls.flat().map(String);
  expect(logged).toHaveLength(status >= 400 && status < 500 ? 1 : 0);
  expect(logged.join("")).not.toMatch(/[\n\r]/);
});

test("the common headers disable features that the app does not use, and frames", () => {
  expect(commonHeaders).toMatchObject({
    "Content-Security-Policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": expect.stringMatching(/^([a-z-]+=\(\),)*[a-z-]+=\(\)$/),
  });
  for (const used of ["fullscreen", "clipboard-write"])
    expect(commonHeaders["Permissions-Policy"]).not.toContain(used);
});

test.each([
  ["https://permits.example.gov", "max-age=31536000"],
  ["http://localhost:3000", undefined],
])("at %s a browser is told to come by https: %s", async (origin, header) => {
  vi.stubEnv("ORIGIN", origin);
  vi.resetModules();
  const { commonHeaders } = await import("./web-server.server");
  vi.unstubAllEnvs();
  expect(commonHeaders["Strict-Transport-Security"]).toBe(header);
});

test("an unexpected error returns only the reference that is in the log", async () => {
  const { text } = await request("GET /failing");
  const [, reference = ""] = /Something went wrong here \(reference ([0-9a-f]{8})\)/.exec(text) ?? [];
  expect(errors.mock.calls[0]?.[0]).toMatch(new RegExp(`error ${reference} at the HTTP server$`));
});

test("a response that has begun is interrupted if the request is malformed", async () => {
  const head = "POST /half HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const response = await send(head, "zz\r\n");
  expect(response).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*half$/);
});

test("a client that disconnects before the response does not stop the server", async () => {
  for (const raw of ["CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", "BREW / HTTP/1.1\r\n\r\n"]) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(raw, () => socket.resetAndDestroy()));
      socket.on("error", () => undefined).on("close", () => resolve());
    });
  }
  expect((await request("GET /")).status).toBe(200);
});

test.each([
  "GET /permits.data",
  "POST /api/logout",
  "GET /failing",
  "GET //",
  "OPTIONS *",
  "CONNECT localhost:1",
])("the response to %s may not be cached", async (line) => {
  expect((await request(line)).headers["Cache-Control"]).toBe("private, no-store");
});

test("a response with its own Cache-Control keeps it", async () => {
  expect((await request("GET /picture")).headers["Cache-Control"]).toBe("public, max-age=3600");
});
