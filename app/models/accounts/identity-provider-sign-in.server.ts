import { and, eq, isNull } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment } from "../clock.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { oneTimeTokens, users } from "../tables.server";
import { clearAttempt } from "./password-attempt.server";
import { SignInRefusal } from "./sign-in-refusal";
import { endReplacedSession, startSession } from "./session.server";

type Arrival = { provider: string; address: string };
type SigningIn = {
  userAgent: string;
  /** What `recordAttempt` answered. */
  attempt: number;
  /** Whose session this browser had until now; it ends. */
  previous: Viewer | null;
};

/**
 * Answers the token of a new session for the active user whom the provider vouches for; refuses one who
 * is not set up here, or no longer active. Nobody is made by signing in, but an invitation has done its
 * work: its link ends.
 */
export async function signInWithIdentityProvider(
  email: string,
  { provider, address, userAgent, attempt, previous }: Arrival & SigningIn,
): Promise<string> {
  return write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user) throw new SignInRefusal("no-account", { email });
    if (!user.isActive) throw new SignInRefusal("inactive", { email });
    if (user.isInvited) {
      await tx
        .update(users)
        .set({ isInvited: false, updatedAt: nextMoment(user.updatedAt) })
        .where(eq(users.id, user.id));
      await tx
        .delete(oneTimeTokens)
        .where(and(eq(oneTimeTokens.userId, user.id), isNull(oneTimeTokens.usedAt)));
    }
    await clearAttempt(tx, attempt);
    await endReplacedSession(tx, previous);
    await recordEvent(tx, user, "sign-in.succeeded", user.id, { address, provider });
    return startSession(tx, user.id, userAgent);
  });
}

/** Records that nobody was signed in, and why. */
export async function recordSignInRefusal(
  { reason, detail, email }: SignInRefusal,
  arrival: Arrival,
): Promise<void> {
  const [user] = email ? await db.select().from(users).where(eq(users.email, email)) : [];
  const facts = { reason, ...(detail && { detail }), ...(email && { email }), ...arrival };
  await write((tx) => recordEvent(tx, user ?? null, "sign-in.refused", user?.id ?? null, facts));
}
