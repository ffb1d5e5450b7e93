import type { Discipline } from "~/models/discipline";
import {
  type LetterContent,
  type LetterItem,
  type LetterPlace,
  withChangedItems,
} from "~/models/letters/letter";
import type { Drawn, Point, Shape } from "~/models/markups/markup";
import { isBefore } from "~/models/permits/permit";
import { compareSheetNumbers, sheetNumberKey } from "~/models/sheets/sheet-number";
import type { corrections, markups, planSets, sheets } from "~/models/tables.server";

type MarkupRow = typeof markups.$inferInsert;
type CorrectionRow = typeof corrections.$inferInsert & { id: number };
type Rows = {
  corrections: CorrectionRow[];
  planSets: (typeof planSets.$inferInsert)[];
  sheets: (typeof sheets.$inferInsert)[];
};

/** The one with three cycles of drawn sheets. */
const placedPermit = 174;

const spots: { shape: Shape; points: Point[] }[] = [
  {
    shape: "cloud",
    points: [
      [0.3, 0.28],
      [0.42, 0.44],
    ],
  },
  { shape: "pin", points: [[0.22, 0.36]] },
  {
    shape: "rectangle",
    points: [
      [0.5, 0.52],
      [0.6, 0.66],
    ],
  },
  {
    shape: "arrow",
    points: [
      [0.56, 0.3],
      [0.48, 0.38],
    ],
  },
  { shape: "pin", points: [[0.36, 0.62]] },
];

/** Where a correction is that names no sheet. */
const sheetOf: Partial<Record<Discipline, string>> = {
  Architectural: "A-102",
  Structural: "S2.1",
  Civil: "A-003",
  Fire: "A-104",
  Accessibility: "A-101",
};

const nameOf = ({ sheet, discipline }: CorrectionRow): string => sheet ?? sheetOf[discipline] ?? "";

/** Places each correction on the drawn sheet of its cycle that it names, or that its discipline has. */
export function demoPlaces({ corrections, planSets, sheets }: Rows): MarkupRow[] {
  const cycleOf = new Map(planSets.map(({ id, reviewCycle }) => [id, reviewCycle]));
  const own = corrections.filter(({ permitId }) => permitId === placedPermit);
  return own.flatMap((correction, index) => {
    const key = sheetNumberKey(nameOf(correction));
    const sheet = sheets.find(
      ({ permitId, number, planSetId }) =>
        permitId === placedPermit &&
        number != null &&
        sheetNumberKey(number) === key &&
        cycleOf.get(planSetId) === correction.reviewCycle,
    );
    const spot = spots[index % spots.length] as Drawn;
    if (!sheet?.id) return [];
    return {
      ...{ sheetId: sheet.id, correctionId: correction.id, authorId: correction.authorId },
      ...{ shape: spot.shape, points: spot.points, pointCount: spot.points.length },
      reviewCycle: correction.reviewCycle,
      updatedAt: correction.createdAt,
    };
  });
}

/** A correction without a text of its own names the sheet of its place. */
export function withFilledSheets(corrections: CorrectionRow[], places: MarkupRow[]): CorrectionRow[] {
  const placed = new Set(places.map(({ correctionId }) => correctionId));
  return corrections.map((correction) =>
    correction.sheet == null && placed.has(correction.id)
      ? { ...correction, sheet: nameOf(correction), isSheetFilled: true }
      : correction,
  );
}

type Letter = { permitId: number; content: LetterContent };

/** Adds to letters the places that their corrections have. */
export function withPlaces<Row extends Letter>(letters: Row[], places: MarkupRow[], rows: Rows): Row[] {
  const sheetById = new Map(rows.sheets.map((sheet) => [sheet.id, sheet]));
  const cycleOf = new Map(rows.planSets.map(({ id, reviewCycle }) => [id, reviewCycle]));
  const placesOf = (item: LetterItem, { cycle }: LetterContent): LetterPlace[] =>
    places
      .filter(
        ({ correctionId, reviewCycle }) =>
          correctionId === item.id && reviewCycle != null && !isBefore(cycle, reviewCycle),
      )
      .flatMap(({ sheetId, shape, points, text = null }) => {
        const sheet = sheetById.get(sheetId);
        const cycle = sheet && cycleOf.get(sheet.planSetId);
        if (!sheet?.number || !cycle) return [];
        return { sheetId, name: sheet.number, cycle, shape, points, text };
      })
      .toSorted((one, other) => compareSheetNumbers(one.name, other.name));
  const withOwn = (content: LetterContent) => (item: LetterItem) => {
    const own = placesOf(item, content);
    return own.length > 0 ? { ...item, sheet: item.sheet ?? own[0]?.name ?? null, places: own } : item;
  };
  return letters.map((letter) => {
    const { permitId, content } = letter;
    if (permitId !== placedPermit) return letter;
    const disciplines = withChangedItems(content.disciplines, withOwn(content));
    return { ...letter, content: { ...content, disciplines } };
  });
}
