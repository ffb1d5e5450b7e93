import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { reviewedOrigins } from "../files/plan-file";
import { type Permit, visibleTo } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { foundRow } from "../refusal";
import { pick } from "../shown-fields";
import { permits, planFiles, planSets, sheets } from "../tables.server";
import { placeSheets } from "./sheet";

const setColumns = {
  ...pick(planSets, "id", "planFileId", "reviewCycle", "kind", "state", "settled", "confirmedAt"),
  ...pick(planFiles, "fileName", "sha256", "fileKey", "isSetAside"),
};

/** All plan sets of a permit and their sheets, in the order of upload. */
export async function readStoredSheets(connection: Connection, permitId: number) {
  const rows = await connection
    .select({ set: setColumns, sheet: sheets })
    .from(planSets)
    .innerJoin(planFiles, eq(planFiles.id, planSets.planFileId))
    .leftJoin(sheets, eq(sheets.planSetId, planSets.id))
    .where(eq(planSets.permitId, permitId))
    .orderBy(asc(planFiles.uploadedAt), asc(planFiles.id), asc(sheets.page));
  const sets = new Map(rows.map(({ set }) => [set.id, set]));
  return { sets: [...sets.values()], sheets: rows.flatMap(({ sheet }) => sheet ?? []) };
}

/** What was found in the plan sets of a permit, by their ids. */
export async function readFindings(permitId: number) {
  const rows = await db
    .select(pick(planSets, "id", "state", "refusal", "findings", "confirmedAt", "confirmedByName"))
    .from(planSets)
    .where(eq(planSets.permitId, permitId));
  return new Map(rows.map((set) => [set.id, set]));
}

/** The plan sets and sheets of a permit that the viewer may read. A city sees all that was submitted. */
export async function readSheets(permit: Pick<Permit, "id" | "reviewCycle">, connection: Connection = db) {
  const { sets, sheets } = await readStoredSheets(connection, permit.id);
  return { sets, sheets: placeSheets({ sets, sheets, reviewCycle: permit.reviewCycle }) };
}

export const isDocumentSql = sql`${eq(planSets.kind, "document")}`.mapWith(Boolean) as SQL<boolean>;

/** Returns a sheet in the viewer's scope, with its plan set and file. */
export async function readSheet(viewer: Viewer, id: number, connection: Connection = db) {
  const rows = await connection
    .select({
      ...pick(sheets, "id", "permitId", "planSetId", "page", "number", "title", "numberSource"),
      ...pick(sheets, "width", "height", "cannotBeShown", "withdrawnAt", "withdrawnIn", "withdrawnByName"),
      ...pick(sheets, "scale", "updatedAt"),
      ...pick(planFiles, "fileName", "fileKey", "reviewCycle", "sha256"),
      planFileId: planFiles.id,
      isDocument: isDocumentSql,
    })
    .from(sheets)
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId))
    .innerJoin(
      planFiles,
      and(eq(planFiles.id, planSets.planFileId), inArray(planFiles.origin, reviewedOrigins)),
    )
    .innerJoin(permits, eq(permits.id, planFiles.permitId))
    .where(and(eq(sheets.id, id), visibleTo(viewer)));
  return foundRow(rows, "Sheet");
}

export type ReadSheet = Awaited<ReturnType<typeof readSheet>>;

/** Whether nobody has confirmed the list of sheets that are reviewed now, by the rule of `isToConfirm`. */
export const unconfirmedSheets = (
  connection: Connection,
  { id, reviewCycle }: Pick<Permit, "id" | "reviewCycle">,
) =>
  sql`${exists(
    connection
      .select({ one: sql`1` })
      .from(planSets)
      .innerJoin(planFiles, and(eq(planFiles.id, planSets.planFileId), eq(planFiles.isSetAside, false)))
      .where(
        and(
          eq(planSets.permitId, id),
          eq(planSets.reviewCycle, reviewCycle),
          eq(planSets.state, "ready"),
          eq(planSets.kind, "drawings"),
          isNull(planSets.confirmedAt),
        ),
      ),
  )}`.mapWith(Boolean) as SQL<boolean>;

export type PermitSheets = Awaited<ReturnType<typeof readSheets>>;
export type PermitSheet = PermitSheets["sheets"][number];
