import { type Box, type Line, linesOf, middleOnPage, type Page, type Piece } from "./page-lines";
import { isSheetNumber, normalSheetNumber, sheetNumberKey } from "./sheet-number";
import { endsWithNumberLabel, isTitleAfter, type LabelKind, labelKind } from "./title-block-words";
import { cleanTitle, titleOf } from "./title-of-sheet";

export type { Word } from "./page-lines";

export type NumberAndTitle = { number: string; title: string | null };

/** A text in a line that has the form of a sheet number. */
export type Candidate = Box & {
  number: string;
  size: number;
  line: Line;
  before: string;
  after: string;
  score: number;
};

const leastScore = 6;

/** Finds the number and the title of a drawing sheet among the words of its page. */
export function readTitleBlock(page: Page): NumberAndTitle | null {
  const lines = linesOf(page);
  const candidates = lines.flatMap(candidatesIn);
  if (candidates.length === 0) return null;
  score(candidates, lines, page);
  const best = candidates.reduce((first, second) => (second.score > first.score ? second : first));
  if (best.score < leastScore) return null;
  return { number: best.number, title: titleOf(best, lines, page) };
}

const maxPieces = 4;

function candidatesIn(line: Line): Candidate[] {
  const found: Candidate[] = [];
  for (let start = 0; start < line.pieces.length; start++) {
    const length = lengthOfNumber(line.pieces, start);
    if (length === 0) continue;
    found.push(candidateOf(line, start, length));
    start += length - 1;
  }
  return found;
}

/** How many pieces from a start on are one number, as in "A", "-", "101"; the longest wins. */
function lengthOfNumber(pieces: Piece[], start: number): number {
  for (let length = Math.min(maxPieces, pieces.length - start); length > 1; length--) {
    if (isSplitNumber(pieces.slice(start, start + length))) return length;
  }
  return numberIn(pieces[start]?.text ?? "") ? 1 : 0;
}

/** Words before a digit that are no letters of a discipline. */
const ordinaryWords =
  /^(?:NO|OF|REV|RM|STE|APT|FT|IN|MM|CM|TO|AT|BY|ON|OR|LOT|PG|PC|HP|KW|SF|LB|GA|TYP|EQ|DIA|MAX|MIN|SIM|FIG|VOL|IP|TAB|SEE|PER|AND|THE|FOR)$/;

function isSplitNumber(pieces: Piece[]): boolean {
  const texts = pieces.map(({ text }) => text);
  if (!/^[A-Z]{1,3}[-.–—]?(?:\d|$)/.test(texts[0] ?? "") || ordinaryWords.test(texts[0] ?? "")) return false;
  if (!numberIn(texts.join(""))) return false;
  return pieces.slice(1).every((piece, index) => {
    const previous = pieces[index] ?? piece;
    const gap = piece.left - previous.right;
    const size = Math.min(piece.bottom - piece.top, previous.bottom - previous.top);
    // Only a separator may stand apart: "A-1 01" with a space between are two texts.
    return gap < size * (isSeparator(piece.text, previous.text) ? 0.6 : 0.15);
  });
}

const isSeparator = (text: string, previous: string): boolean =>
  /^[-.–—]/.test(text) || /[-.–—]$/.test(previous);

const glued = /^(?:SHEET|SHT|DRAWING|DRWG|DWG|NO)?[.:#([]+|[,;:.)\]]+$/g;

/** The sheet number that a word is, without what surrounds it; numbers are in capital letters. */
function numberIn(word: string): string | null {
  const text = word.replace(glued, "");
  if (!/^[A-Z]/.test(text)) return null;
  const number = normalSheetNumber(text);
  // Drawings have no suffix I or O, which would look like digits.
  if (isSheetNumber(number) && !/-\d+[IO]$/.test(number))
    return ordinaryWords.test(/^[A-Z]+/.exec(number)?.[0] ?? "") ? null : number;
  return numberMisread(number);
}

/** A scan reads 0 and 1 as letters: "A-1O1". */
function numberMisread(text: string): string | null {
  const [, letters = "", digits = ""] = /^([A-Z]{1,2}-)([\dOIL.]{2,7})$/.exec(text) ?? [];
  const number = letters + digits.replaceAll("O", "0").replace(/[IL]/g, "1");
  return /\d/.test(digits) && isSheetNumber(number) ? number : null;
}

function candidateOf(line: Line, start: number, length: number): Candidate {
  const pieces = line.pieces.slice(start, start + length);
  const text = (some: Piece[]) => some.map((piece) => piece.text).join(" ");
  return {
    number: numberIn(pieces.map((piece) => piece.text).join("")) ?? "",
    left: Math.min(...pieces.map((piece) => piece.left)),
    right: Math.max(...pieces.map((piece) => piece.right)),
    top: Math.min(...pieces.map((piece) => piece.top)),
    bottom: Math.max(...pieces.map((piece) => piece.bottom)),
    size: Math.max(...pieces.map((piece) => piece.bottom - piece.top)),
    line,
    before: text(line.pieces.slice(0, start)),
    after: text(line.pieces.slice(start + length)),
    score: 0,
  };
}

function score(candidates: Candidate[], lines: Line[], page: Page) {
  const labels = labelsIn(lines);
  const crowd = new Crowd(candidates, page);
  const largest = Math.max(
    ...candidates.filter((one) => placeScore(one, page) > 0).map((one) => one.size),
    1,
  );
  for (const candidate of candidates) {
    candidate.score =
      placeScore(candidate, page) +
      sizeScore(candidate, page) +
      1.5 * Math.min(1, candidate.size / largest) +
      labelScore(candidate, labels) -
      crowd.around(candidate) -
      unlikeness(candidate.number);
  }
}

/** Detail references such as 3/A-501, by the key of the sheet. */
function referencesIn(page: Page): Map<string, number> {
  const references = new Map<string, number>();
  for (const { text } of page.words) {
    const [, number = ""] = /^[A-Z\d]{1,3}\/([A-Z]{1,3}[-.]?\d[\d.A-Z]*)$/.exec(text) ?? [];
    if (number) references.set(sheetNumberKey(number), (references.get(sheetNumberKey(number)) ?? 0) + 1);
  }
  return references;
}

const nearness = (distance: number, reach: number): number => Math.max(0, 1 - distance / reach);

/** High near the bottom right corner, lower at the right and bottom edges and at the top right. */
function placeScore(candidate: Candidate, page: Page): number {
  const { x, y } = middleOnPage(candidate, candidate.line.angle, page);
  const inFrame = {
    x: candidate.right / frameWidth(candidate, page),
    y: candidate.bottom / frameHeight(candidate, page),
  };
  return Math.max(
    4 * nearness(Math.hypot(1 - x, 1 - y), 0.4),
    candidate.line.angle === 0 ? 0 : 3 * nearness(Math.hypot(1 - inFrame.x, 1 - inFrame.y), 0.4),
    2.5 * nearness(Math.hypot(1 - x, y), 0.3),
    x > 0.88 || y > 0.9 ? 2 : 0,
    x > 0.8 || y > 0.84 || y < 0.08 ? 0.5 : -2,
  );
}

const isUpright = ({ line }: Candidate): boolean => line.angle === 0 || line.angle === 180;
const frameWidth = (candidate: Candidate, page: Page) => (isUpright(candidate) ? page.width : page.height);
const frameHeight = (candidate: Candidate, page: Page) => (isUpright(candidate) ? page.height : page.width);

function sizeScore({ size }: Candidate, page: Page): number {
  const part = size / Math.sqrt(page.width * page.height);
  return 3 * Math.min(1, Math.max(0, (part - 0.004) / 0.012));
}

type Label = Line & {
  kind: LabelKind;
  /** Its value stands beside it, so it names nothing above or below. */
  hasValue: boolean;
};

function labelsIn(lines: Line[]): Label[] {
  const others: Line[] = [];
  const labels: Omit<Label, "hasValue">[] = [];
  for (const line of lines) {
    const kind = labelKind(line.text);
    if (kind) labels.push({ ...line, kind });
    else others.push(line);
  }
  return labels.map((label) => ({
    ...label,
    hasValue: label.kind === "other" && others.some((line) => isBeside(label, line)),
  }));
}

function isBeside(label: Line, line: Line): boolean {
  const gap = line.left - label.right;
  const middle = (line.top + line.bottom) / 2;
  return (
    line.angle === label.angle &&
    gap > 0 &&
    gap < 14 * label.size &&
    label.top < middle &&
    middle < label.bottom
  );
}

const labelScores: Record<LabelKind, number> = {
  number: 4,
  sheet: 4,
  "weak number": 1.5,
  title: 0,
  other: -4,
};

function labelScore(candidate: Candidate, labels: Label[]): number {
  const inLine = scoreInLine(candidate);
  const nearest = nearestLabel(candidate, labels);
  const named = nearest ? labelScores[nearest.kind] : 0;
  return inLine > 0 ? Math.max(inLine, named) : inLine + named;
}

const referring =
  /\b(?:SEE|REFER|REF|PER|TO|ON|AND|OR|TYPE|DOOR|WINDOW|ROOM|RM|REV|REVISION|DETAIL|SIZE|AT|NOTE|WALL|GRID)[.:]?$|[@/]$/;
const projectNumber = /^[A-Z\d.]*\d[A-Z\d.]*[ -]*$/;

/** What stands before and after it in its line: "SHEET NO. A-101", or a sentence that refers to it. */
function scoreInLine({ before, after }: Candidate): number {
  const text = before.toUpperCase();
  if (referring.test(text)) return -4;
  const hasTitle = isTitleAfter(after);
  const wordsBefore = text.match(/[A-Z]{2,}/g)?.length ?? 0;
  const wordsAfter = hasTitle ? 0 : (after.match(/\p{L}{2,}/gu)?.length ?? 0);
  const others = wordsBefore * 1.5 + wordsAfter / 2;
  if (endsWithNumberLabel(text)) return /\b(?:SEE|REFER|PER)\b/.test(text) || others > 6 ? -4 : 4;
  if (hasTitle && wordsBefore === 0) return 1.5;
  return projectNumber.test(text) ? 0 : -Math.min(4, others);
}

function nearestLabel(candidate: Candidate, labels: Label[]): Label | undefined {
  let [nearest, shortest]: [Label | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const label of labels) {
    if (label.angle !== candidate.line.angle) continue;
    const distance = distanceFrom(label, candidate);
    if (distance < shortest) [nearest, shortest] = [label, distance];
  }
  return nearest;
}

/** How far a label is that stands above a number, left of it or below; infinite if it cannot name it. */
function distanceFrom(label: Label, { left, right, top, bottom, size }: Candidate): number {
  const aside = Math.max(0, label.left - right, left - label.right);
  const above = top - label.bottom;
  const below = label.top - bottom;
  const reach = Math.max(size, label.size);
  const isInLine = Math.abs((top + bottom - label.top - label.bottom) / 2) < reach * 0.6;
  if (isInLine && label.right <= left + size / 2) return aside < 8 * reach ? aside : Number.POSITIVE_INFINITY;
  if (label.hasValue || aside > 1.5 * reach) return Number.POSITIVE_INFINITY;
  if (above > -0.5 * reach && above < 2.5 * reach) return Math.hypot(Math.max(0, above), aside);
  if (below > -0.5 * reach && below < reach) return 1.5 * Math.hypot(Math.max(0, below), aside) + label.size;
  return Number.POSITIVE_INFINITY;
}

/** What else on the page looks like a candidate: grid bubbles, tags, references, the rows of an index. */
class Crowd {
  readonly #sizes: number[];
  readonly #sizesByKey = new Map<string, number[]>();
  readonly #references: Map<string, number>;

  constructor(candidates: Candidate[], page: Page) {
    const bySize = candidates.toSorted((first, second) => first.size - second.size);
    this.#sizes = bySize.map(({ size }) => size);
    for (const { number, size } of bySize) {
      const key = sheetNumberKey(number);
      const sizes = this.#sizesByKey.get(key);
      if (sizes) sizes.push(size);
      else this.#sizesByKey.set(key, [size]);
    }
    this.#references = referencesIn(page);
  }

  /** What counts against a text because it is one of many. */
  around({ number, size }: Candidate): number {
    const key = sheetNumberKey(number);
    const same = this.#sizesByKey.get(key) ?? [];
    const copies = countLike(same, size) - 1;
    const others = countLike(this.#sizes, size) - 1 - copies;
    const isLargest = (same.at(-1) ?? size) <= size * 1.2;
    const referred = isLargest ? (this.#references.get(key) ?? 0) * 0.1 : 0;
    return Math.min(2, copies) + Math.min(3, Math.max(0, others - 1) * 0.5) + Math.min(1, referred);
  }
}

/** How many of these sizes, in ascending order, are about the same. */
const countLike = (sizes: number[], size: number): number =>
  countUpTo(sizes, size * 1.12) - countUpTo(sizes, size * 0.88);

function countUpTo(sizes: number[], size: number): number {
  let [low, high] = [0, sizes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sizes[middle] ?? 0) > size) high = middle;
    else low = middle + 1;
  }
  return low;
}

const letters =
  /^(?:[GCLASMEPFTIDK]|A[A-Z]|F[APSX]|E[A-Z]|M[A-Z]|P[A-Z]|S[A-Z]|C[A-Z]|L[A-Z]|G[A-Z]|I[A-Z]|T[A-Z]|D[A-Z])[A-Z]?[-.]?\d/;

const unlikeness = (number: string): number => (letters.test(number) ? 0 : 1.5);

/** Reads a page's label in a PDF file, such as "A-101" or "A-101 FLOOR PLAN". */
export const numberFromLabel = (label: string): NumberAndTitle | null => numberFromBookmark(label);

const leading =
  /^(?:\d{1,4}[.):]?\s+|(?:SHEET|DRAWING|DWG|PAGE|PLAN)S?[.:#]*\s+(?:(?:NO|NUMBER)[.:#]*\s+)?|[-:|[(]\s*)+/i;

/** Reads a bookmark such as "A-101 - FIRST FLOOR PLAN", "A101_First Floor" or "01 A-101 Plan". */
export function numberFromBookmark(bookmark: string): NumberAndTitle | null {
  const text = bookmark
    .replace(/\.(?:pdf|dwg|dgn)$/i, "")
    .replaceAll("_", " ")
    .replace(/\s+/g, " ")
    .trim();
  return numberAtStart(text.replace(leading, "")) ?? numberInParts(text);
}

const separated = /^([a-z]{1,3}\s?[-–—\u2010\u2011.]\s?\d[\w.]*|[a-z]{1,3}\d[\w.]*)(?![\w/])[\])]*\s*(.*)$/i;

function numberAtStart(text: string): NumberAndTitle | null {
  const [, start = "", rest = ""] = separated.exec(text) ?? [];
  const number = numberIn(start.toUpperCase().replace(/\s/g, ""));
  return number ? { number, title: cleanTitle(rest) } : null;
}

/** The number in a later part, as in "First floor plan (A-101)" or "Oak House - A-101 - Roof". */
function numberInParts(text: string): NumberAndTitle | null {
  const parts = text.split(/\s[-–—|:]\s|\s*[()[\]|]\s*/).filter((part) => part.trim() !== "");
  const place = parts.findIndex((part) => numberIn(part.trim().toUpperCase()));
  if (place < 0) return null;
  const title = parts[place + 1] ?? parts[place - 1] ?? "";
  return { number: numberIn((parts[place] ?? "").trim().toUpperCase()) ?? "", title: cleanTitle(title) };
}
