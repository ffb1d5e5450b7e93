/** What a fault gets: how often, random numbers from 0 to 1 that follow from the seed, and where to tell how far it is. */
export type FaultContext = {
  rounds: number;
  random: () => number;
  seed: number;
  log: (line: string) => void;
};

/** Does something bad, often, and returns what was found in a line. Throws if a gate does not hold. */
export type Fault = (context: FaultContext) => Promise<string>;

/** Returns random numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
