import { desc, eq } from "drizzle-orm";
import { currentTime, fromNow, now } from "./clock.server";
import type { Connection } from "./db.server";
import { pluralize } from "./pluralize";
import type { Viewer } from "./policy";
import { Refusal } from "./refusal";
import { auditEvents } from "./tables.server";

const minute = 60_000;
/** More events than a user who keeps to the limits has in a minute. */
const latestEvents = 200;

/**
 * Throws 429 with the seconds to wait if a user has done something as often as allowed within a minute, by the audit log.
 * Events from the future, after a clock was set back, do not count. `doing` continues "You have …".
 */
export async function refuseAboveRate(
  tx: Connection,
  viewer: Viewer,
  { action, limit, doing }: { action: string; limit: number; doing: string },
): Promise<void> {
  const events = await tx
    .select({ action: auditEvents.action, at: auditEvents.at })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, viewer.id))
    .orderBy(desc(auditEvents.id))
    .limit(latestEvents);
  const [since, until] = [fromNow(1 - minute), now()];
  const recent = events.filter((event) => event.action === action && event.at >= since && event.at <= until);
  const oldest = recent[limit - 1];
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.at) + minute - currentTime()) / 1000));
  const message = `You have ${doing} within a minute. Wait ${pluralize(seconds, "second", "seconds")} and send this again.`;
  throw new Refusal(429, message, undefined, { retryAfter: seconds });
}
