import { writeFileSync } from "node:fs";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { env } from "~/platform/env.server";

type Options = { width?: number; height?: number; rotate?: number; cropBox?: number[] };

/** Draws a PDF of one page. */
export function drawnPdf(
  draw: (document: PDFKit.PDFDocument) => void,
  { width = 612, height = 792, rotate, cropBox }: Options = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: [width, height], margin: 0 });
  const parts: Buffer[] = [];
  document.on("data", (part) => parts.push(part));
  const drawn = new Promise<Buffer>((resolve) => document.on("end", () => resolve(Buffer.concat(parts))));
  Object.assign(document.page.dictionary.data, { Rotate: rotate ?? 0, CropBox: cropBox });
  draw(document);
  document.end();
  return drawn;
}

let files = 0;

/** Keeps a file in the data folder of the test, and returns its path. */
export function pdfFile(bytes: Buffer): string {
  const path = join(env.DATA_DIR, `test-${files++}.pdf`);
  writeFileSync(path, bytes);
  return path;
}
