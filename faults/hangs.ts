import type { Fault } from "./fault";
import { startLoad } from "./load";
import { underLoad } from "./under-load";

/**
 * How long a server that hangs may hold the others up, in milliseconds: the database ends its session after 5 s, and may
 * have given it a second lock by then, for 5 s more.
 */
const longest = 12_000;

/** With fewer rounds, on a machine that does other work too, nothing is measured. */
const roundsThatMeasure = 10;

/** Stops one of three servers under load, so that it may hang inside a write, and lets it continue later. */
export const testHangs: Fault = async ({ rounds, random, log }) => {
  let slowest = 0;
  await underLoad(random, async (cluster, { acknowledged }) => {
    for (let round = 1; round <= rounds; round += 1) {
      const index = Math.floor(random() * cluster.servers.length);
      const others = cluster.servers.filter((_, position) => position !== index);
      const hanging = cluster.servers[index]?.processId ?? 0;
      process.kill(hanging, "SIGSTOP");
      try {
        const start = performance.now();
        const probe = await startLoad({ ...cluster, servers: others, url: others[0]?.url ?? "" }, random);
        await probe.stop();
        slowest = Math.max(slowest, performance.now() - start);
        acknowledged.push(...probe.acknowledged);
      } finally {
        process.kill(hanging, "SIGCONT");
      }
      log(`${round} hangs, the longest wait ${Math.round(slowest)} ms`);
    }
  });
  if (rounds >= roundsThatMeasure && slowest > longest)
    throw new Error(`A server that hung held the others up for ${Math.round(slowest)} ms`);
  return `${rounds} hangs of a server: the others waited ${Math.round(slowest)} ms at most`;
};
