import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { record, recordEvent } from "../audit.server";
import { now } from "../clock.server";
import type { Connection } from "../db.server";
import { queueEmails } from "../mail/mail.server";
import { displayName } from "../person";
import type { Role, Viewer } from "../policy";
import { fieldRefusal, Refusal } from "../refusal";
import { users } from "../tables.server";
import { createPasswordLink } from "./one-time-token.server";

export type User = typeof users.$inferSelect;

type Invitation = {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  role: Role;
  cityId?: number | null;
  idempotencyKey?: string;
};

/** Refuses an address that has an account already, of whatever role or city, at the field `email` (409). */
export async function refuseEmailInUse(tx: Connection, email: string, ownId?: number): Promise<void> {
  const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (holder && holder.id !== ownId) {
    throw fieldRefusal("email", "This e-mail address has an account already", 409);
  }
}

/**
 * Makes a user who has no password yet, inside a write that has asked the policy. Answers the user and
 * the link with which they set one; the link is mailed too.
 */
export async function inviteUser(
  tx: Connection,
  viewer: Viewer,
  { email: address, firstName, lastName, role, cityId, idempotencyKey }: Invitation,
): Promise<{ user: User; link: string }> {
  const email = address.trim().toLowerCase();
  await refuseEmailInUse(tx, email);
  const [user] = await tx
    .insert(users)
    .values({
      email,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      role,
      cityId: cityId ?? null,
      isInvited: true,
      idempotencyKey: idempotencyKey ?? null,
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!user) throw new Error("The user was not saved");
  await record(tx, viewer, "user.invited", null, user);
  return { user, link: await mailPasswordLink(tx, user) };
}

/**
 * Makes and mails a new link to set a password, inside a write that has asked the policy: an invitation
 * for who has none yet (7 days), else a reset (1 hour), which is refused where passwords are off (409).
 */
export async function sendPasswordLink(tx: Connection, viewer: Viewer, user: User): Promise<string> {
  if (!user.isInvited && !env.PASSWORD_SIGN_IN) {
    throw new Refusal(409, "Nobody signs in with a password here, so there is none to reset");
  }
  await recordEvent(tx, viewer, "user.link-sent", user.id, { email: user.email });
  return mailPasswordLink(tx, user);
}

const wayIn = env.PASSWORD_SIGN_IN
  ? "The link below is good for 7 days, once."
  : "You sign in with the account that you have already, and need no new password.";

async function mailPasswordLink(tx: Connection, user: User): Promise<string> {
  const link = await createPasswordLink(tx, user.id, user.isInvited ? "invite" : "reset");
  const greeting = `Hello ${displayName(user)},`;
  await queueEmails(
    tx,
    user.isInvited
      ? {
          to: user.email,
          subject: `Your invitation to Redline from ${env.PROVIDER_NAME}`,
          lines: [
            greeting,
            `${env.PROVIDER_NAME} has made an account for you in Redline, where building permits are reviewed. ${wayIn}`,
          ],
          link: { label: env.PASSWORD_SIGN_IN ? "Set your password" : "Sign in", url: link },
        }
      : {
          to: user.email,
          subject: "Set a new password for Redline",
          lines: [
            greeting,
            `${env.PROVIDER_NAME} was asked for a new password for your account. The link below is good for one hour, once. Your present password works until you use it.`,
          ],
          link: { label: "Set a new password", url: link },
        },
  );
  return link;
}
