import { count, eq, sql } from "drizzle-orm";
import type { Connection } from "../db.server";
import type { Discipline } from "../discipline";
import { Refusal } from "../refusal";
import { correctionNumbers, corrections } from "../tables.server";
import { highestNumber, maxPerDiscipline, maxPerPermit } from "./correction";

export async function refuseTooMany(tx: Connection, permitId: number, discipline: Discipline, more: number) {
  const [counted] = await tx
    .select({
      ofPermit: count(),
      ofDiscipline: sql<number>`count(*) filter (where ${eq(corrections.discipline, discipline)})`,
    })
    .from(corrections)
    .where(eq(corrections.permitId, permitId));
  if ((counted?.ofDiscipline ?? 0) + more > maxPerDiscipline) {
    throw new Refusal(409, `A discipline holds at most ${maxPerDiscipline} corrections`);
  }
  if ((counted?.ofPermit ?? 0) + more > maxPerPermit) {
    throw new Refusal(409, `A permit holds at most ${maxPerPermit} corrections`);
  }
}

/** Returns the last of them. Throws 409 when none are left. */
export async function raiseNumber(tx: Connection, permitId: number, discipline: Discipline, more: number) {
  const [counter] = await tx
    .insert(correctionNumbers)
    .values({ permitId, discipline, highest: more })
    .onConflictDoUpdate({
      target: [correctionNumbers.permitId, correctionNumbers.discipline],
      set: { highest: sql`${correctionNumbers.highest} + ${more}` },
    })
    .returning();
  const highest = counter?.highest ?? more;
  if (highest <= highestNumber) return highest;
  throw new Refusal(409, `${discipline} has used all numbers up to ${highestNumber}`);
}
