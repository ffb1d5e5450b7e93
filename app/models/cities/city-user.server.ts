import { and, asc, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { foundIn } from "~/platform/db/text-search.server";
import { releaseAccount } from "../accounts/identity-provider-sign-in.server";
import { inviteUser, refuseEmailInUse, sendPasswordLink } from "../accounts/invitation.server";
import { endLinksOf } from "../accounts/one-time-token.server";
import { hasTwoFactor, turnOffFor } from "../accounts/two-factor.server";
import { deleteInSteps, longHistoryOf } from "../accounts/user-history.server";
import { isUnchanged, record } from "../audit.server";
import { changeRow } from "../change-row.server";
import { storedColumns } from "../columns";
import { pictureUrl } from "../files/picture";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { personName } from "../person";
import { byName, fullName, nameColumns } from "../person.server";
import { allow, cityRole, type Viewer } from "../policy";
import { foundRow, notFound } from "../refusal";
import { pick } from "../shown-fields";
import { refuseStale } from "../stale-row.server";
import { cities, users } from "../tables.server";
import type { CityUserChanges, InviteSchema } from "./city.schema.server";
import { cityNotFound, readCity } from "./city.server";
import { cityUserColumns } from "./city-columns";

const columns = { ...storedColumns(users, cityUserColumns), profileImagePath: users.profileImagePath };

type Selected = Pick<typeof users.$inferSelect, keyof typeof columns>;

const toCityUser = (user: Selected) => ({
  ...storedColumns(user, cityUserColumns),
  profileImageUrl: pictureUrl(user.profileImagePath),
});

export type CityUser = ReturnType<typeof toCityUser>;

export async function listCityUsers(viewer: Viewer, cityId: number) {
  allow(viewer, "city-user.manage");
  const rows = await db
    .select({ user: columns, hasTwoFactor })
    .from(cities)
    .leftJoin(users, and(eq(users.cityId, cities.id), eq(users.role, cityRole)))
    .where(eq(cities.id, cityId))
    .orderBy(byName, asc(users.email));
  if (rows.length === 0) throw cityNotFound();
  return rows.flatMap(({ user, ...row }) => (user ? { ...toCityUser(user), ...row } : []));
}

/** Of all cities, by name or email. */
export async function findCityUsers(viewer: Viewer, search: string) {
  allow(viewer, "city-user.manage");
  const rows = await db
    .select({ id: users.id, ...nameColumns, city: pick(cities, "id", "cityName") })
    .from(users)
    .innerJoin(cities, eq(cities.id, users.cityId))
    .where(and(eq(users.role, cityRole), foundIn([fullName, users.email], search)))
    .orderBy(byName, asc(users.email));
  return rows.map(({ id, city, ...person }) => ({ id, city, email: person.email, name: personName(person) }));
}

export async function readListedUser(viewer: Viewer, cityId: number, userId: number): Promise<CityUser> {
  const user = (await listCityUsers(viewer, cityId)).find(({ id }) => id === userId);
  if (!user) throw notFound("User");
  return user;
}

export async function cityOfUser(viewer: Viewer, userId: number): Promise<number> {
  allow(viewer, "city-user.manage");
  const [user] = await db
    .select({ cityId: users.cityId })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, cityRole)));
  if (!user?.cityId) throw notFound("User");
  return user.cityId;
}

async function readCityUser(tx: Connection, viewer: Viewer, cityId: number, userId: number) {
  allow(viewer, "city-user.manage");
  const isOfCity = and(eq(users.id, userId), eq(users.cityId, cityId), eq(users.role, cityRole));
  return foundRow(await tx.select().from(users).where(isOfCity), "User");
}

/** Only the link's hash is stored, so a second request with the same `formKey` returns `link: null`. */
export function inviteCityUser(viewer: Viewer, cityId: number, { formKey, ...person }: InviteSchema) {
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
  return write(async (tx) => {
    allow(viewer, "city-user.manage");
    await readCity(viewer, cityId, tx);
    const earlier = await findByIdempotencyKey(tx, users, idempotencyKey, person);
    if (earlier) return { user: toCityUser(await readCityUser(tx, viewer, cityId, earlier.id)), link: null };
    const invited = await inviteUser(tx, viewer, { ...person, role: cityRole, cityId, idempotencyKey });
    return { user: toCityUser(invited.user), link: invited.link };
  });
}

/** A new address ends the links sent to the old one, and releases the account at the identity provider. */
export function updateCityUser(
  viewer: Viewer,
  cityId: number,
  userId: number,
  { releaseAccount: mustRelease, ...changes }: CityUserChanges,
  expectedVersion?: string,
): Promise<CityUser> {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    await refuseStale(user, expectedVersion, staleUser, toCityUser(user));
    const email = changes.email?.toLowerCase() ?? user.email;
    const next = { ...changes, email };
    if (mustRelease || email !== user.email) await releaseAccount(tx, viewer, userId);
    if (isUnchanged(user, next)) return toCityUser(user);
    if (email !== user.email) {
      await refuseEmailInUse(tx, email, userId);
      await endLinksOf(tx, userId);
    }
    const updated = await changeRow(tx, users, user, next);
    await record(tx, viewer, "user.updated", user, updated);
    return toCityUser(updated);
  });
}

const staleUser = "This user was changed after you opened the form. Your changes were not saved.";

export function deleteCityUser(viewer: Viewer, cityId: number, userId: number): Promise<CityUser> {
  return deleteInSteps(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    const longHistory = await longHistoryOf(tx, [userId]);
    if (longHistory) return longHistory;
    await tx.delete(users).where(eq(users.id, userId));
    await record(tx, viewer, "user.deleted", user, null);
    return toCityUser(user);
  });
}

export function newLinkForCityUser(viewer: Viewer, cityId: number, userId: number) {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    return { user: toCityUser(user), link: await sendPasswordLink(tx, viewer, user) };
  });
}

/** 409 if it is off. */
export function turnOffCityUserTwoFactor(viewer: Viewer, cityId: number, userId: number): Promise<CityUser> {
  return write(async (tx) => {
    const user = await readCityUser(tx, viewer, cityId, userId);
    await turnOffFor(tx, viewer, user);
    return toCityUser(user);
  });
}
