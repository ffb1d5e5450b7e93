import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { batchesOf } from "~/platform/db/batches.server";
import { type Connection, db } from "~/platform/db/db.server";
import { positionIn } from "~/platform/db/dialect.server";
import type { List } from "~/platform/db/list.server";
import { orderOfName, orderTerms } from "~/platform/db/list-order.server";
import { foundIn } from "~/platform/db/text-search.server";
import { storedColumns } from "../columns";
import { blank } from "../corrections/correction";
import type { Discipline } from "../discipline";
import { rowsBefore } from "../paging";
import { allow, type Viewer } from "../policy";
import { foundRow, refusalAtField } from "../refusal";
import { pick } from "../shown-fields";
import { cities, standardComments } from "../tables.server";
import { maxOffered, type StandardCommentFilter, standardCommentColumns } from "./standard-comment";

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
  return and(
    sql`1 = 1`,
    discipline && eq(standardComments.discipline, discipline),
    cityId === undefined ? undefined : isOfCity(cityId),
    isActive === undefined ? undefined : eq(standardComments.isActive, isActive),
    foundIn([standardComments.title, standardComments.codeReference, standardComments.text], q),
  ) as SQL;
}

const isOfCity = (cityId: number | "every"): SQL =>
  cityId === "every" ? isNull(standardComments.cityId) : eq(standardComments.cityId, cityId);

const readRows = (where: SQL, order: Order = {}, { limit, offset } = { limit: -1, offset: 0 }) =>
  db
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
      yield* batchesOf(await readRows(where, order));
    },
  };
}

export async function readStandardComment(viewer: Viewer, id: number): Promise<ListedStandardComment> {
  allow(viewer, "standard-comment.read");
  return foundRow(await readRows(eq(standardComments.id, id)), "Standard comment");
}

export const isOffered = (cityId: number, discipline?: Discipline): SQL =>
  and(
    discipline && eq(standardComments.discipline, discipline),
    eq(standardComments.isActive, true),
    or(isNull(standardComments.cityId), eq(standardComments.cityId, cityId)),
  ) as SQL;

export async function readOffered(
  tx: Connection,
  { cityId }: { cityId: number },
  discipline: Discipline,
  ids: number[],
  field = "standardIds",
) {
  const rows = await tx
    .select()
    .from(standardComments)
    .where(and(inArray(standardComments.id, ids), isOffered(cityId, discipline)))
    .orderBy(asc(standardComments.id));
  if (rows.length === new Set(ids).size) return rows;
  throw refusalAtField(field, "A standard comment is no longer offered. Choose again");
}

/** Using the comment copies all of its text. */
const shownLength = 240;

type Search = { q?: string; code?: string; chosen?: number[] };

/** `q` is in title and text, `code` in the code reference. Chosen ones are first, whether they match or not. */
export async function listOffered(
  viewer: Viewer,
  { cityId }: { cityId: number },
  discipline: Discipline,
  { q, code, chosen = [] }: Search,
) {
  allow(viewer, "standard-comment.read");
  const matches = and(
    foundIn([standardComments.title, standardComments.text], q),
    foundIn([standardComments.codeReference], code),
  );
  const isChosen = chosen.length > 0 ? inArray(standardComments.id, chosen) : undefined;
  return db
    .select({
      ...pick(standardComments, "id", "kind", "title", "codeReference"),
      text: sql<string>`substr(${standardComments.text}, 1, ${shownLength})`,
      hasBlank: sql`${positionIn(standardComments.text, sql`${blank}`)} > 0`.mapWith(Boolean) as SQL<boolean>,
    })
    .from(standardComments)
    .where(and(isOffered(cityId, discipline), matches && or(matches, isChosen)))
    .orderBy(
      ...(isChosen ? [desc(isChosen)] : []),
      isNull(standardComments.cityId),
      desc(standardComments.uses),
      asc(orderOfName(standardComments.title)),
      asc(standardComments.id),
    )
    .limit(maxOffered);
}

export async function findOffered({ cityId }: { cityId: number }, id: number) {
  const [comment] = await db
    .select()
    .from(standardComments)
    .where(and(eq(standardComments.id, id), isOffered(cityId)));
  return comment;
}
