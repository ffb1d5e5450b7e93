import type { Refusal } from "./refusal";

type Line = {
  /** How much may be done at the same time. */
  atOnce: number;
  /** How much more may wait for its turn. */
  waiting: number;
  /** What is told to whatever comes beyond. */
  refusal: () => Refusal;
};

/** A line for work that takes much of the machine: each piece has its turn, in the order in which it came. */
export function waitingLine({ atOnce, waiting, refusal }: Line) {
  const line: (() => void)[] = [];
  let busy = 0;
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < atOnce) busy += 1;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw refusal();
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The next one takes over this place, so that nobody slips in between.
      if (next) next();
      else busy -= 1;
    }
  };
}
