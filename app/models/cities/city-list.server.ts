import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { alias } from "../dialect.server";
import { orderOfName } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { pendingReview } from "../permits/permit";
import { allow, type Viewer } from "../policy";
import type { SearchFilter } from "../search-filter";
import { cities, permitCounts } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { cityColumns } from "./city";

const searchColumns = [
  cities.cityName,
  cities.cityNumber,
  cities.urban37CityCode,
  cities.managerName,
  cities.managerEmail,
];

/** A page that does not exist becomes the nearest one. */
export async function listCities(viewer: Viewer, filter: SearchFilter) {
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
    .orderBy(asc(orderOfName(cities.cityName)), asc(cities.id))
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows, total, page };
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
