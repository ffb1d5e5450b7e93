import { setClockAhead } from "./clock.server";

/** This server's time at its start plus the time since then, which differs from `Date.now()` only if the clock is set. */
const elapsedTime = (): number => performance.timeOrigin + performance.now();

/**
 * Measures how far the database's clock is ahead of this server's, and lets all times be the database's. `read` returns
 * the database's time, in milliseconds since 1970.
 */
export async function followTime(read: () => Promise<number>, ownTime = Date.now): Promise<void> {
  const sent = ownTime();
  const databaseTime = await read();
  const received = ownTime();
  const latency = (received - sent) / 2;
  const ahead = databaseTime - (sent + latency);
  // Less than the response may have taken, and than the resolution of the clocks, is no difference.
  setClockAhead(Math.abs(ahead) <= latency + 2 ? 0 : Math.round(ahead));
}

/** Measures for the first time. Tests may have set the clock of a process that is about to open its database. */
export const beginToFollowTime = (read: () => Promise<number>): Promise<void> =>
  followTime(read, elapsedTime);
