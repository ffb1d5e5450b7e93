import type { Refusal } from "~/models/refusal";

type Limits = {
  concurrency: number;
  waiting: number;
  refusal: () => Refusal;
};

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
      // The next task takes over this slot: none can overtake it.
      if (next) next();
      else running -= 1;
    }
  };
}
