import { workQueue } from "~/platform/jobs/work-queue.server";
import { Refusal } from "../refusal";

export const letterQueue = (name: string, concurrency: number, waiting: number) =>
  workQueue({
    ...{ name, concurrency, waiting },
    refusal: () =>
      new Refusal(503, "Many letters are being drawn. Try again in a moment.", { retryAfter: 30 }),
  });
