import { describe, expect, test } from "vitest";
import { drawnPdf, pdfFile } from "~/testing/drawn-pdf";
import { hostilePdfs } from "~/testing/hostile-pdfs";
import { openPdf } from "./pdf-document.server";
import { drawPage, readPage, withPage, wordsOf } from "./pdf-page.server";
import type { Pixels } from "./pdf-task";

function onPage<Result>(bytes: Buffer, use: Parameters<typeof withPage<Result>>[2]): Result {
  const document = openPdf(pdfFile(bytes));
  try {
    return withPage(document, 0, use);
  } finally {
    document.close();
  }
}

const pictureOf = (bytes: Buffer, longerSide: number) =>
  onPage(bytes, (page) => drawPage(page, { longerSide }));

/** The first and last places of dark dots. */
function inkIn({ width, data }: Pixels) {
  const dark = Array.from({ length: data.length / 4 }, (_, index) => index).filter(
    (index) => (data[index * 4] as number) < 128,
  );
  const [columns, rows] = [
    dark.map((index) => index % width),
    dark.map((index) => Math.floor(index / width)),
  ];
  return {
    left: Math.min(...columns),
    right: Math.max(...columns) + 1,
    top: Math.min(...rows),
    bottom: Math.max(...rows) + 1,
  };
}

const text = (document: PDFKit.PDFDocument) =>
  document.font("Helvetica").fontSize(20).text("A-101", 100, 200, { lineBreak: false });
const dot = (document: PDFKit.PDFDocument) => document.rect(100, 200, 4, 4).fill("black");

describe.each([
  { rotate: 0, cropBox: undefined, size: [612, 792], place: [100, 200] },
  { rotate: 90, cropBox: undefined, size: [792, 612], place: [592, 100] },
  { rotate: 180, cropBox: undefined, size: [612, 792], place: [512, 592] },
  { rotate: 270, cropBox: undefined, size: [792, 612], place: [200, 512] },
  // Its left side begins at 50, its upper side 92 below that of the sheet.
  { rotate: 0, cropBox: [50, 100, 550, 700], size: [500, 600], place: [50, 108] },
  { rotate: 90, cropBox: [50, 100, 550, 700], size: [600, 500], place: [492, 50] },
  { rotate: 180, cropBox: [50, 100, 550, 700], size: [500, 600], place: [450, 492] },
  { rotate: 270, cropBox: [50, 100, 550, 700], size: [600, 500], place: [108, 450] },
])("a page turned by $rotate, cropped to $cropBox", ({ rotate, cropBox, size, place }) => {
  const [x = 0, y = 0] = place;

  test("has its size, and a dot at its place", async () => {
    const picture = pictureOf(await drawnPdf(dot, { rotate, cropBox }), Math.max(...size));
    expect([picture.width, picture.height]).toEqual(size);
    const { left, right, top, bottom } = inkIn(picture);
    expect([right - left, bottom - top]).toEqual([4, 4]);
    // The corner of the dot that was the upper left one.
    expect([rotate === 90 || rotate === 180 ? right : left, rotate >= 180 ? bottom : top]).toEqual(place);
  });

  test("has a word where its ink is, at its angle", async () => {
    const bytes = await drawnPdf(text, { rotate, cropBox });
    const words = onPage(bytes, wordsOf);
    expect(words).toHaveLength(1);
    const [word] = words;
    expect(word).toMatchObject({ text: "A-101", angle: rotate });
    const ink = inkIn(pictureOf(bytes, Math.max(...size)));
    const box = { x: 0, y: 0, width: 0, height: 0, ...word };
    expect(box.x).toBeLessThanOrEqual(ink.left + 1);
    expect(box.y).toBeLessThanOrEqual(ink.top + 1);
    expect(box.x + box.width).toBeGreaterThanOrEqual(ink.right - 1);
    expect(box.y + box.height).toBeGreaterThanOrEqual(ink.bottom - 1);
    expect(Math.max(box.width, box.height)).toBeLessThan(60);
    expect(Math.min(box.width, box.height)).toBeLessThan(30);
    expect(Math.abs(box.x + (rotate === 90 || rotate === 180 ? box.width : 0) - x)).toBeLessThan(5);
    expect(Math.abs(box.y + (rotate >= 180 ? box.height : 0) - y)).toBeLessThan(5);
  });
});

describe("text that is turned on its page", () => {
  const turned = (angle: number) => (document: PDFKit.PDFDocument) => {
    document.rotate(angle, { origin: [300, 300] });
    document.font("Helvetica").fontSize(12);
    for (let line = 0; line < 5; line += 1) {
      document.text("FIRST FLOOR PLAN", 300, 300 + 20 * line, { lineBreak: false });
    }
  };

  test.each([
    { angle: 0, isSideways: false },
    { angle: 90, isSideways: true },
    { angle: 180, isSideways: false },
    { angle: 270, isSideways: true },
  ])("by $angle", async ({ angle, isSideways }) => {
    const bytes = await drawnPdf(turned(angle));
    expect(new Set(onPage(bytes, wordsOf).map((word) => word.angle))).toEqual(new Set([angle]));
    expect(onPage(bytes, readPage)).toMatchObject({ isSideways });
  });

  test("and is upright as the page is displayed", async () => {
    const bytes = await drawnPdf(turned(-90), { rotate: 90 });
    expect(new Set(onPage(bytes, wordsOf).map((word) => word.angle))).toEqual(new Set([0]));
    expect(onPage(bytes, readPage)).toMatchObject({ isSideways: false });
  });
});

test("the number and title of a sheet are read", async () => {
  const bytes = await drawnPdf(
    (document) => {
      document.font("Helvetica").fontSize(10);
      document.text("FIRST FLOOR PLAN", 2300, 1600, { lineBreak: false });
      document.text("SHEET NO.", 2300, 1640, { lineBreak: false });
      document.fontSize(30).text("A-101", 2300, 1660, { lineBreak: false });
    },
    { width: 2592, height: 1728 },
  );
  expect(onPage(bytes, readPage)).toMatchObject({
    titleBlock: { number: "A-101", title: "FIRST FLOOR PLAN" },
    missingFonts: [],
    isScan: false,
  });
});

test("fonts that are not in the file are named, but for those that every viewer has", () => {
  expect(onPage(hostilePdfs.missingFonts(), readPage).missingFonts).toEqual(["RomanS"]);
  expect(onPage(hostilePdfs.good(), readPage).missingFonts).toEqual([]);
});

test("a picture over a page without text is a scan", () => {
  expect(onPage(hostilePdfs.scan(), readPage).isScan).toBe(true);
  expect(onPage(hostilePdfs.good(), readPage).isScan).toBe(false);
});

test("a file with an owner's password is drawn", () => {
  for (const bytes of [hostilePdfs.ownerPassword(), hostilePdfs.ownerPasswordAes()]) {
    expect(inkIn(pictureOf(bytes, 792))).toEqual({ left: 100, right: 172, top: 620, bottom: 692 });
  }
});
