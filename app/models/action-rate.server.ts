import { and, between, desc, eq, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { fromNow, now } from "./clock.server";
import { pluralize } from "./pluralize";
import type { Viewer } from "./policy";
import { Refusal } from "./refusal";
import { auditEvents } from "./tables.server";

const minute = 60_000;

type Rate = { action: string; limit: number; doing: string };

/** Throws 429 with the seconds to wait, by the audit log. `doing` continues "You have …". */
export async function refuseAboveRate(tx: Connection, viewer: Viewer, { action, limit, doing }: Rate) {
  // By its time: the index of a user's events has no action, so all of them would be read.
  const isOwn = and(eq(sql`+${auditEvents.actorId}`, viewer.id), eq(auditEvents.action, action));
  const recent = await tx
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(and(isOwn, between(auditEvents.at, fromNow(1 - minute), now())))
    .orderBy(desc(auditEvents.at))
    .limit(limit);
  const oldest = recent[limit - 1];
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.at) + minute - Date.now()) / 1000));
  const message = `You have ${doing} within a minute. Wait ${pluralize(seconds, "second", "seconds")} and send this again.`;
  throw new Refusal(429, message, { retryAfter: seconds });
}
