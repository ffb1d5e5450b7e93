import { type Cluster, startCluster } from "../scripts/cluster-servers";
import { type Load, startLoad } from "./load";
import { checkAcknowledged, checkCounters } from "./recount";

/**
 * Runs `work` while clients create permits on a cluster of three servers. Afterwards all that was acknowledged must be there
 * once, and each counter right. Returns the load.
 */
export async function underLoad(
  random: () => number,
  work: (cluster: Cluster, load: Load) => Promise<void>,
): Promise<Load> {
  const cluster = await startCluster();
  try {
    const load = await startLoad(cluster, random);
    await work(cluster, load);
    await load.stop();
    await checkAcknowledged(cluster.database, load.acknowledged);
    await checkCounters(cluster.database);
    return load;
  } finally {
    await cluster.stop();
  }
}

export const loadOf = ({ acknowledged }: Load): string =>
  `${acknowledged.length} acknowledged permits, none lost or twice`;
