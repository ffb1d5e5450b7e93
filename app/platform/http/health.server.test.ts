import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ping as pingDatabase } from "../db/db.server";
import { healthChecks } from "./health.server";

let ping: () => Promise<void>;
let passedOn: string[];
const server = createServer((request, response) => {
  if (healthChecks(() => ping())(request, response)) return;
  passedOn.push(`${request.method} ${request.url}`);
  response.end("the app");
});
let origin = "";

beforeEach(async () => {
  passedOn = [];
  ping = async () => undefined;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function get(path: string, method = "GET", headers = {}) {
  const response = await fetch(`${origin}${path}`, { method, headers });
  return [response.status, await response.text(), response.headers.get("cache-control")];
}

test("a server that reaches its database is ready", async () => {
  ping = pingDatabase;
  expect(await get("/readyz")).toEqual([200, "ready", "no-store"]);
  expect(await get("/readyz?from=proxy")).toEqual([200, "ready", "no-store"]);
  expect(await get("/readyz", "HEAD")).toEqual([200, "", "no-store"]);
  expect(await get("/up")).toEqual([200, "ready", "no-store"]);
});

test("a server that is ready says if the request came through a proxy that it does not know", async () => {
  const forwarded = { "X-Forwarded-For": "203.0.113.9" };
  const ready = "ready\nTRUSTED_PROXY does not name the proxy of this request";
  expect(await get("/readyz", "GET", forwarded)).toEqual([200, ready, "no-store"]);
  expect(await get("/healthz", "GET", forwarded)).toEqual([200, "alive", "no-store"]);
});

test("a server without its database is alive, and not ready", async () => {
  ping = () => Promise.reject(new Error("away"));
  expect(await get("/readyz")).toEqual([503, "not ready", "no-store"]);
  expect(await get("/up")).toEqual([503, "not ready", "no-store"]);
  expect(await get("/healthz")).toEqual([200, "alive", "no-store"]);
});

test("a database that does not respond is waited for three seconds at most", async () => {
  ping = () => new Promise(() => undefined);
  const start = performance.now();
  expect(await get("/readyz")).toEqual([503, "not ready", "no-store"]);
  expect(performance.now() - start).toBeLessThan(3000);
});

test("any other request is the app's", async () => {
  for (const path of ["/", "/readyz/", "/upload", "/healthzz", "/permits?to=/readyz"]) await get(path);
  await get("/readyz", "POST");
  expect(passedOn).toEqual([
    "GET /",
    "GET /readyz/",
    "GET /upload",
    "GET /healthzz",
    "GET /permits?to=/readyz",
    "POST /readyz",
  ]);
});
