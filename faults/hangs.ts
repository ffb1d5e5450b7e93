import { startCluster } from "../scripts/cluster-servers";
import type { Fault } from "./fault";
import { startLoad } from "./load";
import { checkAcknowledged, checkCounters } from "./recount";

/** How long a server that hangs may hold the others up, in milliseconds: the database ends its session after 10 s. */
const longest = 12_000;

/** With fewer rounds, on a machine that does other work too, nothing is measured. */
const roundsThatMeasure = 10;

/** Stops one of three servers under load, so that it may hang inside a write, and lets it go on later. */
export const testHangs: Fault = async ({ rounds, random, log }) => {
  const cluster = await startCluster({ servers: 3 });
  let slowest = 0;
  try {
    const load = await startLoad(cluster, random);
    for (let round = 1; round <= rounds; round += 1) {
      const hanging = cluster.servers[Math.floor(random() * 3)];
      const others = cluster.servers.filter((server) => server !== hanging);
      process.kill(hanging?.processId ?? 0, "SIGSTOP");
      const start = performance.now();
      const probe = await startLoad({ ...cluster, servers: others, url: others[0]?.url ?? "" }, random);
      await probe.stop();
      slowest = Math.max(slowest, performance.now() - start);
      process.kill(hanging?.processId ?? 0, "SIGCONT");
      load.acknowledged.push(...probe.acknowledged);
      log(`${round} hangs, the longest wait ${Math.round(slowest)} ms`);
    }
    await load.stop();
    await checkAcknowledged(cluster.database, load.acknowledged);
    await checkCounters(cluster.database);
    if (rounds >= roundsThatMeasure && slowest > longest)
      throw new Error(`A server that hung held the others up for ${Math.round(slowest)} ms`);
    return `${rounds} hangs of a server: the others waited ${Math.round(slowest)} ms at most`;
  } finally {
    for (const { processId } of cluster.servers) process.kill(processId, "SIGCONT");
    await cluster.stop();
  }
};
