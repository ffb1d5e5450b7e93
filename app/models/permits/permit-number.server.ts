import { and, eq, ne, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { fieldRefusal } from "../refusal";
import { cities, permitNumberCounters, permits } from "../tables.server";
import { countOfPermitNumber, formatPermitNumber, type Revision } from "./permit";

/** The number that a blank field would be given, `OAK-26-042`; null for a city or year that does not exist. */
export async function suggestPermitNumber(
  cityId: number,
  year: number,
  connection: Connection = db,
): Promise<string | null> {
  if (!Number.isInteger(year)) return null;
  const city = await counterOf(connection, cityId, year);
  return city ? formatPermitNumber(city.code, year, city.highest + 1) : null;
}

async function counterOf(connection: Connection, cityId: number, year: number) {
  const [city] = await connection
    .select({
      code: cities.urban37CityCode,
      highest: sql<number>`coalesce(${permitNumberCounters.highest}, 0)`,
    })
    .from(cities)
    .leftJoin(
      permitNumberCounters,
      and(eq(permitNumberCounters.cityId, cities.id), eq(permitNumberCounters.year, year)),
    )
    .where(eq(cities.id, cityId));
  return city;
}

type Numbered = {
  id?: number;
  cityId: number;
  permitCreationYear: number;
  urban37PermitNumber: string;
  revisionNumber: Revision | null;
};

/** Counts on past a number that somebody typed in another city's or year's name. */
export async function nextFreeNumber(
  tx: Connection,
  { cityId, permitCreationYear: year }: Pick<Numbered, "cityId" | "permitCreationYear">,
): Promise<string> {
  const city = await counterOf(tx, cityId, year);
  if (!city) throw new Error(`No city ${cityId}`);
  let next = city.highest + 1;
  while (await holderOf(tx, formatPermitNumber(city.code, year, next))) next += 1;
  return formatPermitNumber(city.code, year, next);
}

async function holderOf(tx: Connection, number: string) {
  const [holder] = await tx
    .select({ id: permits.id })
    .from(permits)
    .where(sql`upper(${permits.urban37PermitNumber}) = upper(${number})`)
    .limit(1);
  return holder;
}

/** Raises the counter of a permit's city and year to its number, where that follows the city's pattern and is higher. */
export async function moveCounter(tx: Connection, permit: Numbered): Promise<void> {
  const [city] = await tx
    .select({ code: cities.urban37CityCode })
    .from(cities)
    .where(eq(cities.id, permit.cityId));
  const highest =
    city && countOfPermitNumber(permit.urban37PermitNumber, city.code, permit.permitCreationYear);
  if (highest === undefined) return;
  await tx
    .insert(permitNumberCounters)
    .values({ cityId: permit.cityId, year: permit.permitCreationYear, highest })
    .onConflictDoUpdate({
      target: [permitNumberCounters.cityId, permitNumberCounters.year],
      set: { highest: sql`max(${permitNumberCounters.highest}, excluded.highest)` },
    });
}

/** A number is unique together with its revision, and none counts as one. */
export async function refuseTakenNumber(tx: Connection, permit: Numbered): Promise<void> {
  const [holder] = await tx
    .select({ id: permits.id, projectName: permits.projectName, cityName: cities.cityName })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(
      and(
        sql`upper(${permits.urban37PermitNumber}) = upper(${permit.urban37PermitNumber})`,
        sql`coalesce(${permits.revisionNumber}, '') = ${permit.revisionNumber ?? ""}`,
        permit.id ? ne(permits.id, permit.id) : undefined,
      ),
    );
  if (!holder) return;
  const revision = permit.revisionNumber ? ` ${permit.revisionNumber}` : "";
  throw fieldRefusal(
    "urban37PermitNumber",
    `${permit.urban37PermitNumber}${revision} is taken by the permit of ${holder.projectName}, ${holder.cityName}`,
    409,
  );
}
