import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

type DrawnPage = {
  number?: string;
  /** A short line at this place, in points. */
  mark?: { x: number; y: number };
  size?: readonly [width: number, height: number];
  bookmark?: string;
};

const sheetSize = [2592, 1728] as const;

/** Draws a PDF with a page of 36 × 24 in for each sheet, with a grid and its number in the title block. */
export function drawnSheets(pages: DrawnPage[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) } });
  for (const { number, mark, size: [width, height] = sheetSize, bookmark } of pages) {
    document.addPage({ size: [width, height], margin: 0 });
    for (let x = 200; x < width - 400; x += 200)
      document
        .moveTo(x, 100)
        .lineTo(x, height - 100)
        .stroke();
    if (number) {
      document.fontSize(14).text("SHEET NUMBER", width - 300, height - 150, { lineBreak: false });
      document.fontSize(60).text(number, width - 300, height - 120, { lineBreak: false });
    }
    if (mark)
      document
        .moveTo(mark.x, mark.y)
        .lineTo(mark.x + 9, mark.y)
        .stroke();
    if (bookmark) document.outline.addItem(bookmark);
  }
  document.end();
  return buffer(document);
}
