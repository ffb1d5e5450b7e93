import { and, eq, lt, ne, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { refusalAtField } from "../refusal";
import { pick } from "../shown-fields";
import { cities, permitNumberCounters, permits } from "../tables.server";
import { countOfPermitNumber, formatPermitNumber, permitNumberText, type Revision } from "./permit";

export async function suggestPermitNumber(cityId: number, year: number) {
  if (!Number.isInteger(year)) return null;
  const city = await readNumberingCity(db, cityId, year);
  return city ? formatPermitNumber(city.code, year, city.highest + 1) : null;
}

export type NumberingCity = NonNullable<Awaited<ReturnType<typeof readNumberingCity>>>;

export async function readNumberingCity(connection: Connection, cityId: number, year: number) {
  const [city] = await connection
    .select({
      ...pick(cities, "cityName", "isActive", "usesCorrections", "submissionStatus"),
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

type NumberedPermit = {
  id?: number;
  cityId: number;
  permitCreationYear: number;
  urban37PermitNumber: string;
  revisionNumber: Revision | null;
};

type NewNumber = Omit<NumberedPermit, "id" | "urban37PermitNumber"> & { urban37PermitNumber?: string | null };

/** Takes the given number, else the city's next one that no permit uses, and raises the counter. */
export async function takeNumber(
  tx: Connection,
  city: NumberingCity,
  { urban37PermitNumber: given, ...permit }: NewNumber,
): Promise<string> {
  const urban37PermitNumber = given ?? (await nextFreeNumber(tx, city, permit.permitCreationYear));
  if (given) await refuseNumberInUse(tx, { ...permit, urban37PermitNumber: given });
  await raiseCounter(tx, city.code, { ...permit, urban37PermitNumber });
  return urban37PermitNumber;
}

async function nextFreeNumber(tx: Connection, { code, highest }: NumberingCity, year: number) {
  let next = highest + 1;
  while ((await countByNumber(tx, formatPermitNumber(code, year, next))) > 0) next += 1;
  return formatPermitNumber(code, year, next);
}

const countByNumber = (tx: Connection, number: string) =>
  tx.$count(permits, sql`upper(${permits.urban37PermitNumber}) = upper(${number})`);

export async function raiseCounter(tx: Connection, code: string, permit: NumberedPermit): Promise<void> {
  const highest = countOfPermitNumber(permit.urban37PermitNumber, code, permit.permitCreationYear);
  if (highest === undefined) return;
  await tx
    .insert(permitNumberCounters)
    .values({ cityId: permit.cityId, year: permit.permitCreationYear, highest })
    .onConflictDoUpdate({
      target: [permitNumberCounters.cityId, permitNumberCounters.year],
      set: { highest: sql`excluded.highest` },
      setWhere: lt(permitNumberCounters.highest, sql`excluded.highest`),
    });
}

export async function refuseNumberInUse(tx: Connection, permit: NumberedPermit): Promise<void> {
  const problem = await numberProblem(tx, permit);
  if (problem) throw refusalAtField("urban37PermitNumber", problem, 409);
}

/** Says which other permit has the number; undefined if none has. */
export async function numberProblem(tx: Connection, permit: NumberedPermit): Promise<string | undefined> {
  const [permitWithNumber] = await tx
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
  if (!permitWithNumber) return undefined;
  const number = permitNumberText(permit);
  const holder = `the permit of ${permitWithNumber.projectName}, ${permitWithNumber.cityName}`;
  return `${number} is already used by ${holder}`;
}
