import { fromNow, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import { Refusal } from "../refusal";
import { nothing } from "../write-lock.server";

/** The interval at which the last use of a session or an API key is recorded. */
const recordInterval = 5 * 60 * 1000;

/**
 * Records a use of a session or an API key, unless the last recorded one is recent. A database that is busy leaves the
 * use out: the request can do without its record.
 */
export async function recordUse(
  lastUse: string | null,
  record: (tx: Connection, moment: string) => PromiseLike<unknown>,
): Promise<void> {
  if (lastUse !== null && lastUse >= fromNow(-recordInterval)) return;
  try {
    await write(nothing, async (tx) => void (await record(tx, now())));
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 503)) throw error;
  }
}
