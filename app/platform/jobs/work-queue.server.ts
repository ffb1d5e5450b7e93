import { Refusal } from "~/models/refusal";
import { queueLoads } from "../measured.server";

type Limits = {
  name: string;
  concurrency: number;
  waiting: number;
  /** The most tasks of one owner, running and waiting. */
  perOwner?: number;
  refusal: () => Refusal;
};

export function workQueue({ name, concurrency, waiting, perOwner = Infinity, refusal }: Limits) {
  const queue: { begin: () => void; signal?: AbortSignal }[] = [];
  const owned = new Set<{ owner?: number; signal?: AbortSignal }>();
  let running = 0;
  // A request that was cancelled takes no place from another one.
  const isNeeded = ({ signal }: { signal?: AbortSignal }) => !signal?.aborted;
  const countWaiting = () => queue.filter(isNeeded).length;
  const countOwned = (owner: number) =>
    [...owned].filter((task) => task.owner === owner && isNeeded(task)).length;
  queueLoads.set(name, () => ({ running, waiting: countWaiting() }));
  return async function enqueue<Result>(
    task: () => Promise<Result>,
    signal?: AbortSignal,
    owner?: number,
  ): Promise<Result> {
    if (owner !== undefined && countOwned(owner) >= perOwner) throw refusal();
    const mustWait = running >= concurrency;
    if (mustWait && countWaiting() >= waiting) throw refusal();
    const own = { owner, signal };
    owned.add(own);
    if (mustWait) await new Promise<void>((begin) => queue.push({ begin, signal }));
    else running += 1;
    try {
      if (signal?.aborted) throw new Refusal(503, "The request was cancelled");
      return await task();
    } finally {
      owned.delete(own);
      const next = queue.shift();
      // The next task takes over this slot: none can overtake it.
      if (next) next.begin();
      else running -= 1;
    }
  };
}
