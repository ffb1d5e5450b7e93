import { Refusal } from "../refusal";
import { waitingLine } from "../waiting-line.server";

/** Of one client address, at work and waiting together. */
const mostOfAddress = 4;

const tooMany = () =>
  new Refusal(503, "Many people are signing in. Try again in a moment.", undefined, { retryAfter: 5 });

// Hashing takes a core and 19 MiB for a while: more at once would make everybody else wait.
const inTurn = waitingLine({ atOnce: 2, waiting: 40, refusal: tooMany });
const countOf = new Map<string, number>();

/**
 * Runs what hashes or checks a password: two at once, the others in the order in which they came. Refuses
 * at once (503, to be tried again after 5 seconds) when 40 wait already, or 4 of the client's address are
 * at work or wait.
 */
export async function inPasswordQueue<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const ofAddress = countOf.get(address) ?? 0;
  if (ofAddress >= mostOfAddress) throw tooMany();
  countOf.set(address, ofAddress + 1);
  try {
    return await inTurn(work);
  } finally {
    const left = (countOf.get(address) ?? 1) - 1;
    if (left === 0) countOf.delete(address);
    else countOf.set(address, left);
  }
}
