import { obstacles } from "~/models/pdf/pdf-task";
import { pointsPerInch } from "~/models/pdf/points-per-inch";
import type { Order } from "~/models/pdf/render-children.server";
import { notFound } from "~/models/refusal";
import { contentHash } from "~/models/sheets/rendition";
import { sheetName } from "~/models/sheets/sheet";
import { cellOfArea, viewOfArea } from "~/models/sheets/sheet-comparison";
import { readDifferences } from "~/models/sheets/sheet-comparison.server";
import {
  isSameView,
  pictureOfView,
  readView,
  type SheetView,
  viewOfPicture,
} from "~/models/sheets/sheet-view";
import { type PermitSheet, type ReadSheet, readSheets } from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import { sheetOf } from "../../permits/parts/permit-dialog.server";
import { versionsOf } from "./load-sheet.server";
import { loadSheetsHeader, type OpenedSheets } from "./open-sheets.server";

export type ComparisonData = Awaited<ReturnType<typeof loadComparison>>;
export type ComparedPair = NonNullable<ComparisonData["pair"]>;

type Asked = { params: { sheetId: string }; request: Request; url: URL };

export async function loadComparison(opened: OpenedSheets, { params, request, url }: Asked) {
  const { viewer, permit, base } = opened;
  const sheet = await sheetOf(viewer, permit.id, params.sheetId);
  const { sheets } = await readSheets(permit);
  const placed = placeOf(sheet, sheets);
  const versions = versionsOf(placed, sheets);
  const chosen = url.searchParams.get("with") ?? placed.previousId ?? versions[0]?.id;
  const other = chosen === undefined ? null : await sheetOf(viewer, permit.id, String(chosen));
  if (other?.id === sheet.id) throw notFound("Sheet");
  const order = { owner: viewer.id, signal: request.signal };
  const view = viewOfPicture(pictureOfView(readView(url.searchParams)));
  return {
    ...(await loadSheetsHeader(opened, request)),
    base,
    path: `${base}/${sheet.id}/compare`,
    sheet: { id: sheet.id, name: sheetName(sheet) },
    versions,
    otherId: other?.id ?? null,
    view,
    pair: other && (await comparePair(inOrder(sheets, sheet, other), view, order)),
  };
}

function placeOf({ id }: ReadSheet, sheets: PermitSheet[]): PermitSheet {
  const placed = sheets.find((one) => one.id === id);
  if (!placed) throw notFound("Sheet");
  return placed;
}

/** Whichever of the two is asked for, the one that was sent before is the earlier one. */
function inOrder(sheets: PermitSheet[], one: ReadSheet, other: ReadSheet) {
  const positionOf = (sheet: ReadSheet) => sheets.indexOf(placeOf(sheet, sheets));
  const [earlier, later] = positionOf(one) < positionOf(other) ? [one, other] : [other, one];
  return { earlier, later };
}

type Pair = ReturnType<typeof inOrder>;

async function comparePair({ earlier, later }: Pair, view: SheetView, order: Order) {
  const differences = await readDifferences(earlier, later, order);
  return {
    earlier: shownSheet(earlier, later),
    later: shownSheet(later, earlier),
    obstacle: differences ? differences.obstacle && obstacles[differences.obstacle].label : cannotBeDrawn,
    areas: (differences?.areas ?? []).map((area, index) => ({
      ...area,
      number: index + 1,
      view: viewOfArea(area),
      isCurrent: view.zoom > 1 && isSameView(view, viewOfArea(area)),
      cell: cellOfArea(area),
    })),
    shift: {
      x: (differences?.shift.x ?? 0) / pointsPerInch,
      y: (differences?.shift.y ?? 0) / pointsPerInch,
    },
  };
}

const cannotBeDrawn = "One of them cannot be drawn.";

const shownSheet = (sheet: ReadSheet, other: ReadSheet) => ({
  ...pick(sheet, "id", "width", "height", "title", "cannotBeShown", "fileName", "planFileId", "page"),
  name: sheetName(sheet),
  hash: contentHash(sheet.sha256),
  label: labelOf(sheet, other),
});

/** What tells one of the two from the other. */
function labelOf(sheet: ReadSheet, other: ReadSheet): string {
  const { reviewCycle, fileName, page } = sheet;
  if (sheetName(sheet) !== sheetName(other)) return `${sheetName(sheet)} of ${reviewCycle}`;
  if (reviewCycle !== other.reviewCycle) return reviewCycle;
  return fileName === other.fileName ? `Page ${page}` : fileName;
}
