import { fromNow, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import { tryWrite } from "../try-write.server";

/** The interval at which the last use of a session or an API key is recorded. */
const recordInterval = 5 * 60 * 1000;

/** Records a use of `what`, a session or an API key, unless the last recorded one is recent. The request does not need it. */
export async function recordUse(
  what: string,
  lastUse: string | null,
  record: (tx: Connection, moment: string) => PromiseLike<unknown>,
): Promise<void> {
  if (lastUse !== null && lastUse >= fromNow(-recordInterval)) return;
  await tryWrite(`recording the use of ${what}`, () => write(async (tx) => void (await record(tx, now()))));
}
