import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { partBytes } from "../app/models/files/plan-file";
import { startCluster } from "../scripts/cluster-servers";
import { startFreshServer, type TestServer } from "../scripts/test-server";
import type { BenchContext, Row } from "./bench";
import { megabytes, p99 } from "./figures";
import { memoryOf } from "./process-usage";
import { signIn } from "./request";

const bytes = 1_900_000_000;
const gates = { memory: 200_000_000, p99: 500 };
const pages = ["/", "/permits", "/plan-check-calendar"];
const perSecond = 20;

const settings = { MAX_UPLOAD_MB: "2000", MALLOC_ARENA_MAX: "2" };

/** Sends a file of 1.9 GB and downloads it, alone and in a ZIP file, on SQLite, and on PostgreSQL with two servers that get its parts in turn. */
export async function measure({ log }: BenchContext): Promise<Row[]> {
  const rows: Row[] = [];
  log("SQLite");
  const alone = await startFreshServer(undefined, settings);
  rows.push(...(await measureOn([alone], "SQLite").finally(alone.stop)));
  log("PostgreSQL, two servers");
  const cluster = await startCluster({ servers: 2, settings });
  rows.push(...(await measureOn(cluster.servers, "PostgreSQL, two servers").finally(cluster.stop)));
  return rows;
}

async function measureOn(servers: TestServer[], database: string): Promise<Row[]> {
  const urls = servers.map(({ url }) => url);
  const cookie = await signIn(urls[0] ?? "", "admin@demo.test");
  const open = (index: number) =>
    openPage(`${urls[index % urls.length]}${pages[index % pages.length]}`, cookie);
  for (let index = 0; index < 300; index += 1) await open(index);
  const idle = servers.map(({ processId }) => memoryOf(processId));
  const workerData = { urls, cookie, permitId: 1, bytes, partBytes };
  const worker = new Worker(new URL("./large-file-sender.js", import.meta.url), { workerData });
  const phases: { name: string; start: number; times: Promise<number>[] }[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
  worker.once("error", reject).on("message", (name: string | null) => {
    const start = performance.now();
    if (name === null) resolve(start);
    else phases.push({ name, start, times: [] });
  });
  let isRunning = true;
  const stop = () => {
    isRunning = false;
  };
  ended.then(stop, stop);
  let growth = 0;
  for (let index = 0; isRunning; index += 1) {
    phases.at(-1)?.times.push(open(index));
    growth = Math.max(growth, ...servers.map(({ processId }, at) => memoryOf(processId) - (idle[at] ?? 0)));
    await pause(1000 / perSecond);
  }
  const end = await ended;
  const durations = phases.map(({ name, start }, at) => {
    const seconds = ((phases[at + 1]?.start ?? end) - start) / 1000;
    return `${name} in ${Math.round(seconds)} s`;
  });
  const slowest = await Promise.all(
    phases.map(async ({ name, times }) => ({ name, p99: p99(await Promise.all(times)) })),
  );
  const what = `a file of ${megabytes(bytes)}, ${database}`;
  return [
    {
      what: `memory over idle with ${what}`,
      gate: megabytes(gates.memory),
      measured: `${megabytes(growth)}; ${durations.join(", ")}`,
      holds: growth <= gates.memory,
    },
    {
      what: `others' p99 with ${what}`,
      gate: `${gates.p99} ms`,
      measured: slowest.map(({ name, p99 }) => `${Math.round(p99)} ms while it is ${name}`).join(", "),
      holds: slowest.every(({ p99 }) => p99 <= gates.p99),
    },
  ];
}

/** Returns the milliseconds until the page is complete. */
async function openPage(address: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(address, { headers: { cookie } });
  await response.text();
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  return performance.now() - start;
}
