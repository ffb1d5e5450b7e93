import { and, eq, isNotNull } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import type { Connection } from "../db.server";
import type { Viewer } from "../policy";
import { users } from "../tables.server";
import { endSessionsOf } from "./session.server";
import { SignInRefusal } from "./sign-in-refusal";

/** `subject` is its lasting name at the identity provider; null if it has none. */
export type ProvidedAccount = { email: string; identityProvider: string; subject: string | null };

/** Returns the bound user, or the one with the email. Accounts of an earlier identity provider do not count. */
export async function userOfAccount(tx: Connection, { email, identityProvider, subject }: ProvidedAccount) {
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

export async function bindUser(
  tx: Connection,
  user: Pick<Viewer, "id" | "firstName" | "lastName" | "email"> & { identityProvider: string | null },
  { identityProvider, subject }: ProvidedAccount,
): Promise<void> {
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
