import type { Refusal } from "./refusal";

type Limits = {
  /** Number of tasks that run at the same time. */
  concurrency: number;
  /** Number of other tasks that can wait. */
  waiting: number;
  /** Creates the refusal for a task while the queue is full. */
  refusal: () => Refusal;
};

/** Creates a queue for expensive tasks: a limited number run at the same time, the others in order. */
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
