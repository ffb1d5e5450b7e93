import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../bench/request";
import type { Cluster } from "../scripts/cluster-servers";
import type { Fault } from "./fault";
import { type Acknowledged, startLoad } from "./load";
import { underLoad } from "./under-load";

/**
 * How long a server that hangs may hold the others up, in milliseconds: it gets the lock of writes once, and the database
 * ends its session 4 s later. The clients that wait have other work besides.
 */
const longest = 10_000;

/** With fewer rounds, on a machine that does other work too, nothing is measured. */
const roundsThatMeasure = 10;

/** How long the proxy sends requests to a server that hangs, in milliseconds. A page takes its own time besides. */
const untilMarkedDown = 10_000;
const longestPage = 15_000;
const pageInterval = 200;

/** After this time the proxy sends requests to a server again that has continued, or found its database again. */
const untilMarkedUp = 2_000;

/**
 * Stops one of three servers under load, so that it may hang inside a write, and lets it continue later. Meanwhile the proxy
 * must return each page that is requested, from another server.
 */
export const testHangs: Fault = async ({ rounds, random, log, ...context }) => {
  const cluster = await context.cluster();
  const hasProxy = cluster.url !== cluster.servers[0]?.url;
  const cookie = await signIn(cluster.url, "admin@demo.test");
  const waits: number[] = [];
  const pages: number[] = [];
  await underLoad(cluster, random, async ({ acknowledged }) => {
    for (let round = 1; round <= rounds; round += 1) {
      if (hasProxy) await pause(untilMarkedUp);
      const index = Math.floor(random() * cluster.servers.length);
      const others = cluster.servers.filter((_, position) => position !== index);
      const hanging = cluster.servers[index]?.processId ?? 0;
      process.kill(hanging, "SIGSTOP");
      try {
        const writing = write(
          { ...cluster, servers: others, url: others[0]?.url ?? "" },
          random,
          acknowledged,
        );
        const [wait, times] = await Promise.all([writing, hasProxy ? requestPages(cluster.url, cookie) : []]);
        waits.push(wait);
        pages.push(...times);
      } finally {
        process.kill(hanging, "SIGCONT");
      }
      log(`${round} hangs, the longest wait ${maximum(waits)} ms, for a page ${maximum(pages)} ms`);
    }
  });
  if (rounds >= roundsThatMeasure && maximum(waits) > longest)
    throw new Error(`A server that hung held the others up for ${maximum(waits)} ms`);
  const throughProxy = hasProxy
    ? `${pages.length} pages came through the proxy, after ${maximum(pages)} ms at most`
    : "HAProxy is not installed, so the proxy was not tried";
  return `${rounds} hangs of a server: the others waited ${maximum(waits)} ms at most; ${throughProxy}`;
};

const maximum = (times: number[]): number => Math.round(Math.max(0, ...times));

/** Creates permits, and returns how long the slowest client waited. */
async function write(cluster: Cluster, random: () => number, acknowledged: Acknowledged[]): Promise<number> {
  const start = performance.now();
  const load = await startLoad(cluster, random);
  await load.stop();
  acknowledged.push(...load.acknowledged);
  return performance.now() - start;
}

/** Requests a page several times a second while the proxy may send it to the server that hangs. Returns how long each took. */
async function requestPages(url: string, cookie: string): Promise<number[]> {
  const moments = Array.from({ length: untilMarkedDown / pageInterval }, (_, index) => index * pageInterval);
  const times = await Promise.all(
    moments.map(async (moment) => {
      await pause(moment);
      return requestPage(url, cookie);
    }),
  );
  if (maximum(times) < 1000) throw new Error("The proxy sent no page to the server that hung");
  return times;
}

async function requestPage(url: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/permits`, { headers: { cookie }, redirect: "manual" });
  await response.arrayBuffer();
  const time = performance.now() - start;
  if (response.status !== 200) throw new Error(`The proxy returned ${response.status} while a server hung`);
  if (time > longestPage) throw new Error(`A page took ${Math.round(time)} ms while a server hung`);
  return time;
}
