import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { type EventActor, recordEvent } from "../audit.server";
import { nextMoment } from "../clock.server";
import { sheetTextOf } from "../markups/markup";
import { pick } from "../shown-fields";
import { corrections, markups, planSets, sheets } from "../tables.server";
import { nameOfSheet } from "./sheet";
import { compareSheetNumbers } from "./sheet-number";
import { isDocumentSql } from "./stored-sheets.server";

/** Returns the text of the places of a correction: the names of their sheets in the order of the index, each once. */
export async function textOfPlaces(tx: Connection, correctionId: number): Promise<string | null> {
  const placed = await tx
    .selectDistinct({ ...pick(sheets, "id", "number", "page"), isDocument: isDocumentSql })
    .from(markups)
    .innerJoin(sheets, eq(sheets.id, markups.sheetId))
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId))
    .where(eq(markups.correctionId, correctionId));
  return sheetTextOf([...new Set(placed.map(nameOfSheet))].sort(compareSheetNumbers));
}

/** After sheets have other numbers: drafts whose text was filled in name them anew. Letters stay as they are. */
export async function fillTextsOf(tx: Connection, actor: EventActor, sheetIds: number[]): Promise<void> {
  if (sheetIds.length === 0) return;
  const drafts = await tx
    .selectDistinct(pick(corrections, "id", "sheet", "updatedAt"))
    .from(markups)
    .innerJoin(corrections, eq(corrections.id, markups.correctionId))
    .where(
      and(
        inArray(markups.sheetId, sheetIds),
        eq(corrections.isSheetFilled, true),
        isNull(corrections.firstLetterId),
      ),
    );
  for (const { id, sheet, updatedAt } of drafts) {
    const filled = await textOfPlaces(tx, id);
    if (filled === sheet) continue;
    const changes = { sheet: filled, updatedAt: nextMoment(updatedAt) };
    await tx.update(corrections).set(changes).where(eq(corrections.id, id));
    await recordEvent(tx, actor, "correction.updated", id, { sheet: [sheet, filled] });
  }
}
