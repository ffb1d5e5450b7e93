import { createServer } from "node:http";
import { logError } from "../log.server";
import { contentType, startMetrics } from "./metrics.server";

/** Serves GET /metrics, and nothing else. It is not listening yet. */
export function createMetricsServer() {
  const { text, stop } = startMetrics();
  const server = createServer(({ method, url }, response) => {
    if (url !== "/metrics" || (method !== "GET" && method !== "HEAD")) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Only /metrics is here");
      return;
    }
    text().then(
      (body) => response.writeHead(200, { "Content-Type": contentType }).end(body),
      (error) => response.writeHead(500).end(`The log has the reason: ${logError(error, "GET /metrics")}`),
    );
  });
  server.once("close", stop);
  return server;
}
