import { and, asc, count, eq, sql } from "drizzle-orm";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { cities, permitCounts } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { cityColumns } from "./city";
import type { CityFilter } from "./city-filter";

const searchColumns = [
  cities.cityName,
  cities.cityNumber,
  cities.urban37CityCode,
  cities.managerName,
  cities.managerEmail,
];

/**
 * Returns a page of ten cities in the order of their names. A page that does not exist becomes the
 * nearest one. Throws 403 for anyone but administrators.
 */
export async function listCities(viewer: Viewer, filter: CityFilter) {
  allow(viewer, "city.manage");
  const search = searchText(filter.search);
  const where = and(sql`1 = 1`, search ? contains(searchColumns, search) : undefined);
  const [row] = await db.select({ total: count() }).from(cities).where(where);
  const total = row?.total ?? 0;
  const page = nearestPage(filter.page, total);
  const rows = await db
    .select(storedColumns(cities, cityColumns))
    .from(cities)
    .where(where)
    .orderBy(asc(cities.cityName), asc(cities.id))
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows, total, page };
}

/** Returns the first three cities with their numbers of permits, and the number of cities. Administrators only. */
export async function citySummary(viewer: Viewer) {
  allow(viewer, "city.manage");
  const permits = sql<number>`coalesce(sum(${permitCounts.permits}), 0)`;
  const inProcess = sql<number>`coalesce(sum(case when ${permitCounts.status} = 'in_process' then ${permitCounts.permits} end), 0)`;
  const first = await db
    .select({
      city: { id: cities.id, cityName: cities.cityName, code: cities.urban37CityCode, permits, inProcess },
      total: sql<number>`count(*) over ()`,
    })
    .from(cities)
    .leftJoin(permitCounts, eq(permitCounts.cityId, cities.id))
    .groupBy(cities.id)
    .orderBy(asc(cities.cityName), asc(cities.id))
    .limit(3);
  return { first: first.map(({ city }) => city), total: first[0]?.total ?? 0 };
}
