import { Refusal } from "../refusal";
import { workQueue } from "../work-queue.server";

/** Maximum of running and waiting tasks of one client address. */
const limitPerAddress = 4;

const busy = () =>
  new Refusal(503, "Many people are signing in. Try again in a moment.", undefined, { retryAfter: 5 });

// Each hash needs a core and 19 MiB: more at the same time would slow down all other requests.
const enqueue = workQueue({ concurrency: 2, waiting: 40, refusal: busy });
const countByAddress = new Map<string, number>();

/**
 * Runs a task that hashes or checks a password: two at the same time, the others in order. Throws 503, to
 * be retried after 5 seconds, while 40 tasks are waiting, or 4 of the same client address are running or
 * waiting.
 */
export async function inPasswordQueue<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
  const count = countByAddress.get(address) ?? 0;
  if (count >= limitPerAddress) throw busy();
  countByAddress.set(address, count + 1);
  try {
    return await enqueue(task);
  } finally {
    const remaining = (countByAddress.get(address) ?? 1) - 1;
    if (remaining === 0) countByAddress.delete(address);
    else countByAddress.set(address, remaining);
  }
}
