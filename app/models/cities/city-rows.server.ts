import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { orderOfName } from "../list-order.server";
import { formatPermitNumber } from "../permits/permit";
import { allow, type Reach, reach, type Viewer } from "../policy";
import { cities, permitNumberCounters } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { cityColumns } from "./city";
import { cityNotFound } from "./city.server";

/** The condition for the cities that a viewer may read. */
function visibleTo(viewer: Viewer): SQL {
  const conditions = {
    all: sql`1 = 1`,
    own: sql`1 = 0`,
    city: eq(cities.id, viewer.cityId ?? -1),
    none: sql`1 = 0`,
  } satisfies Record<Reach, SQL>;
  return conditions[reach(viewer, "city.read")];
}

const searchColumns = [cities.cityName, cities.cityNumber, cities.urban37CityCode];

/** Returns all columns of the cities that the viewer may read, in the order of their names. */
export function listCityRows(viewer: Viewer, searched?: string) {
  allow(viewer, "city.read");
  const search = searchText(searched);
  return readRows(and(visibleTo(viewer), search ? contains(searchColumns, search) : undefined) as SQL);
}

/** Returns all columns of a city. Throws 404 for a city that the viewer may not read. */
export async function readCityRow(viewer: Viewer, id: number) {
  const [city] = await readRows(and(eq(cities.id, id), visibleTo(viewer)) as SQL);
  if (!city) throw cityNotFound();
  return city;
}

/** Adds the number that the next permit of this year would get. */
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
