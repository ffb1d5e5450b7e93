import { count, eq, gt, lte, min, or } from "drizzle-orm";
import { fromNow, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import { Refusal } from "../refusal";
import { signInFailures } from "../tables.server";

const minute = 60 * 1000;
const failureLimits = { email: 10, address: 100 };

/**
 * Counts a try as a failure before the password is looked at, so that many at once can not slip by.
 * After 10 within a minute for an account, or 100 from an address, it refuses (429) and says how long
 * to wait. Without an e-mail only the address counts.
 */
export function recordAttempt(email: string | null, address: string): Promise<number> {
  return write(async (tx) => {
    // Also what is dated in the future, by a clock that jumped back: it would lock an account for as long.
    await tx
      .delete(signInFailures)
      .where(or(lte(signInFailures.at, fromNow(-minute)), gt(signInFailures.at, now())));
    if (email !== null) await refuseAfter(tx, failureLimits.email, eq(signInFailures.email, email));
    await refuseAfter(tx, failureLimits.address, eq(signInFailures.address, address));
    const [attempt] = await tx
      .insert(signInFailures)
      .values({ email: email ?? "", address, at: now() })
      .returning({ id: signInFailures.id });
    return attempt?.id ?? 0;
  });
}

/** What is left in the table is of the last minute. */
async function refuseAfter(tx: Connection, most: number, whose: ReturnType<typeof eq>): Promise<void> {
  const [recent] = await tx
    .select({ failures: count(), oldest: min(signInFailures.at) })
    .from(signInFailures)
    .where(whose);
  if (!recent?.oldest || recent.failures < most) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(recent.oldest) + minute - Date.now()) / 1000));
  const wait = `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and try again.`;
  throw new Refusal(429, `Too many tries. ${wait}`, undefined, { retryAfter: seconds });
}

/** Takes a try back that succeeded. */
export async function clearAttempt(tx: Connection, attempt: number): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.id, attempt));
}
