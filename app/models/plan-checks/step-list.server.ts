import { and, eq, max, not, or, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { dayOf } from "../clock.server";
import { disciplinesIn } from "../discipline";
import { visibleTo } from "../permits/permit-scope.server";
import { hasOwnPortal, type Viewer } from "../policy";
import { currentCycleSql } from "../review-cycle.server";
import { newPlanColumns } from "../review-cycles/new-plans.server";
import { wordForCity } from "../review-cycles/plan-check";
import { currentPlanCheckSql, wordedColumns } from "../review-cycles/plan-check.server";
import { hasUnreleasedWork } from "../review-cycles/unreleased-work.server";
import { pick } from "../shown-fields";
import {
  assignments,
  cities,
  listedPlanChecks,
  permitDisciplines,
  permits,
  planChecks,
  planFiles,
} from "../tables.server";
import { nextStepOf, stepViewerOf } from "./next-step";

/** The required disciplines that are neither assigned in the current cycle nor finished before, as `lacksReviewer` says. */
const unassigned = sql`coalesce((${db
  .select({ names: sql`string_agg(${permitDisciplines.discipline}, ',')` })
  .from(permitDisciplines)
  .where(
    and(
      eq(permitDisciplines.permitId, permits.id),
      not(
        existsIn(
          assignments,
          eq(assignments.permitId, permits.id),
          eq(assignments.discipline, permitDisciplines.discipline),
          or(
            currentCycleSql,
            and(
              eq(assignments.status, "completed"),
              sql`coalesce(${assignments.decision}, '') <> 'corrections_required'`,
            ),
          ),
        ),
      ),
    ),
  )}), '')`.mapWith(disciplinesIn);

const lastCompletion = sql<string | null>`(${db
  .select({ at: max(assignments.completedAt) })
  .from(assignments)
  .where(and(eq(assignments.permitId, permits.id), currentCycleSql))})`;

/** The next steps of these permits for the viewer; those without one are left out. `ids` is a query of at most a page. */
export async function listSteps(viewer: Viewer, ids: SQL) {
  const isCity = hasOwnPortal(viewer);
  const rows = await db
    .select({
      ...pick(permits, "id", "cityId", "status", "reviewCycle", "isAssigned", "dueDate"),
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
      city: pick(cities, "cityName", "usesCorrections"),
      planCheck: wordedColumns,
      listedWord: listedPlanChecks.word,
      hasUnreleasedWork,
      hasPlans: existsIn(planFiles, eq(planFiles.permitId, permits.id)),
      lastCompletion,
      unassigned,
      ...newPlanColumns,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(and(visibleTo(viewer), sql`${permits.id} in (${ids})`));
  return rows.flatMap(({ listedWord, lastCompletion, unassigned, ...row }) => {
    const word = (isCity ? null : listedWord) ?? wordForCity(row.planCheck);
    const work = {
      openReviews: [],
      unassigned: isCity ? [] : unassigned,
      waitsForReviews: word === "in_review",
    };
    const step = nextStepOf({ ...row, ...work, word }, stepViewerOf(viewer, row, isCity));
    const readySince = word === "ready" && lastCompletion ? dayOf(lastCompletion) : null;
    return step ? [{ ...row, word, step, readySince }] : [];
  });
}

export type PermitWithStep = Awaited<ReturnType<typeof listSteps>>[number];
