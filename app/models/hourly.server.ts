import { logError } from "~/log.server";

const hour = 60 * 60 * 1000;

/** Runs a task now and every hour, and logs its errors with its name. Returns a function that stops it. */
export function everyHour(task: () => Promise<unknown>, name: string): () => void {
  const run = () => void task().catch((error) => logError(error, name));
  run();
  const timer = setInterval(run, hour);
  timer.unref();
  return () => clearInterval(timer);
}
