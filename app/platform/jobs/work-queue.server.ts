import { Refusal } from "~/models/refusal";
import { queueLoads } from "../measured.server";

type Limits = {
  name: string;
  concurrency: number;
  waiting: number;
  refusal: () => Refusal;
};

export function workQueue({ name, concurrency, waiting, refusal }: Limits) {
  const queue: { begin: () => void; signal?: AbortSignal }[] = [];
  let running = 0;
  // A request that was cancelled takes no place from another one.
  const countWaiting = () => queue.filter(({ signal }) => !signal?.aborted).length;
  queueLoads.set(name, () => ({ running, waiting: countWaiting() }));
  return async function enqueue<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (running < concurrency) running += 1;
    else if (countWaiting() < waiting) await new Promise<void>((begin) => queue.push({ begin, signal }));
    else throw refusal();
    try {
      if (signal?.aborted) throw new Refusal(503, "The request was cancelled");
      return await task();
    } finally {
      const next = queue.shift();
      // The next task takes over this slot: none can overtake it.
      if (next) next.begin();
      else running -= 1;
    }
  };
}
