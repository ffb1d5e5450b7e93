import { and, asc, eq, ne, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { run } from "~/platform/jobs/schedule.server";
import { deleteInSteps, longHistoryOf } from "../accounts/user-history.server";
import { changesBetween, isUnchanged, record, recordEvents } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { keepFiles } from "../files/file-removal.server";
import { foldForOrder } from "../fold-text";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import type { Option } from "../options";
import { statusOfReview } from "../permits/permit";
import { pluralize } from "../pluralize";
import { allow, cityRole, may, type Viewer } from "../policy";
import { conflictRefusal, Refusal, refusalAtField } from "../refusal";
import { openPlanChecks } from "../review-cycles/open-plan-checks.server";
import { editedMeanwhile, refuseStale } from "../stale-row.server";
import {
  approvalCounts,
  binnedPermits,
  cities,
  cityLogos,
  cityPricing,
  feeTotals,
  permitCounts,
  permitNumberCounters,
  standardComments,
  users,
} from "../tables.server";
import type { NewCity } from "./city.schema.server";

export async function cityOptions(viewer: Viewer): Promise<Option[]> {
  if (!may(viewer, "permit.browse")) return [];
  return (await findOptions.execute()).map(toOption);
}

const byCityName = [asc(orderOfName(cities.cityName)), asc(cities.id)];

const findOptions = db
  .select({ id: cities.id, cityName: cities.cityName })
  .from(cities)
  .orderBy(sql`case when ${cities.isActive} then 0 else 1 end`, ...byCityName)
  .prepare();

export async function activeCities(viewer: Viewer, currentId = -1) {
  if (!may(viewer, "permit.create")) return [];
  return db
    .select({ id: cities.id, cityName: cities.cityName, usesCorrections: cities.usesCorrections })
    .from(cities)
    .where(sql`${cities.isActive} or ${eq(cities.id, currentId)}`)
    .orderBy(...byCityName);
}

export const activeCityOptions = async (viewer: Viewer, currentId?: number) =>
  (await activeCities(viewer, currentId)).map(toOption);

export const toOption = ({ id, cityName }: { id: number; cityName: string }) => ({
  value: String(id),
  label: cityName,
});

export function assertActive<Row extends { cityName: string; isActive: boolean }>(city: Row | undefined) {
  if (!city) throw refusalAtField("cityId", "Please select a city");
  if (!city.isActive)
    throw refusalAtField("cityId", `${city.cityName} is inactive and accepts no new permits`);
  return city;
}

export type City = Awaited<ReturnType<typeof readCity>>;

export async function readCity(viewer: Viewer, id: number, connection: Connection = db) {
  allow(viewer, "city.manage");
  const [city] = await connection.select().from(cities).where(eq(cities.id, id));
  if (!city) throw cityNotFound();
  return city;
}

export const cityNotFound = () =>
  new Refusal(404, "City Not Found", {
    continueLink: { to: "/cities", label: "Return to cities" },
  });

export function createCity(viewer: Viewer, { formKey, ...fields }: NewCity & { isActive?: boolean }) {
  return write(async (tx) => {
    allow(viewer, "city.manage");
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
    const earlier = await findByIdempotencyKey(tx, cities, idempotencyKey, fields);
    if (earlier) return readCity(viewer, earlier.id, tx);
    await refuseTakenCode(tx, fields.urban37CityCode);
    await refuseTakenName(tx, fields.cityName);
    const city = await insertRow(tx, cities, { ...withSubmissionStatus(fields, false), idempotencyKey });
    await record(tx, viewer, "city.created", null, city);
    return city;
  });
}

/** A city that begins to use corrections gets In Process for submissions: approved ones would not be reviewed. */
function withSubmissionStatus<Changes extends CityChanges>(sent: Changes, usedCorrections: boolean): Changes {
  const isBeginning = sent.usesCorrections && !usedCorrections;
  return isBeginning ? { ...sent, submissionStatus: sent.submissionStatus ?? statusOfReview } : sent;
}

async function refuseTakenCode(tx: Connection, code: string, ownId = -1): Promise<void> {
  const [holder] = await tx
    .select({ cityName: cities.cityName })
    .from(cities)
    .where(and(eq(sql`upper(${cities.urban37CityCode})`, code.toUpperCase()), ne(cities.id, ownId)));
  if (holder) throw refusalAtField("urban37CityCode", `${holder.cityName} already uses this code`, 409);
}

/** Lists show no difference in case, accents, punctuation or blanks. */
async function refuseTakenName(tx: Connection, cityName: string): Promise<void> {
  const [holder] = await tx
    .select({ cityName: cities.cityName, code: cities.urban37CityCode })
    .from(cities)
    .where(eq(orderOfName(cities.cityName), foldForOrder(cityName)));
  if (holder)
    throw refusalAtField("cityName", `${holder.cityName} (${holder.code}) already uses this name`, 409);
}

export type CityChanges = Partial<
  Omit<City, "id" | "idempotencyKey" | "planChecksOpenedTo" | "createdAt" | "updatedAt">
>;

/** Permit numbers keep the old code. Plan checks are opened or unlisted in the background when corrections are switched. */
export async function updateCity(viewer: Viewer, id: number, sent: CityChanges, expectedVersion?: string) {
  const updated = await write(async (tx) => {
    const city = await readCity(viewer, id, tx);
    const changes = withSubmissionStatus(sent, city.usesCorrections);
    await refuseStale(city, expectedVersion, editedMeanwhile(tx, "city", city));
    if (isUnchanged(city, changes)) return city;
    if (changes.urban37CityCode) await refuseTakenCode(tx, changes.urban37CityCode, id);
    const { cityName = city.cityName } = changes;
    if (foldForOrder(cityName) !== foldForOrder(city.cityName)) await refuseTakenName(tx, cityName);
    const { usesCorrections = city.usesCorrections } = changes;
    const opening = usesCorrections === city.usesCorrections ? {} : { planChecksOpenedTo: 0 };
    if (changes.logoPath) await keepLogo(tx, id, changes.logoPath);
    const updated = await changeRow(tx, cities, city, { ...changes, ...opening });
    await record(tx, viewer, "city.updated", city, updated);
    return updated;
  });
  if (updated.planChecksOpenedTo !== null) run(openPlanChecks, "opening plan checks");
  return updated;
}

/** Letters that were released show the logo of their day, so none is removed before its city. */
async function keepLogo(tx: Connection, cityId: number, path: string): Promise<void> {
  await tx.insert(cityLogos).values({ cityId, path });
  await keepFiles(tx, [path]);
}

/** `deletionBlocker` is a sentence, or null if the city can be deleted. */
export async function deletionOf(city: Pick<City, "id" | "cityName">, connection: Connection = db) {
  const [counted] = await connection
    .select({
      permits: sql<number>`(select coalesce(sum(${permitCounts.permits}), 0) from ${permitCounts} where ${permitCounts.cityId} = ${cities.id})`,
      fees: sql<number>`(select coalesce(sum(${feeTotals.fees}), 0) from ${feeTotals} where ${feeTotals.cityId} = ${cities.id})`,
      binned: sql<number>`(select count(*) from ${binnedPermits} where ${binnedPermits.cityId} = ${cities.id})`,
      standardComments: sql<number>`(select count(*) from ${standardComments} where ${standardComments.cityId} = ${city.id})`,
    })
    .from(cities)
    .where(eq(cities.id, city.id));
  const records = [
    counted?.permits && pluralize(counted.permits, "permit", "permits"),
    counted?.binned && `${pluralize(counted.binned, "permit", "permits")} in the bin`,
    counted?.fees && pluralize(counted.fees, "fee", "fees"),
  ].filter(Boolean);
  const reason = `${city.cityName} has ${records.join(" and ")} on record, so it cannot be deleted.`;
  return {
    deletionBlocker: records.length > 0 ? reason : null,
    standardComments: counted?.standardComments ?? 0,
  };
}

export function deleteCity(viewer: Viewer, id: number): Promise<City> {
  return deleteInSteps(async (tx) => {
    const city = await readCity(viewer, id, tx);
    const { deletionBlocker } = await deletionOf(city, tx);
    if (deletionBlocker) throw conflictRefusal(deletionBlocker, city);
    const isCityUser = and(eq(users.cityId, id), eq(users.role, cityRole));
    const cityUsers = await tx.select({ id: users.id }).from(users).where(isCityUser);
    const longHistory = await longHistoryOf(
      tx,
      cityUsers.map(({ id }) => id),
    );
    if (longHistory) return longHistory;
    await tx.delete(cityPricing).where(eq(cityPricing.cityId, id));
    await tx.delete(permitNumberCounters).where(eq(permitNumberCounters.cityId, id));
    for (const counter of [permitCounts, approvalCounts, feeTotals]) {
      await tx.delete(counter).where(eq(counter.cityId, id));
    }
    const deletedComments = await tx
      .delete(standardComments)
      .where(eq(standardComments.cityId, id))
      .returning();
    const deletedUsers = await tx.delete(users).where(isCityUser).returning();
    await tx.update(users).set({ cityId: null }).where(eq(users.cityId, id));
    await tx.delete(cities).where(eq(cities.id, id));
    const events = deletedComments.map((row) => ({ subjectId: row.id, changes: changesBetween(row, null) }));
    await recordEvents(tx, viewer, "standard-comment.deleted", events);
    for (const user of deletedUsers) await record(tx, viewer, "user.deleted", user, null);
    await record(tx, viewer, "city.deleted", city, null);
    return city;
  });
}
