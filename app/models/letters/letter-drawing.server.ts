import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type LetterContent, letterTitle, longDate } from "./letter";
import { openFonts } from "./letter-fonts.server";
import {
  ascent,
  breakLines,
  contentWidth,
  type Line,
  margin,
  type Page,
  type Picture,
  type PlacedSpan,
  pageSize,
  pagesOf,
  ruleStyle,
  type SpanLink,
  styles,
  type Tag,
  type TextStyle,
  tagIn,
  withoutShortEnd,
} from "./letter-layout";
import { letterRows } from "./letter-rows";
import { inDrawnOrder, printableText, replacement } from "./printable-text";

export type Drawing = {
  content: LetterContent;
  permitAddress: string;
  cutOuts: ReadonlyMap<string, Uint8Array>;
  logo: { bytes: Uint8Array; width: number; height: number } | null;
  isDraft: boolean;
};

const fonts = openFonts();

/** A letter always has the same bytes. A worker runs this: it loads neither settings nor database. */
export default async function drawPdf({ content: sent, isDraft, ...drawing }: Drawing): Promise<Uint8Array> {
  let isComplete = true;
  const print = (text: string) => {
    const printed = printableText(text, fonts.covers);
    if (printed.includes(replacement)) isComplete = false;
    return printed;
  };
  const content: LetterContent = JSON.parse(JSON.stringify(sent), (_, value) =>
    typeof value === "string" ? print(value) : value,
  );
  const foot = footOf(content, isDraft);
  const height = foot.top - spaceAboveFoot - margin;
  const rows = letterRows(content, fonts.measure, { ...drawing, isComplete });
  const pages = pagesOf(withoutShortEnd(rows), height);
  const document = createDocument(content, isDraft);
  const pen = penFor(document);
  for (const [index, page] of pages.entries()) {
    pen.startPage();
    if (isDraft) pen.artifact("Pagination", () => pen.text(draftMark, styles.draft, margin, draftTop));
    drawRows(pen, page, pages.length > 1);
    pen.artifact("Pagination", () => drawFoot(pen, foot, `Page ${index + 1} of ${pages.length}`));
  }
  document.end();
  return buffer(document);
}

const draftMark = "DRAFT";
const draftTop = 28;
const spaceAboveFoot = 8;
const lowestFoot = 746;
const spaceBelowFoot = 10;
const pageCountWidth = 80;

type Foot = { lines: Line[]; top: number };

function footOf({ number, permit, issuedOn }: LetterContent, isDraft: boolean): Foot {
  const name = permit.name.replaceAll("\n", " ");
  const text = [...(isDraft ? [draftMark] : []), number, name, `issued ${longDate(issuedOn, "long")}`].join(
    " · ",
  );
  const lines = breakLines([{ text, style: styles.foot }], contentWidth - pageCountWidth, fonts.measure);
  const height = lines.length * styles.foot.leading;
  return { lines, top: Math.min(lowestFoot, pageSize.height - spaceBelowFoot - height) };
}

function drawFoot(pen: Pen, { lines, top }: Foot, count: string): void {
  for (const [index, line] of lines.entries()) pen.line(line, margin, top + index * styles.foot.leading);
  pen.text(count, styles.foot, pageSize.width - margin - fonts.measure(count, styles.foot), top);
}

function drawRows(pen: Pen, page: Page, hasBookmarks: boolean): void {
  for (const { row, y } of page) {
    const top = margin + y;
    if (row.bookmark && hasBookmarks) pen.bookmark(row.bookmark, top);
    for (const { tag, line, x, y } of row.parts) {
      for (const span of line.spans) pen.span(tag, span, margin + x, top + y);
    }
    if (row.picture) pen.picture(row.picture, margin, top);
    if (row.hasRule) pen.artifact("Layout", () => pen.rule(margin, top + row.height, contentWidth));
  }
}

/** PDF/UA-1 (ISO 14289-1) requires tags, a title and a language. */
function createDocument(content: LetterContent, isDraft: boolean): PDFKit.PDFDocument {
  const document = new PDFDocument({
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    size: [pageSize.width, pageSize.height],
    margin: 0,
    autoFirstPage: false,
    // No other font, and no memory of the words that were drawn.
    font: "",
    fontLayoutCache: false,
    // pdfkit derives the file's id from these. At noon in UTC, the day is the same in all of America.
    info: {
      Title: property(`${isDraft ? "Draft: " : ""}${letterTitle(content)}`),
      Author: property(content.provider),
      Creator: "Redline",
      Producer: "Redline",
      CreationDate: new Date(`${content.issuedOn}T12:00:00Z`),
    },
  });
  for (const name of fonts.names) {
    // pdfkit accepts an open font, and embeds those that are used, which its types do not say.
    document.registerFont(name, fonts.fontOf(name) as unknown as Uint8Array);
  }
  // Each line has its place, so pdfkit need not measure where the next could begin.
  document.widthOfString = () => 0;
  // pdfkit's own option for this also lists the glyphs of the fonts, but not those that others are composed of.
  document.appendXML(
    '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
  );
  return document;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** pdfkit writes a property as it is, and into XML with `toString`, without escaping it. */
function property(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => escapes[character] ?? "");
  return Object.assign(Object(text), { toString: () => escaped });
}

type Element = PDFKit.PDFStructureElement;
type ElementOptions = NonNullable<Parameters<PDFKit.PDFDocument["struct"]>[1]> & {
  scope?: string;
  bbox?: Box;
};
type WithAttributes = { dictionary: { data: { A?: Record<string, string> } } };

type Box = [number, number, number, number];

/** With a list of features, pdfkit sets a line at once, and not word by word. */
const options = { lineBreak: false, features: [] };

/** Marks what is drawn: as the text of an element, or as nothing that is read. */
function markerFor(document: PDFKit.PDFDocument) {
  const elementOf = elementsOf(document);
  let openTag: Tag | null = null;

  function close(): void {
    if (openTag) document.endMarkedContent();
    openTag = null;
  }

  return {
    elementOf,
    close,
    /** What follows for the same tag on the page is one piece with it. */
    tagged(tag: Tag, draw: () => void, box?: Box): void {
      if (tag !== openTag) {
        close();
        elementOf(tag, box).add(document.markStructureContent(tag.name));
        openTag = tag;
      }
      draw();
    },
    artifact(type: "Pagination" | "Layout", draw: () => void): void {
      close();
      document.markContent("Artifact", { type });
      draw();
      document.endMarkedContent();
    },
  };
}

function penFor(document: PDFKit.PDFDocument) {
  const { elementOf, close, tagged, artifact } = markerFor(document);
  let color = "";

  function text(text: string, style: TextStyle, x: number, y: number): void {
    if (style.color !== color) document.fillColor(style.color);
    color = style.color;
    const baseline = -ascent * style.size;
    for (const run of fonts.runsOf(inDrawnOrder(text), style)) {
      document.font(run.font, style.size).text(run.text, x + run.x, y, { ...options, baseline });
    }
  }

  function rule(x: number, y: number, width: number, { color, width: thickness } = ruleStyle): void {
    document.lineWidth(thickness).strokeColor(color);
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  /** A text and what opens its address are one element. It ends on its page, which pdfkit notes then. */
  function linked(
    parent: Tag,
    { text: words, style }: PlacedSpan,
    link: SpanLink,
    x: number,
    y: number,
  ): void {
    const tag = tagIn(parent, "Link");
    const width = fonts.measure(words, style);
    tagged(tag, () => {
      text(words, style, x, y);
      rule(x, y + 1.05 * style.size, width, { color: style.color, width: 0.5 });
    });
    close();
    const element = elementOf(tag);
    // For pdfkit, another string is a name, which its types do not say.
    const described = { structParent: element, Contents: new String(link.name) as string };
    document.link(x, y, width, style.leading, link.address, described);
    element.end();
  }

  return {
    startPage(): void {
      close();
      color = "";
      document.addPage();
    },
    artifact,
    text,
    rule,
    line(line: Line, x: number, y: number): void {
      for (const span of line.spans) text(span.text, span.style, x + span.x, y);
    },
    span(tag: Tag, span: PlacedSpan, left: number, y: number): void {
      const x = left + span.x;
      if (span.link) linked(tag, span, span.link, x, y);
      else tagged(tag, () => text(span.text, span.style, x, y));
    },
    picture({ tag, x, y, width, height, bytes }: Picture, left: number, top: number): void {
      const [imageX, imageY] = [left + x, top + y];
      const draw = () => document.image(Buffer.from(bytes), imageX, imageY, { width, height });
      tagged(tag, draw, [imageX, imageY, imageX + width, imageY + height]);
    },
    bookmark(title: string, top: number): void {
      // pdfkit counts both from the page's other edge, which its types do not say: this is the left one.
      const place = { expanded: false, left: pageSize.width, top };
      document.outline.addItem(title, place);
    },
  };
}

type Pen = ReturnType<typeof penFor>;

function elementsOf(document: PDFKit.PDFDocument): (tag: Tag, box?: Box) => Element {
  const elements = new Map<Tag, Element>();
  const elementOf = (tag: Tag, box?: Box): Element => {
    const known = elements.get(tag);
    if (known) return known;
    const { name, parent, scope, numbering, alternative, expansion } = tag;
    const attributes: ElementOptions = { scope, alt: alternative, expanded: expansion, bbox: box };
    const element = document.struct(name, attributes);
    if (numbering) {
      (element as Element & WithAttributes).dictionary.data.A = { O: "List", ListNumbering: numbering };
    }
    elements.set(tag, element);
    if (parent) elementOf(parent).add(element);
    else document.addStructure(element);
    return element;
  };
  return elementOf;
}
