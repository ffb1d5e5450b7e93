import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { addDays, type CalendarDate } from "../calendar-date";
import { db } from "../db.server";
import { rowsOfIds } from "../dialect.server";
import { orderTerms } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { finalStatuses } from "../permits/permit";
import { countingLimit } from "../permits/permit-list.server";
import { isFoundBy, isShortSearch, listMatches } from "../permits/permit-search.server";
import type { Viewer } from "../policy";
import { assignments, backChecks, cities, corrections, letters, permits } from "../tables.server";
import { searchText } from "../text-search.server";
import { byDueDate, isListed, isOpenOf } from "./assignment-list.server";
import { isPaused, lastDayOfWeek } from "./calendar.server";
import type { WorkFilter } from "./work-filter";
import { countWork, listWork, openFirst, readWork, selectWork } from "./work-list.server";

const cycleNumber = (cycle: typeof letters.reviewCycle | typeof permits.reviewCycle) =>
  sql`cast(substr(${cycle}, 3) as integer)`;

/** In a query of assignments with their permits and cities: the corrections to back-check, as `needsBackCheck` says. */
const toBackCheck = db
  .select({ count: count() })
  .from(corrections)
  .innerJoin(letters, eq(letters.id, corrections.firstLetterId))
  .where(
    and(
      eq(corrections.permitId, assignments.permitId),
      eq(corrections.discipline, assignments.discipline),
      eq(corrections.kind, "correction"),
      eq(corrections.status, "open"),
      sql`${cycleNumber(letters.reviewCycle)} < ${cycleNumber(permits.reviewCycle)}`,
      sql`${cities.usesCorrections} = true`,
      notInArray(permits.status, finalStatuses),
      notExists(
        db
          .select({ one: sql`1` })
          .from(backChecks)
          .where(
            and(eq(backChecks.correctionId, corrections.id), eq(backChecks.reviewCycle, permits.reviewCycle)),
          ),
      ),
    ),
  );

function isInView({ view, employeeId }: WorkFilter, today: CalendarDate): SQL | undefined {
  const due = assignments.employeeDueDate;
  switch (view) {
    case undefined:
      return undefined;
    case "returned":
      return and(isOpenOf(employeeId), isNotNull(assignments.returnRemark));
    case "to_back_check":
      return and(isOpenOf(employeeId), sql`(${toBackCheck}) > 0`);
    case "week":
      return and(
        isOpenOf(employeeId),
        gte(due, today),
        lte(due, addDays(today, lastDayOfWeek)),
        not(isPaused),
      );
  }
}

type Found = { condition?: SQL; isCapped: boolean; isShort: boolean };

/** One reviewer has few assignments, all of which are searched; for all reviewers, the newest permits that match. */
async function findPermits(typed: string | undefined, employeeId: number | undefined): Promise<Found> {
  const search = searchText(typed);
  if (!search) return { isCapped: false, isShort: false };
  if (employeeId !== undefined) {
    return { condition: isFoundBy(search), isCapped: false, isShort: isShortSearch(search) };
  }
  const matches = await listMatches(search, {}, countingLimit + 1);
  const ids = rowsOfIds(matches.slice(0, countingLimit));
  return {
    condition: sql`${assignments.permitId} in (select listed.value from ${ids})`,
    isCapped: matches.length > countingLimit,
    isShort: isShortSearch(search),
  };
}

/**
 * A page of the assignments in current cycles that match a filter, with the numbers of all and what each row says in
 * addition: whether it was returned, and how many corrections are to be back-checked. Refuses as `listWork` does.
 */
export async function searchWork(viewer: Viewer, filter: WorkFilter, today: CalendarDate) {
  const isFiltered = filter.q !== undefined || filter.view !== undefined;
  const { rows, ...list } = isFiltered
    ? await listMatching(viewer, filter, today)
    : { ...(await listWork(viewer, filter)), isCapped: false, isShort: false };
  const badges = await readBadges(rows.map(({ id }) => id));
  return { ...list, rows: rows.map((row) => ({ ...row, ...(badges.get(row.id) ?? noBadges) })) };
}

const noBadges = { isReturned: false, toBackCheck: 0 };

async function listMatching(viewer: Viewer, filter: WorkFilter, today: CalendarDate) {
  const { employeeId, status } = filter;
  const counts = await countWork(viewer, employeeId);
  const { condition, ...found } = await findPermits(filter.q, employeeId);
  const where = and(isListed(status, employeeId), isInView(filter, today), condition);
  const [row] = await db
    .select({ total: count() })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(where);
  const total = row?.total ?? 0;
  const page = nearestPage(filter.page, total);
  const ids = db
    .select({ id: assignments.id })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(where)
    .orderBy(desc(assignments.isOpen), ...orderTerms(byDueDate))
    .limit(pageSize)
    .offset(rowsBefore(page));
  const rows = await readWork(viewer, () => selectWork(inArray(assignments.id, ids), pageSize));
  return { ...found, counts, total, page, rows: openFirst(rows) };
}

/** What the rows of a list say in addition: whether a review was returned, and how many corrections to back-check. */
async function readBadges(ids: number[]) {
  const rows = await db
    .select({
      id: assignments.id,
      isReturned: sql`${assignments.returnRemark} is not null`.mapWith(Boolean) as SQL<boolean>,
      toBackCheck: sql`(${toBackCheck})`.mapWith(Number) as SQL<number>,
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(and(inArray(assignments.id, ids), ne(assignments.status, "completed")));
  return new Map(rows.map(({ id, ...badges }) => [id, badges]));
}
