import type { Row } from "./bench";
import { median, megabytes } from "./figures";

/** Of the second third of the samples to the last: what is collected late makes it go up and down. */
const allowedGrowth = 1.1;

/** Returns how a server's memory grew. The samples are in bytes, in the order of their times. */
export function memoryRow(what: string, samples: number[]): Row {
  const third = Math.floor(samples.length / 3);
  const middle = median(samples.slice(third, 2 * third));
  const last = median(samples.slice(2 * third));
  return {
    what,
    gate: `last third at most ${allowedGrowth} × the second`,
    measured: `${megabytes(middle)}, then ${megabytes(last)}`,
    holds: last <= middle * allowedGrowth,
  };
}
