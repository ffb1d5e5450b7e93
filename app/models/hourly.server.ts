import { logError } from "~/log.server";

const hour = 60 * 60 * 1000;

/** Does work at once and every hour, and logs what goes wrong with it; returns how to stop. */
export function everyHour(work: () => Promise<unknown>, what: string): () => void {
  const run = () => void work().catch((error) => logError(error, what));
  run();
  const timer = setInterval(run, hour);
  timer.unref();
  return () => clearInterval(timer);
}
