import { and, count, eq, gt, isNull } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { hashToken, newToken } from "~/platform/secret.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import { fromNow, now } from "../clock.server";
import { nameColumns } from "../person.server";
import { Refusal } from "../refusal";
import { apiKeys, oneTimeTokens, users } from "../tables.server";
import type { NewPassword } from "./account.schema.server";
import { revokeApiKeysOf } from "./api-key.server";
import { recordKnownAddress } from "./known-sender.server";
import { hashPassword, refuseIfPasswordsAreOff } from "./password.server";
import { inPasswordQueue } from "./password-queue.server";
import { type FirstStep, firstStepOf, startSessionOrStep } from "./second-step.server";
import { endSessionsOf } from "./session.server";

const hour = 60 * 60 * 1000;

export const tokenPurposes = {
  invite: { path: "/invite", lifetime: 7 * 24 * hour },
  reset: { path: "/reset-password", lifetime: hour },
} as const;

export type TokenPurpose = keyof typeof tokenPurposes;

export async function createPasswordLink(tx: Connection, userId: number, purpose: TokenPurpose) {
  const token = newToken();
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)));
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose,
    userId,
    createdAt: now(),
    expiresAt: fromNow(tokenPurposes[purpose].lifetime),
  });
  return `${env.ORIGIN}${tokenPurposes[purpose].path}/${token}`;
}

export async function endLinksOf(tx: Connection, userId: number): Promise<void> {
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt)));
}

const usable = (token: string, purpose: TokenPurpose) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now()),
  );

export async function readLink(token: string, purpose: TokenPurpose) {
  const [row] = await db
    .select({ ...nameColumns, apiKeys: count(apiKeys.id) })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.isActive, true)))
    .leftJoin(apiKeys, eq(apiKeys.userId, users.id))
    .where(usable(token, purpose))
    .groupBy(users.id);
  return row ?? null;
}

/** Sets the password, then starts a session, or the second step of a user with two-factor sign-in. 410 if it was used. */
export async function redeemLink(
  token: string,
  purpose: TokenPurpose,
  { password, keepApiKeys }: NewPassword,
  { userAgent, address }: { userAgent: string; address: string },
): Promise<FirstStep> {
  refuseIfPasswordsAreOff();
  // Hashing is slow on purpose: an invalid link must not cause it.
  if (!(await readLink(token, purpose))) throw invalidLink();
  const sender = { address, isKnown: true };
  const passwordHash = await inPasswordQueue(sender, () => hashPassword(password));
  const redeemed = await write(async (tx) => {
    const [used] = await tx
      .update(oneTimeTokens)
      .set({ usedAt: now() })
      .where(usable(token, purpose))
      .returning({ userId: oneTimeTokens.userId });
    const [user] = used ? await tx.select().from(users).where(eq(users.id, used.userId)) : [];
    if (!user?.isActive) throw invalidLink();
    const saved = await changeRow(tx, users, user, { passwordHash, isInvited: false });
    await endLinksOf(tx, user.id);
    await endSessionsOf(tx, user.id);
    if (!keepApiKeys) await revokeApiKeysOf(tx, user, user.id);
    await recordKnownAddress(tx, address);
    await recordEvent(tx, user, "user.password-set", user.id, { by: purpose });
    return { user: saved, next: await startSessionOrStep(tx, saved, userAgent) };
  });
  return firstStepOf(redeemed.user, redeemed.next);
}

const invalidLink = () => new Refusal(410, "This link was already used, or it has expired");
