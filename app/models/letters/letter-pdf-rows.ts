import { breakLines, type Line, type Measure, type Span, type TextStyle } from "./letter-pdf-lines";

/** An element of the structure that a PDF is read aloud by, such as a heading, a list or a cell. */
export type Tag = {
  name: string;
  parent: Tag | null;
  /** Which cells a heading of a table is for. */
  scope?: "Row" | "Column";
  /** How the labels of a list continue. */
  numbering?: "Decimal" | "Disc";
  /** The words for a picture. */
  alternative?: string;
  /** What a label is short for. */
  expansion?: string;
};

type Position = { x: number; y: number };
export type Part = Position & { tag: Tag; line: Line };
export type Picture = Position & { tag: Tag; width: number; height: number };

/** What is side by side on a page, never on two. Positions are relative to its upper left corner, in points. */
export type Row = {
  /** The space above it, except at the top of a page. */
  gap: number;
  height: number;
  /** Whether it is on the page of the next row. */
  keepsNext: boolean;
  parts: Part[];
  picture?: Picture;
  /** The words by which readers of a long letter jump to it. */
  bookmark?: string;
  /** Whether there is a line below it. */
  hasRule?: boolean;
};

/** Where text may be, in points from the left margin. */
export type Column = { x: number; width: number };

export const tagIn = (parent: Tag | null, name: string, more: Omit<Tag, "name" | "parent"> = {}): Tag => ({
  name,
  parent,
  ...more,
});

type Text = { tag: Tag; spans: Span[]; column: Column };

/** Returns the lines of a text below one another. */
function partsOf({ tag, spans, column }: Text, measure: Measure): { parts: Part[]; height: number } {
  let y = 0;
  const parts = breakLines(spans, column.width, measure).map((line) => {
    const part = { tag, line, x: column.x, y };
    y += line.height;
    return part;
  });
  return { parts, height: y };
}

/** Returns a text with a row for each of its lines. */
export const textRows = (text: Text & { gap: number }, measure: Measure): Row[] =>
  partsOf(text, measure).parts.map((part, index) => ({
    gap: index === 0 ? text.gap : 0,
    height: part.line.height,
    keepsNext: false,
    parts: [{ ...part, y: 0 }],
  }));

/** Returns one row with texts side by side, as of a table. */
export function tableRow(cells: Text[], measure: Measure, padding = 0): Row {
  const placed = cells.map((cell) => partsOf(cell, measure));
  const parts = placed.flatMap((cell) => cell.parts.map((part) => ({ ...part, y: part.y + padding })));
  const height = Math.max(0, ...placed.map((cell) => cell.height)) + 2 * padding;
  return { gap: 0, height, keepsNext: false, parts };
}

/** Returns rows that are on one page with each other and the row after them. */
export const headingRows = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, keepsNext: true }));

/** Returns rows that are all on one page. */
export const rowsOnOnePage = (rows: Row[]): Row[] =>
  rows.map((row, index) => ({ ...row, keepsNext: index < rows.length - 1 }));

export const pageSize = { width: 612, height: 792 };
export const margin = 54;
export const contentWidth = pageSize.width - 2 * margin;
const halfPage = (pageSize.height - 2 * margin) / 2;

const heightOf = (rows: Row[]): number => rows.reduce((sum, { gap, height }) => sum + gap + height, 0);

/** Returns the rows of an item: on one page up to half a page; of longer ones, three lines at least stay with the label. */
function itemRows(rows: Row[]): Row[] {
  if (heightOf(rows) <= halfPage) return rowsOnOnePage(rows);
  return rows.map((row, index) => ({ ...row, keepsNext: index < 2 || index === rows.length - 2 }));
}

/** The share of a text's size that is above its baseline. */
export const ascent = 0.905;

/** Moves the smaller of two texts down to the baseline of the other. */
function alignBaselines(label: Part[], body: Part[]): void {
  const sizeOf = (parts: Part[]) => parts[0]?.line.spans[0]?.style.size ?? 0;
  const shift = ascent * (sizeOf(label) - sizeOf(body));
  for (const part of shift > 0 ? body : label) part.y += Math.abs(shift);
}

type Label = { text: string; style: TextStyle; expansion?: string };

/** A part of an item, with the space above it. */
export type Paragraph = { spans: Span[]; gap: number };

type Item = { list: Tag; label: Label; paragraphs: Paragraph[]; gap: number; indent: number };

/** Returns an item of a list: its label at the left, its paragraphs indented. */
export function listItem({ list, label, paragraphs, gap, indent }: Item, measure: Measure): Row[] {
  const item = tagIn(list, "LI");
  const labelTag = tagIn(item, "Lbl", label.expansion ? { expansion: label.expansion } : {});
  const body = tagIn(item, "LBody");
  const column = { x: indent, width: contentWidth - indent };
  const rows = paragraphs.flatMap(({ spans, gap }) =>
    textRows({ tag: tagIn(body, "P"), spans, column, gap }, measure),
  );
  const labelText = { tag: labelTag, spans: [label], column: { x: 0, width: indent - 6 } };
  const { parts, height } = partsOf(labelText, measure);
  const [first = { height: 0, parts: [] }, ...others] = rows;
  alignBaselines(parts, first.parts);
  const firstRow = { gap, height: Math.max(first.height, height), keepsNext: false };
  return itemRows([{ ...firstRow, parts: [...parts, ...first.parts] }, ...others]);
}

/** The fewest lines of a last page. */
const shortestEnd = 4;

/** Yields the rows with the last ones on one page, so that none ends with a line or two alone. */
export function* withoutShortEnd(rows: Iterable<Row>): Generator<Row> {
  const end: Row[] = [];
  for (const row of rows) {
    end.push(row);
    if (end.length > shortestEnd) yield end.shift() as Row;
  }
  yield* rowsOnOnePage(end);
}

/** A page of rows, each at its height in points from the upper margin. */
export type Page = { row: Row; y: number }[];

/** Distributes rows over pages of a height. Only rows that together are higher than a page are separated. */
export function pagesOf(rows: Iterable<Row>, pageHeight: number): Page[] {
  const pages: Page[] = [[]];
  let y = 0;
  const place = (row: Row) => {
    const page = pages.at(-1) ?? [];
    const top = page.length === 0 ? 0 : y + row.gap;
    page.push({ row, y: top });
    y = top + row.height;
  };
  const startPageFor = (group: Row[]) => {
    const isEmpty = pages.at(-1)?.length === 0;
    if (!isEmpty && y + heightOf(group) > pageHeight) pages.push([]);
  };
  for (const group of groupsOf(rows)) {
    startPageFor(group);
    for (const row of group) {
      startPageFor([row]);
      place(row);
    }
  }
  return pages;
}

/** Yields the rows in groups that are each on one page. */
function* groupsOf(rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    group.push(row);
    if (row.keepsNext) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
