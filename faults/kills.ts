import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault";
import { checkAcknowledged } from "./recount";
import { loadOf, underLoad } from "./under-load";

/** Kills one of three servers with SIGKILL under load, a random time after the last, and starts it again. */
export const testKills: Fault = async ({ rounds, random, log, ...context }) => {
  const cluster = await context.cluster();
  const load = await underLoad(cluster, random, async ({ acknowledged }) => {
    for (let round = 1; round <= rounds; round += 1) {
      await pause(random() * 300);
      const index = Math.floor(random() * cluster.servers.length);
      await cluster.servers[index]?.kill();
      await cluster.startAgain(index);
      if (round % 100 === 0) {
        log(`${round} kills, ${acknowledged.length} permits`);
        await checkAcknowledged(cluster.database, acknowledged);
      }
    }
  });
  const lost = load.statuses.get(0) ?? 0;
  return `${rounds} kills: ${loadOf(load)}; ${lost} requests were cut off and sent again`;
};
