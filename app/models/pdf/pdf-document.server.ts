import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { signaturesOf } from "./pdf-signature.server";
import {
  type DigitalSignature,
  maxPages,
  maxSide,
  type OpenedPdf,
  type PdfPageFacts,
  type PdfRefusal,
} from "./pdf-task";
import { floatsOf, memory, PdfProblem, pdfium, shortText, utf16Of } from "./pdfium.server";

/** An open file. pdfium reads only the parts of it that it needs, and never keeps all of it in memory. */
export type PdfDocument = {
  handle: number;
  fileDescriptor: number;
  byteSize: number;
  /** Handles of the pages that are open, the last one used at the end. */
  pages: Map<number, number>;
  close: () => void;
};

/** The error of pdfium for a file with a password. */
const passwordError = 4;

export class RefusedPdf extends PdfProblem {
  constructor(readonly refusal: PdfRefusal) {
    super(refusal);
  }
}

/** Throws a `RefusedPdf`. */
export function openPdf(path: string): PdfDocument {
  const fileDescriptor = openSync(path, "r");
  const byteSize = fstatSync(fileDescriptor).size;
  const { addFunction, removeFunction, setValue, wasmExports } = pdfium.pdfium;
  const readBlock = addFunction((_: number, position: number, address: number, bytes: number) => {
    const from = position >>> 0;
    return readSync(fileDescriptor, memory(), address, bytes, from) === bytes ? 1 : 0;
  }, "iiiii");
  const access = wasmExports.malloc(12);
  setValue(access, byteSize, "i32");
  setValue(access + 4, readBlock, "i32");
  setValue(access + 8, 0, "i32");
  const handle = pdfium.FPDF_LoadCustomDocument(access, null as unknown as string);
  const error = pdfium.FPDF_GetLastError();
  const pages = new Map<number, number>();
  const close = () => {
    for (const page of pages.values()) pdfium.FPDF_ClosePage(page);
    if (handle) pdfium.FPDF_CloseDocument(handle);
    removeFunction(readBlock);
    wasmExports.free(access);
    closeSync(fileDescriptor);
  };
  if (!handle) {
    close();
    throw new RefusedPdf(error === passwordError ? "encrypted" : "unreadable");
  }
  return { handle, fileDescriptor, byteSize, pages, close };
}

/** What is known of a file without reading its pages. */
export function factsOf(document: PdfDocument): OpenedPdf {
  const { handle } = document;
  const count = pdfium.FPDF_GetPageCount(handle);
  const attachments = pdfium.FPDFDoc_GetAttachmentCount(handle);
  if (attachments > 0 && isPortfolio(document)) return { refusal: "portfolio" };
  if (count <= 0) return { refusal: "empty" };
  if (count > maxPages) return { refusal: "tooManyPages" };
  const bookmarks = bookmarksOf(handle, count);
  const pages: PdfPageFacts[] = [];
  for (let page = 0; page < count; page += 1) {
    const size = floatsOf(2, ([at = 0]) => pdfium.FPDF_GetPageSizeByIndexF(handle, page, at));
    const [width = 0, height = 0] = size ?? [];
    if (!(width > 0 && height > 0)) return { refusal: "noBox" };
    if (width > maxSide || height > maxSide) return { refusal: "tooLarge" };
    const label = utf16Of((address, bytes) => pdfium.FPDF_GetPageLabel(handle, page, address, bytes));
    pages.push({ width, height, label: short(label), bookmark: bookmarks.get(page) ?? "" });
  }
  return {
    pages,
    signatures: signaturesOf(document) satisfies DigitalSignature[],
    hasScripts: pdfium.FPDFDoc_GetJavaScriptActionCount(handle) > 0,
    hasAttachments: attachments > 0,
  };
}

const short = (text: string): string => shortText(text, 200);

/** The page mode of a file that shows what is attached to it. */
const showsAttachments = 5;

/** The catalog of a portfolio is not in pdfium's interface: it is known by what it shows. */
const isPortfolio = ({ handle }: PdfDocument): boolean =>
  pdfium.FPDFDoc_GetPageMode(handle) === showsAttachments && pdfium.FPDF_GetPageCount(handle) <= 1;

const maxBookmarks = 5000;

/** The first and deepest bookmark of each page. */
function bookmarksOf(handle: number, pages: number): Map<number, string> {
  const titles = new Map<number, string>();
  const seen = new Set<number>();
  const visit = (first: number, depth: number) => {
    for (
      let at = first;
      at && seen.size < maxBookmarks;
      at = pdfium.FPDFBookmark_GetNextSibling(handle, at)
    ) {
      if (seen.has(at)) return;
      seen.add(at);
      const bookmark = at;
      const child = depth < 8 ? pdfium.FPDFBookmark_GetFirstChild(handle, bookmark) : 0;
      if (child) visit(child, depth + 1);
      const page = pdfium.FPDFDest_GetDestPageIndex(handle, pdfium.FPDFBookmark_GetDest(handle, bookmark));
      if (page < 0 || page >= pages || titles.has(page)) continue;
      titles.set(
        page,
        short(utf16Of((address, bytes) => pdfium.FPDFBookmark_GetTitle(bookmark, address, bytes))),
      );
    }
  };
  visit(pdfium.FPDFBookmark_GetFirstChild(handle, 0), 0);
  return titles;
}
