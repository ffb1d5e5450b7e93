import PDFDocument from "pdfkit";
import { type LetterContent, letterTitle } from "./letter";
import type { LetterFonts } from "./letter-pdf-fonts.server";
import { pageSize } from "./letter-pdf-rows";

/** Creates the document of a letter, as PDF/UA-1 (ISO 14289-1) requires it: tagged, with a title and a language. */
export function createDocument(
  content: LetterContent,
  isDraft: boolean,
  { names, fontOf }: LetterFonts,
): PDFKit.PDFDocument {
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
  for (const name of names) {
    // Only those that are used are embedded. pdfkit accepts an open font, which its types do not say.
    document.registerFont(name, fontOf(name) as unknown as Uint8Array);
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

/** Returns a property of the document. pdfkit writes it as it is, and into XML with `toString`, without escaping it. */
function property(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => escapes[character] ?? "");
  return Object.assign(Object(text), { toString: () => escaped });
}
