import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { batchesOf } from "../batches.server";
import { storedColumns } from "../columns";
import { type Connection, db } from "../db.server";
import type { List } from "../list.server";
import { orderOfName, orderTerms } from "../list-order.server";
import { rowsBefore } from "../paging";
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
const mostUsedFirst = [desc(standardComments.uses), asc(orderOfTitle), asc(standardComments.id)];

const termsOf = ({ sort, descending }: Order): SQL[] =>
  sort ? orderTerms({ by: sortColumns[sort], id: standardComments.id, descending }) : mostUsedFirst;

/** Programs can also choose the active or the inactive ones. */
type ListFilter = StandardCommentFilter & { isActive?: boolean };

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

type Range = { limit?: number; offset?: number; connection?: Connection };

const readRows = (where: SQL, order: Order = {}, { limit = -1, offset = 0, connection = db }: Range = {}) =>
  connection
    .select({
      ...storedColumns(standardComments, standardCommentColumns),
      cityCode: cities.urban37CityCode,
      cityName: cities.cityName,
    })
    .from(standardComments)
    .leftJoin(cities, eq(cities.id, standardComments.cityId))
    .where(where)
    .orderBy(...termsOf(order))
    .limit(limit)
    .offset(offset);

export type ListedStandardComment = Awaited<ReturnType<typeof readRows>>[number];

/** The most used first unless sorted. Staff only. */
export function standardCommentList(
  viewer: Viewer,
  filter: ListFilter,
  order: Order = {},
): List<ListedStandardComment> {
  allow(viewer, "standard-comment.read");
  const where = matching(filter);
  return {
    count: async () => db.$count(standardComments, where),
    page: async (page, size) => readRows(where, order, { limit: size, offset: rowsBefore(page, size) }),
    all: async function* () {
      const { id } = standardComments;
      const rows = await db
        .select({ id })
        .from(standardComments)
        .where(where)
        .orderBy(...termsOf(order));
      for await (const part of batchesOf(rows.map((row) => row.id))) yield readRows(inArray(id, part), order);
    },
  };
}

/** Throws 404 for an unknown one. */
export async function readStandardComment(
  viewer: Viewer,
  id: number,
  connection: Connection = db,
): Promise<ListedStandardComment> {
  allow(viewer, "standard-comment.read");
  const [row] = await readRows(eq(standardComments.id, id), {}, { connection });
  if (!row) throw notFound("Standard comment");
  return row;
}
