import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { formatPermitNumber } from "../permits/permit";
import { allow, reach, type Viewer } from "../policy";
import { cities, permitNumberCounters } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { cityColumns } from "./city";
import { cityNotFound } from "./city.server";

/** Which cities a viewer may read at all. */
function visibleTo(viewer: Viewer): SQL {
  switch (reach(viewer, "city.read")) {
    case "all":
      return sql`1 = 1`;
    case "city":
      return eq(cities.id, viewer.cityId ?? -1);
    default:
      return sql`1 = 0`;
  }
}

const searched = [cities.cityName, cities.cityNumber, cities.urban37CityCode];

/** The cities that the viewer may read, whole, in the order of their names. */
export function listCityRows(viewer: Viewer, typed?: string) {
  allow(viewer, "city.read");
  const search = searchText(typed);
  return readRows(and(visibleTo(viewer), search ? contains(searched, search) : undefined) as SQL);
}

/** A city whole; 404 outside the viewer's sight. */
export async function readCityRow(viewer: Viewer, id: number) {
  const [city] = await readRows(and(eq(cities.id, id), visibleTo(viewer)) as SQL);
  if (!city) throw cityNotFound();
  return city;
}

/** With the number that a permit of this year would be given next. */
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
    .orderBy(asc(cities.cityName), asc(cities.id));
  return rows.map(({ city, highest }) => ({
    ...city,
    nextPermitNumber: formatPermitNumber(city.urban37CityCode, year, highest + 1),
  }));
}
