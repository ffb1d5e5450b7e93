import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "~/platform/client-address.server";
import { pluralize } from "../pluralize";
import { Refusal } from "../refusal";

/** Counted on each server and in memory, since a write for each request would hold up everybody. */
const reads = new RateLimiterMemory({ points: 60, duration: 60 });
const wrongTokens = new RateLimiterMemory({ points: 30, duration: 60 * 60 });

/** Throws 429 after 60 reads from an address within a minute. */
export async function countRead(address: string): Promise<void> {
  await reads.consume(networkOf(address)).catch((refused: unknown) => {
    throw tooMany("These pages were read too often", refused);
  });
}

/** Throws 429, also with a valid token, after 30 wrong ones from an address within an hour. */
export async function refuseAfterWrongTokens(address: string): Promise<void> {
  const counted = await wrongTokens.get(networkOf(address));
  if (counted && counted.remainingPoints <= 0) throw tooMany("Too many links that are not valid", counted);
}

export async function countWrongToken(address: string): Promise<void> {
  // Above the limit, the next request is refused before its token is looked up.
  await wrongTokens.consume(networkOf(address)).catch(() => undefined);
}

/** An error that is no refusal is thrown as it is. */
function tooMany(what: string, refused: unknown): unknown {
  if (!(refused instanceof RateLimiterRes)) return refused;
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  const wait =
    seconds > 90
      ? pluralize(Math.ceil(seconds / 60), "minute", "minutes")
      : pluralize(seconds, "second", "seconds");
  return new Refusal(429, `${what}. Wait ${wait} and try again.`, { retryAfter: seconds });
}
