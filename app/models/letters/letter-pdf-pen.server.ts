import type { LetterFonts } from "./letter-pdf-fonts.server";
import type { Line, TextStyle } from "./letter-pdf-lines";
import { ascent, type Picture, pageSize, type Tag } from "./letter-pdf-rows";
import { ruleStyle } from "./letter-pdf-styles";
import { inDrawnOrder } from "./printable-text";

type Element = PDFKit.PDFStructureElement;
/** pdfkit has these attributes, but its types do not. */
type ElementOptions = NonNullable<Parameters<PDFKit.PDFDocument["struct"]>[1]> & {
  scope?: string;
  bbox?: Box;
};
type WithAttributes = { dictionary: { data: { A?: Record<string, string> } } };

type Logo = { bytes: Uint8Array } | null;

/** Left, top, right and bottom. */
type Box = [number, number, number, number];

/** One line. With a list of features, pdfkit sets it at once, and not word by word. */
const options = { lineBreak: false, features: [] };

/** Creates what draws on the pages of a document, each text in the element of its tag. */
export function penFor(document: PDFKit.PDFDocument, logo: Logo, { runsOf }: LetterFonts) {
  const elementOf = elementsOf(document);
  let openTag: Tag | null = null;
  let color = "";

  function close(): void {
    if (openTag) document.endMarkedContent();
    openTag = null;
  }

  /** Draws in the element of a tag. What follows for the same tag on the page is one piece with it. */
  function tagged(tag: Tag, draw: () => void, box?: Box): void {
    if (tag !== openTag) {
      close();
      elementOf(tag, box).add(document.markStructureContent(tag.name));
      openTag = tag;
    }
    draw();
  }

  /** Draws what is not read aloud. */
  function artifact(type: "Pagination" | "Layout", draw: () => void): void {
    close();
    document.markContent("Artifact", { type });
    draw();
    document.endMarkedContent();
  }

  function text(text: string, style: TextStyle, x: number, y: number): void {
    if (style.color !== color) document.fillColor(style.color);
    color = style.color;
    const baseline = -ascent * style.size;
    for (const run of runsOf(inDrawnOrder(text), style)) {
      document.font(run.font, style.size).text(run.text, x + run.x, y, { ...options, baseline });
    }
  }

  return {
    startPage(): void {
      close();
      color = "";
      document.addPage();
    },
    tagged,
    artifact,
    text,
    line(line: Line, x: number, y: number): void {
      for (const span of line.spans) text(span.text, span.style, x + span.x, y);
    },
    picture({ tag, x, y, width, height }: Picture, left: number, top: number): void {
      if (!logo) return;
      const [imageX, imageY] = [left + x, top + y];
      const draw = () => document.image(Buffer.from(logo.bytes), imageX, imageY, { width, height });
      tagged(tag, draw, [imageX, imageY, imageX + width, imageY + height]);
    },
    bookmark: (title: string, top: number) => addBookmark(document, title, top),
    rule: (x: number, y: number, width: number) => drawRule(document, x, y, width),
  };
}

function addBookmark(document: PDFKit.PDFDocument, title: string, top: number): void {
  // pdfkit counts both from the page's other edge, which its types do not say: this is the left one.
  const place = { expanded: false, left: pageSize.width, top };
  document.outline.addItem(title, place);
}

function drawRule(document: PDFKit.PDFDocument, x: number, y: number, width: number): void {
  document.lineWidth(ruleStyle.width).strokeColor(ruleStyle.color);
  const right = x + width;
  document.moveTo(x, y).lineTo(right, y).stroke();
}

export type Pen = ReturnType<typeof penFor>;

/** Returns a function from a tag to its element, which is created in its parent when it is first used. */
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
