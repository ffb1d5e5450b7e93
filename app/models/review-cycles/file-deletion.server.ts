import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { existsIn } from "~/platform/db/exists.server";
import { pluralize } from "../pluralize";
import { scopeOf, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { cities, letters, markups, permits, planChecks, planFiles, planSets, sheets } from "../tables.server";
import { finishedReview, overSql } from "./plan-check.server";

/** Plans that were received are in each later letter of their cycle. */
const listing = or(
  eq(letters.id, planFiles.letterId),
  and(
    isNull(planFiles.letterId),
    eq(planFiles.origin, "submitted"),
    eq(letters.permitId, planFiles.permitId),
    eq(letters.reviewCycle, planFiles.reviewCycle),
    gte(letters.createdAt, planFiles.uploadedAt),
  ),
);

const finishedPlanCheck = db
  .select({ id: planChecks.id })
  .from(planChecks)
  .innerJoin(permits, eq(permits.id, planChecks.permitId))
  .innerJoin(cities, and(eq(cities.id, permits.cityId), eq(cities.usesCorrections, true)))
  .where(
    and(
      eq(planChecks.permitId, planFiles.permitId),
      eq(planChecks.reviewCycle, planFiles.reviewCycle),
      overSql,
    ),
  );

/** Because a letter lists it, the plan check of its cycle is over, or it is set aside. */
export const mustStaySql =
  sql`${or(planFiles.isSetAside, existsIn(letters, listing), exists(finishedPlanCheck))}`.mapWith(
    Boolean,
  ) as SQL<boolean>;

const sheetsOfFile = (connection: Connection, planFileId: number | typeof planFiles.id) =>
  connection
    .select({ id: sheets.id })
    .from(sheets)
    .innerJoin(planSets, and(eq(planSets.id, sheets.planSetId), eq(planSets.planFileId, planFileId)));

/** Whether a correction has a place in the file: drafts too, which only the firm may know of. */
export const isPlacedSql = existsIn(
  markups,
  isNotNull(markups.correctionId),
  inArray(markups.sheetId, sheetsOfFile(db, planFiles.id)),
);

type NewPlanFile = Pick<
  typeof planFiles.$inferSelect,
  "id" | "permitId" | "reviewCycle" | "fileName" | "isSetAside"
>;

/** 409, which outside the firm does not say what is drawn on the sheets of the file. */
export async function refuseFileDeletion(tx: Connection, viewer: Viewer, file: NewPlanFile): Promise<void> {
  const isOfFirm = scopeOf(viewer, "assignment.read") === "all";
  const reason = isOfFirm ? await reasonToKeep(tx, file) : await frozenBy(tx, file);
  if (reason) throw new Refusal(409, `${reason}. Add the right file instead: it replaces this one.`);
  if (isOfFirm) return;
  const marks = await tx.$count(markups, inArray(markups.sheetId, sheetsOfFile(tx, file.id)));
  if (marks > 0) throw new Refusal(409, "This file is under review");
}

/** Returns "A-101 has 3 corrections on it", of the first sheet that has any. */
async function placesIn(tx: Connection, { id }: NewPlanFile): Promise<string | undefined> {
  const [placed] = await tx
    .select({
      number: sheets.number,
      page: sheets.page,
      corrections: sql<number>`count(distinct ${markups.correctionId})`.mapWith(Number),
    })
    .from(markups)
    .innerJoin(sheets, eq(sheets.id, markups.sheetId))
    .where(and(isNotNull(markups.correctionId), inArray(markups.sheetId, sheetsOfFile(tx, id))))
    .groupBy(sheets.id, sheets.number, sheets.page)
    .orderBy(sheets.page)
    .limit(1);
  if (!placed) return undefined;
  const { number, page, corrections } = placed;
  return `${number ?? `Page ${page}`} has ${pluralize(corrections, "correction", "corrections")} on it`;
}

export const hasSheets = async (planFileId: number): Promise<boolean> =>
  (await sheetsOfFile(db, planFileId).limit(1)).length > 0;

export const reasonToKeep = async (tx: Connection, file: NewPlanFile): Promise<string | undefined> =>
  (await frozenBy(tx, file)) ?? placesIn(tx, file);

async function frozenBy(tx: Connection, file: NewPlanFile): Promise<string | undefined> {
  const { fileName } = file;
  if (file.isSetAside) return `${fileName} is set aside: it stays`;
  const [letter] = await tx
    .select({ number: letters.number })
    .from(letters)
    .innerJoin(planFiles, and(eq(planFiles.id, file.id), listing))
    .orderBy(asc(letters.id))
    .limit(1);
  if (letter) return `${fileName} is listed in ${letter.number}`;
  const finished = await finishedReview(tx, file);
  return finished && `${finished.reason}: its files stay`;
}
