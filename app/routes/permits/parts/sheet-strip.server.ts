import type { ReviewCycle } from "~/models/permits/permit";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { PlanFile } from "~/models/permits/plan-file.server";
import { pluralize } from "~/models/pluralize";
import { contentHash } from "~/models/sheets/rendition";
import {
  bySheetNumber,
  type PlacedSheet,
  placeSheets,
  type StoredSheet,
  sheetName,
} from "~/models/sheets/sheet";
import { countQuestions, cycleToConfirm, questionsOf } from "~/models/sheets/sheet-question";

const shownSheets = 6;

type Choice = { mayChange: boolean };

/** The first sheets of the current set, and whether their list is to be confirmed. Null without sheets. */
export function sheetStripOf(permit: Permit, files: PlanFile[], { mayChange }: Choice) {
  const { sets, sheets } = placedIn(files, permit.reviewCycle);
  if (sheets.length === 0) return null;
  const hashes = new Map(sets.map(({ id, sha256 }) => [id, contentHash(sha256)]));
  const current = sheets
    .filter(({ isCurrent, isDocument }) => isCurrent && !isDocument)
    .toSorted(bySheetNumber);
  const toConfirm = mayChange ? confirmationText(sets, sheets) : undefined;
  const confirmation = toConfirm ? { toConfirm } : {};
  // One sheet is found by the link to the index.
  if (current.length < 2) return confirmation;
  return {
    ...confirmation,
    total: current.length,
    shown: current.slice(0, shownSheets).map((sheet) => ({
      id: sheet.id,
      ...(sheet.cannotBeShown && { cannotBeShown: true }),
      hash: hashes.get(sheet.planSetId) ?? "",
      name: sheetName(sheet),
    })),
  };
}

/** Whether a sheet has changed is not known here. */
const notCompared = { title: null, comparedWithId: null, isChanged: null };

function placedIn(files: PlanFile[], reviewCycle: ReviewCycle) {
  const earliestFirst = files.toReversed();
  const sets = earliestFirst.flatMap(({ planSet, reviewCycle, isSetAside }) =>
    planSet ? { ...planSet, reviewCycle, isSetAside } : [],
  );
  const sheets = earliestFirst.flatMap((file) =>
    file.sheets.map((sheet) => ({ ...sheet, ...notCompared, cannotBeShown: Boolean(sheet.cannotBeShown) })),
  );
  return { sets, sheets: placeSheets({ sets, sheets, reviewCycle }) };
}

type Sets = ReturnType<typeof placedIn>["sets"];

function confirmationText(sets: Sets, sheets: PlacedSheet[]): string | undefined {
  const cycle = cycleToConfirm(sets);
  if (!cycle) return undefined;
  const questions = countQuestions(questionsOf<StoredSheet>(cycle, { sets, sheets }));
  const list = `Confirm the sheet list of ${cycle}`;
  return questions === 0 ? list : `${list}: ${pluralize(questions, "question", "questions")}`;
}
