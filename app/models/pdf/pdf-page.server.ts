import { readTitleBlock } from "../sheets/title-block";
import type { PdfDocument } from "./pdf-document.server";
import type { Move, PagePart, Pixels, ReadPage, Word } from "./pdf-task";
import {
  floatsOf,
  memory,
  PdfProblem,
  pdfium,
  shortText,
  utf8Of,
  withFloats,
  withMemory,
} from "./pdfium.server";

/** Where a page is in the file, and how it is turned to be displayed. */
export type OpenPage = {
  handle: number;
  left: number;
  bottom: number;
  /** As it is displayed. */
  width: number;
  height: number;
  /** Quarters of a turn, clockwise. */
  turns: number;
};

export function withPage<Result>(
  document: PdfDocument,
  index: number,
  use: (page: OpenPage) => Result,
): Result {
  const page = openedPage(document, index);
  const box = floatsOf(4, ([at = 0]) => pdfium.FPDF_GetPageBoundingBox(page, at));
  const [left = 0, , , bottom = 0] = box ?? [];
  return use({
    handle: page,
    left,
    bottom,
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
    turns: ((pdfium.FPDFPage_GetRotation(page) % 4) + 4) % 4,
  });
}

/** Somebody who looks at a page asks for another part of it soon. */
const maxOpenPages = 2;

function openedPage({ handle, pages }: PdfDocument, index: number): number {
  const page = pages.get(index) ?? pdfium.FPDF_LoadPage(handle, index);
  if (!page) throw new PdfProblem(`Page ${index} cannot be read`);
  pages.delete(index);
  pages.set(index, page);
  for (const [oldest, opened] of [...pages].slice(0, -maxOpenPages)) {
    pages.delete(oldest);
    pdfium.FPDF_ClosePage(opened);
  }
  return page;
}

export function readPage(page: OpenPage): ReadPage {
  const words = wordsOf(page);
  const { width, height } = page;
  const { hasLargePicture, missingFonts } = objectsOf(page);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const turned = words.reduce((sum, { text, angle }) => sum + (angle % 180 === 0 ? 0 : text.length), 0);
  return {
    titleBlock: readTitleBlock({ width, height, words }),
    missingFonts,
    isScan: letters === 0 && hasLargePicture,
    isSideways: letters >= 40 && turned > letters * 0.6,
  };
}

type Letter = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  angle: Word["angle"];
};

/** More are on no drawing that a person can read. */
const maxLetters = 60_000;

/** The words of a page: letters without a space between them. */
export function wordsOf(page: OpenPage): Word[] {
  const text = pdfium.FPDFText_LoadPage(page.handle);
  if (!text) return [];
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), maxLetters);
    const words: Word[] = [];
    let letters: Letter[] = [];
    const end = () => {
      if (letters.length > 0) words.push(wordOf(letters));
      letters = [];
    };
    for (let index = 0; index < count; index += 1) {
      const letter = letterAt(page, text, index);
      const before = letters.at(-1);
      if (!letter || (before && before.angle !== letter.angle)) end();
      if (letter) letters.push(letter);
    }
    end();
    return words;
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

function letterAt(page: OpenPage, text: number, index: number): Letter | undefined {
  const code = pdfium.FPDFText_GetUnicode(text, index);
  const sign = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  if (/^[\s\p{C}]$/u.test(sign)) return undefined;
  const box = floatsOf(4, ([at = 0]) => pdfium.FPDFText_GetLooseCharBox(text, index, at));
  if (!box?.every(Number.isFinite)) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  const [x1, y1] = displayed(page, left, bottom);
  const [x2, y2] = displayed(page, right, top);
  const radians = pdfium.FPDFText_GetCharAngle(text, index);
  const quarters = Number.isFinite(radians) ? Math.round((radians * 2) / Math.PI) : 0;
  return {
    text: sign,
    left: Math.min(x1, x2),
    right: Math.max(x1, x2),
    top: Math.min(y1, y2),
    bottom: Math.max(y1, y2),
    angle: (((((quarters + page.turns) % 4) + 4) % 4) * 90) as Word["angle"],
  };
}

/** A point of the file, as the page is displayed. */
function displayed({ left, bottom, width, height, turns }: OpenPage, x: number, y: number): [number, number] {
  const [right, up] = [x - left, y - bottom];
  if (turns === 1) return [up, right];
  if (turns === 2) return [width - right, up];
  if (turns === 3) return [width - up, height - right];
  return [right, height - up];
}

function wordOf(letters: Letter[]): Word {
  const [x, y] = [Math.min(...letters.map(({ left }) => left)), Math.min(...letters.map(({ top }) => top))];
  return {
    text: letters
      .map(({ text }) => text)
      .join("")
      .slice(0, 100),
    ...{ x, y },
    width: Math.max(...letters.map(({ right }) => right)) - x,
    height: Math.max(...letters.map(({ bottom }) => bottom)) - y,
    angle: letters[0]?.angle ?? 0,
  };
}

const objectTypes = { text: 1, picture: 3 };
const maxObjects = 20_000;
const maxFonts = 20;

/** Every viewer has these, or fonts of the same widths. */
const standardFonts =
  /^(Helvetica|Arial|Times|TimesNewRoman|Courier|CourierNew|Symbol|ZapfDingbats)(PS)?(MT)?(?![a-z\d])(?!.*(Narrow|Cond|Black))/i;

function objectsOf(page: OpenPage): { missingFonts: string[]; hasLargePicture: boolean } {
  const missing = new Set<string>();
  const fonts = new Set<number>();
  let hasLargePicture = false;
  const count = Math.min(pdfium.FPDFPage_CountObjects(page.handle), maxObjects);
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page.handle, index);
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === objectTypes.picture) hasLargePicture ||= coversMost(page, object);
    if (type !== objectTypes.text || missing.size >= maxFonts) continue;
    const font = pdfium.FPDFTextObj_GetFont(object);
    if (!font || fonts.has(font)) continue;
    fonts.add(font);
    if (pdfium.FPDFFont_GetIsEmbedded(font) !== 0) continue;
    const name = baseNameOf(font);
    if (!standardFonts.test(name)) missing.add(name);
  }
  return { missingFonts: [...missing].filter(Boolean), hasLargePicture };
}

/** Whether a picture covers most of a page, as in a scan. */
export const hasLargePicture = (page: OpenPage): boolean => objectsOf(page).hasLargePicture;

/** Without the letters that mark a font of which the file has a part. */
function baseNameOf(font: number): string {
  const name = utf8Of((address, bytes) => pdfium.FPDFFont_GetBaseFontName(font, address, bytes));
  return shortText(name.replace(/^[A-Z]{6}\+/, ""), 60);
}

function coversMost({ width, height }: OpenPage, object: number): boolean {
  const bounds = floatsOf(4, ([left = 0, bottom = 0, right = 0, top = 0]) =>
    pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top),
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = bounds ?? [];
  return (right - left) * (top - bottom) > 0.5 * width * height;
}

export const atRest: Move = { x: 0, y: 0 };

const white = 0xffffffff;
const withAlpha = 4;
/** With annotations, and the bytes as red, green, blue and alpha. */
const drawFlags = 0x01 | 0x10;

type Asked = { longerSide: number; part?: PagePart };

export const wholePage: PagePart = { left: 0, top: 0, width: 1, height: 1 };

/** A picture of a part of a page, in pixels, and how many of them a point has. */
export type PicturePlace = {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: { x: number; y: number };
};

export function placeOn(page: OpenPage, { longerSide, part = wholePage }: Asked): PicturePlace {
  const scale = longerSide / Math.max(page.width, page.height);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  const whole = { width: pixels(page.width), height: pixels(page.height) };
  const [left, top] = [Math.round(part.left * whole.width), Math.round(part.top * whole.height)];
  return {
    ...{ left, top },
    width: Math.max(1, Math.round((part.left + part.width) * whole.width) - left),
    height: Math.max(1, Math.round((part.top + part.height) * whole.height) - top),
    scale: { x: whole.width / page.width, y: whole.height / page.height },
  };
}

/** Draws a page or a part of it, so many pixels wide or high as its longer side shall have. */
export const drawPage = (page: OpenPage, { move, ...asked }: Asked & { move?: Move }): Pixels =>
  drawAt(page, placeOn(page, asked), move);

/** Draws what of a page is at a place, if the page is moved by so many points. */
export function drawAt(page: OpenPage, place: PicturePlace, move: Move = atRest): Pixels {
  const { left, top, width, height, scale } = place;
  const bytes = width * height * 4;
  return withMemory(bytes, (address) => {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, withAlpha, address, width * 4);
    if (!bitmap) throw new PdfProblem("pdfium has no memory for a picture");
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      // FS_MATRIX, which is applied to the page in points, and then FS_RECTF, what of the picture is drawn.
      const matrix = [scale.x, 0, 0, scale.y, move.x * scale.x - left, move.y * scale.y - top];
      withFloats([...matrix, 0, 0, width, height], (at) =>
        pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page.handle, at, at + matrix.length * 4, drawFlags),
      );
      return { width, height, data: memory().slice(address, address + bytes) };
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
    }
  });
}
