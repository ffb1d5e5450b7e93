import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { alias } from "~/platform/db/dialect.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { foundIn } from "~/platform/db/text-search.server";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { formatPermitNumber, type PermitStatus, pendingReview } from "../permits/permit";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import type { SearchFilter } from "../search-filter";
import { pick } from "../shown-fields";
import { approvalCounts, cities, permitCounts, permitNumberCounters } from "../tables.server";
import { cityNotFound } from "./city.server";
import { cityColumns } from "./city-columns";

const namesAndCodes = [cities.cityName, cities.cityNumber, cities.urban37CityCode];

export async function listCities(viewer: Viewer, filter: SearchFilter) {
  allow(viewer, "city.manage");
  const where = foundIn([...namesAndCodes, cities.managerName, cities.managerEmail], filter.search);
  const total = await db.$count(cities, where);
  const size = filter.rows ?? pageSize;
  const page = nearestPage(filter.page, total, size);
  const rows = await selectCities(where).limit(size).offset(rowsBefore(page, size));
  return { rows: rows.map(toListedCity), total, page };
}

export async function citySummary(viewer: Viewer) {
  allow(viewer, "city.manage");
  const first = await findFirstCities.execute();
  return { first: first.map(({ city }) => city), total: first[0]?.total ?? 0 };
}

const permitsOf = (condition?: SQL) =>
  sql<number>`coalesce((${db
    .select({ permits: sql`sum(${permitCounts.permits})` })
    .from(permitCounts)
    .where(and(eq(permitCounts.cityId, cities.id), condition))}), 0)`;

const findFirstCities = db
  .select({
    city: {
      id: cities.id,
      cityName: cities.cityName,
      code: cities.urban37CityCode,
      permits: permitsOf(),
      inProcess: permitsOf(inArray(permitCounts.status, pendingReview)),
    },
    total: sql<number>`(${db.select({ total: count() }).from(alias(cities, "all_cities"))})`,
  })
  .from(cities)
  .orderBy(asc(orderOfName(cities.cityName)), asc(cities.id))
  .limit(3)
  .prepare();

function visibleTo(viewer: Viewer): SQL {
  const none = sql`1 = 0`;
  const conditions = {
    all: sql`1 = 1`,
    own: none,
    city: eq(cities.id, viewer.cityId ?? -1),
    none,
  } satisfies Record<Scope, SQL>;
  return conditions[scopeOf(viewer, "city.read")];
}

export async function listCityRows(viewer: Viewer, search?: string) {
  allow(viewer, "city.read");
  return (await selectCities(and(visibleTo(viewer), foundIn(namesAndCodes, search)))).map(toListedCity);
}

export async function readCityRow(viewer: Viewer, id: number) {
  const [city] = await selectCities(and(eq(cities.id, id), visibleTo(viewer)));
  if (!city) throw cityNotFound();
  return toListedCity(city);
}

const thisYear = () => Number(today().slice(0, 4));

const selectCities = (where: SQL | undefined) =>
  db
    .select({
      city: storedColumns(cities, cityColumns),
      highest: sql<number>`coalesce(${permitNumberCounters.highest}, 0)`,
    })
    .from(cities)
    .leftJoin(
      permitNumberCounters,
      and(eq(permitNumberCounters.cityId, cities.id), eq(permitNumberCounters.year, thisYear())),
    )
    .where(where)
    .orderBy(asc(orderOfName(cities.cityName)), asc(cities.id));

const toListedCity = ({ city, highest }: Awaited<ReturnType<typeof selectCities>>[number]) => ({
  ...city,
  nextPermitNumber: formatPermitNumber(city.urban37CityCode, thisYear(), highest + 1),
});

/** `daysToApproval` is the average of calendar days from creation to the latest approval; null without any. */
export async function cityStatistics(viewer: Viewer, cityId: number) {
  allow(viewer, "city.manage");
  const rows = await db
    .select({
      ...pick(permitCounts, "status", "permits"),
      approved: approvalCounts.permits,
      days: approvalCounts.days,
    })
    .from(permitCounts)
    .leftJoin(approvalCounts, eq(approvalCounts.cityId, permitCounts.cityId))
    .where(eq(permitCounts.cityId, cityId));
  const byStatus: Partial<Record<PermitStatus, number>> = {};
  for (const { status, permits } of rows) byStatus[status] = permits;
  const [{ approved, days } = {}] = rows;
  return { byStatus, daysToApproval: approved ? (days ?? 0) / approved : null };
}
