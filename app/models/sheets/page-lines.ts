/** One run of text without spaces, in points from the top left corner of the page as it is shown. */
export type Word = {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where the text runs, clockwise: 0 to the right, 90 downwards, 270 upwards. */
  angle: 0 | 90 | 180 | 270;
};

export type Page = { width: number; height: number; words: Word[] };

/** A place in the text's own direction: "top" is where its reader sees the top. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type Piece = Box & { text: string };

export type Line = Box & { text: string; size: number; angle: Word["angle"]; pieces: Piece[] };

/** Turns a box of the page until its text runs to the right. */
function turned(word: Omit<Word, "text">, page: Page): Box {
  const { x, y, width, height } = word;
  const [right, bottom] = [x + width, y + height];
  switch (word.angle) {
    case 0:
      return { left: x, top: y, right, bottom };
    case 90:
      return { left: y, top: page.width - right, right: bottom, bottom: page.width - x };
    case 180:
      return {
        left: page.width - right,
        top: page.height - bottom,
        right: page.width - x,
        bottom: page.height - y,
      };
    case 270:
      return { left: page.height - bottom, top: x, right: page.height - y, bottom: right };
  }
}

/** The middle of a turned box, as parts of the page's width and height. */
export function middleOnPage(box: Box, angle: Word["angle"], page: Page): { x: number; y: number } {
  const [along, across] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  switch (angle) {
    case 0:
      return { x: along / page.width, y: across / page.height };
    case 90:
      return { x: 1 - across / page.width, y: along / page.height };
    case 180:
      return { x: 1 - along / page.width, y: 1 - across / page.height };
    case 270:
      return { x: across / page.width, y: 1 - along / page.height };
  }
}

const angles = [0, 90, 180, 270] as const;

/** The words of a page in lines: words of a similar size beside each other, with no more than a space between. */
export const linesOf = (page: Page): Line[] => angles.flatMap((angle) => linesAt(angle, page));

function linesAt(angle: Word["angle"], page: Page): Line[] {
  const pieces = withoutCopies(page.words.filter((word) => word.angle === angle && word.text.trim() !== ""))
    .map((word) => ({ ...turned(word, page), text: word.text.trim() }))
    .toSorted((first, second) => first.left - second.left);
  const lines = new OpenLines(angle);
  for (const piece of pieces) lines.add(piece);
  return lines.all;
}

/** Programs draw bold text twice at the same place. */
function withoutCopies(words: Word[]): Word[] {
  const seen = new Map(
    words.map((word) => [`${word.text} ${Math.round(word.x)} ${Math.round(word.y)}`, word]),
  );
  return [...seen.values()];
}

const bandHeight = 6;
const recentLines = 12;

class OpenLines {
  readonly all: Line[] = [];
  /** Finds the line left of a word among few, on a page with many thousands. */
  readonly #bands = new Map<number, Line[]>();
  readonly #angle: Word["angle"];

  constructor(angle: Word["angle"]) {
    this.#angle = angle;
  }

  add(piece: Piece) {
    const size = piece.bottom - piece.top;
    const middle = (piece.top + piece.bottom) / 2;
    const line = this.#lineBefore(piece, size, middle);
    if (line) extend(line, piece);
    const open = line ?? { ...piece, size, angle: this.#angle, pieces: [piece] };
    if (!line) this.all.push(open);
    this.#open(open, Math.floor(middle / bandHeight));
  }

  #open(line: Line, band: number) {
    const lines = this.#bands.get(band) ?? [];
    if (lines.at(-1) !== line) this.#bands.set(band, [...lines.slice(1 - recentLines), line]);
  }

  #lineBefore(piece: Piece, size: number, middle: number): Line | undefined {
    const first = Math.floor((middle - size / 3) / bandHeight);
    const last = Math.floor((middle + size / 3) / bandHeight);
    for (let band = first; band <= last; band++) {
      const found = this.#bands.get(band)?.findLast((line) => goesOn(line, piece, size, middle));
      if (found) return found;
    }
    return undefined;
  }
}

function goesOn(line: Line, piece: Piece, size: number, middle: number): boolean {
  const previous = line.pieces.at(-1) ?? line;
  const gap = piece.left - previous.right;
  const smaller = Math.min(size, line.size);
  return (
    Math.max(size, line.size) < smaller * 1.5 &&
    Math.abs((previous.top + previous.bottom) / 2 - middle) < smaller / 3 &&
    gap > -smaller / 2 &&
    gap < smaller * 0.8
  );
}

function extend(line: Line, piece: Piece) {
  line.pieces.push(piece);
  line.text += ` ${piece.text}`;
  line.right = Math.max(line.right, piece.right);
  line.top = Math.min(line.top, piece.top);
  line.bottom = Math.max(line.bottom, piece.bottom);
}
