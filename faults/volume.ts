import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../bench/request";
import { type Cluster, startCluster } from "../scripts/cluster-servers";
import type { Fault, FaultContext } from "./fault";
import { checkStatus, type Load } from "./load";
import { mountVolume, type Volume } from "./mounted-volume";
import { withClient } from "./recount";
import { checkRunning, loadOf, underLoad } from "./under-load";

/** In megabytes: the demo, what the clients create, and PostgreSQL's WAL. */
const size = 512;

/** At most so many bytes are left of it. */
const mostLeft = 512 * 1024;

/** The database is away, or its volume is full. No connection is lost, since no server ends. */
const refusals = [503, 507];

/** How long it may take until a client is refused, in milliseconds. */
const longestFilling = 30_000;

/**
 * Fills PostgreSQL's volume under load, so that its tables cannot grow, and in turn its WAL neither, which ends PostgreSQL.
 * Then makes room again. The servers continue without a restart.
 */
export const testVolume: Fault = async (context) => {
  const volume = mountVolume(size);
  try {
    const cluster = await startCluster({ postgresFolder: volume.folder });
    return await testFilling(cluster, volume, context).finally(cluster.stop);
  } finally {
    volume.remove();
  }
};

async function testFilling(cluster: Cluster, volume: Volume, { rounds, random, log }: FaultContext) {
  let [pages, ends] = [0, 0];
  async function work(load: Load) {
    const visits = await startVisits(cluster, random);
    for (let round = 1; round <= rounds; round += 1) {
      await pause(500 + random() * 1000);
      volume.fill(random() * mostLeft);
      await untilRefused(load);
      if (round % 2 === 0) await exhaustWal(cluster.database);
      await pause(random() * 2000);
      volume.empty();
      ends += await untilContinued(cluster, load);
      log(`${round} times full, ${load.acknowledged.length} permits`);
    }
    pages = await visits.stop();
    checkRunning(cluster);
  }
  const load = await underLoad(cluster, random, work, refusals);
  const [away, full] = refusals.map((status) => load.statuses.get(status) ?? 0);
  return `${rounds} times a full volume: ${loadOf(load)}; ${full} requests got 507, ${away} got 503 and were sent again; ${pages} pages; PostgreSQL ended ${ends} times`;
}

/** Opens pages and signs in all the time. Each must be a success or one of the refusals. */
async function startVisits({ url, servers }: Cluster, random: () => number) {
  const cookie = await signIn(url, "reviewer@demo.test");
  const account = new URLSearchParams({ email: "city@demo.test", password: "redline-demo" });
  let isStopping = false;
  let pages = 0;
  async function visit(path: string, request: RequestInit): Promise<void> {
    while (!isStopping) {
      const server = servers[Math.floor(random() * servers.length)];
      const response = await fetch(`${server?.url}${path}`, { redirect: "manual", ...request }).catch(
        () => undefined,
      );
      await checkStatus(`${request.method ?? "GET"} ${path}`, response, refusals);
      await response?.arrayBuffer();
      pages += 1;
      await pause(200);
    }
  }
  const visiting = Promise.all([
    visit("/permits", { headers: { cookie } }),
    visit("/api/permits/1", { headers: { cookie } }),
    visit("/login", { method: "POST", body: account }),
  ]);
  // stop() throws it.
  visiting.catch(() => undefined);
  return {
    stop: async () => {
      isStopping = true;
      await visiting;
      return pages;
    },
  };
}

/** Waits until a client is refused, since otherwise the volume is not full. */
async function untilRefused({ statuses }: Load): Promise<void> {
  const refused = () => refusals.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  const before = refused();
  const end = performance.now() + longestFilling;
  while (refused() === before) {
    if (performance.now() > end) throw new Error("No request was refused while the volume was full");
    await pause(20);
  }
}

/** Begins new files of the WAL until there is no room for one. */
async function exhaustWal(database: string): Promise<void> {
  await withClient(database, async (client) => {
    for (;;) {
      await client.query("select pg_switch_wal()");
      await pause(20);
    }
  }).catch(() => undefined);
}

/** Waits until the clients go on. Starts PostgreSQL again if it has ended, and returns how often it had. */
async function untilContinued({ postgres }: Cluster, { untilMore }: Load): Promise<number> {
  let [ends, hasContinued] = [0, false];
  const more = untilMore(30).then(() => true);
  // The loop throws it, unless the restart fails first.
  more.catch(() => undefined);
  while (!hasContinued) {
    if (!isRunning(postgres.pid)) {
      ends += 1;
      await postgres.restart();
    }
    hasContinued = await Promise.race([more, pause(100, false)]);
  }
  return ends;
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
