import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { recordEvent } from "../audit.server";
import { type CalendarDate, yearsBefore } from "../calendar-date";
import { today } from "../clock.server";
import { closedStatuses } from "../permits/permit";
import { allow, type Viewer } from "../policy";
import { notFound, Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { cities, legalHolds, permits, retentionPeriods } from "../tables.server";
import { moveToBin } from "./permit-bin.server";

/** Closed permits that nobody has changed since before a day: a later change begins the period again. */
const isOver = (cityId: number, before: CalendarDate): SQL =>
  and(
    eq(permits.cityId, cityId),
    inArray(permits.status, closedStatuses),
    lt(permits.updatedAt, before),
  ) as SQL;

const isFree = sql`not exists (select 1 from ${legalHolds} where ${legalHolds.permitId} = ${permits.id})`;

/** Returns all cities by name, with the years for which their closed permits are kept. */
export async function listRetention(viewer: Viewer) {
  allow(viewer, "retention.manage");
  return citiesWithPeriods().orderBy(asc(orderOfName(cities.cityName)), asc(cities.id));
}

const citiesWithPeriods = (connection: Connection = db) =>
  connection
    .select({ id: cities.id, cityName: cities.cityName, years: retentionPeriods.years })
    .from(cities)
    .leftJoin(retentionPeriods, eq(retentionPeriods.cityId, cities.id))
    .$dynamic();

const isOverNow = (cityId: number, years: number): SQL => isOver(cityId, yearsBefore(today(), years));

/** 404 if the city does not exist; `years` is null if it keeps its permits for ever. */
export async function readRetention(viewer: Viewer, cityId: number, connection: Connection = db) {
  allow(viewer, "retention.manage");
  const [city] = await citiesWithPeriods(connection).where(eq(cities.id, cityId));
  if (!city) throw notFound("City");
  return city;
}

/** Nothing is deleted by it: an administrator moves permits to the bin. */
export const setRetention = (viewer: Viewer, cityId: number, years: number | null) =>
  write(async (tx) => {
    const city = await readRetention(viewer, cityId, tx);
    if (city.years === years) return city;
    await tx.delete(retentionPeriods).where(eq(retentionPeriods.cityId, cityId));
    if (years !== null) await tx.insert(retentionPeriods).values({ cityId, years });
    await recordEvent(tx, viewer, "city.retention-changed", cityId, { retentionYears: [city.years, years] });
    return { ...city, years };
  });

/** As many as are moved to the bin by one press of the button. */
const permitsAtOnce = 100;

/** Returns what would be moved to the bin: the permits of a city past its period, those changed longest ago first. */
export async function listOverRetention(viewer: Viewer, cityId: number) {
  const city = await readRetention(viewer, cityId);
  if (city.years === null) return { city, rows: [], total: 0, held: 0 };
  const over = isOverNow(cityId, city.years);
  const rows = await db
    .select({
      ...pick(permits, "id", "urban37PermitNumber", "revisionNumber", "projectName", "status", "updatedAt"),
    })
    .from(permits)
    .where(and(over, isFree))
    .orderBy(asc(permits.updatedAt), asc(permits.id))
    .limit(permitsAtOnce);
  const total = await db.$count(permits, and(over, isFree));
  const held = (await db.$count(permits, over)) - total;
  return { city, rows, total, held };
}

/** Moves those of the permits to the bin that are still past the period and under no hold. Returns how many; 409 if none is. */
export async function deleteOverRetention(viewer: Viewer, cityId: number, ids: number[]): Promise<number> {
  const { years } = await readRetention(viewer, cityId);
  if (years === null) throw new Refusal(409, "This city keeps its permits for ever");
  let moved = 0;
  for (const id of ids.slice(0, permitsAtOnce)) {
    moved += await write(async (tx) => {
      const isStillOver = and(eq(permits.id, id), isOverNow(cityId, years), isFree);
      if ((await tx.$count(permits, isStillOver)) === 0) return 0;
      await moveToBin(tx, viewer, id);
      return 1;
    });
  }
  if (moved === 0) throw new Refusal(409, "None of these permits is past the period now");
  return moved;
}
