import { eq } from "drizzle-orm";
import { write } from "~/platform/db/db.server";
import { record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { accountEmail } from "../email.server";
import { splitName } from "../person";
import { firstRole } from "../policy";
import { Refusal } from "../refusal";
import { employees, users } from "../tables.server";
import { createPasswordLink } from "./one-time-token.server";
import { turnOffFor } from "./two-factor.server";

/** Turns a user's two-factor sign-in off, for the operator's command line. 404, and 409 if it is off. */
export function turnOffTwoFactorByEmail(address: string): Promise<void> {
  return write(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.email, accountEmail(address) ?? ""));
    if (!user) throw new Refusal(404, `No user has the email ${address}`);
    await turnOffFor(tx, null, user);
  });
}

/** Makes an administrator of a new or existing user, for the operator's command line, which has no viewer. */
export function createAdministrator(address: string, name: string): Promise<string> {
  const email = accountEmail(address);
  if (!email) throw new Refusal(400, `${address} is not an email address`);
  return write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    const account = { identityProvider: null, identitySubject: null };
    const rights = { role: firstRole, cityId: null, isActive: true, ...account };
    const saved = user
      ? await changeRow(tx, users, user, rights)
      : await insertRow(tx, users, { ...rights, ...splitName(name), email, isInvited: true });
    const [employee] = await tx.select().from(employees).where(eq(employees.userId, saved.id));
    if (!employee) await insertRow(tx, employees, { userId: saved.id });
    await record(tx, null, "user.made-administrator", user ?? null, saved);
    return createPasswordLink(tx, saved.id, "invite");
  });
}
