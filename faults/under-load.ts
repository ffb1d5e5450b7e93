import type { Cluster } from "../scripts/cluster-servers";
import { type Load, type Refusals, startLoad } from "./load";
import { checkAcknowledged, checkCounters } from "./recount";

/**
 * Runs `work` while clients create permits on a cluster. Afterwards all that was acknowledged must be there once, and each
 * counter right. Returns the load.
 */
export async function underLoad(
  cluster: Cluster,
  random: () => number,
  work: (load: Load) => Promise<void>,
  refusals?: Refusals,
): Promise<Load> {
  const load = await startLoad(cluster, random, refusals);
  try {
    await work(load);
  } catch (error) {
    await load.stop().catch(() => undefined);
    throw error;
  }
  await load.stop();
  await checkAcknowledged(cluster.database, load.acknowledged);
  await checkCounters(cluster.database);
  return load;
}

/** Throws if a server has ended, where each must continue. */
export function checkRunning({ servers }: Cluster): void {
  if (!servers.every(({ isRunning }) => isRunning())) throw new Error("A server has ended");
}

export const loadOf = ({ acknowledged }: Load): string =>
  `${acknowledged.length} acknowledged permits, none lost or twice`;
