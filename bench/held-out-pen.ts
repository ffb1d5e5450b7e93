import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

type Lettering = {
  size: number;
  font?: "Helvetica" | "Helvetica-Bold" | "Courier" | "Times-Roman";
  align?: "left" | "center" | "right";
  /** In degrees, clockwise; 270 reads from the right side of the sheet. */
  turn?: number;
  /** As old programs plot: each letter is a text of its own. */
  isSpaced?: boolean;
};

export type HeldOutPen = ReturnType<typeof penOf>;

/** Draws in points from the upper left corner of the displayed sheet. */
function penOf(document: PDFKit.PDFDocument) {
  function text(words: string, x: number, y: number, lettering: Lettering): void {
    const { size, font = "Helvetica", align = "left", turn = 0, isSpaced = false } = lettering;
    document.font(font).fontSize(size);
    const width = document.widthOfString(words);
    const start = align === "left" ? 0 : align === "center" ? -width / 2 : -width;
    document.save().rotate(turn, { origin: [x, y] });
    if (isSpaced) letters(words, x + start, y);
    else document.fillColor("black").text(words, x + start, y, { lineBreak: false });
    document.restore();
  }

  function letters(words: string, x: number, y: number): void {
    let at = x;
    for (const letter of words) {
      if (letter !== " ") document.text(letter, at, y, { lineBreak: false });
      at += document.widthOfString(letter);
    }
  }

  /** Lines of text, one below the other. */
  function lines(all: string[], x: number, y: number, lettering: Lettering): void {
    for (const [index, words] of all.entries()) text(words, x, y + index * lettering.size * 1.3, lettering);
  }

  const line = (x1: number, y1: number, x2: number, y2: number, weight = 0.5) =>
    document.lineWidth(weight).moveTo(x1, y1).lineTo(x2, y2).stroke();
  const box = (x: number, y: number, width: number, height: number, weight = 1) =>
    document.lineWidth(weight).rect(x, y, width, height).stroke();
  const circle = (x: number, y: number, radius: number) =>
    document.lineWidth(0.7).circle(x, y, radius).stroke();

  return { text, lines, line, box, circle };
}

export type Paper = { width: number; height: number; rotate?: 90 | 270 };

/** Draws a page for each paper; one with a rotation lies turned in the file, and is displayed upright. */
export function drawPapers(
  papers: Paper[],
  draw: (pen: HeldOutPen, index: number) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  const pen = penOf(document);
  for (const [index, { width, height, rotate }] of papers.entries()) {
    document.addPage({ size: rotate ? [height, width] : [width, height], margin: 0 });
    if (rotate) Object.assign(document.page.dictionary.data, { Rotate: rotate });
    if (rotate === 90) document.transform(0, -1, 1, 0, 0, width);
    if (rotate === 270) document.transform(0, 1, -1, 0, height, 0);
    draw(pen, index);
  }
  document.end();
  return buffer(document);
}
