import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { prepareOncePerShape } from "~/platform/db/prepared.server";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { backChecks, corrections, letters, type permits } from "../tables.server";

/** Or the placeholders of a prepared query. */
type Cycle = { id: number | Placeholder; reviewCycle: ReviewCycle | Placeholder };

type InCycle = Cycle["reviewCycle"] | typeof permits.reviewCycle;

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
  return connection === db
    ? statesFor(discipline !== undefined).execute({ permitId: id, reviewCycle, discipline })
    : selectCorrectionStates(connection, { id, reviewCycle }, discipline);
}

const selectCorrectionStates = (
  connection: Connection,
  { id, reviewCycle }: Cycle,
  discipline?: Discipline | Placeholder,
) =>
  connection
    .select({
      id: corrections.id,
      discipline: corrections.discipline,
      number: corrections.number,
      kind: corrections.kind,
      status: corrections.status,
      reviewCycle: corrections.reviewCycle,
      issuedIn,
      newReason: corrections.newReason,
      isBackChecked: backCheckedSql(reviewCycle),
      createdAt: corrections.createdAt,
      updatedAt: corrections.updatedAt,
    })
    .from(corrections)
    .where(
      and(
        eq(corrections.permitId, id),
        discipline === undefined ? undefined : eq(corrections.discipline, discipline),
      ),
    )
    .orderBy(asc(corrections.discipline), asc(corrections.number));

const boundCycle = { id: sql.placeholder("permitId"), reviewCycle: sql.placeholder("reviewCycle") };

const statesFor = prepareOncePerShape((isOfDiscipline: boolean) =>
  selectCorrectionStates(
    db,
    boundCycle,
    isOfDiscipline ? sql.placeholder("discipline") : undefined,
  ).prepare(),
);
