import type { Permit } from "~/models/permits/permit-scope.server";
import { pluralize } from "~/models/pluralize";
import { contentHash } from "~/models/sheets/rendition";
import { bySheetNumber, sheetName } from "~/models/sheets/sheet";
import { countQuestions, cycleToConfirm, questionsOf } from "~/models/sheets/sheet-question";
import { type PermitSheet, type PermitSheets, readSheets } from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";

const shownSheets = 12;

type Choice = { mayChange: boolean; asCity?: boolean };

/** The first sheets of the current set, and whether their list is to be confirmed. Null without sheets. */
export async function loadSheetStrip(permit: Permit, { mayChange, asCity = false }: Choice) {
  const stored = await readSheets(permit);
  if (stored.sheets.length === 0) return null;
  const hashes = new Map(stored.sets.map(({ id, sha256 }) => [id, contentHash(sha256)]));
  const current = stored.sheets
    .filter(({ isCurrent, isDocument }) => isCurrent && !isDocument)
    .toSorted(bySheetNumber);
  return {
    base: `${asCity ? "/oakvilles" : ""}/permits/${permit.id}/sheets`,
    shown: current.slice(0, shownSheets).map((sheet) => ({
      ...pick(sheet, "id", "width", "height", "cannotBeShown"),
      hash: hashes.get(sheet.planSetId) ?? "",
      name: sheetName(sheet),
    })),
    total: current.length,
    toConfirm: mayChange ? confirmationText(stored) : null,
  };
}

function confirmationText(stored: PermitSheets): string | null {
  const cycle = cycleToConfirm(stored.sets);
  if (!cycle) return null;
  const questions = countQuestions(questionsOf<PermitSheet>(cycle, stored));
  const list = `Confirm the sheet list of ${cycle}`;
  return questions === 0 ? list : `${list}: ${pluralize(questions, "question", "questions")}`;
}
