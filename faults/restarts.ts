import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault";
import { checkRunning, loadOf, underLoad } from "./under-load";

/**
 * Ends PostgreSQL under load, in turn as a crash and as an administrator does, and starts it again. The servers continue
 * without a restart.
 */
export const testRestarts: Fault = async ({ rounds, random, log, ...context }) => {
  const cluster = await context.cluster();
  const load = await underLoad(cluster, random, async ({ acknowledged, untilMore }) => {
    for (let round = 1; round <= rounds; round += 1) {
      await pause(500 + random() * 1000);
      await cluster.postgres.restart(round % 2 === 0 ? "shutdown" : "crash");
      await untilMore(30);
      log(`${round} restarts, ${acknowledged.length} permits`);
    }
    checkRunning(cluster);
  });
  const refused = load.statuses.get(503) ?? 0;
  return `${rounds} restarts of the database: ${loadOf(load)}; ${refused} requests got 503 and were sent again`;
};
