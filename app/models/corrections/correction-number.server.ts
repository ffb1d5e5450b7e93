import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import type { Discipline } from "../discipline";
import { Refusal } from "../refusal";
import { correctionNumbers, corrections } from "../tables.server";
import { highestNumber, maxPerDiscipline, maxPerPermit } from "./correction";

/** 409 for more corrections than a discipline or a permit holds. */
export async function refuseTooMany(tx: Connection, permitId: number, discipline: Discipline, more: number) {
  const ofPermit = eq(corrections.permitId, permitId);
  const limits = [
    ["discipline", maxPerDiscipline, and(ofPermit, eq(corrections.discipline, discipline))],
    ["permit", maxPerPermit, ofPermit],
  ] as const;
  for (const [holder, most, condition] of limits) {
    if ((await tx.$count(corrections, condition)) + more <= most) continue;
    throw new Refusal(409, `A ${holder} holds at most ${most} corrections`);
  }
}

/** Returns the highest of the numbers that are given next. 409 if there are no more. */
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
