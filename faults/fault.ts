import type { Cluster } from "../scripts/cluster-servers";

/** What a fault gets: how often, random numbers from 0 to 1 that follow from the seed, and where to tell how far it is. */
export type FaultContext = {
  rounds: number;
  random: () => number;
  seed: number;
  log: (line: string) => void;
  /** Returns three servers with the demo, which the faults of one command share. */
  cluster: () => Promise<Cluster>;
};

/** Does something bad, often, and returns what was found in a line. Throws if a gate does not hold. */
export type Fault = (context: FaultContext) => Promise<string>;
