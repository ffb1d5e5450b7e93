import { and, asc, eq, isNull } from "drizzle-orm";
import { inviteUser, refuseTakenEmail, sendPasswordLink } from "../accounts/invitation.server";
import { changesBetween, record } from "../audit.server";
import { nextMoment } from "../clock.server";
import { storedColumns } from "../columns";
import { type Connection, db, write } from "../db.server";
import { pictureUrl } from "../files/picture";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { allow, cityRole, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { oneTimeTokens, users } from "../tables.server";
import { readCity } from "./city.server";
import { cityUserColumns } from "./city-user";
import type { CityUserChanges, InviteForm } from "./city-user.form.server";

const columns = { ...storedColumns(users, cityUserColumns), profileImagePath: users.profileImagePath };

type Selected = Pick<typeof users.$inferSelect, keyof typeof columns>;

/** A user of a city as those see them who manage it: a whole row may come in, with its password's hash. */
const asCityUser = (user: Selected) => ({
  ...storedColumns(user, cityUserColumns),
  profileImageUrl: pictureUrl(user.profileImagePath),
});

export type CityUser = ReturnType<typeof asCityUser>;

/** The users of a city in the order of their names; 404 when there is no such city. */
export async function listCityUsers(viewer: Viewer, cityId: number): Promise<CityUser[]> {
  allow(viewer, "city-user.manage");
  await readCity(viewer, cityId);
  const rows = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.cityId, cityId), eq(users.role, cityRole)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.email));
  return rows.map(asCityUser);
}

/** A user of a city as the list has them; 404 for anybody else's. */
export async function readListedUser(viewer: Viewer, cityId: number, userId: number): Promise<CityUser> {
  const user = (await listCityUsers(viewer, cityId)).find(({ id }) => id === userId);
  if (!user) throw notFound("User");
  return user;
}

/** The city of a user, where the user alone is named; 404 for anybody who is not a city's. */
export async function cityOfUser(viewer: Viewer, userId: number): Promise<number> {
  allow(viewer, "city-user.manage");
  const [user] = await db
    .select({ cityId: users.cityId })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, cityRole)));
  if (!user?.cityId) throw notFound("User");
  return user.cityId;
}

/** A user of this city within a write; 404 for anybody else's. */
async function readCityUser(tx: Connection, viewer: Viewer, cityId: number, userId: number) {
  allow(viewer, "city-user.manage");
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.cityId, cityId), eq(users.role, cityRole)));
  if (!user) throw notFound("User");
  return user;
}

/**
 * Creates a user of a city who has no password yet, and mails the link to set one. Refuses an address that
 * has an account anywhere, at its field (409). Idempotent: reposting a `formKey` returns the same user,
 * without the link, of which only the hash is stored.
 */
export function inviteCityUser(viewer: Viewer, cityId: number, { formKey, ...person }: InviteForm) {
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
  return write(async (tx) => {
    allow(viewer, "city-user.manage");
    await readCity(viewer, cityId, tx);
    const earlier = await findByIdempotencyKey(tx, users, idempotencyKey);
    if (earlier) return { user: asCityUser(await readCityUser(tx, viewer, cityId, earlier.id)), link: null };
    const invited = await inviteUser(tx, viewer, { ...person, role: cityRole, cityId, idempotencyKey });
    return { user: asCityUser(invited.user), link: invited.link };
  });
}

/**
 * Changes a city user's address or name. A new address ends the links that were mailed to the former
 * one. Refuses a taken address at its field, and with `seen` a row changed meanwhile (both 409).
 */
export function updateCityUser(
  viewer: Viewer,
  cityId: number,
  userId: number,
  changes: CityUserChanges,
  expectedVersion?: string,
): Promise<CityUser> {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    refuseStale(user, expectedVersion, staleUser, asCityUser(user));
    const email = changes.email?.toLowerCase() ?? user.email;
    const next = { ...changes, email };
    if (Object.keys(changesBetween(user, { ...user, ...next })).length === 0) return asCityUser(user);
    if (email !== user.email) {
      await refuseTakenEmail(tx, email, userId);
      await tx
        .delete(oneTimeTokens)
        .where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt)));
    }
    const [updated = user] = await tx
      .update(users)
      .set({ ...next, updatedAt: nextMoment(user.updatedAt) })
      .where(eq(users.id, userId))
      .returning();
    await record(tx, viewer, "user.updated", user, updated);
    return asCityUser(updated);
  });
}

const staleUser = "This user was changed after you opened the form. Nothing of yours was saved yet.";

/** Deletes a city user and ends their sessions; their comments and files stay, without the account. */
export function deleteCityUser(viewer: Viewer, cityId: number, userId: number): Promise<CityUser> {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await record(tx, viewer, "user.deleted", user, null);
    return asCityUser(user);
  });
}

/** A new link for a city user to set a password, which is mailed too. */
export function newLinkForCityUser(viewer: Viewer, cityId: number, userId: number) {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    return { user: asCityUser(user), link: await sendPasswordLink(tx, viewer, user) };
  });
}
