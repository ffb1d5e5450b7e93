import {
  correctionKinds,
  isIssuedEarlier,
  isOpenItem,
  needsBackCheck,
} from "~/models/corrections/correction";
import { answerLine } from "~/models/corrections/correction-answer.server";
import { readShownCorrections, type ShownCorrection } from "~/models/corrections/correction-list.server";
import type { Discipline } from "~/models/discipline";
import { type Point, viewOf } from "~/models/markups/markup";
import { readPlaces, type StoredPlace } from "~/models/markups/place-list.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { hasPlanChecks, isInReview } from "~/models/review-cycles/plan-check";
import { contentHash } from "~/models/sheets/rendition";
import { keyOfSheet, nameOfSheet } from "~/models/sheets/sheet";
import { readDifferences } from "~/models/sheets/sheet-comparison.server";
import { pointWithinSheet } from "~/models/sheets/sheet-view";
import {
  type PermitSheet,
  type PermitSheets,
  readSheet,
  readSheets,
} from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { readOnlyReason } from "../../permits/parts/load-plan-check.server";
import { listAssignmentsOnce } from "../../permits/parts/read-once.server";
import { ownDisciplines } from "../../review/parts/read-review.server";
import type { OpenedSheets } from "./open-sheets.server";

type Opened = { request: Request; url: URL };

/** The viewer's corrections of earlier cycles that have places, and one of them beside the present sheets. */
export async function loadBackChecks({ viewer, permit, base }: OpenedSheets, { request, url }: Opened) {
  if (!hasPlanChecks(permit)) throw notFound("Plan check");
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const asked = wholeNumber(url.searchParams.get("correction"));
  const own = ownDisciplines(permit, assignments);
  const places = await readPlaces(permit);
  const isLeft = (row: ShownCorrection) => needsBackCheck(row, permit.reviewCycle);
  const listed = (await readShownCorrections(permit, own, asked)).filter(
    (row) => row.isShown && places.has(row.id) && (isLeft(row) || isBackCheckedIn(row, permit)),
  );
  const after = listed.findIndex(({ id }) => id === wholeNumber(url.searchParams.get("after")));
  const shown =
    listed.find(({ id }) => id === asked) ??
    listed.slice(after + 1).find(isLeft) ??
    listed.find(isLeft) ??
    listed[0];
  // All of its text.
  const [chosen] = shown
    ? (await readShownCorrections(permit, own, shown.id)).filter(({ id }) => id === shown.id)
    : [];
  const stored = await readSheets(permit);
  return {
    ...{ base, permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName") },
    items: listed.map((row) => pick(row, "id", "discipline", "number", "isBackChecked")),
    chosen: chosen && {
      correction: {
        ...pick(chosen, "id", "discipline", "number", "kind", "sheet", "codeReference", "text"),
        ...pick(chosen, "newReason", "updatedAt"),
        answer: chosen.answer && answerLine(chosen.answer),
      },
      current: chosen.backChecks.find(({ reviewCycle }) => reviewCycle === permit.reviewCycle) ?? null,
      earlier: chosen.backChecks.filter(({ reviewCycle }) => reviewCycle !== permit.reviewCycle),
      obstacle: readOnlyReason(permit),
      cycle: permit.reviewCycle,
      mayMark: isInReview(permit.planCheck) && isOpenItem(chosen),
      pairs: await pairsOf(viewer, places.get(chosen.id) ?? [], stored),
    },
  };
}

const isBackCheckedIn = (row: ShownCorrection, { reviewCycle }: Permit): boolean =>
  row.isBackChecked && correctionKinds[row.kind].needsReview && isIssuedEarlier(row, reviewCycle);

/** How many corrections with places wait for their back-check. */
export async function countToBackCheck(
  permit: Permit,
  own: Discipline[],
  places: { correctionId: number }[],
): Promise<number> {
  if (own.length === 0 || places.length === 0) return 0;
  const placed = new Set(places.map(({ correctionId }) => correctionId));
  const rows = await readShownCorrections(permit, own);
  return rows.filter((row) => row.isShown && placed.has(row.id) && needsBackCheck(row, permit.reviewCycle))
    .length;
}

/** Each place on its own sheet, and on the present one with the same number. */
async function pairsOf(viewer: Viewer, places: StoredPlace[], stored: PermitSheets) {
  const pairs = [];
  for (const [sheetId, ofSheet] of Map.groupBy(places, (place) => place.sheetId)) {
    const before = stored.sheets.find(({ id }) => id === sheetId);
    if (!before) continue;
    const present = stored.sheets.find((sheet) => isSuccessor(sheet, before));
    const move = present && (await moveBetween(viewer, before, present));
    for (const { points, ...place } of ofSheet) {
      pairs.push({
        ...pick(place, "id", "shape", "text"),
        before: sideOf(before, stored, points),
        now: present ? sideOf(present, stored, move ? points.map(move) : points) : null,
      });
    }
  }
  return pairs;
}

const sideOf = (sheet: PermitSheet, stored: PermitSheets, points: Point[]) => ({
  sheet: stagedOf(sheet, stored),
  cycle: sheet.reviewCycle,
  view: viewOf({ points }),
  points,
});

/** Finds where what was at a point is on a later sheet. Undefined if nobody knows. */
async function moveBetween(viewer: Viewer, before: PermitSheet, present: PermitSheet) {
  const [earlier, later] = [await readSheet(viewer, before.id), await readSheet(viewer, present.id)];
  const found = await readDifferences(earlier, later, { owner: viewer.id });
  if (!found || found.obstacle !== null) return undefined;
  const { x: right, y: down } = found.shift;
  return ([x, y]: Point) => pointWithinSheet(x + right / present.width, y + down / present.height);
}

const isSuccessor = (sheet: PermitSheet, before: PermitSheet): boolean =>
  sheet.id !== before.id &&
  sheet.isCurrent &&
  keyOfSheet(before) !== undefined &&
  keyOfSheet(sheet) === keyOfSheet(before);

const stagedOf = (sheet: PermitSheet, { sets }: PermitSheets) => ({
  ...pick(sheet, "id", "title", "width", "height"),
  name: nameOfSheet(sheet),
  hash: contentHash(sets.find(({ id }) => id === sheet.planSetId)?.sha256 ?? ""),
});
