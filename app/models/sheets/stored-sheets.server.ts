import { asc, eq } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import type { ResubmittalSet } from "../cities/city";
import type { Permit } from "../permits/permit-scope.server";
import { pick } from "../shown-fields";
import { cities, planFiles, planSets, sheets } from "../tables.server";
import { placeSheets } from "./sheet";
import { isToConfirm } from "./sheet-question";

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

/** Whether nobody has confirmed the list of sheets that are reviewed now. */
export async function hasUnconfirmedSheets({
  id,
  reviewCycle,
}: Pick<Permit, "id" | "reviewCycle">): Promise<boolean> {
  const { sets } = await readStoredSheets(db, id);
  return sets.some((set) => set.reviewCycle === reviewCycle && isToConfirm(set));
}

/** Whether the permit's city wants complete sets, or changed sheets only. */
export async function readResubmittalSets({ cityId }: Pick<Permit, "cityId">): Promise<ResubmittalSet> {
  const [city] = await db
    .select({ resubmittalSets: cities.resubmittalSets })
    .from(cities)
    .where(eq(cities.id, cityId));
  return city?.resubmittalSets ?? "complete";
}

export type PermitSheets = Awaited<ReturnType<typeof readSheets>>;
export type PermitSheet = PermitSheets["sheets"][number];
