import { and, eq, isNotNull } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { measured } from "~/platform/measured.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import type { Viewer } from "../policy";
import { users } from "../tables.server";
import type { User } from "./invitation.server";
import { endLinksOf } from "./one-time-token.server";
import { clearAttempt } from "./password-attempt.server";
import { endReplacedSession, endSessionsOf, startSession } from "./session.server";
import { SignInRefusal } from "./sign-in-refusal";

/** `subject` is its lasting name at the identity provider; null if it has none. */
export type ProvidedAccount = { email: string; identityProvider: string; subject: string | null };

type Source = { provider: string; address: string };
type SignIn = Source & { userAgent: string; attempt: number; previous: Viewer | null };

/** Signs in an active user, and binds the account at the first sign-in. Creates no user. */
export async function signInWithIdentityProvider(
  account: ProvidedAccount,
  { provider, address, userAgent, attempt, previous }: SignIn,
): Promise<string> {
  const { email } = account;
  const token = await write(async (tx) => {
    const user = await userOfAccount(tx, account);
    if (!user.isActive) throw new SignInRefusal("inactive", { email });
    if (user.isInvited) {
      await changeRow(tx, users, user, { isInvited: false });
      await endLinksOf(tx, user.id);
    }
    await clearAttempt(tx, attempt);
    await endReplacedSession(tx, previous);
    await bindUser(tx, user, account);
    const other = user.email === email ? {} : { email };
    await recordEvent(tx, user, "sign-in.succeeded", user.id, { address, provider, ...other });
    return startSession(tx, user.id, userAgent);
  });
  measured("signIn", { outcome: "succeeded" });
  return token;
}

export async function recordSignInRefusal({ reason, detail, email }: SignInRefusal, source: Source) {
  measured("signIn", { outcome: "failed" });
  const [user] = email ? await db.select().from(users).where(eq(users.email, email)) : [];
  const details = { reason, ...(detail && { detail }), ...(email && { email }), ...source };
  await write((tx) => recordEvent(tx, user ?? null, "sign-in.refused", user?.id ?? null, details));
}

/** Returns the bound user, or the one with the email. Accounts of an earlier identity provider do not count. */
async function userOfAccount(tx: Connection, { email, identityProvider, subject }: ProvidedAccount) {
  const isBound = and(eq(users.identityProvider, identityProvider), eq(users.identitySubject, subject ?? ""));
  const [bound] = subject === null ? [] : await tx.select().from(users).where(isBound);
  if (bound) return bound;
  const [user] = await tx.select().from(users).where(eq(users.email, email));
  if (!user) throw new SignInRefusal("no-account", { email });
  if (user.identityProvider === identityProvider) {
    throw new SignInRefusal("other-account", { email, detail: `user ${user.id} is bound to another sub` });
  }
  return user;
}

async function bindUser(tx: Connection, user: User, { identityProvider, subject }: ProvidedAccount) {
  if (subject === null || user.identityProvider === identityProvider) return;
  await tx.update(users).set({ identityProvider, identitySubject: subject }).where(eq(users.id, user.id));
  await recordEvent(tx, user, "user.account-bound", user.id, { identityProvider });
}

/** Lets the next account with the user's email sign in. Call inside a transaction, after the policy check. */
export async function releaseAccount(tx: Connection, viewer: Viewer, userId: number): Promise<void> {
  const released = await tx
    .update(users)
    .set({ identityProvider: null, identitySubject: null })
    .where(and(eq(users.id, userId), isNotNull(users.identityProvider)))
    .returning({ id: users.id });
  if (released.length === 0) return;
  await endSessionsOf(tx, userId, viewer.sessionId ?? undefined);
  await recordEvent(tx, viewer, "user.account-released", userId, {});
}
