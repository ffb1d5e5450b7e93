import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { notIndexed } from "../dialect.server";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import type { PermitStatus } from "../permits/permit";
import { countingLimit } from "../permits/permit-list.server";
import { visibleTo } from "../permits/permit-scope.server";
import { isShortSearch, joinedByIds, listMatches } from "../permits/permit-search.server";
import { underReview } from "../plan-checks/plan-check";
import { firstReceivedOn, isCurrentPlanCheck } from "../plan-checks/plan-check.server";
import { countPlanChecks, isLate, type PlanCheckCounts } from "../plan-checks/plan-check-counts.server";
import { type ListedWord, type PlanCheckView, planCheckViewValues } from "../plan-checks/plan-check-view";
import { allow, type Viewer } from "../policy";
import { isCurrentCycle } from "../review-cycle.server";
import { assignments, cities, listedPlanChecks, permits, planChecks } from "../tables.server";
import { searchText } from "../text-search.server";
import type { PlanCheckFilter } from "./plan-check-filter";
// Keeps the list up to date.
import "./plan-check-listing.server";

const byDueDate = [asc(listedPlanChecks.dueDate), asc(listedPlanChecks.permitId)];
const fromEnd = [desc(listedPlanChecks.dueDate), desc(listedPlanChecks.permitId)];

/** The condition for the listed plan checks in a tab on a day. */
function isInTab({ view, cityId }: PlanCheckFilter, today: CalendarDate): SQL {
  const isInView = view === "late" ? isLate(today) : eq(listedPlanChecks.word, view satisfies ListedWord);
  return and(isInView, cityId === undefined ? undefined : eq(listedPlanChecks.cityId, cityId)) as SQL;
}

/**
 * Returns a page of the plan checks in a tab, ten rows in the order of the permits' due dates, and the number in each
 * tab. A page that does not exist becomes the nearest one. A search looks at its newest matches only, up to the counting
 * limit of lists of permits; `isCapped` if there are more. Throws 403 for anyone but staff.
 */
export async function listInTab(viewer: Viewer, filter: PlanCheckFilter, today: CalendarDate) {
  allow(viewer, "plan-check.browse");
  const { ids, page, ...list } = await findPage(filter, today);
  return { ...list, page, rows: await readRows(viewer, ids) };
}

/** Counts the plan checks in each tab, and returns a query for the permits of the nearest existing page. */
async function findPage(filter: PlanCheckFilter, today: CalendarDate) {
  const search = searchText(filter.q);
  if (!search) {
    const counts = await countPlanChecks(today, filter.cityId);
    const page = nearestPage(filter.page, counts[filter.view]);
    return { counts, page, ids: idsOnPage(filter, page, counts, today), isCapped: false, isShort: false };
  }
  const { matches, isCapped } = await findMatches(search, filter.cityId);
  const counts = await countMatching(matches, today);
  const page = nearestPage(filter.page, counts[filter.view]);
  const ids = matchesOnPage(filter, page, matches, today);
  return { counts, page, ids, isCapped, isShort: isShortSearch(search) };
}

/** Only the ids are read in order, from the nearer end, because an index has them. */
function idsOnPage(filter: PlanCheckFilter, page: number, counts: PlanCheckCounts, today: CalendarDate) {
  const { isFromEnd, offset, limit } = sliceFromNearerEnd(rowsBefore(page), counts[filter.view]);
  return db
    .select({ id: listedPlanChecks.permitId })
    .from(listedPlanChecks)
    .where(isInTab(filter, today))
    .orderBy(...(isFromEnd ? fromEnd : byDueDate))
    .limit(limit)
    .offset(offset);
}

/** Joins the listed ones by their ids: after an upgrade, SQLite would take another index for one of an empty table. */
const fromMatches = (matches: number[]): SQL =>
  joinedByIds(matches, notIndexed(listedPlanChecks), listedPlanChecks.permitId);

const matchesOnPage = (filter: PlanCheckFilter, page: number, matches: number[], today: CalendarDate) =>
  db
    .select({ id: sql<number>`${listedPlanChecks.permitId}` })
    .from(fromMatches(matches))
    .where(isInTab(filter, today))
    .orderBy(...byDueDate)
    .limit(pageSize)
    .offset(rowsBefore(page));

/** Returns the newest permits that a search finds: first those under review, then the approved ones, of which few are listed. */
async function findMatches(search: string, cityId?: number) {
  // One more than the limit shows whether there are more.
  const limit = countingLimit + 1;
  const find = (statuses: PermitStatus[], most: number) =>
    listMatches(search, { cityId, states: statuses.map((status) => ({ status })) }, most);
  const matches = await find(underReview, limit);
  if (matches.length < limit) matches.push(...(await find(["approved"], limit - matches.length)));
  return { matches: matches.slice(0, countingLimit), isCapped: matches.length === limit };
}

async function countMatching(matches: number[], today: CalendarDate): Promise<PlanCheckCounts> {
  const late = isLate(today).mapWith(Boolean);
  const groups = await db
    .select({ word: sql<ListedWord>`${listedPlanChecks.word}`, isLate: late, planChecks: count() })
    .from(fromMatches(matches))
    // By their positions: PostgreSQL takes an expression with the same date, bound again, for another one.
    .groupBy(sql`1`, sql`2`);
  const counts = Object.fromEntries(planCheckViewValues.map((view) => [view, 0])) as PlanCheckCounts;
  const add = (view: PlanCheckView, planChecks: number) => {
    counts[view] += planChecks;
  };
  for (const { word, isLate, planChecks } of groups) {
    add(word, planChecks);
    if (isLate) add("late", planChecks);
  }
  return counts;
}

/** Null for a permit whose plan check is stored: only the others need it. */
const firstAssignedAt = sql<string | null>`case when ${planChecks.id} is null then (${db
  .select({ createdAt: sql`min(${assignments.createdAt})` })
  .from(assignments)
  .where(and(eq(assignments.permitId, permits.id), isCurrentCycle))}) end`;

async function readRows(viewer: Viewer, ids: ReturnType<typeof idsOnPage | typeof matchesOnPage>) {
  const rows = await db
    .select({
      id: permits.id,
      urban37PermitNumber: permits.urban37PermitNumber,
      revisionNumber: permits.revisionNumber,
      cityPermitNumber: permits.cityPermitNumber,
      projectName: permits.projectName,
      cityName: cities.cityName,
      status: permits.status,
      reviewCycle: permits.reviewCycle,
      word: listedPlanChecks.word,
      dueDate: listedPlanChecks.dueDate,
      disciplines: listedPlanChecks.disciplines,
      decided: listedPlanChecks.decided,
      receivedOn: planChecks.receivedOn,
      creationDate: permits.creationDate,
      submissionDate: permits.submissionDate,
      firstAssignedAt,
    })
    .from(listedPlanChecks)
    .innerJoin(permits, eq(permits.id, listedPlanChecks.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .leftJoin(planChecks, isCurrentPlanCheck)
    .where(and(visibleTo(viewer), inArray(listedPlanChecks.permitId, ids)))
    .orderBy(...byDueDate);
  return rows.map(({ firstAssignedAt, creationDate, submissionDate, ...row }) => ({
    ...row,
    // A plan check that no command has opened yet reads as it will be opened.
    receivedOn:
      row.receivedOn ??
      firstReceivedOn({ reviewCycle: row.reviewCycle, creationDate, submissionDate }, firstAssignedAt),
  }));
}

export type ListedPlanCheck = Awaited<ReturnType<typeof listInTab>>["rows"][number];
