import { and, asc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Connection } from "../db.server";
import type { Discipline } from "../discipline";
import { fieldRefusal } from "../refusal";
import { standardComments } from "../tables.server";

/** Selects the active standard comments of a discipline that a city's permits are offered: its own and those of all. */
export const isOffered = (cityId: number, discipline: Discipline): SQL =>
  and(
    eq(standardComments.discipline, discipline),
    eq(standardComments.isActive, true),
    or(isNull(standardComments.cityId), eq(standardComments.cityId, cityId)),
  ) as SQL;

/** Reads standard comments to write corrections from, in the order of their ids. Throws 400 if one is not offered. */
export async function readOffered(
  tx: Connection,
  { cityId }: { cityId: number },
  discipline: Discipline,
  ids: number[],
  field = "standardIds",
) {
  const rows = await tx
    .select()
    .from(standardComments)
    .where(and(inArray(standardComments.id, ids), isOffered(cityId, discipline)))
    .orderBy(asc(standardComments.id));
  if (rows.length === new Set(ids).size) return rows;
  throw fieldRefusal(field, "A standard comment is no longer offered. Choose again");
}
