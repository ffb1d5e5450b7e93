import { count, eq, gt, lte, min, or } from "drizzle-orm";
import { fromNow, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import { pluralize } from "../pluralize";
import { Refusal } from "../refusal";
import { signInFailures } from "../tables.server";
import { ofEmail } from "../write-lock.server";

const minute = 60 * 1000;
const failureLimits = { email: 10, address: 100 };

/**
 * Records an attempt as a failure before the password is checked, so that concurrent attempts count too.
 * Throws 429 with the seconds to wait after 10 failures within a minute for an account, or 100 from a client
 * address. Without an email only the address counts.
 */
export function recordAttempt(email: string | null, address: string): Promise<number> {
  return write(ofEmail(...(email === null ? [address] : [email, address])), async (tx) => {
    // Rows in the future, after a clock was set back, would lock an account until then.
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

/** All rows in the table are from the last minute. */
async function refuseAfter(tx: Connection, limit: number, condition: ReturnType<typeof eq>): Promise<void> {
  const [recent] = await tx
    .select({ failures: count(), oldest: min(signInFailures.at) })
    .from(signInFailures)
    .where(condition);
  if (!recent?.oldest || recent.failures < limit) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(recent.oldest) + minute - Date.now()) / 1000));
  const wait = `Wait ${pluralize(seconds, "second", "seconds")} and try again.`;
  throw new Refusal(429, `Too many attempts. ${wait}`, undefined, { retryAfter: seconds });
}

/** Deletes an attempt that succeeded. Call inside a transaction. */
export async function clearAttempt(tx: Connection, attempt: number): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.id, attempt));
}
