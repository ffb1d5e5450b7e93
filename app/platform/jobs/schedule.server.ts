import { logError } from "../log.server";
import { measured, timed } from "../measured.server";

type Task = () => Promise<unknown>;

const hour = 60 * 60 * 1000;

export function everyHour(task: Task, name: string): () => void {
  run(task, name);
  return repeat(() => run(task, name), hour);
}

/** Runs a task like `everyHour`, but an hour after the start, which it must not slow down, and then every day. */
export function everyDay(task: Task, name: string): () => void {
  let hours = 0;
  return repeat(() => {
    if (hours % 24 === 0) run(task, name);
    hours += 1;
  }, hour);
}

export const run = (task: Task, name: string) =>
  void timed(task, (seconds, isFailed) => measured("job", { name, seconds, isFailed })).catch((error) =>
    logError(error, name),
  );

/** Returns a function that ends it. */
export function repeat(task: () => void, interval: number): () => void {
  const timer = setInterval(task, interval);
  timer.unref();
  return () => clearInterval(timer);
}
