import { formatMoment } from "~/models/clock.server";
import { byDiscipline } from "~/models/discipline";
import { correctionsFor, type IssuedCorrection } from "~/models/letters/issued-correction.server";
import { shownPlaces } from "~/models/letters/shown-place.server";
import { draftsBySheet } from "~/models/markups/own-drafts";
import { nearestPage, rowsBefore } from "~/models/paging";
import { listPlanFiles, mayUpload } from "~/models/permits/plan-file.server";
import { askedAtOnce } from "~/models/sheets/confirm-sheets.server";
import { isBeingChecked, notesOf } from "~/models/sheets/plan-set";
import { contentHash } from "~/models/sheets/rendition";
import { bySheetNumber, nameOfSheet, type SheetState, sheetName, sheetStates } from "~/models/sheets/sheet";
import { sheetCorrections } from "~/models/sheets/sheet-correction";
import {
  readSheetFilter,
  type SheetFilter,
  sheetDisciplines,
  sheetsOnPage,
} from "~/models/sheets/sheet-filter";
import { disciplineLetterOf } from "~/models/sheets/sheet-number";
import { countQuestions, cycleToConfirm, questionsOf } from "~/models/sheets/sheet-question";
import {
  type PermitSheet,
  type PermitSheets,
  readFindings,
  readSheets,
} from "~/models/sheets/stored-sheets.server";
import { pick } from "~/models/shown-fields";
import { listAssignmentsOnce } from "../../permits/parts/read-once.server";
import { ownDisciplines } from "../../review/parts/read-review.server";
import { countToBackCheck } from "./load-back-checks.server";
import { loadSheetsHeader, type OpenedSheets } from "./open-sheets.server";

export type SheetsData = Awaited<ReturnType<typeof loadSheets>>;

export async function loadSheets(opened: OpenedSheets, request: Request, url: URL) {
  const { viewer, permit, asCity, base } = opened;
  const stored = await readSheets(permit);
  const findings = await readFindings(permit.id);
  const corrections = await correctionsFor(viewer, permit.id, {}, { asCity });
  const places = await shownPlaces(viewer, permit, corrections, { asCity });
  const filter = readSheetFilter(url.searchParams);
  const correctionsOn = sheetCorrections(corrections, places);
  const files = new Map(stored.sets.map((set) => [set.id, set]));
  const shown = (sheet: PermitSheet) => ({
    ...shownSheet(sheet, files.get(sheet.planSetId)),
    corrections: countsByDiscipline(correctionsOn(sheet)),
  });
  const drawings = stored.sheets
    .filter((sheet) => !sheet.isDocument && isShown(sheet, filter, (shown) => correctionsOn(shown).length))
    .toSorted(bySheetNumber);
  const page = nearestPage(Number(url.searchParams.get("page")), drawings.length, sheetsOnPage);
  const first = rowsBefore(page, sheetsOnPage);
  const assignments = asCity ? [] : await listAssignmentsOnce(request, viewer, permit);
  const mayChange = mayUpload(viewer, permit, assignments);
  return {
    ...(await loadSheetsHeader(opened, request)),
    base,
    filter,
    disciplines: disciplinesOf(stored.sheets),
    cycles: [...new Set(stored.sets.map(({ reviewCycle }) => reviewCycle))].toSorted().toReversed(),
    sheets: drawings.slice(first, first + sheetsOnPage).map(shown),
    total: drawings.length,
    page,
    documents: documentsOf(stored, filter),
    files: stored.sets.map((set) => shownFile(set, findings.get(set.id))),
    others: await filesWithoutSheets(opened, stored),
    isBeingChecked: stored.sets.some(({ state }) => isBeingChecked(state)),
    toBackCheck: asCity ? 0 : await countToBackCheck(permit, ownDisciplines(permit, assignments), places),
    drafts: draftsBySheet(
      corrections.filter(({ isOwn, letterId }) => isOwn && letterId === null),
      places,
      (id) => nameOfSheet(stored.sheets.find((sheet) => sheet.id === id) as PermitSheet),
    ),
    mayChange,
    questions: mayChange ? await loadQuestions(opened, stored, shown) : null,
  };
}

/** Returns "F 2", "S 1", and how that is read aloud. */
const countsByDiscipline = (corrections: IssuedCorrection[]) =>
  [...Map.groupBy(corrections.toSorted(byDisciplineOf), ({ discipline }) => discipline)].map(
    ([discipline, { length }]) => ({ discipline, count: length }),
  );

const byDisciplineOf = (one: IssuedCorrection, other: IssuedCorrection) =>
  byDiscipline(one.discipline, other.discipline);

type SetOfSheet = PermitSheets["sets"][number];
type Findings = Awaited<ReturnType<typeof readFindings>>;

const shownFile = (set: SetOfSheet, found: ReturnType<Findings["get"]>) => ({
  ...pick(set, "id", "planFileId", "fileName", "reviewCycle", "kind", "state", "isSetAside"),
  notes: found ? notesOf(found) : [],
  confirmed: found?.confirmedAt && `${found.confirmedByName}, ${formatMoment(found.confirmedAt)}`,
});

const shownSheet = (sheet: PermitSheet, set?: SetOfSheet) => ({
  ...pick(
    sheet,
    "id",
    "page",
    "number",
    "title",
    "reviewCycle",
    "width",
    "height",
    "cannotBeShown",
    "isCurrent",
    "isDoubtful",
  ),
  name: sheetName(sheet),
  hash: contentHash(set?.sha256 ?? ""),
  fileName: set?.fileName ?? "",
  state: badgeOf(sheet.state),
  isWithdrawn: sheet.withdrawnAt !== null,
});

const badgeOf = (state: SheetState | null) => (state === null ? null : sheetStates[state]);

function isShown(
  sheet: PermitSheet,
  { discipline, reviewCycle, corrections }: SheetFilter,
  countOf: (sheet: PermitSheet) => number,
): boolean {
  if (reviewCycle ? sheet.reviewCycle !== reviewCycle : !sheet.isCurrent) return false;
  if (discipline && (sheet.number === null || disciplineLetterOf(sheet.number) !== discipline)) return false;
  return corrections !== "with" || countOf(sheet) > 0;
}

function disciplinesOf(sheets: PermitSheet[]) {
  const letters = sheets.flatMap(({ number, isDocument }) =>
    number === null || isDocument ? [] : (disciplineLetterOf(number) ?? []),
  );
  return [...new Set(letters)].toSorted().map((letter) => ({
    value: letter,
    label: [letter, sheetDisciplines[letter]].filter(Boolean).join(" "),
  }));
}

/** A document has many pages: the first ones are shown, and lead to the others. */
const pagesOfDocument = 12;

const documentsOf = ({ sets, sheets }: PermitSheets, { reviewCycle }: SheetFilter) =>
  sets
    .filter((set) => set.kind === "document" && set.state === "ready" && !set.isSetAside)
    .filter((set) => reviewCycle === undefined || set.reviewCycle === reviewCycle)
    .map((set) => {
      const pages = sheets.filter(({ planSetId }) => planSetId === set.id);
      return {
        ...pick(set, "id", "fileName", "reviewCycle"),
        total: pages.length,
        pages: pages
          .slice(0, pagesOfDocument)
          .map((sheet) => ({ ...shownSheet(sheet, set), name: `p. ${sheet.page}` })),
      };
    });

/** DWG and DXF files, and PDFs that were refused: the latest of each name. */
async function filesWithoutSheets({ viewer, permit, asCity }: OpenedSheets, { sets }: PermitSheets) {
  const withSheets = new Set(
    sets.filter(({ state }) => state !== "refused").map(({ planFileId }) => planFileId),
  );
  const files = await listPlanFiles(viewer, permit, { asCity });
  const others = files.filter(
    ({ id, origin, isSetAside }) => origin === "submitted" && !isSetAside && !withSheets.has(id),
  );
  const latest = new Map(others.toReversed().map((file) => [file.fileName, file]));
  return [...latest.values()].toReversed().map((file) => ({
    ...pick(file, "id", "fileName", "byteSize", "reviewCycle"),
    notes: file.planSet ? notesOf(file.planSet) : [],
  }));
}

async function loadQuestions(
  { permit }: OpenedSheets,
  stored: PermitSheets,
  shown: (sheet: PermitSheet) => ReturnType<typeof shownSheet>,
) {
  const reviewCycle = cycleToConfirm(stored.sets);
  if (!reviewCycle) return null;
  if (stored.sets.some((set) => set.reviewCycle === reviewCycle && isBeingChecked(set.state))) return null;
  const all = questionsOf<PermitSheet>(reviewCycle, stored);
  const { unknown, duplicates, gaps, missing } = askedAtOnce(all);
  return {
    reviewCycle,
    left: countQuestions(all),
    asked: countQuestions({ unknown, duplicates, gaps, missing }),
    sheets: stored.sheets.filter((sheet) => sheet.reviewCycle === reviewCycle && !sheet.isDocument).length,
    unknown: unknown.map(shown),
    duplicates: duplicates.map(({ sheet, earlier }) => ({ sheet: shown(sheet), earlier: shown(earlier) })),
    gaps,
    missing: missing.map(shown),
    resubmittalSets: permit.city.resubmittalSets,
  };
}
