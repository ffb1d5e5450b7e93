import { and, asc, count, desc, eq, ne, sql } from "drizzle-orm";
import { changesBetween, record } from "../audit.server";
import { nextMoment, now } from "../clock.server";
import { type Connection, db, write } from "../db.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { pluralize } from "../pluralize";
import { allow, cityRole, may, type Viewer } from "../policy";
import { conflictRefusal, fieldRefusal, Refusal } from "../refusal";
import { refuseStaleNamingEditor } from "../stale-row.server";
import {
  cities,
  cityFees,
  cityPricing,
  permitCounts,
  permitNumberCounters,
  permits,
  users,
} from "../tables.server";
import type { NewCity } from "./city.form.server";

/** The cities that permits can be listed by: the active ones first, each in the order of their names. */
export async function cityOptions(viewer: Viewer) {
  if (!may(viewer, "permit.browse")) return [];
  const rows = await db
    .select({ id: cities.id, cityName: cities.cityName })
    .from(cities)
    .orderBy(desc(cities.isActive), asc(cities.cityName));
  return rows.map(asOption);
}

/** The cities that a permit can be made for: the active ones, and the one that it is of already. */
export async function openCityOptions(viewer: Viewer, presentId = -1) {
  if (!may(viewer, "permit.create")) return [];
  const rows = await db
    .select({ id: cities.id, cityName: cities.cityName })
    .from(cities)
    .where(sql`${cities.isActive} or ${eq(cities.id, presentId)}`)
    .orderBy(asc(cities.cityName));
  return rows.map(asOption);
}

const asOption = ({ id, cityName }: { id: number; cityName: string }) => ({
  value: String(id),
  label: cityName,
});

/** Refuses, at the field `cityId`, a city that is not there or that takes no new permits. */
export async function refuseClosedCity(tx: Connection, cityId: number): Promise<void> {
  const [city] = await tx.select().from(cities).where(eq(cities.id, cityId));
  if (!city) throw fieldRefusal("cityId", "Please select a city");
  if (!city.isActive) throw fieldRefusal("cityId", `${city.cityName} is inactive and takes no new permits`);
}

export type City = Awaited<ReturnType<typeof readCity>>;

/** A city, for those who manage them; 404 when there is none. */
export async function readCity(viewer: Viewer, id: number, connection: Connection = db) {
  allow(viewer, "city.manage");
  const [city] = await connection.select().from(cities).where(eq(cities.id, id));
  if (!city) throw cityNotFound();
  return city;
}

/** 404 for a city, with a link back to the list of cities. */
export const cityNotFound = () =>
  new Refusal(404, "City Not Found", undefined, {
    continueLink: { to: "/cities", label: "Return to cities" },
  });

/**
 * Creates a city. Refuses a code that another city has, at its field (409). Idempotent: reposting a
 * `formKey` returns the city that it created.
 */
export function createCity(
  viewer: Viewer,
  { formKey, ...fields }: NewCity & { isActive?: boolean },
): Promise<City> {
  return write(async (tx) => {
    allow(viewer, "city.manage");
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
    const earlier = await findByIdempotencyKey(tx, cities, idempotencyKey);
    if (earlier) return readCity(viewer, earlier.id, tx);
    await refuseTakenCode(tx, fields.urban37CityCode);
    const [city] = await tx
      .insert(cities)
      .values({ ...fields, idempotencyKey, createdAt: now(), updatedAt: now() })
      .returning();
    if (!city) throw new Error("The city was not saved");
    await record(tx, viewer, "city.created", null, city);
    return city;
  });
}

async function refuseTakenCode(tx: Connection, code: string, ownId = -1): Promise<void> {
  const [holder] = await tx
    .select({ cityName: cities.cityName })
    .from(cities)
    .where(and(eq(sql`upper(${cities.urban37CityCode})`, code.toUpperCase()), ne(cities.id, ownId)));
  if (holder) throw fieldRefusal("urban37CityCode", `${holder.cityName} has this code already`, 409);
}

export type CityChanges = Partial<Omit<City, "id" | "idempotencyKey" | "createdAt" | "updatedAt">>;

/**
 * Changes a city, its logo or whether it is active. With `seen`, the `updatedAt` of the row that was
 * edited, a row changed meanwhile is refused (409) and carried in the refusal, as is a taken code at its
 * field. The numbers of permits that are there keep an earlier code.
 */
export function updateCity(
  viewer: Viewer,
  id: number,
  changes: CityChanges,
  expectedVersion?: string,
): Promise<City> {
  return write(async (tx) => {
    const city = await readCity(viewer, id, tx);
    await refuseStaleNamingEditor(tx, "city", city, expectedVersion);
    if (Object.keys(changesBetween(city, { ...city, ...changes })).length === 0) return city;
    if (changes.urban37CityCode) await refuseTakenCode(tx, changes.urban37CityCode, id);
    const [updated = city] = await tx
      .update(cities)
      .set({ ...changes, updatedAt: nextMoment(city.updatedAt) })
      .where(eq(cities.id, id))
      .returning();
    await record(tx, viewer, "city.updated", city, updated);
    return updated;
  });
}

/** What keeps a city from being deleted, in a sentence; null when nothing does. */
export async function deletionBlocker(city: Pick<City, "id" | "cityName">, connection: Connection = db) {
  const [made] = await connection.select({ all: count() }).from(permits).where(eq(permits.cityId, city.id));
  const [charged] = await connection
    .select({ all: count() })
    .from(cityFees)
    .where(eq(cityFees.cityId, city.id));
  const records = [
    made?.all && pluralize(made.all, "permit", "permits"),
    charged?.all && pluralize(charged.all, "fee", "fees"),
  ].filter(Boolean);
  if (records.length === 0) return null;
  return `${city.cityName} has ${records.join(" and ")} on record, so it cannot be deleted.`;
}

/**
 * Deletes a city with its users, whose sessions end, its pricing and its counters. Refuses one that has
 * permits or fees (409): it can be deactivated.
 */
export function deleteCity(viewer: Viewer, id: number): Promise<City> {
  return write(async (tx) => {
    const city = await readCity(viewer, id, tx);
    const reason = await deletionBlocker(city, tx);
    if (reason) throw conflictRefusal(reason, city);
    await tx.delete(cityPricing).where(eq(cityPricing.cityId, id));
    await tx.delete(permitNumberCounters).where(eq(permitNumberCounters.cityId, id));
    await tx.delete(permitCounts).where(eq(permitCounts.cityId, id));
    const gone = await tx
      .delete(users)
      .where(and(eq(users.cityId, id), eq(users.role, cityRole)))
      .returning();
    await tx.update(users).set({ cityId: null }).where(eq(users.cityId, id));
    await tx.delete(cities).where(eq(cities.id, id));
    for (const user of gone) await record(tx, viewer, "user.deleted", user, null);
    await record(tx, viewer, "city.deleted", city, null);
    return city;
  });
}

/** How many cities are active, for the dashboard. */
export async function countActiveCities(): Promise<number> {
  const [row] = await db.select({ active: count() }).from(cities).where(eq(cities.isActive, true));
  return row?.active ?? 0;
}
