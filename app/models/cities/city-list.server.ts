import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { alias } from "../dialect.server";
import { orderOfName } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { formatPermitNumber, pendingReview } from "../permits/permit";
import { allow, type Scope, scopeOf, type Viewer } from "../policy";
import type { SearchFilter } from "../search-filter";
import { cities, permitCounts, permitNumberCounters } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { cityColumns } from "./city";
import { cityNotFound } from "./city.server";

const namesAndCodes = [cities.cityName, cities.cityNumber, cities.urban37CityCode];

/** A page that does not exist becomes the nearest one. */
export async function listCities(viewer: Viewer, filter: SearchFilter) {
  allow(viewer, "city.manage");
  const search = searchText(filter.search);
  const where = and(
    sql`1 = 1`,
    search ? contains([...namesAndCodes, cities.managerName, cities.managerEmail], search) : undefined,
  );
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

export function listCityRows(viewer: Viewer, searched?: string) {
  allow(viewer, "city.read");
  const search = searchText(searched);
  return readRows(and(visibleTo(viewer), search ? contains(namesAndCodes, search) : undefined) as SQL);
}

/** Throws 404 for a city that the viewer may not read. */
export async function readCityRow(viewer: Viewer, id: number) {
  const [city] = await readRows(and(eq(cities.id, id), visibleTo(viewer)) as SQL);
  if (!city) throw cityNotFound();
  return city;
}

/** With the number that the next permit of this year would get. */
async function readRows(where: SQL) {
  const year = Number(today().slice(0, 4));
  const rows = await db
    .select({
      city: storedColumns(cities, cityColumns),
      highest: sql<number>`coalesce(${permitNumberCounters.highest}, 0)`,
    })
    .from(cities)
    .leftJoin(
      permitNumberCounters,
      and(eq(permitNumberCounters.cityId, cities.id), eq(permitNumberCounters.year, year)),
    )
    .where(where)
    .orderBy(asc(orderOfName(cities.cityName)), asc(cities.id));
  return rows.map(({ city, highest }) => ({
    ...city,
    nextPermitNumber: formatPermitNumber(city.urban37CityCode, year, highest + 1),
  }));
}
