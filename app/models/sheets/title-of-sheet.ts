import { type Line, middleOnPage, type Page } from "./page-lines";
import type { Candidate } from "./title-block";
import { hasTitleWord, isTitleAfter, labelKind, mayBeTitle, titleAfterLabel } from "./title-block-words";

const maxTitleLength = 100;

/** The title without what surrounds it, or null if nothing is left. */
export function cleanTitle(text: string): string | null {
  const title = text
    .replace(/\s+/g, " ")
    .replace(/^[\s\-–—:|_.,;/]+|[\s\-–—:|_,;/]+$/g, "")
    .slice(0, maxTitleLength)
    .toWellFormed()
    .trim();
  return /\p{L}/u.test(title) ? title : null;
}

/** The title of the sheet: beside its number, at a label, or in the lines nearest to the number. */
export function titleOf(number: Candidate, lines: Line[], page: Page): string | null {
  return titleInLine(number) ?? titleAtLabel(number, lines, page) ?? titleNear(number, lines, page);
}

const titleInLine = ({ after }: Candidate): string | null => (isTitleAfter(after) ? cleanTitle(after) : null);

const isNumber = (line: Line, number: Candidate): boolean => line === number.line;

function distance(line: Line, number: Candidate, page: Page): number {
  const here = middleOnPage(line, line.angle, page);
  const there = middleOnPage(number, number.line.angle, page);
  return Math.hypot((here.x - there.x) * page.width, (here.y - there.y) * page.height);
}

function titleAtLabel(number: Candidate, lines: Line[], page: Page): string | null {
  const labels = lines
    .filter((line) => labelKind(line.text) === "title" || titleAfterLabel(line.text))
    .toSorted((first, second) => distance(first, number, page) - distance(second, number, page));
  // A sheet may call its title only "DRAWING".
  const sheets = lines.filter((line) => labelKind(line.text) === "sheet");
  for (const label of [...labels, ...sheets]) {
    const title = titleNamedBy(label, number, lines);
    if (title) return title;
  }
  return null;
}

function titleNamedBy(label: Line, number: Candidate, lines: Line[]): string | null {
  const inLine = titleAfterLabel(label.text);
  const same = lines.filter(
    (line) => line.angle === label.angle && line !== label && !isNumber(line, number),
  );
  if (inLine) return cleanTitle([inLine, ...linesBelow(label, same)].join(" "));
  const first = firstBelow(label, same) ?? firstBeside(label, same) ?? firstAbove(label, same);
  return first ? cleanTitle(textOfBlock(first, same)) : null;
}

const isText = (line: Line): boolean =>
  labelKind(line.text) === null && (line.text.match(/\p{L}/gu)?.length ?? 0) >= 3;

const overlaps = (line: Line, left: number, right: number): boolean => line.left < right && line.right > left;

const nearestOf = (lines: Line[], gap: (line: Line) => number): Line | undefined =>
  lines.toSorted((first, second) => gap(first) - gap(second))[0];

function firstBelow(label: Line, lines: Line[]): Line | undefined {
  const gap = (line: Line) => line.top - label.bottom;
  const column = lines.filter(
    (line) =>
      overlaps(line, label.left - 2 * label.size, label.right + 8 * label.size) &&
      gap(line) > -0.5 * label.size &&
      gap(line) < 4 * Math.max(label.size, line.size) &&
      line.top > label.top,
  );
  const nearest = nearestOf(column, gap);
  return nearest && isTitle(nearest) ? nearest : undefined;
}

const isTitle = (line: Line): boolean => isText(line) && mayBeTitle(line.text);

const firstBeside = (label: Line, lines: Line[]): Line | undefined =>
  nearestOf(
    lines.filter(
      (line) =>
        isTitle(line) &&
        line.left > label.right - label.size &&
        line.left - label.right < 10 * label.size &&
        line.top < label.bottom &&
        line.bottom > label.top,
    ),
    (line) => line.left - label.right,
  );

const firstAbove = (label: Line, lines: Line[]): Line | undefined =>
  nearestOf(
    lines.filter(
      (line) =>
        isTitle(line) &&
        overlaps(line, label.left, label.right) &&
        label.top - line.bottom > -0.5 * label.size &&
        label.top - line.bottom < 2 * line.size,
    ),
    (line) => label.top - line.bottom,
  );

const linesBelow = (line: Line, lines: Line[]): string[] => blockOf(line, lines, 1).map(({ text }) => text);

const textOfBlock = (first: Line, lines: Line[]): string =>
  [...blockOf(first, lines, -1).toReversed(), first, ...blockOf(first, lines, 1)]
    .map(({ text }) => text)
    .join(" ");

const maxLines = 4;

/** The lines that go on from a line, downwards (1) or upwards (-1): as large, and close. */
function blockOf(start: Line, lines: Line[], way: 1 | -1): Line[] {
  const block: Line[] = [];
  let last = start;
  while (block.length < maxLines) {
    const next = lines.find((line) => line !== last && isNext(last, line, way));
    if (!next || !isTitle(next)) break;
    block.push(next);
    last = next;
  }
  return block;
}

function isNext(last: Line, line: Line, way: 1 | -1): boolean {
  const step = way * ((line.top + line.bottom) / 2 - (last.top + last.bottom) / 2);
  const size = Math.min(line.size, last.size);
  return (
    Math.max(line.size, last.size) < size * 1.25 &&
    step > size * 0.5 &&
    step < size * 1.8 &&
    overlaps(line, last.left, last.right)
  );
}

/** Without a label: the largest and nearest lines that look like a title. */
function titleNear(number: Candidate, lines: Line[], page: Page): string | null {
  const reach = 0.3 * Math.hypot(page.width, page.height);
  let [best, highest]: [Line | undefined, number] = [undefined, 0];
  for (const line of lines) {
    if (isNumber(line, number) || !isTitle(line) || line.size < number.size / 5) continue;
    const value = likeness(line, number, distance(line, number, page) / reach);
    if (value > highest) [best, highest] = [line, value];
  }
  if (!best) return null;
  const { angle } = best;
  return cleanTitle(
    textOfBlock(
      best,
      lines.filter((line) => line.angle === angle && !isNumber(line, number)),
    ),
  );
}

/** Without a word of titles a line must be large, and close to the number. */
function likeness(line: Line, number: Candidate, far: number): number {
  if (far > 1 || line.text.length > maxTitleLength) return 0;
  const size = Math.min(1, line.size / number.size);
  if (hasTitleWord(line.text)) return 1 + size + 2 * (1 - far);
  return size > 0.3 && far < 0.35 ? size + (1 - far) : 0;
}
