import { asc, eq } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import type { Permit } from "../permits/permit-scope.server";
import { pick } from "../shown-fields";
import { planFiles, planSets, sheets } from "../tables.server";
import { placeSheets } from "./sheet";

/** All plan sets of a permit and their sheets, in the order of upload. */
export async function readStoredSheets(connection: Connection, permitId: number) {
  const sets = await connection
    .select({
      ...pick(planSets, "id", "planFileId", "reviewCycle", "kind", "state", "refusal", "findings", "settled"),
      ...pick(planSets, "confirmedAt", "confirmedByName", "updatedAt"),
      ...pick(planFiles, "fileName", "fileKey", "sha256", "isSetAside", "uploadedAt"),
    })
    .from(planSets)
    .innerJoin(planFiles, eq(planFiles.id, planSets.planFileId))
    .where(eq(planSets.permitId, permitId))
    .orderBy(asc(planFiles.uploadedAt), asc(planFiles.id));
  const rows = await connection
    .select()
    .from(sheets)
    .where(eq(sheets.permitId, permitId))
    .orderBy(asc(sheets.planSetId), asc(sheets.page));
  return { sets, sheets: rows };
}

export type StoredPlanSet = Awaited<ReturnType<typeof readStoredSheets>>["sets"][number];

/** The plan sets and sheets of a permit that the viewer may read. A city sees all that was submitted. */
export async function readSheets(permit: Pick<Permit, "id" | "reviewCycle">, connection: Connection = db) {
  const { sets, sheets } = await readStoredSheets(connection, permit.id);
  return { sets, sheets: placeSheets({ sets, sheets, reviewCycle: permit.reviewCycle }) };
}

export type PermitSheets = Awaited<ReturnType<typeof readSheets>>;
export type PermitSheet = PermitSheets["sheets"][number];
