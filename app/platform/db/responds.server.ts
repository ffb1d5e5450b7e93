import { setTimeout } from "node:timers/promises";

const timeLimit = 2_500;

/** Returns whether the database responds within 2.5 seconds. */
export function responds(ping: () => Promise<void>): Promise<boolean> {
  const reached = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([reached, setTimeout(timeLimit, false, { ref: false })]);
}
