import { correctionsFor } from "~/models/letters/issued-correction.server";
import { type ShownPlace, shownPlaces } from "~/models/letters/shown-place.server";
import { boxOf, type Drawn } from "~/models/markups/markup";
import { listPrivateMarks } from "~/models/markups/private-mark.server";
import { contentHash } from "~/models/sheets/rendition";
import { nameOfSheet } from "~/models/sheets/sheet";
import type { ReadSheet } from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import type { OpenedSheets } from "./open-sheets.server";
import { viewIn } from "./shown-view.server";

/** What is drawn on a sheet, as the viewer may see it: the places of corrections, and the viewer's private marks. */
export async function loadMarkups({ viewer, permit, asCity }: OpenedSheets, sheet: ReadSheet) {
  const corrections = await correctionsFor(viewer, permit.id, {}, { asCity });
  const places = await shownPlaces(viewer, permit, corrections, { asCity, sheetId: sheet.id });
  const marks = asCity ? [] : await listPrivateMarks(viewer, sheet.id);
  return { corrections, places, marks };
}

type Markups = { places: ShownPlace[]; marks: (Drawn & { id: number })[] };

/** The sheet with what its stage needs. The points of strokes come by a request of their own. */
export const boardOf = ({ base }: OpenedSheets, sheet: ReadSheet, { places, marks }: Markups, url: URL) => ({
  path: `${base}/${sheet.id}`,
  view: viewIn(url.searchParams, sheet),
  staged: {
    ...pick(sheet, "id", "title", "width", "height", "scale"),
    name: nameOfSheet(sheet),
    hash: contentHash(sheet.sha256),
  },
  places: places.map(withoutStroke),
  marks: marks.map(withoutStroke),
});

function withoutStroke<Markup extends Drawn>(markup: Markup): Markup & { isBox?: boolean } {
  if (markup.shape !== "freehand") return markup;
  const { left, top, right, bottom } = boxOf(markup.points);
  return {
    ...markup,
    isBox: true,
    points: [
      [left, top],
      [right, bottom],
    ],
  };
}
