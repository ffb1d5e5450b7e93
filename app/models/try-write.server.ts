import { setTimeout as pause } from "node:timers/promises";
import { logError } from "~/log.server";
import { saysAway } from "./database-failure.server";

/** How long a request waits for what it can do without, in milliseconds. */
const longestWait = 100;

const running = new Set<string>();

/**
 * Runs a write that a request can do without, such as noting that a session was used, and waits for it for a moment at most.
 * One that runs is not begun again under the same name. A database that is away or busy leaves it out; other errors are
 * logged.
 */
export async function tryWrite(name: string, work: () => Promise<unknown>): Promise<void> {
  if (running.has(name)) return;
  running.add(name);
  const done = work()
    .catch((error: unknown) => {
      if (!saysAway(error)) logError(error, name);
    })
    .finally(() => running.delete(name));
  await Promise.race([done, pause(longestWait, undefined, { ref: false })]);
}
