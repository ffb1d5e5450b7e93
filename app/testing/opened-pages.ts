import type { OpenedPage } from "~/models/pdf/page-comparison.server";
import { openPdf } from "~/models/pdf/pdf-document.server";
import { pdfFile } from "./drawn-pdf";

/** Opens the first pages of two files, and closes them after `use`. */
export function withPages<Result>(
  files: Buffer[],
  use: (earlier: OpenedPage, later: OpenedPage) => Result,
): Result {
  const documents = files.map((bytes) => openPdf(pdfFile(bytes)));
  const [earlier, later] = documents;
  if (!earlier || !later) throw new Error("Two files are opened");
  try {
    return use({ document: earlier, page: 0 }, { document: later, page: 0 });
  } finally {
    for (const { close } of documents) close();
  }
}
