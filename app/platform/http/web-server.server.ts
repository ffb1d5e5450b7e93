import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { referenceHeader } from "~/models/reference";
import { Refusal } from "~/models/refusal";
import { env } from "../env.server";
import { logError, logLine } from "../log.server";
import { measured, secondsBetween } from "../measured.server";
import { otherRoute, withRequestFacts } from "../request-facts.server";
import { noteUnnamedProxy } from "../unnamed-proxy.server";
import { allowedMethods, pathOf, routedMethod } from "./request-line.server";

const disabledFeatures = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

export const commonHeaders: Record<string, string> = {
  "Cache-Control": "private, no-store",
  // Pages and files replace it by their own.
  "Content-Security-Policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": disabledFeatures.map((feature) => `${feature}=()`).join(","),
  ...(env.ORIGIN.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
};

/** Browsers read them from documents only. */
export const documentHeaders = [
  "Content-Security-Policy",
  "Referrer-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
];

const plainText = { "Content-Type": "text/plain; charset=utf-8" };

/** Responses to malformed requests have the common headers too; these never reach the listener. */
export function createWebServer(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const lastResponse = new WeakMap<Duplex, ServerResponse>();

  // A missing Host is refused below, with the common headers.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    lastResponse.set(request.socket, response);
    noteUnnamedProxy(request);
    withFacts(request, response, () => respondTo(request, response));
  });

  function respondTo(request: IncomingMessage, response: ServerResponse): void {
    prepareResponse(request, response);
    if (request.method === "OPTIONS" && request.url === "*") {
      response.writeHead(204, { Allow: allowedMethods }).end();
      return;
    }
    const path = hasOneHost(request) ? pathOf(request.url) : undefined;
    if (path === undefined) {
      logLine(`400 ${request.method}: the request target is not an address of ${env.ORIGIN}`, {
        status: 400,
      });
      response.writeHead(400, plainText).end("This address cannot be read");
      return;
    }
    request.url = path;
    request.method = routedMethod(request.method);
    listener(request, response);
  }

  server.on("checkExpectation", (request, response) =>
    withFacts(request, response, () => {
      prepareResponse(request, response);
      logLine(`417 ${request.method}: unknown Expect header`, { status: 417 });
      response.writeHead(417, { Connection: "close" }).end();
    }),
  );

  server.on("connect", (_request, socket) => {
    logLine("405 CONNECT", { status: 405 });
    refuse(socket, 405, { Allow: allowedMethods });
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = lastResponse.get(socket);
    const isResponding = response?.headersSent && !response.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || isResponding) return void socket.destroy();
    const status = statuses[error.code ?? ""] ?? 400;
    // Browsers open connections in advance and may not use them.
    if (status !== 408) logLine(`${status} malformed request: ${error.code}`, { status });
    refuse(socket, status);
  });

  return server;
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** The log and the metrics say of a request what is noted while it is responded to. */
function withFacts(request: IncomingMessage, response: ServerResponse, respond: () => void): void {
  withRequestFacts((facts) => {
    const method = routedMethod(request.method);
    response.once("close", () => {
      const status = response.headersSent ? String(response.statusCode) : "aborted";
      measured("request", { route: facts.route, method, status, seconds: secondsBetween(facts.begun) });
    });
    respond();
  });
}

function prepareResponse(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  // Browsers read the response only after sending the body; the listeners would pause the stream.
  response.once("finish", () => request.removeAllListeners("data").resume());
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

function refuse(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
  const fields = Object.entries({ ...commonHeaders, ...headers, "Content-Length": "0", Connection: "close" });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  measured("request", { route: otherRoute, method: "other", status: String(status), seconds: 0 });
  socket.on("error", () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`, () => socket.destroy());
}

export function failureResponse(error: unknown): Response {
  if (error instanceof Refusal) return error;
  const reference = logError(error, "the HTTP server", { status: 500 });
  const message = `Something went wrong here (reference ${reference})`;
  return new Response(message, { status: 500, headers: { ...plainText, [referenceHeader]: reference } });
}
