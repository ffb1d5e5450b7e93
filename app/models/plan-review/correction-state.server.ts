import { and, asc, eq, exists, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { preparedFor } from "../prepared.server";
import { backChecks, corrections, letters } from "../tables.server";

/** A permit, or the placeholders of one in a query that is prepared. */
type Cycle = { id: number | Placeholder; reviewCycle: ReviewCycle | Placeholder };

/** In a query of corrections: whether they have a back-check in a cycle. */
export const isBackCheckedIn = (reviewCycle: Cycle["reviewCycle"]): SQL<boolean> =>
  sql`${exists(
    db
      .select({ one: sql`1` })
      .from(backChecks)
      .where(and(eq(backChecks.correctionId, corrections.id), eq(backChecks.reviewCycle, reviewCycle))),
  )}`.mapWith(Boolean) as SQL<boolean>;

/** In a query of corrections: the cycle of the first letter that they were in, null for drafts. */
export const issuedIn = sql`${db
  .select({ reviewCycle: letters.reviewCycle })
  .from(letters)
  .where(eq(letters.id, corrections.firstLetterId))}` as SQL<ReviewCycle | null>;

/**
 * Reads the corrections of a permit, or of one of its disciplines, as the rules of decisions and plan checks need them,
 * in the order of their numbers.
 */
export async function readCorrectionStates(
  { id, reviewCycle }: { id: number; reviewCycle: ReviewCycle },
  discipline?: Discipline,
  connection: Connection = db,
) {
  return connection === db
    ? statesFor(discipline !== undefined).execute({ permitId: id, reviewCycle, discipline })
    : selectCorrectionStates(connection, { id, reviewCycle }, discipline);
}

/** The query of `readCorrectionStates`, for what prepares it. */
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
      isBackChecked: isBackCheckedIn(reviewCycle),
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

const statesFor = preparedFor((isOfDiscipline: boolean) =>
  selectCorrectionStates(
    db,
    boundCycle,
    isOfDiscipline ? sql.placeholder("discipline") : undefined,
  ).prepare(),
);
