import { type LetterContent, longDate } from "./letter";
import { letterRows } from "./letter-pdf-content";
import { createDocument } from "./letter-pdf-document.server";
import type { LetterFonts } from "./letter-pdf-fonts.server";
import { breakLines, type Line } from "./letter-pdf-lines";
import { type Pen, penFor } from "./letter-pdf-pen.server";
import { contentWidth, margin, type Page, pageSize, pagesOf, withoutShortEnd } from "./letter-pdf-rows";
import { styles } from "./letter-pdf-styles";
import { printableText, replacement } from "./printable-text";

/** What a letter is drawn from, as it is sent to the worker. */
export type Drawing = {
  /** The letter as JSON in UTF-8: first without its disciplines, then each of them. */
  content: Uint8Array<ArrayBuffer>[];
  /** The city's logo as PNG, with its size in pixels. */
  logo: { bytes: Uint8Array; width: number; height: number } | null;
  isDraft: boolean;
};

/** Returns the PDF of a letter. The same letter has the same bytes, independent of the letters drawn before. */
export async function drawPdf(
  { content: parts, logo, isDraft }: Drawing,
  fonts: LetterFonts,
): Promise<Uint8Array<ArrayBuffer>> {
  let isComplete = true;
  const print = (text: string) => {
    const printed = printableText(text, fonts.covers);
    if (printed.includes(replacement)) isComplete = false;
    return printed;
  };
  const parse = (json: Uint8Array) =>
    JSON.parse(new TextDecoder().decode(json), (_, value) =>
      typeof value === "string" ? print(value) : value,
    );
  const [letter, ...disciplines] = parts.map(parse);
  const content: LetterContent = { ...letter, disciplines };
  const foot = footOf(content, isDraft, fonts);
  const height = foot.top - spaceAboveFoot - margin;
  const pages = pagesOf(withoutShortEnd(letterRows(content, fonts.measure, { logo, isComplete })), height);
  const document = createDocument(content, isDraft, fonts);
  const pen = penFor(document, logo, fonts);
  for (const [index, page] of pages.entries()) {
    pen.startPage();
    if (isDraft) pen.artifact("Pagination", () => pen.text(draftMark, styles.draft, margin, draftTop));
    drawRows(pen, page, pages.length > 1);
    pen.artifact("Pagination", () => drawFoot(pen, foot, `Page ${index + 1} of ${pages.length}`, fonts));
  }
  document.end();
  return bytesOf(document);
}

const draftMark = "DRAFT";
const draftTop = 28;
const spaceAboveFoot = 8;
const lowestFoot = 746;
const spaceBelowFoot = 10;
const pageCountWidth = 80;

type Foot = { lines: Line[]; top: number };

/** Returns the lines at the bottom of each page. They begin higher if they are many, as with a long name. */
function footOf(
  { number, permit, issuedOn }: LetterContent,
  isDraft: boolean,
  { measure }: LetterFonts,
): Foot {
  const name = permit.name.replaceAll("\n", " ");
  const text = [...(isDraft ? [draftMark] : []), number, name, `issued ${longDate(issuedOn, "long")}`].join(
    " · ",
  );
  const lines = breakLines([{ text, style: styles.foot }], contentWidth - pageCountWidth, measure);
  const height = lines.length * styles.foot.leading;
  return { lines, top: Math.min(lowestFoot, pageSize.height - spaceBelowFoot - height) };
}

function drawFoot(pen: Pen, { lines, top }: Foot, count: string, { measure }: LetterFonts): void {
  for (const [index, line] of lines.entries()) pen.line(line, margin, top + index * styles.foot.leading);
  pen.text(count, styles.foot, pageSize.width - margin - measure(count, styles.foot), top);
}

function drawRows(pen: Pen, page: Page, hasBookmarks: boolean): void {
  for (const { row, y } of page) {
    const top = margin + y;
    if (row.bookmark && hasBookmarks) pen.bookmark(row.bookmark, top);
    if (row.picture) {
      pen.picture(row.picture, margin, top);
    }
    for (const { tag, line, x, y } of row.parts) {
      pen.tagged(tag, () => pen.line(line, margin + x, top + y));
    }
    if (row.hasRule) pen.artifact("Layout", () => pen.rule(margin, top + row.height, contentWidth));
  }
}

async function bytesOf(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}
