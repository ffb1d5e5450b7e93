import { createServer } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { freePort, startFreshServer, type TestServer } from "../scripts/test-server";
import { expect, test } from "./journey";
import { administratorProgram } from "./sign-in";

let server: TestServer;
let metricsPort: number;
let program: APIRequestContext;

test.beforeAll(async ({ playwright }) => {
  metricsPort = await freePort();
  const settings = { METRICS_PORT: String(metricsPort), LOG_FORMAT: "json" };
  server = await startFreshServer(process.env.E2E_TEMPLATE, settings);
  program = await administratorProgram(playwright.request, server.url);
});
test.afterAll(async () => {
  await program.dispose();
  await server.stop();
});

/** Returns the series of the requests, each with its count. */
async function requestCounts(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.matchAll(/^redline_http_requests_total\{(.*)\} (\d+)$/gm);
  return new Map([...lines].map(([, labels = "", count]) => [labels, Number(count)]));
}

/** Addresses with ids and junk, which all must become few patterns. */
const addressesOf = (number: number) => [
  `/permits/${number}`,
  `/permits/${number}.data`,
  `/permits/${number}/delete`,
  `/api/permits/${number}?page=${number}`,
  `/api/junk-${number}`,
  `/junk-${number}/${number}.php?q=${number}`,
  `/assets/junk-${number}.js`,
  `/invite/token-${number}`,
];

test("the routes of the metrics are patterns, however many addresses are requested", async () => {
  const request = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1)
      for (const address of addressesOf(number)) await program.get(address);
  };
  // The first of each status, then many more.
  await request(900_000, 900_002);
  const before = await requestCounts();
  await request(900_002, 900_012);
  const after = await requestCounts();
  expect([...after.keys()]).toEqual([...before.keys()]);
  const grown = (route: string) =>
    [...after]
      .filter(([labels]) => labels.startsWith(`route="${route}"`))
      .reduce((sum, [labels, count]) => sum + count - (before.get(labels) ?? 0), 0);
  expect(grown("/permits/:id")).toBe(20);
  expect(grown("/permits/:id/delete")).toBe(10);
  expect(grown("/api/permits/:id")).toBe(10);
  expect(grown("/invite/:token")).toBe(10);
  expect(grown("other")).toBe(30);
  await program.get("/favicon.svg");
  expect((await requestCounts()).get('route="files",method="GET",status="200"')).toBeGreaterThan(0);
});

test("a refused request is one object in the log, with the reference of its response", async () => {
  const response = await program.post("/permits/900000/delete?name=Ann", {
    headers: { origin: "http://elsewhere.test" },
  });
  expect(response.status()).toBe(403);
  const line = () => server.output().match(/^.*POST \/permits\/900000\/delete.*$/m)?.[0] ?? "{}";
  await expect.poll(() => JSON.parse(line())).toMatchObject({ level: "warn", status: 403, route: "other" });
  expect(server.output()).not.toContain("Ann");
});

test("a server whose port for metrics is in use does not start, and says so in one line", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  const start = startFreshServer(process.env.E2E_TEMPLATE, { METRICS_PORT: String(port) });
  await expect(start).rejects.toThrow(
    new RegExp(
      `\\nRedline cannot start\\. listen EADDRINUSE: address already in use 127\\.0\\.0\\.1:${port}\\n$`,
    ),
  );
  other.close();
});
