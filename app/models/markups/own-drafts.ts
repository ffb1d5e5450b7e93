import { compareSheetNumbers } from "../sheets/sheet-number";
import { type Drawn, placeQuery } from "./markup";

/** With the query of the view that shows its place. */
type DraftOnSheet = { id: number; number: string; query: string | null };
export type DraftsOfSheet = { sheetId: number | null; name: string; drafts: DraftOnSheet[] };

type Draft = { id: number; number: string };
type Placed = Pick<Drawn, "points"> & { sheetId: number; correctionId: number };

const withoutPlace = "Not placed";

/** Groups drafts by the sheets of their places, in the order of the sheet index; those without a place come last. */
export function draftsBySheet(
  drafts: Draft[],
  places: Placed[],
  nameOf: (sheetId: number) => string,
): DraftsOfSheet[] {
  const groups = new Map<number | null, DraftsOfSheet>();
  const add = (sheetId: number | null, name: string, draft: DraftOnSheet) => {
    const group = groups.get(sheetId) ?? { sheetId, name, drafts: [] };
    groups.set(sheetId, group);
    // A draft with several places on a sheet is there once.
    if (!group.drafts.some(({ id }) => id === draft.id)) group.drafts.push(draft);
  };
  for (const { id, number } of drafts) {
    const own = places.filter(({ correctionId }) => correctionId === id);
    for (const place of own) {
      add(place.sheetId, nameOf(place.sheetId), { id, number, query: placeQuery(place, id) });
    }
    if (own.length === 0) add(null, withoutPlace, { id, number, query: null });
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      Number(one.sheetId === null) - Number(other.sheetId === null) ||
      compareSheetNumbers(one.name, other.name),
  );
}
