import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { byNumber, numberOf } from "../corrections/correction";
import type { Permit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { compareSheetNumbers } from "../sheets/sheet-number";
import { pick } from "../shown-fields";
import { corrections } from "../tables.server";
import { placeQuery } from "./markup";
import { readPlaces } from "./place-list.server";

/** With the query of the view that shows its place. */
type DraftOnSheet = { id: number; number: string; query: string | null };
export type DraftsOfSheet = { sheetId: number | null; name: string; drafts: DraftOnSheet[] };

const withoutPlace = "Not placed";

/** The drafts that the viewer has written for a permit, by the sheets of their places in the order of the sheet index. */
export async function ownDraftsBySheet(viewer: Viewer, permit: Permit): Promise<DraftsOfSheet[]> {
  allow(viewer, "correction.read");
  const isOwnDraft = and(
    eq(corrections.permitId, permit.id),
    eq(corrections.authorId, viewer.id),
    isNull(corrections.firstLetterId),
  );
  const drafts = await db
    .select(pick(corrections, "id", "discipline", "number"))
    .from(corrections)
    .where(isOwnDraft)
    .orderBy(asc(corrections.id));
  if (drafts.length === 0) return [];
  const places = await readPlaces(permit);
  const groups = new Map<number | null, DraftsOfSheet>();
  for (const draft of drafts.toSorted(byNumber)) {
    const shown = { id: draft.id, number: numberOf(draft) };
    const placed = places.get(draft.id) ?? [];
    for (const place of placed)
      add(groups, place.sheetId, place.name, { ...shown, query: placeQuery(place, draft.id) });
    if (placed.length === 0) add(groups, null, withoutPlace, { ...shown, query: null });
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      Number(one.sheetId === null) - Number(other.sheetId === null) ||
      compareSheetNumbers(one.name, other.name),
  );
}

function add(
  groups: Map<number | null, DraftsOfSheet>,
  sheetId: number | null,
  name: string,
  draft: DraftOnSheet,
): void {
  const group = groups.get(sheetId) ?? { sheetId, name, drafts: [] };
  groups.set(sheetId, group);
  // A draft with several places on a sheet is there once.
  if (!group.drafts.some(({ id }) => id === draft.id)) group.drafts.push(draft);
}
