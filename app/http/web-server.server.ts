import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { env } from "~/env.server";
import { logError, logLine } from "~/log.server";
import { referenceHeader } from "~/models/reference";
import { allowedMethods, pathOf, routedMethod } from "./request-line.server";

/** What reaches devices, people or money, none of which the app does; a longer list would cost every page. */
const switchedOff = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** The headers of every answer, whoever makes it. */
export const commonHeaders: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": switchedOff.map((feature) => `${feature}=()`).join(","),
  ...(env.ORIGIN.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
};

const plainText = { "Content-Type": "text/plain; charset=utf-8" };

/**
 * A server whose every answer has the common headers, also where Node.js itself would answer. The listener
 * gets requests whose address is a path of ours and whose method the router knows; the rest is refused here.
 */
export function createWebServer(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const lastResponse = new WeakMap<Duplex, ServerResponse>();

  // A missing Host is refused below, where the answer gets its headers.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    lastResponse.set(request.socket, response);
    prepare(request, response);
    if (request.method === "OPTIONS" && request.url === "*") {
      response.writeHead(204, { Allow: allowedMethods }).end();
      return;
    }
    const path = hasOneHost(request) ? pathOf(request.url) : undefined;
    if (path === undefined) {
      logLine(`400 ${request.method}: the request names no address of ${env.ORIGIN}`);
      response.writeHead(400, plainText).end("This address cannot be read");
      return;
    }
    request.url = path;
    request.method = routedMethod(request.method);
    listener(request, response);
  });

  server.on("checkExpectation", (request, response) => {
    prepare(request, response);
    logLine(`417 ${request.method}: an expectation that is not known`);
    response.writeHead(417, { Connection: "close" }).end();
  });

  server.on("connect", (_request, socket) => {
    logLine("405 CONNECT");
    refuse(socket, 405, { Allow: allowedMethods });
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = lastResponse.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || isAnswering) return void socket.destroy();
    const status = statuses[error.code ?? ""] ?? 400;
    // Browsers open connections ahead, and may never send anything on them.
    if (status !== 408) logLine(`${status} for what is no request: ${error.code}`);
    refuse(socket, status);
  });

  return server;
}

/** What Node.js itself answers to what it can not read; 400 to anything else. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

function prepare(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  // What is left of a refused body is read and dropped: a browser looks for the answer only after sending.
  // Nobody listens any more, else the listener would pause a body that is not taken.
  response.once("finish", () => request.removeAllListeners("data").resume());
}

/** HTTP/1.1 asks for one, neither none nor two (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

/** Answers on a bare connection, and closes it. */
function refuse(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
  const fields = Object.entries({ ...commonHeaders, ...headers, "Content-Length": "0", Connection: "close" });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // Whoever is gone already need not be told.
  socket.on("error", () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`, () => socket.destroy());
}

/** The last answer to an unexpected error, where no page and no call could give one: its reference, no more. */
export function answerFailure(error: unknown): Response {
  const reference = logError(error, "the HTTP server");
  const told = `Something went wrong here (reference ${reference})`;
  return new Response(told, { status: 500, headers: { ...plainText, [referenceHeader]: reference } });
}
