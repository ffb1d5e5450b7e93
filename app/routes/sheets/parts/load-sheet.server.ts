import { correctionStatuses } from "~/models/corrections/correction";
import type { ShownPlace } from "~/models/letters/shown-place.server";
import { pointsPerInch } from "~/models/pdf/points-per-inch";
import type { Permit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { may } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { hasPlanChecks, isInReview } from "~/models/review-cycles/plan-check";
import { mayTakeBack } from "~/models/sheets/change-sheet.server";
import { openPage } from "~/models/sheets/draw-sheet.server";
import { contentHash } from "~/models/sheets/rendition";
import { bySheetNumber, keyOfSheet, nameOfSheet, sheetStates } from "~/models/sheets/sheet";
import { sheetCorrections } from "~/models/sheets/sheet-correction";
import { type PermitSheet, type PermitSheets, readSheets } from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { listAssignmentsOnce } from "../../permits/parts/read-once.server";
import { ownDisciplines } from "../../review/parts/read-review.server";
import { boardOf, loadMarkups } from "./load-board.server";
import { loadSheetsHeader, type OpenedSheets } from "./open-sheets.server";

export type SheetData = Awaited<ReturnType<typeof loadSheet>>;

type Opened = { request: Request; url: URL };

export async function loadSheet(opened: OpenedSheets, sheetId: string, { request, url }: Opened) {
  const { viewer, permit, asCity, base } = opened;
  const sheet = await sheetOf(viewer, permit.id, sheetId);
  const stored = await readSheets(permit);
  const { sheets } = stored;
  const placed = sheets.find(({ id }) => id === sheet.id);
  if (!placed) throw notFound("Sheet");
  if (!sheet.cannotBeShown) void openPage(sheet);
  const drawn = await loadMarkups(opened, sheet);
  const correctionsOn = sheetCorrections(drawn.corrections, drawn.places);
  const board = boardOf(opened, sheet, drawn, url);
  const assignments = asCity ? [] : await listAssignmentsOnce(request, viewer, permit);
  const own = !asCity && hasPlanChecks(permit) ? ownDisciplines(permit, assignments) : [];
  return {
    ...(await loadSheetsHeader(opened, request)),
    base,
    sheet: {
      ...pick(sheet, "id", "page", "number", "title", "numberSource", "width", "height", "cannotBeShown"),
      ...pick(sheet, "fileName", "planFileId", "reviewCycle", "withdrawnIn", "withdrawnByName", "updatedAt"),
      name: nameOfSheet(placed),
      size: `${inches(sheet.width)} × ${inches(sheet.height)} in`,
      hash: contentHash(sheet.sha256),
      isWithdrawn: sheet.withdrawnAt !== null,
      isCurrent: placed.isCurrent,
      isDocument: placed.isDocument,
      state: placed.state && sheetStates[placed.state],
    },
    versions: versionsOf(placed, sheets),
    ...neighboursOf(placed, stored),
    ...board,
    chosen: wholeNumber(url.searchParams.get("correction")),
    corrections: correctionsOn(placed).map((row) => ({
      ...pick(row, "id", "number", "discipline", "status", "text", "updatedAt"),
      isDraft: row.letterId === null,
      places: board.places
        .filter(({ correctionId }) => correctionId === row.id)
        .map((place) => ({
          ...pick(place, "id", "shape", "points"),
          mayRemove: own.includes(row.discipline) && isChangeable(permit, place),
        })),
    })),
    mayMark: !asCity && may(viewer, "private-mark.draw"),
    mayWrite: own.length > 0,
    mayChange: mayUpload(viewer, permit, assignments),
    mayTakeBack: mayTakeBack(permit, sheet),
  };
}

/** A place of a draft, or one of this cycle while its correction is open. */
const isChangeable = (
  { reviewCycle, planCheck }: Permit,
  { isDraft, placedIn, status }: ShownPlace,
): boolean =>
  isDraft || (placedIn === reviewCycle && isInReview(planCheck) && correctionStatuses[status].isOpen);

const inches = (points: number): number => Math.round((points / pointsPerInch) * 100) / 100;

/** The other sheets of the same number, the latest first. */
export function versionsOf(sheet: PermitSheet, sheets: PermitSheet[]) {
  const key = keyOfSheet(sheet);
  const others = sheets.filter((other) => key && other.id !== sheet.id && keyOfSheet(other) === key);
  return others.toReversed().map((other) => ({
    ...pick(other, "id", "reviewCycle", "isCurrent", "page"),
    name: nameOfSheet(other),
  }));
}

/** The sheets before and after it: in the current set by number, else in its file. */
function neighboursOf(sheet: PermitSheet, { sets, sheets }: PermitSheets) {
  const isInSet = sheet.isCurrent && !sheet.isDocument;
  const row = isInSet
    ? sheets.filter(({ isCurrent, isDocument }) => isCurrent && !isDocument).toSorted(bySheetNumber)
    : sheets.filter(({ planSetId }) => planSetId === sheet.planSetId);
  const at = row.findIndex(({ id }) => id === sheet.id);
  const hashOf = ({ planSetId }: PermitSheet) =>
    contentHash(sets.find(({ id }) => id === planSetId)?.sha256 ?? "");
  const link = (other?: PermitSheet) =>
    other ? { id: other.id, name: nameOfSheet(other), hash: hashOf(other) } : null;
  return { previous: link(row[at - 1]), next: link(row[at + 1]), position: at + 1, of: row.length };
}
