import { and, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { measured } from "~/platform/measured.server";
import { recordEvent } from "../audit.server";
import { accountEmail } from "../email.server";
import { Refusal } from "../refusal";
import { users } from "../tables.server";
import { browserOf, recordKnownAddress, senderOf } from "./known-sender.server";
import { passwordMatches, refuseIfPasswordsAreOff } from "./password.server";
import { clearAttempt, countRefusal, recordAttempt, refuseAtAddressLimit } from "./password-attempt.server";
import { inPasswordQueue, QueueFullRefusal } from "./password-queue.server";
import { type FirstStep, firstStepOf, startSessionOrStep } from "./second-step.server";
import { startSession } from "./session.server";

export const signInFailed = `That email and password do not match an account. Check both, or ask your administrator at ${env.PROVIDER_NAME} for a link to set a new password.`;

/** Starts a session, or the second step of a user with two-factor sign-in. 401, 429, 503. */
export async function signIn(credentials: {
  email: string;
  password: string;
  address: string;
  browser?: string;
  userAgent: string;
}): Promise<FirstStep> {
  refuseIfPasswordsAreOff();
  const { address } = credentials;
  const email = accountEmail(credentials.email) ?? credentials.email.trim().toLowerCase();
  // An address without attempts left takes no place.
  await refuseAtAddressLimit(address);
  const check = async () => {
    // Strangers must not be able to keep an account from signing in.
    const isOwnBrowser = credentials.browser === browserOf(email);
    const attempt = await recordAttempt(email, address, isOwnBrowser);
    const user = await activeUser(db, email);
    return { attempt, user, matches: await passwordMatches(credentials.password, user?.passwordHash) };
  };
  const sender = await senderOf(address, credentials.browser);
  const { attempt, user, matches } = await inPasswordQueue(sender, check).catch((error) => {
    if (error instanceof QueueFullRefusal) countRefusal(address);
    throw error;
  });
  if (!matches || !user) {
    measured("signIn", { outcome: "failed" });
    await write((tx) =>
      recordEvent(tx, user ?? null, "sign-in.failed", user?.id ?? null, { email, address }),
    );
    throw new Refusal(401, signInFailed);
  }
  const next = await write(async (tx) => {
    // During the check the password may have been changed, or the user deactivated.
    const current = await activeUser(tx, email);
    if (current?.passwordHash !== user.passwordHash) throw new Refusal(401, signInFailed);
    await clearAttempt(tx, attempt);
    const next = await startSessionOrStep(tx, current, credentials.userAgent);
    if ("session" in next) {
      await recordKnownAddress(tx, address);
      await recordEvent(tx, user, "sign-in.succeeded", user.id, { address });
    }
    return next;
  });
  if ("session" in next) measured("signIn", { outcome: "succeeded" });
  return firstStepOf(user, next);
}

async function activeUser(connection: Connection, email: string) {
  const [user] = await connection
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isActive, true)));
  return user;
}

/** Only for the demo's pages. */
export function signInAs(email: string, userAgent: string): Promise<string | null> {
  return write(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    return user ? startSession(tx, user.id, userAgent) : null;
  });
}
