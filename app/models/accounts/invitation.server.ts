import { eq } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { record, recordEvent } from "../audit.server";
import { insertRow } from "../change-row.server";
import { queueEmails } from "../mail/mail.server";
import { personName } from "../person";
import type { Role, Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { users } from "../tables.server";
import { createPasswordLink, type TokenPurpose } from "./one-time-token.server";

export type User = typeof users.$inferSelect;

type Invitation = { role: Role } & Pick<
  typeof users.$inferInsert,
  "email" | "firstName" | "lastName" | "cityId" | "idempotencyKey"
>;

export async function refuseEmailInUse(tx: Connection, email: string, ownId?: number): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user && user.id !== ownId) {
    throw refusalAtField("email", "This email address already has an account", 409);
  }
}

/** Creates a user without a password, and emails a link to set one. Call inside a transaction, after the policy check. */
export async function inviteUser(tx: Connection, viewer: Viewer, invitation: Invitation) {
  const email = invitation.email.toLowerCase();
  await refuseEmailInUse(tx, email);
  const user = await insertRow(tx, users, { ...invitation, email, isInvited: true });
  await record(tx, viewer, "user.invited", null, user);
  return { user, link: await mailPasswordLink(tx, user) };
}

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

const emails: Record<TokenPurpose, { subject: string; text: string; label: string }> = {
  invite: {
    subject: `Your invitation to Redline from ${env.PROVIDER_NAME}`,
    text: `${env.PROVIDER_NAME} has created an account for you in Redline, where building permits are reviewed. ${signInSentence}`,
    label: env.PASSWORD_SIGN_IN ? "Set your password" : "Sign in",
  },
  reset: {
    subject: "Set a new password for Redline",
    text: `A new password was requested for your account at ${env.PROVIDER_NAME}. The link below works once, within one hour. Your current password works until you use it.`,
    label: "Set a new password",
  },
};

async function mailPasswordLink(tx: Connection, user: User): Promise<string> {
  const purpose = user.isInvited ? "invite" : "reset";
  const { subject, text, label } = emails[purpose];
  const url = await createPasswordLink(tx, user.id, purpose);
  const lines = [`Hello ${personName(user)},`, text];
  await queueEmails(tx, { to: user.email, subject, lines, link: { label, url } });
  return url;
}
