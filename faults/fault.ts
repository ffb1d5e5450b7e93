/** What a fault gets: how often, random numbers from 0 to 1 that follow from the seed, and where to tell how far it is. */
export type FaultContext = {
  rounds: number;
  random: () => number;
  seed: number;
  log: (line: string) => void;
};

/** Does something bad, often, and returns what was found in a line. Throws if a gate does not hold. */
export type Fault = (context: FaultContext) => Promise<string>;
