import type { CorrectionStatus } from "../corrections/correction";
import type { Discipline } from "../discipline";
import type { Drawn } from "../markups/markup";
import { readPlaces } from "../markups/place-list.server";
import type { ReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { scopeOf, type Viewer } from "../policy";
import { pick } from "../shown-fields";
import type { IssuedCorrection } from "./issued-correction.server";
import type { LetterPlace } from "./letter";

/** A place of a correction on a sheet, as the viewer may see it. */
export type ShownPlace = Drawn & {
  /** Only within the firm, where it may be removed. */
  id?: number;
  /** The cycle in which it was placed. */
  placedIn?: ReviewCycle | null;
  sheetId: number;
  correctionId: number;
  /** "F-3" */
  number: string;
  discipline: Discipline;
  status: CorrectionStatus;
  isDraft: boolean;
};

/** Returns the places, on one sheet or on all, of corrections that `correctionsFor` has returned. A city sees them where its letters have them. */
export async function shownPlaces(
  viewer: Viewer,
  permit: Permit,
  corrections: IssuedCorrection[],
  { asCity = false, sheetId }: { asCity?: boolean; sheetId?: number } = {},
): Promise<ShownPlace[]> {
  const isOfFirm = scopeOf(viewer, "correction.read") === "all";
  const stored = isOfFirm && !asCity ? await readPlaces(permit, sheetId) : undefined;
  return corrections.flatMap((correction) => {
    const { id, letterId } = correction;
    const ofCorrection = {
      ...pick(correction, "number", "discipline", "status"),
      correctionId: id,
      isDraft: letterId === null,
    };
    if (!stored) {
      const issued = (correction.places ?? []).filter(
        (place) => sheetId === undefined || place.sheetId === sheetId,
      );
      return issued.map((place) => ({ ...drawnOf(place), ...ofCorrection }));
    }
    return (stored.get(id) ?? []).map((place) => ({
      ...drawnOf(place),
      ...ofCorrection,
      id: place.id,
      placedIn: place.reviewCycle,
    }));
  });
}

const drawnOf = (place: LetterPlace) => pick(place, "sheetId", "shape", "points", "text");
