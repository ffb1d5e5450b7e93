import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { notIndexed } from "~/platform/db/dialect.server";
import { idsFrom } from "~/platform/db/list.server";
import { searchText } from "~/platform/db/text-search.server";
import type { CalendarDate } from "../calendar-date";
import { dayOf } from "../clock.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { isFinal, type PermitStatus, permitStatusValues, underReview } from "../permits/permit";
import { countingLimit } from "../permits/permit-list.server";
import { visibleTo } from "../permits/permit-scope.server";
import { joinedByIds, listMatchingIds } from "../permits/permit-search.server";
import { allow, type Viewer } from "../policy";
import { currentCycleSql } from "../review-cycle.server";
import { hasNewPlans, newPlanColumns, permitsWithNewPlans } from "../review-cycles/new-plans.server";
import { wordForCity } from "../review-cycles/plan-check";
import { currentPlanCheckSql, firstReceivedOn, wordedColumns } from "../review-cycles/plan-check.server";
import { hasUnreleasedWork } from "../review-cycles/unreleased-work.server";
import { pick } from "../shown-fields";
import { assignments, cities, listedPlanChecks, permits, planChecks } from "../tables.server";
import { nextStepOf, stepViewerOf } from "./next-step";
import { countPlanChecks, lateSql, type PlanCheckCounts } from "./plan-check-counts.server";
import {
  type ListedWord,
  type PlanCheckFilter,
  type PlanCheckView,
  planCheckViewValues,
} from "./plan-check-view";

const byDueDate = [asc(listedPlanChecks.dueDate), asc(listedPlanChecks.permitId)];
const byArrival = [asc(newPlanColumns.newPlansSince), asc(permits.id)];
const fromEnd = [desc(listedPlanChecks.dueDate), desc(listedPlanChecks.permitId)];

/** New plans are of permits that need not be listed. */
type ListedFilter = PlanCheckFilter & { view: Exclude<PlanCheckView, "new_plans"> };
const isListedView = (filter: PlanCheckFilter): filter is ListedFilter => filter.view !== "new_plans";

function isInTab({ view, cityId }: ListedFilter, today: CalendarDate): SQL {
  const isInView = view === "late" ? lateSql(today) : eq(listedPlanChecks.word, view satisfies ListedWord);
  return and(isInView, cityId === undefined ? undefined : eq(listedPlanChecks.cityId, cityId)) as SQL;
}

/** A search has its newest matches only. */
export async function listPlanChecksInTab(viewer: Viewer, filter: PlanCheckFilter, today: CalendarDate) {
  allow(viewer, "plan-check.browse");
  const { ids, page, ...list } = await findPage(filter, today);
  return { ...list, page, rows: await readRows(viewer, ids, isListedView(filter) ? byDueDate : byArrival) };
}

async function findPage(filter: PlanCheckFilter, today: CalendarDate) {
  const search = searchText(filter.q);
  if (!search) {
    const counts = await countPlanChecks(today, filter.cityId);
    const page = nearestPage(filter.page, counts[filter.view], filter.rows);
    return { counts, page, ids: idsOnPage(filter, page, counts, today), isCapped: false };
  }
  const { matches, isCapped } = await findMatches(search, filter.cityId);
  const counts = await countMatching(matches, today);
  const page = nearestPage(filter.page, counts[filter.view], filter.rows);
  const ids = matchesOnPage(filter, page, matches, today);
  return { counts, page, ids, isCapped };
}

function idsOnPage(filter: PlanCheckFilter, page: number, counts: PlanCheckCounts, today: CalendarDate) {
  if (!isListedView(filter)) return permitsWithNewPlans(sliceOf(page, filter.rows), filter.cityId);
  const { isFromEnd, offset, limit } = sliceFromNearerEnd(
    rowsBefore(page, filter.rows),
    counts[filter.view],
    filter.rows,
  );
  return db
    .select({ id: listedPlanChecks.permitId })
    .from(listedPlanChecks)
    .where(isInTab(filter, today))
    .orderBy(...(isFromEnd ? fromEnd : byDueDate))
    .limit(limit)
    .offset(offset);
}

/** After an upgrade, SQLite would take another index for one of an empty table. */
const fromMatches = (matches: number[]): SQL =>
  joinedByIds(matches, notIndexed(listedPlanChecks), listedPlanChecks.permitId);

function matchesOnPage(filter: PlanCheckFilter, page: number, matches: number[], today: CalendarDate) {
  if (!isListedView(filter))
    return permitsWithNewPlans(sliceOf(page, filter.rows), filter.cityId, isAmong(matches));
  return db
    .select({ id: sql<number>`${listedPlanChecks.permitId}` })
    .from(fromMatches(matches))
    .where(isInTab(filter, today))
    .orderBy(...byDueDate)
    .limit(filter.rows ?? pageSize)
    .offset(rowsBefore(page, filter.rows));
}

const sliceOf = (page: number, rows = pageSize) => ({ limit: rows, offset: rowsBefore(page, rows) });

const isAmong = (matches: number[]): SQL => sql`${permits.id} in (${idsFrom(matches)})`;

const reviewed = permitStatusValues.filter((status) => !underReview.includes(status) && !isFinal(status));

/** First those under review, then the approved ones, of which few are listed. */
async function findMatches(search: string, cityId?: number) {
  // One more than the limit shows whether there are more.
  const limit = countingLimit + 1;
  const find = (statuses: PermitStatus[], most: number) =>
    listMatchingIds(search, { cityId, states: statuses.map((status) => ({ status })) }, most);
  const matches = await find(underReview, limit);
  if (matches.length < limit) matches.push(...(await find(reviewed, limit - matches.length)));
  return { matches: matches.slice(0, countingLimit), isCapped: matches.length === limit };
}

async function countMatching(matches: number[], today: CalendarDate): Promise<PlanCheckCounts> {
  const late = lateSql(today).mapWith(Boolean);
  const groups = await db
    .select({ view: sql<PlanCheckView>`${listedPlanChecks.word}`, isLate: late, planChecks: count() })
    .from(fromMatches(matches))
    .where(ne(listedPlanChecks.word, "approved"))
    // By their positions: PostgreSQL takes an expression with the same date, bound again, for another one.
    .groupBy(sql`1`, sql`2`)
    .unionAll(
      db
        .select({
          view: sql<PlanCheckView>`'new_plans'`,
          isLate: sql`false`.mapWith(Boolean),
          planChecks: count(),
        })
        .from(permits)
        .where(and(hasNewPlans(), isAmong(matches))),
    );
  const counts = Object.fromEntries(planCheckViewValues.map((view) => [view, 0])) as PlanCheckCounts;
  for (const { view, isLate, planChecks } of groups) {
    counts[view] += planChecks;
    if (isLate) counts.late += planChecks;
  }
  return counts;
}

/** Only permits without a stored plan check need it. */
const firstAssignedAt = sql<string | null>`case when ${planChecks.id} is null then (${db
  .select({ createdAt: sql`min(${assignments.createdAt})` })
  .from(assignments)
  .where(and(eq(assignments.permitId, permits.id), currentCycleSql))}) end`;

type Ids = ReturnType<typeof idsOnPage | typeof matchesOnPage>;

const selectRows = (viewer: Viewer, ids: Ids, order: SQL[]) =>
  db
    .select({
      ...pick(permits, "id", "cityId", "status", "isAssigned", "reviewCycle", "projectName"),
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
      ...pick(permits, "dueDate", "creationDate", "submissionDate"),
      city: pick(cities, "cityName", "usesCorrections", "approvalWording"),
      listedWord: listedPlanChecks.word,
      ...pick(listedPlanChecks, "disciplines", "decided"),
      planCheck: { ...wordedColumns, receivedOn: planChecks.receivedOn },
      firstAssignedAt,
      hasUnreleasedWork,
      ...newPlanColumns,
    })
    .from(permits)
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(listedPlanChecks, eq(listedPlanChecks.permitId, permits.id))
    .leftJoin(planChecks, currentPlanCheckSql)
    .where(and(visibleTo(viewer), inArray(permits.id, ids)))
    .orderBy(...order);

async function readRows(viewer: Viewer, ids: Ids, order: SQL[]) {
  const rows = await selectRows(viewer, ids, order);
  return rows.map((row) => {
    const listed = rowOf(row);
    const facts = { ...row, ...unreadWork, word: listed.word, waitsForReviews: listed.word === "in_review" };
    return { ...listed, step: nextStepOf(facts, stepViewerOf(viewer, row)) };
  });
}

/** A list does not name the reviews of a plan check. */
const unreadWork = { openReviews: [], unassigned: [], hasPlans: true };

type StoredRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A plan check that no command has opened yet reads as it will be opened. */
function rowOf({ listedWord, planCheck, city, creationDate, submissionDate, ...row }: StoredRow) {
  const {
    firstAssignedAt,
    newPlansSince,
    hasUnreleasedWork: _,
    isAssigned: _assigned,
    cityId: _city,
    ...shown
  } = row;
  const dates = { reviewCycle: row.reviewCycle, creationDate, submissionDate };
  return {
    ...shown,
    ...pick(city, "cityName", "approvalWording"),
    /** Without a listed plan check, the permit shows its status. */
    word: listedWord ?? wordForCity(planCheck),
    receivedOn: planCheck?.receivedOn ?? firstReceivedOn(dates, firstAssignedAt),
    newPlansSince: newPlansSince && dayOf(newPlansSince),
  };
}
