import type { Refusal } from "./refusal";

type Limits = {
  /** How many tasks may run at the same time. */
  concurrency: number;
  /** How many more may wait. */
  waiting: number;
  /** Thrown at a task for which there is no room. */
  refusal: () => Refusal;
};

/** Creates a queue for expensive tasks: it runs a few at a time, the others in the order in which they came. */
export function workQueue({ concurrency, waiting, refusal }: Limits) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < concurrency) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await task();
    } finally {
      const next = queue.shift();
      // The next task takes over this slot, so that none can overtake it.
      if (next) next();
      else running -= 1;
    }
  };
}
