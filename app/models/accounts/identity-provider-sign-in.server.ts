import { and, eq, isNull } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment } from "../clock.server";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { oneTimeTokens, users } from "../tables.server";
import { bindUser, type ProvidedAccount, userOfAccount } from "./identity-binding.server";
import { clearAttempt } from "./password-attempt.server";
import { endReplacedSession, startSession } from "./session.server";
import { SignInRefusal } from "./sign-in-refusal";

type Source = { provider: string; address: string };
type SignIn = {
  userAgent: string;
  attempt: number;
  previous: Viewer | null;
};

/** Signs in an active user, and binds the account at the first sign-in. Creates no user. */
export async function signInWithIdentityProvider(
  account: ProvidedAccount,
  { provider, address, userAgent, attempt, previous }: Source & SignIn,
): Promise<string> {
  const { email } = account;
  return write(async (tx) => {
    const user = await userOfAccount(tx, account);
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
    await bindUser(tx, user, account);
    const other = user.email === email ? {} : { email };
    await recordEvent(tx, user, "sign-in.succeeded", user.id, { address, provider, ...other });
    return startSession(tx, user.id, userAgent);
  });
}

export async function recordSignInRefusal(
  { reason, detail, email }: SignInRefusal,
  source: Source,
): Promise<void> {
  const [user] = email ? await db.select().from(users).where(eq(users.email, email)) : [];
  const details = { reason, ...(detail && { detail }), ...(email && { email }), ...source };
  await write((tx) => recordEvent(tx, user ?? null, "sign-in.refused", user?.id ?? null, details));
}
