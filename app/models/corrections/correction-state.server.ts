import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { preparedFor } from "~/platform/db/prepared.server";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { pick } from "../shown-fields";
import { backChecks, corrections, letters, type permits } from "../tables.server";

type InCycle = ReviewCycle | Placeholder | typeof permits.reviewCycle;

export const isBackCheckIn = (reviewCycle: InCycle) =>
  and(eq(backChecks.correctionId, corrections.id), eq(backChecks.reviewCycle, reviewCycle));

export const backCheckedSql = (reviewCycle: InCycle) => existsIn(backChecks, isBackCheckIn(reviewCycle));

export const issuedIn = sql`${db
  .select({ reviewCycle: letters.reviewCycle })
  .from(letters)
  .where(eq(letters.id, corrections.firstLetterId))}` as SQL<ReviewCycle | null>;

export async function readCorrectionStates(
  { id, reviewCycle }: { id: number; reviewCycle: ReviewCycle },
  discipline?: Discipline,
  connection: Connection = db,
) {
  const query = statesQuery(connection, { isOfDiscipline: discipline !== undefined });
  return query.execute({ permitId: id, reviewCycle, discipline });
}

const statesQuery = preparedFor((connection, { isOfDiscipline }: { isOfDiscipline: boolean }) =>
  connection
    .select({
      ...pick(corrections, "id", "discipline", "number", "kind", "status", "reviewCycle", "newReason"),
      ...pick(corrections, "createdAt", "updatedAt"),
      issuedIn,
      isBackChecked: backCheckedSql(sql.placeholder("reviewCycle")),
    })
    .from(corrections)
    .where(
      and(
        eq(corrections.permitId, sql.placeholder("permitId")),
        isOfDiscipline ? eq(corrections.discipline, sql.placeholder("discipline")) : undefined,
      ),
    )
    .orderBy(asc(corrections.discipline), asc(corrections.number)),
);
