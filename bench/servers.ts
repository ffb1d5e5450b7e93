import { spawnSync } from "node:child_process";
import { Agent } from "node:http";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer, startWebServer, type TestServer, type WebServer } from "../scripts/test-server";
import { addressesOf, type FilledAddress, fill, type OpenApi, type Visitor } from "./addresses";
import { type DataValues, readDataValues } from "./data-values";
import { type Reply, send, signInAsBrowser } from "./request";

export type BenchServer = TestServer & {
  values: DataValues;
  addresses: FilledAddress[];
  cookies: Record<Visitor, string>;
  /** Only the session of a visitor, as on a first visit. */
  sessionOf: (visitor: Visitor) => string;
  /** Requests an address over a kept connection. Throws if the status is not the expected one. */
  open: (address: FilledAddress) => Promise<Reply>;
  named: (names: string[]) => FilledAddress[];
};

/** Starts the built app on a data folder, as the systemd unit of operations.md does, and signs in a user of each kind. */
export async function startBenchServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const values = readDataValues(folder);
  const server = await startServer(folder, { MALLOC_ARENA_MAX: "2", ...settings });
  const cookies: BenchServer["cookies"] = { signedOut: "", administrator: "", reviewer: "", city: "" };
  for (const [visitor, email] of Object.entries(values.emails))
    if (email !== null) cookies[visitor as Visitor] = await signInAsBrowser(server.url, email);
  const openApi = (await (
    await fetch(`${server.url}/api/openapi.json`, { headers: { cookie: cookies.administrator } })
  ).json()) as OpenApi;
  const addresses = addressesOf(openApi)
    .filter(({ visitor }) => visitor === "signedOut" || cookies[visitor])
    .map((address) => fill(address, values))
    .filter((address) => address !== null);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  async function open({ visitor, path, form, name, status: expected = 200 }: FilledAddress) {
    const sent = form === undefined ? {} : sentForm(form, server.url);
    const reply = await send(`${server.url}${path}`, { agent, cookie: cookies[visitor], ...sent });
    if (reply.status !== expected) throw new Error(`${name} (${path}): status ${reply.status}`);
    return reply;
  }

  const named = (names: string[]): FilledAddress[] =>
    names.map((name) => {
      const address = addresses.find((candidate) => candidate.name === name);
      if (!address) throw new Error(`The data have nothing for ${name}`);
      return address;
    });

  const sessionOf = (visitor: Visitor): string => cookies[visitor].split(";")[0] ?? "";

  async function stop() {
    agent.destroy();
    await server.stop();
  }

  return { ...server, stop, values, addresses, cookies, sessionOf, open, named };
}

const sentForm = (form: string, origin: string) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", origin },
  body: [form],
});

const ofReviewer = "/employee-dashboard/permits/{assignedPermit}";

/** What the users of an office open while they work, the frequent ones repeated. */
const ofOffice = [
  ...[
    "/",
    "/permits",
    "/permits/{permit}",
    "/permits?search=oa",
    "/permits?search=26-",
    "/permits?search=street",
  ],
  ...["/permits?sort=-due", "/permits?status=in_process", "/permits?page=999999999", "/plan-check-calendar"],
  ...["/employee-dashboard", "/cities/{largestCity}", "/api/permits?page=1&pageSize=10"],
].map((path) => `administrator ${path}`);
const ofReviewersAndCities = [
  ...["/", "/", "/permits", ofReviewer, ofReviewer, "/hours"].map((path) => `reviewer ${path}`),
  ...["/oakvilles", "/oakvilles?search=street", "/oakvilles/permits/{permitOfCityUser}"].map(
    (path) => `city ${path}`,
  ),
];
export const officeMix = [...ofOffice, ...ofReviewersAndCities];

/** V8 has compiled what runs often after about a thousand pages. */
export async function warmUp(server: BenchServer, rounds = 50): Promise<void> {
  const addresses = server.named(officeMix);
  for (let round = 0; round < rounds; round += 1) {
    for (const address of addresses) await server.open(address);
  }
}

type Load = { names: string[]; perSecond: number; seconds: number };

/**
 * Requests addresses in turn, one after another at even distances, as people do: autocannon sends what is due in
 * a second at once. Returns the milliseconds of each, which count from when the request was due.
 */
export async function runSteadily(
  server: BenchServer,
  { names, perSecond, seconds }: Load,
): Promise<number[]> {
  const addresses = server.named(names);
  const start = performance.now();
  const requests = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const due = start + (index * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    await server.open(addresses[index % addresses.length] as FilledAddress);
    return performance.now() - due;
  });
  return Promise.all(requests);
}

/** Serves a list of permits with React Router's template, as its `npm start` does, at the same quality of brotli. */
export function startStock(database: string): Promise<WebServer> {
  const folder = "bench/stock";
  const build = [resolve("node_modules/@react-router/dev/bin.js"), "build", folder];
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The stock app cannot be built.\n${stdout}${stderr}`);
  const program = resolve("node_modules/@react-router/serve/bin.js");
  const serve = ["--require", resolve("bench/stock-compression.cjs"), program, "build/server/index.js"];
  return startWebServer({ program: serve, readyAt: "/permits", folder }, () => ({
    DATABASE: resolve(database),
  }));
}
