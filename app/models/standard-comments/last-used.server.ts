import { and, desc, eq, inArray, isNotNull, max } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import type { Discipline } from "../discipline";
import { allow, type Viewer } from "../policy";
import { pick } from "../shown-fields";
import { corrections, standardComments } from "../tables.server";
import { isOffered } from "./standard-comment-list.server";

const maxShown = 5;

/** The standard comments that the viewer used last, of some disciplines, as far as the permit's city has them. */
export async function lastUsedStandardComments(
  viewer: Viewer,
  { cityId }: { cityId: number },
  disciplines: Discipline[],
) {
  allow(viewer, "standard-comment.read");
  if (disciplines.length === 0) return [];
  return db
    .select(pick(standardComments, "id", "title", "codeReference"))
    .from(corrections)
    .innerJoin(standardComments, eq(standardComments.id, corrections.standardCommentId))
    .where(
      and(
        eq(corrections.authorId, viewer.id),
        isNotNull(corrections.standardCommentId),
        inArray(standardComments.discipline, disciplines),
        isOffered(cityId),
      ),
    )
    .groupBy(standardComments.id, standardComments.title, standardComments.codeReference)
    .orderBy(desc(max(corrections.id)))
    .limit(maxShown);
}
