import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { longPage, pageParts, pageResponse, sendAtOnce } from "./page-response.server";

const html = `<!DOCTYPE html><html><body>${"Permit · “Ağaç” 🏗️ ".repeat(200)}</body></html>`;
const init = { status: 404, headers: { "Content-Type": "text/html; charset=utf-8", Vary: "Cookie" } };

let response: Response;
let wasSent: boolean;
let server: Server;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const handle = async (_request: Request) => {
      wasSent = sendAtOnce(response, incoming, outgoing);
      return response;
    };
    createRequestListener(handle)(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => void server.close());

// The development server reads bodies, and so do the other tests.
beforeEach(() => void vi.stubEnv("DEV", false));
afterEach(() => void vi.unstubAllEnvs());

async function request(accepted: string) {
  const { port } = server.address() as AddressInfo;
  const headers = { "accept-encoding": accepted };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port, host: "127.0.0.1", headers, agent: false }, resolve).on("error", reject).end();
  });
  return { status: message.statusCode, headers: message.headers, body: await buffer(message) };
}

test.each([
  ["gzip, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0", undefined, (body: Buffer) => body],
])("a page is sent at once, with Accept-Encoding %s as %s", async (accepted, encoding, read) => {
  response = pageResponse([html.slice(0, 40), html.slice(40)], init);
  const { status, headers, body } = await request(accepted);
  expect(wasSent).toBe(true);
  expect(read(body).toString()).toBe(html);
  expect({ status, encoding: headers["content-encoding"] }).toEqual({ status: 404, encoding });
  expect(headers["content-length"]).toBe(String(body.length));
  expect(headers.vary).toBe("Cookie, Accept-Encoding");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("additions are at the beginning of the head and at the end of the body", () => {
  const markup = "<html><head><title>&lt;/body></title></head><body>&lt;head>$&</body></html>";
  expect(pageParts(markup, "<link>", "<script>'$&</body>'</script>").join("")).toBe(
    "<html><head><link><title>&lt;/body></title></head><body>&lt;head>$&<script>'$&</body>'</script></body></html>",
  );
});

test("a page is not overwritten by the next, which is encoded before the first is sent", async () => {
  const bodies = new Map<string, Buffer>();
  for (const name of ["first", "second"]) {
    const outgoing = { end: (body: Buffer) => void bodies.set(name, body) } as unknown as ServerResponse;
    sendAtOnce(pageResponse([name], init), { headers: {} } as IncomingMessage, outgoing);
    outgoing.end();
  }
  expect([...bodies].map(([name, body]) => [name, body.toString()])).toEqual([
    ["first", "first"],
    ["second", "second"],
  ]);
});

test("a long page, and any other response, is sent as a stream", async () => {
  const long = "x".repeat(longPage + 1);
  for (const [streamed, text] of [
    [pageResponse(["x", long.slice(1)], init), long],
    [new Response("{}"), "{}"],
  ] as const) {
    response = streamed;
    const { headers, body } = await request("br");
    expect(wasSent).toBe(false);
    expect(body.toString()).toBe(text);
    expect(headers["content-encoding"]).toBeUndefined();
  }
});

test("the development server gets pages with a body", async () => {
  vi.stubEnv("DEV", true);
  expect(await pageResponse([html], init).text()).toBe(html);
});
