import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { partsOf } from "../batches.server";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import { orderOfName, orderTerms } from "../list-order.server";
import { nearestPage, pageSize, rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { cities, standardComments } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { standardCommentColumns } from "./standard-comment-columns";
import type { StandardCommentFilter } from "./standard-comment-filter";

const orderOfTitle = orderOfName(standardComments.title);

const sortColumns = {
  title: orderOfTitle,
  discipline: standardComments.discipline,
  uses: standardComments.uses,
  updatedAt: standardComments.updatedAt,
};

export type StandardCommentSort = keyof typeof sortColumns;
export const standardCommentSortNames = Object.keys(sortColumns) as StandardCommentSort[];

type Order = { sort?: StandardCommentSort; descending?: boolean };
type Range = { limit: number; offset: number };

const mostUsedFirst = [desc(standardComments.uses), asc(orderOfTitle), asc(standardComments.id)];

const termsOf = ({ sort, descending }: Order): SQL[] =>
  sort ? orderTerms({ by: sortColumns[sort], id: standardComments.id, descending }) : mostUsedFirst;

/** The filter of a list; programs can also choose the active or the inactive ones. */
export type ListFilter = Omit<StandardCommentFilter, "page"> & { isActive?: boolean };

function matching({ q, discipline, cityId, isActive }: ListFilter): SQL {
  const search = searchText(q);
  return and(
    sql`1 = 1`,
    discipline && eq(standardComments.discipline, discipline),
    cityId === undefined ? undefined : isOfCity(cityId),
    isActive === undefined ? undefined : eq(standardComments.isActive, isActive),
    search ? inTexts(search) : undefined,
  ) as SQL;
}

const isOfCity = (cityId: number | "every"): SQL =>
  cityId === "every" ? isNull(standardComments.cityId) : eq(standardComments.cityId, cityId);

const inTexts = (search: string): SQL =>
  contains([standardComments.title, standardComments.codeReference, standardComments.text], search);

const columns = {
  ...storedColumns(standardComments, standardCommentColumns),
  cityCode: cities.urban37CityCode,
  cityName: cities.cityName,
};

const everything: Range = { limit: -1, offset: 0 };

const readRows = (
  where: SQL,
  order: Order = {},
  { limit, offset } = everything,
  connection: Connection = db,
) =>
  connection
    .select(columns)
    .from(standardComments)
    .leftJoin(cities, eq(cities.id, standardComments.cityId))
    .where(where)
    .orderBy(...termsOf(order))
    .limit(limit)
    .offset(offset);

export type ListedStandardComment = Awaited<ReturnType<typeof readRows>>[number];

/** The characters of a text in the library's table. */
const shownLength = 160;

/**
 * Returns a page of ten standard comments for the library's table, the most used first, with the beginnings of their
 * texts. A page that does not exist becomes the nearest one. Throws 403 for anyone but employees and administrators.
 */
export async function listStandardComments(viewer: Viewer, filter: StandardCommentFilter) {
  allow(viewer, "standard-comment.read");
  const where = matching(filter);
  const total = await db.$count(standardComments, where);
  const page = nearestPage(filter.page, total);
  const { id, title, discipline, codeReference, uses, isActive, cityName } = columns;
  const shown = sql<string>`substr(${standardComments.text}, 1, ${shownLength})`;
  const isCut = sql`length(${standardComments.text}) > ${shownLength}`.mapWith(Boolean);
  const rows = await db
    .select({ id, title, text: shown, isCut, discipline, codeReference, uses, isActive, cityName })
    .from(standardComments)
    .leftJoin(cities, eq(cities.id, standardComments.cityId))
    .where(where)
    .orderBy(...mostUsedFirst)
    .limit(pageSize)
    .offset(rowsBefore(page));
  return { rows, page, total };
}

/** Returns the number of standard comments that match a filter. Throws 403 as `listStandardComments`. */
export async function countStandardComments(viewer: Viewer, filter: ListFilter): Promise<number> {
  allow(viewer, "standard-comment.read");
  return db.$count(standardComments, matching(filter));
}

/** Returns some standard comments in an order, the most used first by default. Throws 403 as `listStandardComments`. */
export async function pageOfStandardComments(
  viewer: Viewer,
  filter: ListFilter,
  page: number,
  size: number,
  order: Order = {},
) {
  allow(viewer, "standard-comment.read");
  return readRows(matching(filter), order, { limit: size, offset: rowsBefore(page, size) });
}

/** Returns all standard comments in an order, in batches. Throws 403 as `listStandardComments`. */
export function eachStandardComment(viewer: Viewer, filter: ListFilter, order: Order = {}) {
  allow(viewer, "standard-comment.read");
  return inParts(matching(filter), order);
}

async function* inParts(where: SQL, order: Order): AsyncGenerator<ListedStandardComment[]> {
  const ids = await db
    .select({ id: standardComments.id })
    .from(standardComments)
    .where(where)
    .orderBy(...termsOf(order));
  for await (const part of partsOf(ids.map(({ id }) => id))) {
    yield readRows(inArray(standardComments.id, part), order);
  }
}

/** Returns a standard comment as in the list. Throws 403 as `listStandardComments`, and 404 for an unknown one. */
export async function readStandardComment(
  viewer: Viewer,
  id: number,
  connection: Connection = db,
): Promise<ListedStandardComment> {
  allow(viewer, "standard-comment.read");
  const [row] = await readRows(eq(standardComments.id, id), {}, everything, connection);
  if (!row) throw notFound("Standard comment");
  return row;
}
