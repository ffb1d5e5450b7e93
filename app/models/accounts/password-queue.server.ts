import { Refusal } from "../refusal";

/** Hashing takes a core and 19 MiB for a while: more at once would make everybody else wait. */
const mostAtOnce = 2;
const mostWaiting = 40;
/** Of one client address, at work and waiting together. */
const mostOfAddress = 4;

const waiting: (() => void)[] = [];
const countOf = new Map<string, number>();
let atWork = 0;

/**
 * Runs what hashes or checks a password: two at once, the others in the order in which they came. Refuses
 * at once (503, to be tried again after 5 seconds) when 40 wait already, or 4 of the client's address are
 * at work or wait.
 */
export async function inPasswordQueue<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const ofAddress = countOf.get(address) ?? 0;
  if (ofAddress >= mostOfAddress || waiting.length >= mostWaiting) {
    throw new Refusal(503, "Many people are signing in. Try again in a moment.", undefined, {
      retryAfter: 5,
    });
  }
  countOf.set(address, ofAddress + 1);
  if (atWork < mostAtOnce) atWork += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Whoever is next takes the place over, so that nobody who comes now gets in between.
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
    const left = (countOf.get(address) ?? 1) - 1;
    if (left === 0) countOf.delete(address);
    else countOf.set(address, left);
  }
}
