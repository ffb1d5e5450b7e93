import { inflateSync } from "node:zlib";

/** An element of a PDF's structure, with its own text and its elements, in the order in which they are read aloud. */
export type PdfElement = { tag: string; text: string; dictionary: string; elements: PdfElement[] };

/** What a PDF of pdfkit says. */
export type PdfText = {
  root: PdfElement;
  /** The texts of each page that are not read aloud. */
  artifacts: string[][];
  /** How much text is outside of elements and artifacts. */
  untagged: number;
  catalog: string;
  trailer: string;
  metadata: string;
  /** The dictionaries of all other objects. */
  objects: string[];
};

type PdfObject = { dictionary: string; stream: Buffer };
type PageText = { byMark: Map<number, string>; artifacts: string[]; untagged: number };

const referenceOf = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);

/** Reads the objects of a PDF at the offsets of its table. */
function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString("latin1");
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
  const ends = [...offsets, table].toSorted((first, second) => first - second);
  return new Map(
    offsets.map((offset, index) => {
      const body = text.slice(offset, ends[ends.indexOf(offset) + 1]);
      const [dictionary = "", stream = ""] = body.split(/\nstream\n/);
      const bytes = Buffer.from(stream.split("\nendstream")[0] ?? "", "latin1");
      const isPacked = dictionary.includes("/FlateDecode") && !dictionary.includes("/Image");
      return [index + 1, { dictionary, stream: isPacked ? inflateSync(bytes) : bytes }];
    }),
  );
}

/** Reads the characters of a font's glyphs. */
function charactersOf(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = "", list = ""] of cmap.matchAll(/^<(\w{4})> <\w{4}> \[(.*)\]$/gm)) {
    for (const [index, [, code = ""]] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0");
      characters.set(glyph, String.fromCharCode(...code.split(" ").map((part) => Number.parseInt(part, 16))));
    }
  }
  return characters;
}

/** Reads the text of a page by its marks. */
function readPage(objects: Map<number, PdfObject>, page: string): PageText {
  const read = (dictionary: string, key: string) => objects.get(referenceOf(dictionary, key));
  const resources = read(page, "Resources")?.dictionary ?? "";
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id]) => {
      const font = objects.get(Number(id))?.dictionary ?? "";
      return [name, charactersOf(read(font, "ToUnicode")?.stream.toString("latin1") ?? "")];
    }),
  );
  const result: PageText = { byMark: new Map(), artifacts: [], untagged: 0 };
  let mark: number | "artifact" | null = null;
  let font = new Map<string, string>();
  const operators = /\/(\w+) <<([^>]*)>> BDC|^(EMC)$|\/(F\d+) [\d.]+ Tf|^\[(.*)\] TJ$/gm;
  const content = read(page, "Contents")?.stream.toString("latin1") ?? "";
  for (const [, tag, properties = "", end, fontName, glyphs] of content.matchAll(operators)) {
    if (tag) mark = tag === "Artifact" ? "artifact" : Number(/MCID (\d+)/.exec(properties)?.[1]);
    if (tag === "Artifact") result.artifacts.push("");
    if (end) mark = null;
    if (fontName) font = fonts.get(fontName) ?? new Map();
    if (glyphs === undefined) continue;
    const text = (glyphs.match(/\w{4}(?=[\w]*>)/g) ?? []).map((glyph) => font.get(glyph) ?? "�").join("");
    if (mark === null) result.untagged += text.length;
    else if (mark === "artifact") result.artifacts.push((result.artifacts.pop() ?? "") + text);
    else result.byMark.set(mark, (result.byMark.get(mark) ?? "") + text);
  }
  return result;
}

function pageIdsOf(objects: Map<number, PdfObject>, catalog: string): number[] {
  const pages = objects.get(referenceOf(catalog, "Pages"))?.dictionary ?? "";
  const kids = /\/Kids \[(.*)\]/.exec(pages)?.[1] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
}

/** Reads the dictionary and the operators of each page of a PDF of pdfkit. */
export function readPages(pdf: Buffer): { dictionary: string; content: string }[] {
  const objects = objectsOf(pdf);
  const trailer = /trailer[\s\S]*/.exec(pdf.toString("latin1"))?.[0] ?? "";
  const catalog = objects.get(referenceOf(trailer, "Root"))?.dictionary ?? "";
  return pageIdsOf(objects, catalog).map((id) => {
    const dictionary = objects.get(id)?.dictionary ?? "";
    const content = objects.get(referenceOf(dictionary, "Contents"))?.stream.toString("latin1") ?? "";
    return { dictionary, content };
  });
}

/** Reads a PDF of pdfkit by its structure. Throws if it cannot be read. */
export function readPdf(pdf: Buffer | Uint8Array): PdfText {
  const objects = objectsOf(Buffer.from(pdf));
  const dictionaryOf = (id: number) => objects.get(id)?.dictionary ?? "";
  const trailer = /trailer[\s\S]*/.exec(Buffer.from(pdf).toString("latin1"))?.[0] ?? "";
  const catalog = dictionaryOf(referenceOf(trailer, "Root"));
  const pageIds = pageIdsOf(objects, catalog);
  const pages = new Map(pageIds.map((id) => [id, readPage(objects, dictionaryOf(id))]));

  function elementOf(id: number): PdfElement {
    const dictionary = dictionaryOf(id);
    const element: PdfElement = {
      tag: /\/S \/(\w+)/.exec(dictionary)?.[1] ?? "",
      text: "",
      dictionary,
      elements: [],
    };
    const children = /\/K \[([\s\S]*?)\]/.exec(dictionary)?.[1] ?? "";
    const ownPage = referenceOf(dictionary.replace(children, ""), "Pg");
    for (const [, reference, otherPage, otherMark, mark] of children.matchAll(
      /(\d+) 0 R(?!\n\/MCID)|<<\n\/Type \/MCR\n\/Pg (\d+) 0 R\n\/MCID (\d+)\n>>|(\d+)/g,
    )) {
      if (reference) element.elements.push(elementOf(Number(reference)));
      else
        element.text += pages.get(Number(otherPage ?? ownPage))?.byMark.get(Number(otherMark ?? mark)) ?? "";
    }
    return element;
  }

  const structure = dictionaryOf(referenceOf(catalog, "StructTreeRoot"));
  return {
    root: elementOf(Number(/\/K \[(\d+) 0 R\]/.exec(structure)?.[1])),
    artifacts: pageIds.map((id) => pages.get(id)?.artifacts.filter((text) => text !== "") ?? []),
    untagged: [...pages.values()].reduce((sum, page) => sum + page.untagged, 0),
    catalog,
    trailer,
    metadata: objects.get(referenceOf(catalog, "Metadata"))?.stream.toString("utf8") ?? "",
    objects: [...objects.values()].map(({ dictionary }) => dictionary),
  };
}

/** All elements, each before its own. */
export const allElements = (element: PdfElement): PdfElement[] => [
  element,
  ...element.elements.flatMap(allElements),
];

/** The text of an element and all of its elements. */
export const wholeText = (element: PdfElement): string =>
  allElements(element)
    .map(({ text }) => text)
    .join("\n");
