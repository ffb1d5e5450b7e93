export const maxSheetNumberLength = 20;

const sheetNumber = /^[A-Z]{1,3}[-.]?\d{1,3}(\.\d{1,3})?[A-Z]?$/;

export const isSheetNumber = (text: string): boolean => sheetNumber.test(text);

const dashes = /[\u2010-\u2015\u2212]/g;
const spacesAtSeparator = /\s*([-.])\s*/g;

export const normalSheetNumber = (text: string): string =>
  text.trim().toUpperCase().replace(dashes, "-").replace(spacesAtSeparator, "$1");

/**
 * Two spellings with the same key are the same sheet. The separator after the letters is a matter of style,
 * but the point between digits is not: is sheet 1 of group 1, A-11 the eleventh sheet.
 */
export const sheetNumberKey = (number: string): string =>
  normalSheetNumber(number).replace(/^([A-Z]+)[-.]/, "$1");

export const disciplineLetterOf = (number: string): string | null =>
  /^[A-Z]/.exec(normalSheetNumber(number))?.[0] ?? null;

type Parts = {
  letters: string;
  separator: string;
  group: string;
  /** The digits after the point, or "". */
  item: string;
  suffix: string;
};

const partsPattern =
  /^(?<letters>[A-Z]{1,3})(?<separator>[-.]?)(?<group>\d{1,3})(?:\.(?<item>\d{1,3}))?(?<suffix>[A-Z]?)$/;

function partsOf(number: string): Parts | null {
  const found = partsPattern.exec(normalSheetNumber(number))?.groups;
  if (!found) return null;
  const { letters = "", separator = "", group = "", item = "", suffix = "" } = found;
  return { letters, separator, group, item, suffix };
}

/** The order in which a drawing set is bound. */
const disciplineOrder = "GCLASMEPF";

function disciplineRank(letters: string): number {
  const rank = disciplineOrder.indexOf(letters.charAt(0));
  return rank < 0 ? disciplineOrder.length : rank;
}

const compareText = (first: string, second: string): number => (first < second ? -1 : first > second ? 1 : 0);

const compareParts = (first: Parts, second: Parts): number =>
  disciplineRank(first.letters) - disciplineRank(second.letters) ||
  compareText(first.letters, second.letters) ||
  Number(first.group) - Number(second.group) ||
  Number(first.item || -1) - Number(second.item || -1) ||
  compareText(first.suffix, second.suffix);

/** In the order of a drawing set; what is no sheet number comes last. */
export function compareSheetNumbers(first: string, second: string): number {
  const [firstParts, secondParts] = [partsOf(first), partsOf(second)];
  if (!firstParts || !secondParts) {
    return Number(!firstParts) - Number(!secondParts) || compareText(first, second);
  }
  return compareParts(firstParts, secondParts) || compareText(first, second);
}

export type Gap = { number: string; after: string; before: string };

const maxMissing = 5;
const maxGaps = 50;

/** Numbers that miss in a series such as. */
export function gapsIn(numbers: string[]): Gap[] {
  const present = new Set(numbers.map(baseKey));
  return [...seriesOf(numbers).values()]
    .flatMap(gapsOfSeries)
    .filter(({ number }) => !present.has(sheetNumberKey(number)))
    .toSorted((first, second) => compareSheetNumbers(first.number, second.number))
    .slice(0, maxGaps);
}

const baseKey = (number: string): string => sheetNumberKey(number).replace(/(\d)[A-Z]$/, "$1");

type Member = { number: string; start: string; digits: string };

/** The members of each series, in order; a member is written as its start and the digits that count up. */
function seriesOf(numbers: string[]): Map<string, Member[]> {
  const series = new Map<string, Member[]>();
  for (const number of [...new Set(numbers.map(normalSheetNumber))].toSorted(compareSheetNumbers)) {
    const parts = partsOf(number);
    if (!parts) continue;
    const { letters, separator, group, item } = parts;
    const start = item ? `${letters}${separator}${group}.` : `${letters}${separator}`;
    const digits = item || group;
    const key = digits.length === 3 ? `${start}${digits.charAt(0)}__` : start;
    series.set(key, [...(series.get(key) ?? []), { number, start, digits }]);
  }
  return series;
}

const gapsOfSeries = (members: Member[]): Gap[] =>
  members.flatMap((member, index) => {
    const next = members[index + 1];
    return next ? gapsBetween(member, next) : [];
  });

function gapsBetween(after: Member, before: Member): Gap[] {
  const first = Number(after.digits) + 1;
  const missing = Number(before.digits) - first;
  if (missing < 1 || missing > maxMissing) return [];
  return Array.from({ length: missing }, (_, index) => ({
    number: `${after.start}${String(first + index).padStart(after.digits.length, "0")}`,
    after: after.number,
    before: before.number,
  }));
}
