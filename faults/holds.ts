import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { signIn } from "../bench/request";
import { holdDatabase, sessionsUsedEarlier } from "../scripts/database-holder";
import { startFreshServer, type TestServer } from "../scripts/test-server";
import type { Fault } from "./fault";
import { type Acknowledged, checkStatus, permitOf } from "./load";

/** How long another process holds the database, in milliseconds: longer than the 10 s for which a write is tried. */
const holdTime = 20_000;

/** What a person may wait for what only reads, in milliseconds, where the machine has nothing else to do. */
const longestRead = 250;

/** How long the same is read before, to compare: on a busy machine, everything takes longer. */
const freeTime = 5_000;
const timesLonger = 3;

const readers = 20;
const writers = 5;
const readerPause = 100;

/**
 * Another process holds SQLite's database while clients read and write. Pages, files and health checks must not wait for it.
 * Each write must succeed or be refused with 503, and what was acknowledged must be there once.
 */
export const testHolds: Fault = async ({ rounds, log }) => {
  const server = await startFreshServer();
  try {
    const clients = await clientsOf(server);
    const found: Figures[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const readerCount of [0, readers]) {
        const free = await readFor(freeTime, server, clients, readerCount);
        const figures = await holdOnce(server, clients, readerCount);
        log(`${readerCount} readers: ${textOf(figures)}; slowest before ${slowestProbe(free)} ms`);
        refuseSlow(figures, free);
        found.push(figures);
      }
    }
    checkOnce(server, clients.acknowledged);
    const refused = found.reduce((sum, { statuses }) => sum + (statuses.get(503) ?? 0), 0);
    if (refused === 0) throw new Error("No write was refused");
    return `${found.length} holds: ${clients.acknowledged.length} acknowledged permits, none lost or twice; ${refused} writes got 503 and were sent again; the slowest page, file or health check ${Math.max(...found.map(slowestProbe))} ms`;
  } finally {
    await server.stop();
  }
};

type Reads = {
  /** The longest time of each kind of request, in milliseconds. */
  longest: Record<string, number>;
  others: number;
};
type Writes = {
  /** The responses to writes by status. */
  statuses: Map<number, number>;
  /** The longest time until a write got a response. */
  longestWrite: number;
};
type Figures = Reads & Writes;

const slowestProbe = ({ longest }: Reads): number => Math.max(...Object.values(longest));

function refuseSlow(held: Reads, free: Reads): void {
  const allowed = Math.max(longestRead, timesLonger * slowestProbe(free));
  if (slowestProbe(held) > allowed)
    throw new Error(
      `A request that only reads took ${slowestProbe(held)} ms, and ${slowestProbe(free)} ms before`,
    );
}

const textOf = ({ longest, others, statuses, longestWrite }: Figures): string => {
  const slowest = Object.entries(longest).map(([name, time]) => `${name} ${time} ms`);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`);
  return `slowest ${slowest.join(", ")}; ${others} other reads; writes ${counts.join(", ")}, after ${longestWrite} ms at most`;
};

type Clients = Awaited<ReturnType<typeof clientsOf>>;

async function clientsOf({ url }: TestServer) {
  const cookie = await signIn(url, "admin@demo.test");
  const page = await (await fetch(`${url}/login`)).text();
  const [file = ""] = /\/assets\/[\w.-]+/.exec(page) ?? [];
  const acknowledged: Acknowledged[] = [];
  return { cookie, file, acknowledged };
}

/** Repeats steps until a moment. */
async function until(end: number, step: () => Promise<void>): Promise<void> {
  while (performance.now() < end) await step();
}

/** Requests a page, a file and the health checks in turn, and other pages on `readerCount` connections. */
async function readFor(time: number, { url }: TestServer, { cookie, file }: Clients, readerCount: number) {
  const end = performance.now() + time;
  const reads: Reads = { longest: {}, others: 0 };
  const probes = { page: "/permits", file, health: "/healthz", readiness: "/readyz" };
  const probing = Object.entries(probes).map(([name, path]) =>
    until(end, async () => {
      reads.longest[name] = Math.max(await read(url, path, cookie), reads.longest[name] ?? 0);
      await pause(readerPause);
    }),
  );
  const reading = Array.from({ length: readerCount }, (_, index) =>
    until(end, async () => {
      await read(url, index % 2 ? "/permits/1" : "/api/permits/1", cookie);
      reads.others += 1;
      await pause(readerPause);
    }),
  );
  await Promise.all([...probing, ...reading]);
  return reads;
}

async function holdOnce(server: TestServer, clients: Clients, readerCount: number): Promise<Figures> {
  const writes: Writes = { statuses: new Map(), longestWrite: 0 };
  const held = await holdDatabase(join(server.dataFolder, "redline.db"), sessionsUsedEarlier);
  const end = performance.now() + holdTime;
  const writing = Array.from({ length: writers }, () =>
    until(end, () => create(server.url, clients, writes)),
  );
  const all = Promise.all([readFor(holdTime, server, clients, readerCount), ...writing]);
  await Promise.race([pause(holdTime), all]).finally(held.release);
  const [reads] = await all;
  return { ...reads, ...writes };
}

/** Reads an address, and returns how long that took. */
async function read(url: string, path: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status}`);
  return Math.round(performance.now() - start);
}

/** Creates a permit; while that is refused with 503, sends it again when the response says. */
async function create(url: string, { cookie, acknowledged }: Clients, figures: Writes): Promise<void> {
  const name = `Permit ${randomUUID()}`;
  const body = JSON.stringify({ ...permitOf(name, 1), formKey: randomUUID() });
  const headers = { cookie, "content-type": "application/json" };
  for (;;) {
    const start = performance.now();
    const response = await fetch(`${url}/api/permits`, { method: "POST", headers, body });
    await checkStatus("A permit was refused", response, [503]);
    figures.longestWrite = Math.max(figures.longestWrite, Math.round(performance.now() - start));
    figures.statuses.set(response.status, (figures.statuses.get(response.status) ?? 0) + 1);
    if (response.status === 201) {
      const { id, urban37PermitNumber } = await response.json();
      acknowledged.push({ name, id, number: urban37PermitNumber });
      return;
    }
    await response.arrayBuffer();
    await pause(Number(response.headers.get("retry-after")) * 1000);
  }
}

/** Throws if a permit that was acknowledged is not there exactly once, or a permit that was not is there. */
function checkOnce({ dataFolder }: TestServer, acknowledged: Acknowledged[]): void {
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  const names = "select project_name from permits where project_name like 'Permit ________-%' order by 1";
  const stored = database.prepare(names).pluck().all();
  database.close();
  const expected = acknowledged.map(({ name }) => name).toSorted();
  if (JSON.stringify(stored) !== JSON.stringify(expected))
    throw new Error(`${stored.length} permits are stored, and ${expected.length} were acknowledged`);
}
