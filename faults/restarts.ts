import { setTimeout as pause } from "node:timers/promises";
import { startCluster } from "../scripts/cluster-servers";
import type { Fault } from "./fault";
import { startLoad } from "./load";
import { checkAcknowledged, checkCounters } from "./recount";

/**
 * Ends PostgreSQL under load, in turn as an administrator and as a crash does, and starts it again. Nothing that was acknowledged may be lost, and the servers go on without a restart.
 */
export const testRestarts: Fault = async ({ rounds, random, log }) => {
  const cluster = await startCluster({ servers: 3 });
  try {
    const processes = cluster.servers.map(({ processId }) => processId);
    const load = await startLoad(cluster, random);
    for (let round = 1; round <= rounds; round += 1) {
      await pause(500 + random() * 1000);
      await cluster.postgres.restart(round % 2 === 0 ? "shutdown" : "crash");
      await load.untilMore(30);
      log(`${round} restarts, ${load.acknowledged.length} permits`);
    }
    await load.stop();
    await checkAcknowledged(cluster.database, load.acknowledged);
    await checkCounters(cluster.database);
    const same = cluster.servers.every(
      ({ isRunning }, index) => isRunning() && processes[index] !== undefined,
    );
    if (!same) throw new Error("A server has ended");
    const refused = load.statuses.get(503) ?? 0;
    return `${rounds} restarts of the database: ${load.acknowledged.length} acknowledged permits, none lost or twice; ${refused} requests got 503 and were sent again`;
  } finally {
    await cluster.stop();
  }
};
