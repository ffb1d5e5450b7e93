import { Refusal } from "../refusal";
import { workQueue } from "../work-queue.server";

type Limits = {
  /** Number of letters that are drawn at the same time. */
  concurrency: number;
  /** Number of other letters that can wait. */
  waiting: number;
};

/** Creates a queue for letters to be drawn. A full one refuses with 503. */
export const letterQueue = (limits: Limits) =>
  workQueue({
    ...limits,
    refusal: () =>
      new Refusal(503, "Many letters are being drawn. Try again in a moment.", undefined, { retryAfter: 30 }),
  });
