import { eq, getTableColumns, sql } from "drizzle-orm";
import { beforeCommit, type Connection } from "../db.server";
import { takeAll } from "../dialect.server";
import { checkedCycles } from "../permits/permit-scope.server";
import { requiredDisciplines } from "../permits/required-disciplines.server";
import { isCurrentPlanCheck } from "../plan-checks/plan-check.server";
import { canBeLate, isListed, type ListedWord } from "../plan-checks/plan-check-view";
import {
  assignments,
  cities,
  corrections,
  listedPlanChecks,
  permits,
  planChecks,
  planChecksToList,
} from "../tables.server";
import { selectCorrectionStates } from "./correction-state.server";
import { progressOf } from "./plan-check-list.server";

const ofPermit = sql.placeholder("permitId");
const reviewsOfPermit = sql`exists (select 1 from ${assignments} where ${assignments.permitId} = ${permits.id})`;
const correctionsOfPermit = sql`exists (select 1 from ${corrections} where ${corrections.permitId} = ${permits.id})`;

/**
 * From now on, each write ends with listing the plan checks of the permits that it changed. So no row of the list can be
 * outdated, although the word of a plan check follows from rules that no query has.
 */
export const keepPlanCheckList = (): void => beforeCommit("the list of plan checks", listChanged);

function listChanged(connection: Connection) {
  const { takeChanged, readReviews, readCorrections } = prepareReads(connection);
  const { insert, remove } = prepareChanges(connection);

  /** Lists the current plan check of a permit, or removes it from the list. */
  async function list({ listed, hasReviews, hasCorrections, ...permit }: Changed): Promise<void> {
    const permitId = permit.id;
    const cycle = { permitId, reviewCycle: permit.reviewCycle };
    const reviews = hasReviews ? await readReviews.execute(cycle) : [];
    const written = hasCorrections ? await readCorrections.execute(cycle) : [];
    const row = isListed(permit) ? listingOf(permit, reviews, written) : undefined;
    if (isSame(row, listed)) return;
    if (listed) await remove.execute({ permitId });
    if (row) await insert.execute(row);
  }

  return async () => {
    for (const permit of await takeChanged()) await list(permit);
  };
}

type Row = typeof listedPlanChecks.$inferSelect;

const isSame = (row: Row | undefined, listed: Row | null): boolean =>
  row && listed
    ? Object.entries(row).every(([name, value]) => listed[name as keyof Row] === value)
    : !row && !listed;

type Progress = Parameters<typeof progressOf>;
type ListablePermit = Progress[0] & Pick<typeof permits.$inferSelect, "id" | "cityId" | "status" | "dueDate">;

/** Returns the row of a permit in the list of plan checks; it must be one that is listed. */
export function listingOf(permit: ListablePermit, reviews: Progress[1], written: Progress[2]): Row {
  const { word, effective } = progressOf(permit, reviews, written);
  const listedWord = word as ListedWord;
  return {
    permitId: permit.id,
    cityId: permit.cityId,
    word: listedWord,
    isInReview: canBeLate(listedWord, permit.status),
    dueDate: permit.dueDate,
    disciplines: effective.length,
    decided: effective.filter(({ decision }) => decision).length,
  };
}

type Reads = ReturnType<typeof prepareReads>;
type Changed = Awaited<ReturnType<Reads["takeChanged"]>>[number];

/** Prepares the reads once, which takes several times as long as to run them. */
function prepareReads(connection: Connection) {
  const { taken, query, end } = takeAll(connection, planChecksToList);
  const readChanged = query
    .select({
      id: permits.id,
      cityId: permits.cityId,
      status: permits.status,
      reviewCycle: permits.reviewCycle,
      dueDate: permits.dueDate,
      usesCorrections: cities.usesCorrections,
      city: { approvalWording: cities.approvalWording },
      requiredDisciplines,
      planCheck: {
        state: planChecks.state,
        releasedAt: planChecks.releasedAt,
        handedOverOn: planChecks.handedOverOn,
        outcome: planChecks.outcome,
      },
      ...checkedCycles,
      listed: getTableColumns(listedPlanChecks),
      hasReviews: reviewsOfPermit.mapWith(Boolean),
      hasCorrections: correctionsOfPermit.mapWith(Boolean),
    })
    .from(taken)
    .innerJoin(permits, eq(permits.id, taken.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, isCurrentPlanCheck)
    .leftJoin(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id))
    .prepare();
  const takeChanged = async () => {
    const changed = await readChanged.execute();
    await end();
    return changed;
  };
  const readReviews = connection
    .select({
      id: assignments.id,
      discipline: assignments.discipline,
      reviewCycle: assignments.reviewCycle,
      status: assignments.status,
      decision: assignments.decision,
    })
    .from(assignments)
    .where(eq(assignments.permitId, ofPermit))
    .prepare();
  const cycle = { id: ofPermit, reviewCycle: sql.placeholder("reviewCycle") };
  const readCorrections = selectCorrectionStates(connection, cycle).prepare();
  return { takeChanged, readReviews, readCorrections };
}

function prepareChanges(connection: Connection) {
  const insert = connection
    .insert(listedPlanChecks)
    .values({
      permitId: ofPermit,
      cityId: sql.placeholder("cityId"),
      word: sql.placeholder("word"),
      isInReview: sql.placeholder("isInReview"),
      dueDate: sql.placeholder("dueDate"),
      disciplines: sql.placeholder("disciplines"),
      decided: sql.placeholder("decided"),
    })
    .prepare();
  const remove = connection.delete(listedPlanChecks).where(eq(listedPlanChecks.permitId, ofPermit)).prepare();
  return { insert, remove };
}
