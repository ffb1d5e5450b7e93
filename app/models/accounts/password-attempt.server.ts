import { and, between, count, eq, gt, lte, min, or, type SQL } from "drizzle-orm";
import { networkOf } from "~/platform/client-address.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { measured } from "~/platform/measured.server";
import { fromNow, now } from "../clock.server";
import { pluralize } from "../pluralize";
import { Refusal } from "../refusal";
import { signInFailures } from "../tables.server";

const minute = 60 * 1000;
const failureLimits = { email: 10, address: 100 };

/** How far the clocks of servers may differ; an attempt that is later was made before a clock was set back. */
const clockTolerance = 5 * 1000;

const maxNetworks = 10_000;
/** In memory, because writes would hold up everyone. */
const refusedAt = new Map<string, number[]>();

/**
 * Records a failure before the password is checked, to count concurrent attempts. 429 after too many.
 * A browser in which the account has signed in is refused only for the attempts from its own address.
 */
export function recordAttempt(
  email: string | null,
  clientAddress: string,
  isOwnBrowser = false,
): Promise<number> {
  const address = networkOf(clientAddress);
  return write(async (tx) => {
    // Rows in the future, after a clock was set back, would lock an account until then.
    const isOutdated = or(
      lte(signInFailures.at, fromNow(-minute)),
      gt(signInFailures.at, fromNow(clockTolerance)),
    );
    await tx.delete(signInFailures).where(isOutdated);
    if (email !== null) {
      const isFromHere = isOwnBrowser ? eq(signInFailures.address, address) : undefined;
      await refuseAfter(tx, failureLimits.email, and(eq(signInFailures.email, email), isFromHere));
    }
    await refuseAtAddressLimit(clientAddress, tx);
    const [attempt] = await tx
      .insert(signInFailures)
      .values({ email: email ?? "", address, at: now() })
      .returning({ id: signInFailures.id });
    return attempt?.id ?? 0;
  });
}

export function refuseAtAddressLimit(clientAddress: string, connection = db): Promise<void> {
  const address = networkOf(clientAddress);
  const isFromAddress = eq(signInFailures.address, address);
  return refuseAfter(connection, failureLimits.address, isFromAddress, recentRefusals(address));
}

export function countRefusal(clientAddress: string): void {
  measured("signIn", { outcome: "refused" });
  const address = networkOf(clientAddress);
  const times = [...recentRefusals(address), Date.now()];
  refusedAt.delete(address);
  refusedAt.set(address, times.slice(-failureLimits.address));
  const [leastRecent = ""] = refusedAt.keys();
  if (refusedAt.size > maxNetworks) refusedAt.delete(leastRecent);
}

const recentRefusals = (address: string): number[] =>
  (refusedAt.get(address) ?? []).filter((at) => at > Date.now() - minute && at <= Date.now());

async function refuseAfter(
  tx: Connection,
  limit: number,
  condition: SQL | undefined,
  refusals: number[] = [],
) {
  const isRecent = between(signInFailures.at, fromNow(1 - minute), fromNow(clockTolerance));
  const [recent] = await tx
    .select({ failures: count(), oldest: min(signInFailures.at) })
    .from(signInFailures)
    .where(and(condition, isRecent));
  if ((recent?.failures ?? 0) + refusals.length < limit) return;
  measured("signIn", { outcome: "refused" });
  const times = recent?.oldest ? [Date.parse(recent.oldest), ...refusals] : refusals;
  const seconds = Math.max(1, Math.ceil((Math.min(...times) + minute - Date.now()) / 1000));
  const wait = `Wait ${pluralize(seconds, "second", "seconds")} and try again.`;
  throw new Refusal(429, `Too many attempts. ${wait}`, { retryAfter: seconds });
}

export async function clearAttempt(tx: Connection, attempt: number): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.id, attempt));
}
