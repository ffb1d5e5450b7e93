import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { record, recordEvent } from "../audit.server";
import { now } from "../clock.server";
import type { Connection } from "../db.server";
import { queueEmails } from "../mail/mail.server";
import { personName } from "../person";
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

/** Throws 409 if another account, of any role or city, has the email. */
export async function refuseEmailInUse(tx: Connection, email: string, ownId?: number): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user && user.id !== ownId) {
    throw fieldRefusal("email", "This email address already has an account", 409);
  }
}

/** Creates a user without a password, and emails a link to set one. Call inside a transaction, after the policy check. */
export async function inviteUser(
  tx: Connection,
  viewer: Viewer,
  { email: address, firstName, lastName, role, cityId, idempotencyKey }: Invitation,
): Promise<{ user: User; link: string }> {
  const email = address.toLowerCase();
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

/** Emails an invitation or, 409 if passwords are off, a reset link. Call inside a transaction, after the policy check. */
export async function sendPasswordLink(tx: Connection, viewer: Viewer, user: User): Promise<string> {
  if (!user.isInvited && !env.PASSWORD_SIGN_IN) {
    throw new Refusal(409, "Signing in with a password is turned off, so there is none to reset");
  }
  await recordEvent(tx, viewer, "user.link-sent", user.id, { email: user.email });
  return mailPasswordLink(tx, user);
}

const signInSentence = env.PASSWORD_SIGN_IN
  ? "The link below works once, within 7 days."
  : "You sign in with your existing account, and need no new password.";

async function mailPasswordLink(tx: Connection, user: User): Promise<string> {
  const link = await createPasswordLink(tx, user.id, user.isInvited ? "invite" : "reset");
  const greeting = `Hello ${personName(user)},`;
  await queueEmails(
    tx,
    user.isInvited
      ? {
          to: user.email,
          subject: `Your invitation to Redline from ${env.PROVIDER_NAME}`,
          lines: [
            greeting,
            `${env.PROVIDER_NAME} has created an account for you in Redline, where building permits are reviewed. ${signInSentence}`,
          ],
          link: { label: env.PASSWORD_SIGN_IN ? "Set your password" : "Sign in", url: link },
        }
      : {
          to: user.email,
          subject: "Set a new password for Redline",
          lines: [
            greeting,
            `A new password was requested for your account at ${env.PROVIDER_NAME}. The link below works once, within one hour. Your current password works until you use it.`,
          ],
          link: { label: "Set a new password", url: link },
        },
  );
  return link;
}
