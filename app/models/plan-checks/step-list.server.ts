import { and, eq, lte, max, not, or, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import { existsIn } from "~/platform/db/exists.server";
import type { CalendarDate } from "../calendar-date";
import { dayOf } from "../clock.server";
import { waitingInPermit } from "../comments/waiting-thread.server";
import { type Discipline, disciplinesIn } from "../discipline";
import { permitStatuses } from "../permits/permit";
import { visibleTo } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { hasOwnPortal, type Viewer } from "../policy";
import { currentCycleSql, openSql } from "../review-cycle.server";
import { newPlanColumns } from "../review-cycles/new-plans.server";
import { wordForCity } from "../review-cycles/plan-check";
import { currentPlanCheckSql, wordedColumns } from "../review-cycles/plan-check.server";
import { stepColumns } from "../review-cycles/step-columns.server";
import { pick } from "../shown-fields";
import {
  assignments,
  cities,
  employees,
  listedPlanChecks,
  permitDisciplines,
  permits,
  planChecks,
  users,
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

type DueReview = Parameters<typeof personName>[0] & { id: number; discipline: Discipline; day: CalendarDate };

/** The open reviews of a permit that are due on a day or before. */
const dueReviews = (lastDay: CalendarDate) =>
  rowsColumn<DueReview>(
    db
      .select({
        rows: jsonRows({
          ...pick(assignments, "id", "discipline"),
          day: assignments.employeeDueDate,
          ...nameColumns,
        }),
      })
      .from(assignments)
      .innerJoin(employees, eq(employees.id, assignments.employeeId))
      .innerJoin(users, eq(users.id, employees.userId))
      .where(and(eq(assignments.permitId, permits.id), openSql, lte(assignments.employeeDueDate, lastDay))),
  );

/** What is to be done on these permits: the viewer's next step, the threads that wait for them, and the reviews that are due. `ids` is a query of at most a page. */
export async function listPermitsToDo(viewer: Viewer, ids: SQL, lastDay: CalendarDate) {
  const isCity = hasOwnPortal(viewer);
  const rows = await db
    .select({
      ...pick(permits, "id", "cityId", "status", "reviewCycle", "isAssigned", "dueDate"),
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
      city: pick(cities, "cityName", "usesCorrections"),
      planCheck: wordedColumns,
      listedWord: listedPlanChecks.word,
      lastCompletion,
      unassigned,
      waiting: waitingInPermit(viewer),
      due: dueReviews(lastDay),
      ...stepColumns,
      newPlansSince: newPlanColumns.newPlansSince,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(and(visibleTo(viewer), sql`${permits.id} in (${ids})`));
  return rows.map(({ listedWord, lastCompletion, unassigned, due, ...row }) => {
    const word = (isCity ? null : listedWord) ?? wordForCity(row.planCheck);
    const work = {
      openReviews: [],
      unassigned: isCity ? [] : unassigned,
      waitsForReviews: word === "in_review",
    };
    return {
      ...row,
      word,
      step: nextStepOf({ ...row, ...work, word }, stepViewerOf(viewer, row, isCity)),
      readySince: word === "ready" && lastCompletion ? dayOf(lastCompletion) : null,
      due:
        isCity || permitStatuses[row.status].pause
          ? []
          : due.map((review) => ({
              ...pick(review, "id", "discipline", "day"),
              reviewer: personName(review),
            })),
    };
  });
}

export type PermitToDo = Awaited<ReturnType<typeof listPermitsToDo>>[number];
