import { correctionsFor } from "~/models/letters/issued-correction.server";
import { pointsPerInch } from "~/models/pdf/pdf-task";
import { mayUpload } from "~/models/permits/plan-file.server";
import { notFound } from "~/models/refusal";
import { mayTakeBack } from "~/models/sheets/change-sheet.server";
import { contentHash } from "~/models/sheets/rendition";
import { bySheetNumber, sheetName, sheetStates } from "~/models/sheets/sheet";
import { correctionsOf } from "~/models/sheets/sheet-correction";
import { sheetNumberKey } from "~/models/sheets/sheet-number";
import { type PermitSheet, readSheets } from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { listAssignmentsOnce } from "../../permits/parts/read-once.server";
import { loadSheetsHeader, type OpenedSheets } from "./open-sheets.server";

export type SheetData = Awaited<ReturnType<typeof loadSheet>>;

export async function loadSheet(opened: OpenedSheets, sheetId: string, request: Request) {
  const { viewer, permit, asCity, base } = opened;
  const sheet = await sheetOf(viewer, permit.id, sheetId);
  const { sheets } = await readSheets(permit);
  const placed = sheets.find(({ id }) => id === sheet.id);
  if (!placed) throw notFound("Sheet");
  const corrections = placed.isDocument ? [] : await correctionsFor(viewer, permit.id, {});
  const assignments = asCity ? [] : await listAssignmentsOnce(request, viewer, permit);
  return {
    ...(await loadSheetsHeader(opened, request)),
    base,
    sheet: {
      ...pick(sheet, "id", "page", "number", "title", "numberSource", "width", "height", "cannotBeShown"),
      ...pick(sheet, "fileName", "planFileId", "reviewCycle", "withdrawnIn", "withdrawnByName", "updatedAt"),
      name: nameOf(placed),
      size: `${inches(sheet.width)} × ${inches(sheet.height)} in`,
      hash: contentHash(sheet.sha256),
      isWithdrawn: sheet.withdrawnAt !== null,
      isCurrent: placed.isCurrent,
      isDocument: placed.isDocument,
      state: placed.state && sheetStates[placed.state],
    },
    versions: versionsOf(placed, sheets),
    ...neighboursOf(placed, sheets),
    corrections: correctionsOf(corrections, sheet.number).map((correction) =>
      pick(correction, "id", "number", "discipline", "status", "text", "sheet"),
    ),
    mayChange: mayUpload(viewer, permit, assignments),
    mayTakeBack: mayTakeBack(permit, sheet),
  };
}

const inches = (points: number): number => Math.round((points / pointsPerInch) * 100) / 100;

const nameOf = (sheet: PermitSheet): string => (sheet.isDocument ? `p. ${sheet.page}` : sheetName(sheet));

/** The other sheets of the same number, the latest first. */
export const versionsOf = (sheet: PermitSheet, sheets: PermitSheet[]) =>
  sheet.number === null || sheet.isDocument
    ? []
    : sheets
        .filter(
          ({ id, number, isDocument }) =>
            id !== sheet.id &&
            !isDocument &&
            number !== null &&
            sheetNumberKey(number) === sheetNumberKey(sheet.number ?? ""),
        )
        .toReversed()
        .map((other) => ({ ...pick(other, "id", "reviewCycle", "isCurrent", "page"), name: nameOf(other) }));

/** The sheets before and after it: in the current set by number, else in its file. */
function neighboursOf(sheet: PermitSheet, sheets: PermitSheet[]) {
  const isInSet = sheet.isCurrent && !sheet.isDocument;
  const row = isInSet
    ? sheets.filter(({ isCurrent, isDocument }) => isCurrent && !isDocument).toSorted(bySheetNumber)
    : sheets.filter(({ planSetId }) => planSetId === sheet.planSetId);
  const at = row.findIndex(({ id }) => id === sheet.id);
  const link = (other?: PermitSheet) => (other ? { id: other.id, name: nameOf(other) } : null);
  return { previous: link(row[at - 1]), next: link(row[at + 1]), position: at + 1, of: row.length };
}
