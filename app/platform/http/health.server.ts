import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { retryAfter } from "../db/database-failure.server";
import { noteRoute } from "../request-facts.server";
import { unnamedProxyOf } from "../unnamed-proxy.server";

const timeLimit = 2_500;

const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

/** For who checks an installation: the request itself came through the proxy. */
const proxyLine = "\nTRUSTED_PROXY does not name the proxy of this request";

/** `/healthz`: the process runs. `/readyz`: it reaches the database. Returns false for any other request. */
export function healthChecks(ping: () => Promise<void>) {
  return function respond(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method } = request;
    const path = url?.replace(/\?.*/, "");
    if ((path !== "/healthz" && path !== "/readyz") || (method !== "GET" && method !== "HEAD")) return false;
    noteRoute(path);
    if (path === "/healthz") response.writeHead(200, headers).end("alive");
    else void sendReadiness(request, response, ping);
    return true;
  };
}

async function sendReadiness(
  request: IncomingMessage,
  response: ServerResponse,
  ping: () => Promise<void>,
): Promise<void> {
  const reached = ping().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([reached, setTimeout(timeLimit, false, { ref: false })]);
  if (isReady) response.writeHead(200, headers).end(`ready${unnamedProxyOf(request) ? proxyLine : ""}`);
  else response.writeHead(503, { ...headers, "Retry-After": retryAfter }).end("not ready");
}
