import { setTimeout as pause } from "node:timers/promises";
import { startCluster } from "../scripts/cluster-servers";
import type { Fault } from "./fault";
import { startLoad } from "./load";
import { checkAcknowledged, checkCounters } from "./recount";

/**
 * Kills one of three servers with SIGKILL under load, a random time after the last, and starts it again. Nothing that was acknowledged may be lost, and nothing may be there twice.
 */
export const testKills: Fault = async ({ rounds, random, log }) => {
  const cluster = await startCluster({ servers: 3 });
  try {
    const load = await startLoad(cluster, random);
    for (let round = 1; round <= rounds; round += 1) {
      await pause(random() * 300);
      const index = Math.floor(random() * cluster.servers.length);
      await cluster.servers[index]?.kill();
      await cluster.startAgain(index);
      if (round % 100 === 0) {
        log(`${round} kills, ${load.acknowledged.length} permits`);
        await checkAcknowledged(cluster.database, load.acknowledged);
      }
    }
    await load.stop();
    await checkAcknowledged(cluster.database, load.acknowledged);
    await checkCounters(cluster.database);
    const lost = load.statuses.get(0) ?? 0;
    return `${rounds} kills: ${load.acknowledged.length} acknowledged permits, none lost or twice; ${lost} requests were cut off and sent again`;
  } finally {
    await cluster.stop();
  }
};
