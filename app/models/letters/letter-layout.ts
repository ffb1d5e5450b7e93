import type { LetterContent } from "./letter";

export type TextStyle = { font: "regular" | "bold"; size: number; leading: number; color: string };
/** `name` is what is read of it. */
export type SpanLink = { address: string; name: string };
export type Span = { text: string; style: TextStyle; link?: SpanLink };
export type PlacedSpan = Span & { x: number };
export type Line = { spans: PlacedSpan[]; height: number };

export type Measure = (text: string, style: TextStyle) => number;

/** Longer words are broken after signs such as a hyphen, and parts longer than the other anywhere. */
const maxUnsplitLines = 20;
const maxUnbrokenLines = 40;

const afterSign = /(?<=[-–—/\\_.,;:&?=+@|])(?=[^\s])/u;
const unbroken = new RegExp(`(?:.\\p{M}*){1,${maxUnbrokenLines}}`, "gsu");

function breakable(word: string): string[] {
  if (word.length <= maxUnsplitLines) return [word];
  return word
    .split(afterSign)
    .flatMap((part) => (part.length > maxUnbrokenLines ? (part.match(unbroken) ?? []) : [part]));
}

const wordsOf = (text: string): string[] => text.match(/\n|[^\n ]+ ?| /g) ?? [];

function cut(text: string, style: TextStyle, width: number, measure: Measure): [string, string] {
  let end = 0;
  let x = 0;
  for (const character of text) {
    x += measure(character, style);
    if (x > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** Of all lines, or of each by its number from 0. */
type Width = number | ((line: number) => number);

/** Breaks texts that follow one another into lines. An empty line is half as high. */
export function breakLines(spans: Span[], width: Width, measure: Measure): Line[] {
  const lines: Line[] = [];
  const limit = () => (typeof width === "number" ? width : width(lines.length));
  let line: Line = { spans: [], height: 0 };
  let x = 0;
  let isContinued = false;
  const endLine = (style: TextStyle, continues = false) => {
    lines.push({ ...line, height: line.height || style.leading / 2 });
    line = { spans: [], height: 0 };
    x = 0;
    isContinued = continues;
  };
  const add = (text: string, { style, link }: Span) => {
    const last = line.spans.at(-1);
    if (last?.style === style && last.link === link) last.text += text;
    else line.spans.push({ text, style, x, ...(link && { link }) });
    line.height = Math.max(line.height, style.leading);
    x += measure(text, style);
  };
  const place = (part: string, span: Span): void => {
    const { style } = span;
    // The space after a word may be outside.
    const isTooWide = () => x + measure(part.trimEnd(), style) > limit();
    if (x > 0 && isTooWide()) endLine(style, true);
    if (isTooWide()) {
      const [start, rest] = cut(part, style, limit(), measure);
      add(start, span);
      if (rest) place(rest, span);
    } else if (x > 0 || !isContinued || part !== " ") add(part, span);
  };
  for (const span of spans) {
    for (const word of wordsOf(span.text)) {
      if (word === "\n") {
        // Without the space, the lines are read as one word.
        if (line.spans.length > 0) add(" ", span);
        endLine(span.style);
      } else for (const part of breakable(word)) place(part, span);
    }
  }
  const [last] = spans.slice(-1);
  if (last && line.spans.length > 0) endLine(last.style);
  return lines;
}

const ink = "#1b2733";
const grey = "#55616d";
const blue = "#1a4f8a";
const red = "#a3261d";

const style = (size: number, leading: number, color = ink, font: TextStyle["font"] = "regular") => ({
  font,
  size,
  leading,
  color,
});

export const styles = {
  city: style(12, 14, ink, "bold"),
  small: style(9, 11.5, grey),
  title: style(17, 20, ink, "bold"),
  issued: style(10, 12.5, grey),
  factLabel: style(9.5, 13, ink, "bold"),
  fact: style(9.5, 13),
  part: style(12.5, 15, ink, "bold"),
  list: style(10, 12.5, grey, "bold"),
  text: style(10, 12.5),
  strong: style(10, 12.5, ink, "bold"),
  head: style(9, 11, grey, "bold"),
  cell: style(9, 11),
  place: style(8.5, 10.8, grey),
  placeLink: style(8.5, 10.8, blue),
  answer: style(9, 11.3, blue),
  verdict: style(9, 11.3, red),
  verdictLabel: style(9, 11.3, red, "bold"),
  foot: style(8, 9.5, grey),
  draft: style(11, 13, red, "bold"),
} as const;

export const ruleStyle: { color: string; width: number } = { color: "#d5dae0", width: 0.75 };

/** An element of the structure that readers of a PDF hear, such as a heading, a list or a cell. */
export type Tag = {
  name: string;
  parent: Tag | null;
  scope?: "Row" | "Column";
  numbering?: "Decimal" | "Disc";
  alternative?: string;
  expansion?: string;
};

type Position = { x: number; y: number };
type Part = Position & { tag: Tag; line: Line };
export type Picture = Position & { tag: Tag; width: number; height: number; bytes: Uint8Array };

/** What is side by side on a page, never on two. Positions are relative to its upper left corner, in points. */
export type Row = {
  gap: number;
  height: number;
  keepsNext: boolean;
  parts: Part[];
  picture?: Picture;
  bookmark?: string;
  hasRule?: boolean;
};

export type Column = { x: number; width: Width };

export const tagIn = (parent: Tag | null, name: string, more: Omit<Tag, "name" | "parent"> = {}): Tag => ({
  name,
  parent,
  ...more,
});

type Block = { tag: Tag; spans: Span[]; column: Column };

function linesOf({ tag, spans, column }: Block, measure: Measure): { parts: Part[]; height: number } {
  let y = 0;
  const parts = breakLines(spans, column.width, measure).map((line) => {
    const part = { tag, line, x: column.x, y };
    y += line.height;
    return part;
  });
  return { parts, height: y };
}

const textRows = (text: Block & { gap: number }, measure: Measure): Row[] =>
  linesOf(text, measure).parts.map((part, index) => ({
    gap: index === 0 ? text.gap : 0,
    height: part.line.height,
    keepsNext: false,
    parts: [{ ...part, y: 0 }],
  }));

export function tableRow(cells: Block[], measure: Measure, padding = 0): Row {
  const placed = cells.map((cell) => linesOf(cell, measure));
  const parts = placed.flatMap((cell) => cell.parts.map((part) => ({ ...part, y: part.y + padding })));
  const height = Math.max(0, ...placed.map((cell) => cell.height)) + 2 * padding;
  return { gap: 0, height, keepsNext: false, parts };
}

/** Keeps rows on one page with each other and the next row. */
export const headingRows = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, keepsNext: true }));

export const rowsOnOnePage = (rows: Row[]): Row[] =>
  rows.map((row, index) => ({ ...row, keepsNext: index < rows.length - 1 }));

export const pageSize = { width: 612, height: 792 };
export const margin = 54;
export const contentWidth = pageSize.width - 2 * margin;
const halfPage = (pageSize.height - 2 * margin) / 2;

const heightOf = (rows: Row[]): number => rows.reduce((sum, { gap, height }) => sum + gap + height, 0);

/** An item is on one page up to half a page; three lines of a longer one stay with the label. */
function itemRows(rows: Row[]): Row[] {
  if (heightOf(rows) <= halfPage) return rowsOnOnePage(rows);
  return rows.map((row, index) => ({ ...row, keepsNext: index < 2 || index === rows.length - 2 }));
}

/** The share of a text's size above its baseline. */
export const ascent = 0.905;

function alignBaselines(label: Part[], body: Part[]): void {
  const sizeOf = (parts: Part[]) => parts[0]?.line.spans[0]?.style.size ?? 0;
  const shift = ascent * (sizeOf(label) - sizeOf(body));
  for (const part of shift > 0 ? body : label) part.y += Math.abs(shift);
}

type Label = { text: string; style: TextStyle; expansion?: string };

export type Paragraph = { spans: Span[]; gap: number };

/** 60 × 40 mm */
const pictureSize = { width: 170, height: 170 / 1.5 };
const pictureTop = 2;
const spaceBesidePicture = 12;

type Item = {
  list: Tag;
  label: Label;
  paragraphs: Paragraph[];
  picture?: { bytes: Uint8Array; alternative: string };
  gap: number;
  indent: number;
};

export function listItem({ list, label, paragraphs, picture, gap, indent }: Item, measure: Measure): Row[] {
  const item = tagIn(list, "LI");
  const labelTag = tagIn(item, "Lbl", label.expansion ? { expansion: label.expansion } : {});
  const body = tagIn(item, "LBody");
  const rows: Row[] = [];
  for (const { spans, gap } of paragraphs) {
    const top = heightOf(rows) + gap;
    const leading = spans[0]?.style.leading ?? 0;
    const isBeside = (line: number) => picture && top + line * leading < pictureSize.height + pictureTop;
    const width = (line: number) =>
      contentWidth - indent - (isBeside(line) ? pictureSize.width + spaceBesidePicture : 0);
    rows.push(...textRows({ tag: tagIn(body, "P"), spans, column: { x: indent, width }, gap }, measure));
  }
  const labelText = { tag: labelTag, spans: [label], column: { x: 0, width: indent - 6 } };
  const { parts, height } = linesOf(labelText, measure);
  const [first = { height: 0, parts: [] }, ...others] = rows;
  alignBaselines(parts, first.parts);
  const firstRow = { gap, height: Math.max(first.height, height), keepsNext: false };
  const all: Row[] = [{ ...firstRow, parts: [...parts, ...first.parts] }, ...others];
  return picture ? besidePicture(all, body, picture) : itemRows(all);
}

/** The picture is at the right edge. All that is beside it is on its page. */
function besidePicture(rows: Row[], parent: Tag, { bytes, alternative }: Required<Item>["picture"]): Row[] {
  const tag = tagIn(parent, "Figure", { alternative });
  const picture = { tag, x: contentWidth - pictureSize.width, y: pictureTop, ...pictureSize, bytes };
  const missing = picture.y + picture.height - heightOf(rows) + (rows[0]?.gap ?? 0);
  const last = rows.length - 1;
  let end = 0;
  return itemRows(
    rows.map((row, index) => ({
      ...row,
      height: row.height + (index === last ? Math.max(0, missing) : 0),
      ...(index === 0 && { picture }),
    })),
  ).map((row, index) => {
    end += (index === 0 ? 0 : row.gap) + row.height;
    return { ...row, keepsNext: row.keepsNext || (index < last && end < picture.height) };
  });
}

const shortestEnd = 4;

/** No page ends with a line or two alone. */
export const withoutShortEnd = (rows: Row[]): Row[] => [
  ...rows.slice(0, -shortestEnd),
  ...rowsOnOnePage(rows.slice(-shortestEnd)),
];

export type Page = { row: Row; y: number }[];

/** Only rows that together are higher than a page are separated. */
export function pagesOf(rows: Row[], pageHeight: number): Page[] {
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

function groupsOf(rows: Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.keepsNext) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

export type Layout = {
  content: LetterContent;
  /** The absolute address of the permit's page. */
  permitAddress: string;
  cutOuts: ReadonlyMap<string, Uint8Array>;
  measure: Measure;
  root: Tag;
};

type Text = { text: string; style: TextStyle; gap: number; tag?: "P" | "H1" | "H2" | "H3" };

export const paragraph = ({ measure, root }: Layout, { text, style, gap, tag = "P" }: Text): Row[] =>
  textRows(
    { tag: tagIn(root, tag), spans: [{ text, style }], column: { x: 0, width: contentWidth }, gap },
    measure,
  );

export function partHeading(layout: Layout, text: string): Row[] {
  const rows = headingRows(paragraph(layout, { text, style: styles.part, gap: 14, tag: "H2" }));
  return rows.map((row, index) => (index === 0 ? { ...row, bookmark: text } : row));
}

/** Without rows, it has no heading. */
export const partRows = (layout: Layout, heading: string, rows: Row[]): Row[] =>
  rows.length > 0 ? [...partHeading(layout, heading), ...rows] : [];

type Numbering = NonNullable<Tag["numbering"]>;

export function headedList(layout: Layout, heading: string, texts: string[], numbering: Numbering): Row[] {
  const list = tagIn(layout.root, "L", { numbering });
  const rows = texts.flatMap((text, index) => {
    const label = { text: numbering === "Decimal" ? `${index + 1}.` : "•", style: styles.text };
    const paragraphs = [{ spans: [{ text, style: styles.text }], gap: 0 }];
    return listItem({ list, label, paragraphs, gap: 1, indent: 18 }, layout.measure);
  });
  return partRows(layout, heading, rows);
}
