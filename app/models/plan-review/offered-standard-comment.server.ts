import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "../db.server";
import { positionIn } from "../dialect.server";
import type { Discipline } from "../discipline";
import { orderOfName } from "../list-order.server";
import { allow, type Viewer } from "../policy";
import { refusalAtField } from "../refusal";
import { standardComments } from "../tables.server";
import { contains, searchText } from "../text-search.server";
import { blank } from "./correction";
import { maxOffered } from "./standard-comment";

/** The city's own and those of all cities. */
const isOffered = (cityId: number, discipline?: Discipline): SQL =>
  and(
    discipline && eq(standardComments.discipline, discipline),
    eq(standardComments.isActive, true),
    or(isNull(standardComments.cityId), eq(standardComments.cityId, cityId)),
  ) as SQL;

/** In the order of their ids. Throws 400 if one is not offered. */
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

type Search = { q?: string; code?: string };

/**
 * The city's own first, then the most used, at most 50. `q` is in title and text, `code` in the code reference. Staff
 * only.
 */
export async function listOffered(
  viewer: Viewer,
  { cityId }: { cityId: number },
  discipline: Discipline,
  { q, code }: Search,
) {
  allow(viewer, "standard-comment.read");
  const [inText, inCode] = [searchText(q), searchText(code)];
  const matches = and(
    inText ? contains([standardComments.title, standardComments.text], inText) : undefined,
    inCode ? contains([standardComments.codeReference], inCode) : undefined,
  );
  return db
    .select({
      id: standardComments.id,
      kind: standardComments.kind,
      title: standardComments.title,
      codeReference: standardComments.codeReference,
      text: sql<string>`substr(${standardComments.text}, 1, ${shownLength})`,
      hasBlank: sql`${positionIn(standardComments.text, sql`${blank}`)} > 0`.mapWith(Boolean) as SQL<boolean>,
    })
    .from(standardComments)
    .where(and(isOffered(cityId, discipline), matches))
    .orderBy(
      isNull(standardComments.cityId),
      desc(standardComments.uses),
      asc(orderOfName(standardComments.title)),
      asc(standardComments.id),
    )
    .limit(maxOffered);
}

/** Undefined if it is not offered there. */
export async function findOffered({ cityId }: { cityId: number }, id: number) {
  const [comment] = await db
    .select()
    .from(standardComments)
    .where(and(eq(standardComments.id, id), isOffered(cityId)));
  return comment;
}
