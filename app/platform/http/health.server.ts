import type { IncomingMessage, ServerResponse } from "node:http";
import { retryAfter } from "../db/database-failure.server";
import { responds } from "../db/responds.server";
import { noteRoute } from "../request-facts.server";
import { unnamedProxyOf } from "../unnamed-proxy.server";

const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

const readyPaths = ["/readyz", "/up"];

/** For who checks an installation: the request itself came through the proxy. */
const proxyLine = "\nTRUSTED_PROXY does not name the proxy of this request";

/** `/healthz`: the process runs. `/readyz`, and `/up` in an image: it reaches the database. Returns false for any other request. */
export function healthChecks(ping: () => Promise<void>) {
  return function respond(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method } = request;
    const path = url?.replace(/\?.*/, "") ?? "";
    const isReadiness = readyPaths.includes(path);
    if ((path !== "/healthz" && !isReadiness) || (method !== "GET" && method !== "HEAD")) return false;
    noteRoute(path);
    if (isReadiness) void sendReadiness(request, response, ping);
    else response.writeHead(200, headers).end("alive");
    return true;
  };
}

async function sendReadiness(
  request: IncomingMessage,
  response: ServerResponse,
  ping: () => Promise<void>,
): Promise<void> {
  if (await responds(ping))
    response.writeHead(200, headers).end(`ready${unnamedProxyOf(request) ? proxyLine : ""}`);
  else response.writeHead(503, { ...headers, "Retry-After": retryAfter }).end("not ready");
}
