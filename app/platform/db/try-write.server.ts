import { setTimeout as pause } from "node:timers/promises";
import { logError } from "../log.server";
import { isAwayError } from "./database-failure.server";

const maxWait = 100;

const running = new Set<string>();

/** A write that a request can do without: not begun again while it runs, and left out by a database that is away. */
export async function tryWrite(name: string, work: () => Promise<unknown>): Promise<void> {
  if (running.has(name)) return;
  running.add(name);
  const done = work()
    .catch((error: unknown) => {
      if (!isAwayError(error)) logError(error, name);
    })
    .finally(() => running.delete(name));
  await Promise.race([done, pause(maxWait, undefined, { ref: false })]);
}
