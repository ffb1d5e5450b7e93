import { eq, getTableColumns, inArray } from "drizzle-orm";
import { beforeCommit, type Connection } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { readCorrectionStates } from "../corrections/correction-state.server";
import { checkedCycles, requiredDisciplines } from "../permits/permit-scope.server";
import { currentPlanCheckSql, wordedColumns } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import {
  assignments,
  cities,
  corrections,
  listedPlanChecks,
  permits,
  planChecks,
  planChecksToList,
} from "../tables.server";
import { progressOf, readReviews } from "./permit-plan-checks.server";
import { canBeLate, isListed, type ListedWord } from "./plan-check-view";

/** No query has the rules of their words, so each write lists again what it has changed. */
export const keepPlanCheckList = (): void =>
  beforeCommit(async (tx) => {
    for (const permit of await takeChanged(tx)) await list(tx, permit);
  });

async function list(tx: Connection, { listed, hasReviews, hasCorrections, ...permit }: Changed) {
  const reviews = hasReviews ? await readReviews(permit.id, tx) : [];
  const corrections = hasCorrections ? await readCorrectionStates(permit, undefined, tx) : [];
  const row = isListed(permit) ? listedPlanCheckOf(permit, reviews, corrections) : undefined;
  if (isSame(row, listed)) return;
  if (listed) await tx.delete(listedPlanChecks).where(eq(listedPlanChecks.permitId, permit.id));
  if (row) await tx.insert(listedPlanChecks).values(row);
}

type Row = typeof listedPlanChecks.$inferSelect;

const isSame = (row: Row | undefined, listed: Row | null): boolean =>
  row && listed
    ? Object.entries(row).every(([name, value]) => listed[name as keyof Row] === value)
    : !row && !listed;

type Progress = Parameters<typeof progressOf>;
type ListablePermit = Progress[0] & Pick<typeof permits.$inferSelect, "id" | "cityId" | "status" | "dueDate">;

export function listedPlanCheckOf(permit: ListablePermit, reviews: Progress[1], corrections: Progress[2]) {
  const { word, effective } = progressOf(permit, reviews, corrections);
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

type Changed = Awaited<ReturnType<typeof takeChanged>>[number];

async function takeChanged(tx: Connection) {
  const changed = await tx
    .select({
      ...pick(permits, "id", "cityId", "status", "reviewCycle", "dueDate"),
      usesCorrections: cities.usesCorrections,
      city: { approvalWording: cities.approvalWording },
      requiredDisciplines,
      planCheck: wordedColumns,
      ...checkedCycles,
      listed: getTableColumns(listedPlanChecks),
      hasReviews: existsIn(assignments, eq(assignments.permitId, permits.id)),
      hasCorrections: existsIn(corrections, eq(corrections.permitId, permits.id)),
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, currentPlanCheckSql)
    .leftJoin(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id))
    // As a join, SQLite would read all permits after each write: it expects more rows in a table without statistics.
    .where(inArray(permits.id, tx.select({ id: planChecksToList.permitId }).from(planChecksToList)));
  await tx.delete(planChecksToList);
  return changed;
}
