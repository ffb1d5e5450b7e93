import { and, eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import type { Permit } from "../permits/permit-scope.server";
import { allowUpload } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { foundRow, refusalAtField } from "../refusal";
import { isCycleOver, uploadCycleOf } from "../review-cycles/upload-cycle";
import { pick } from "../shown-fields";
import { refuseStale } from "../stale-row.server";
import { planFiles, planSets, sheets } from "../tables.server";
import { queueComparisons } from "./check-plan-set.server";
import { withdrawnBy } from "./confirm-sheets.server";
import { fillTextsOf } from "./placed-sheet-text.server";
import { type PlanSetKind, planSetKinds } from "./plan-set";
import { sheetName } from "./sheet";
import { type ReadSheet, readSheet } from "./stored-sheets.server";

export type SheetChanges = {
  number?: string | null;
  title?: string | null;
  scale?: number;
  isWithdrawn?: boolean;
};

/** Whether a withdrawn sheet can still be taken back: until the letter of the cycle whose set lacks it. */
export const mayTakeBack = (permit: Permit, { withdrawnIn }: Pick<ReadSheet, "withdrawnIn">): boolean =>
  withdrawnIn === null || !isCycleOver(permit, withdrawnIn);

/** Changes number, title and scale of a sheet, withdraws it or takes it back. 403, 404, and 409 for an outdated version. */
export function changeSheet(viewer: Viewer, id: number, changes: SheetChanges, expectedVersion?: string) {
  return write(async (tx) => {
    const sheet = await readSheet(viewer, id, tx);
    const permit = await allowUpload(viewer, sheet.permitId, tx);
    const isWithdrawn = sheet.withdrawnAt !== null;
    const saved = { ...pick(sheet, "number", "title", "updatedAt"), isWithdrawn };
    await refuseStale(sheet, expectedVersion, "This sheet was changed after you opened it", saved);
    const { number = sheet.number, title = sheet.title, scale = sheet.scale } = changes;
    const { isWithdrawn: shallBeWithdrawn = isWithdrawn } = changes;
    if (isWithdrawn && !shallBeWithdrawn && !mayTakeBack(permit, sheet)) {
      throw refusalAtField("isWithdrawn", `${sheet.withdrawnIn} is over: the sheet stays withdrawn`, 409);
    }
    const next = {
      number,
      title,
      scale,
      numberSource: number === sheet.number ? sheet.numberSource : ("person" as const),
      ...(shallBeWithdrawn !== isWithdrawn &&
        (shallBeWithdrawn ? withdrawnBy(viewer, uploadCycleOf(permit) ?? permit.reviewCycle) : notWithdrawn)),
    };
    const changed = await changeRow(tx, sheets, sheet, next);
    await queueComparisons(tx, permit.id);
    if (number !== sheet.number) await fillTextsOf(tx, viewer, [id]);
    await recordEvent(tx, viewer, "permit.sheet-changed", permit.id, {
      sheet: sheetName(sheet),
      ...(number !== sheet.number && { number: [sheet.number, number] }),
      ...(title !== sheet.title && { title: [sheet.title, title] }),
      ...(scale !== sheet.scale && { scale: [sheet.scale, scale] }),
      ...(shallBeWithdrawn !== isWithdrawn && { isWithdrawn: [isWithdrawn, shallBeWithdrawn] }),
    });
    return changed;
  });
}

const notWithdrawn = { withdrawnAt: null, withdrawnIn: null, withdrawnById: null, withdrawnByName: null };

/** Says whether a file is drawings or a document. 403 or 404. */
export function changePlanSetKind(viewer: Viewer, permitId: number, planSetId: number, kind: PlanSetKind) {
  return write(async (tx) => {
    const permit = await allowUpload(viewer, permitId, tx);
    const [set] = await tx
      .select({ ...pick(planSets, "id", "kind", "updatedAt"), fileName: planFiles.fileName })
      .from(planSets)
      .innerJoin(planFiles, eq(planFiles.id, planSets.planFileId))
      .where(and(eq(planSets.id, planSetId), eq(planSets.permitId, permit.id)));
    const found = foundRow(set ? [set] : [], "File");
    if (found.kind === kind) return;
    await changeRow(tx, planSets, found, { kind });
    await fillTextsOf(tx, viewer, await sheetIdsOf(tx, planSetId));
    await queueComparisons(tx, permit.id);
    const labels = [planSetKinds[found.kind].label, planSetKinds[kind].label];
    await recordEvent(tx, viewer, "permit.sheet-changed", permit.id, { sheet: found.fileName, kind: labels });
  });
}

const sheetIdsOf = async (tx: Connection, planSetId: number): Promise<number[]> =>
  (await tx.select({ id: sheets.id }).from(sheets).where(eq(sheets.planSetId, planSetId))).map(
    ({ id }) => id,
  );
