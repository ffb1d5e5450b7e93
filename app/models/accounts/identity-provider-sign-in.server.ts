import { and, eq, isNull } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment } from "../clock.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { oneTimeTokens, users } from "../tables.server";
import { ofEmail } from "../write-lock.server";
import { clearAttempt } from "./password-attempt.server";
import { endReplacedSession, startSession } from "./session.server";
import { SignInRefusal } from "./sign-in-refusal";

type Source = { provider: string; address: string };
type SignIn = {
  userAgent: string;
  /** The id from `recordAttempt`. */
  attempt: number;
  /** The viewer of this browser's previous session, which ends. */
  previous: Viewer | null;
};

/**
 * Starts a session for the active user with the email that the identity provider has verified, and returns
 * its token. Throws a SignInRefusal if no user has the email, or the user is inactive. Ends the user's
 * invitation and its link; creates no user.
 */
export async function signInWithIdentityProvider(
  email: string,
  { provider, address, userAgent, attempt, previous }: Source & SignIn,
): Promise<string> {
  return write(ofEmail(email), async (tx) => {
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

/** Records a refused sign-in with its reason. */
export async function recordSignInRefusal(
  { reason, detail, email }: SignInRefusal,
  source: Source,
): Promise<void> {
  const [user] = email ? await db.select().from(users).where(eq(users.email, email)) : [];
  const details = { reason, ...(detail && { detail }), ...(email && { email }), ...source };
  await write(ofEmail(email ?? source.address), (tx) =>
    recordEvent(tx, user ?? null, "sign-in.refused", user?.id ?? null, details),
  );
}
