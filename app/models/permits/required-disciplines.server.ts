import { eq, sql } from "drizzle-orm";
import { db } from "../db.server";
import { disciplinesIn } from "../discipline";
import { permitDisciplines, permits } from "../tables.server";

const names = db
  .select({ names: sql`string_agg(${permitDisciplines.discipline}, ',')` })
  .from(permitDisciplines)
  .where(eq(permitDisciplines.permitId, permits.id));

/** In the order of `disciplines`. */
export const requiredDisciplines = sql`coalesce((${names}), '')`.mapWith(disciplinesIn);
