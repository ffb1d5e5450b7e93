import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { openSync } from "fontkit";
import PDFDocument from "pdfkit";
import { itemAt, type Random, randomFrom } from "../app/seed/demo-random";

type Point = readonly [x: number, y: number];
type Size = { width: number; height: number };

/** What is planted on a sheet, and its place. */
export type ChangeKind =
  | "digit as text"
  | "digit as outlines of 3/32 in type"
  | "digit as outlines 3/32 in high"
  | "digit as strokes 3/32 in high"
  | "line added"
  | "line removed"
  | "line moved";
export type DenseSheet = Size & { seed: number; kind: ChangeKind };

/** How often its lines, hatches and texts are drawn over each other: a view of it then has 150 KB. */
const layers = 3;

/** Draws so many sheets of 36 × 24 in, each with thousands of lines and words. */
export function drawDenseSheets(count: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  const size = { width: 2592, height: 1728 };
  for (let seed = 1; seed <= count * layers; seed += 1) {
    if (seed % layers === 1) document.addPage({ size: [size.width, size.height], margin: 0 });
    drawDenseSheet(document, { ...size, seed, kind: "line added" }, true);
  }
  document.end();
  return buffer(document);
}

/** 3/32 in. */
const textSize = 6.75;
/** 1/8 in. */
const lineLength = 9;

/** Draws a sheet full of lines, hatches and texts on the present page, before or after its change. */
export function drawDenseSheet(document: PDFKit.PDFDocument, sheet: DenseSheet, isAfter: boolean): void {
  const random = randomFrom(sheet.seed);
  // Nothing is beyond the frame, so that a sheet that moves loses nothing.
  const frame = [36, 36, sheet.width - 72, sheet.height - 72] as const;
  document
    .lineWidth(2)
    .rect(...frame)
    .stroke()
    .save()
    .rect(...frame)
    .clip();
  drawHatches(document, random, sheet);
  drawLines(document, random, sheet);
  drawTexts(document, random, sheet);
  drawChange(document, random, sheet, isAfter);
  document.restore();
}

const placeOn = (random: Random, { width, height }: Size): Point => [
  40 + random.fraction() * (width - 120),
  40 + random.fraction() * (height - 80),
];

function drawHatches(document: PDFKit.PDFDocument, random: Random, size: Size): void {
  const count = Math.round((size.width * size.height) / 40_000);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = placeOn(random, size);
    const [width, height] = [random.between(60, 220), random.between(60, 200)];
    const spacing = random.pick([3, 4.5, 6, 9]);
    const slope = random.pick([1, -1, 0]);
    document
      .save()
      .rect(x, y, width, height)
      .clip()
      .lineWidth(random.pick([0.18, 0.25, 0.5]));
    for (let at = -height; at < width + height; at += spacing) {
      document.moveTo(x + at, y).lineTo(x + at + slope * height, y + height);
    }
    document.stroke().restore();
  }
}

function drawLines(document: PDFKit.PDFDocument, random: Random, size: Size): void {
  const count = Math.round((size.width * size.height) / 2000);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = placeOn(random, size);
    const length = random.between(6, 160);
    const angle = random.pick([0, 0, 90, 90, random.between(0, 180)]);
    segment(document, [x, y], length, angle, random.pick([0.25, 0.5, 0.75, 1]));
  }
}

function drawTexts(document: PDFKit.PDFDocument, random: Random, size: Size): void {
  document.font("Helvetica").fontSize(textSize);
  const count = Math.round((size.width * size.height) / 8000);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = placeOn(random, size);
    document.text(dimension(random), x, y, { lineBreak: false });
  }
}

const dimension = (random: Random): string => `${random.between(1, 99)}'-${random.between(0, 11)}"`;

function segment(
  document: PDFKit.PDFDocument,
  [x, y]: Point,
  length: number,
  angle: number,
  weight: number,
): void {
  const radians = (angle * Math.PI) / 180;
  document
    .lineWidth(weight)
    .moveTo(x, y)
    .lineTo(x + length * Math.cos(radians), y + length * Math.sin(radians))
    .stroke();
}

function drawChange(document: PDFKit.PDFDocument, random: Random, sheet: DenseSheet, isAfter: boolean): void {
  const place = placeOn(random, sheet);
  if (sheet.kind.startsWith("line")) drawPlantedLine(document, random, sheet, place, isAfter);
  else drawPlantedDigits(document, random, sheet, place, isAfter);
}

function drawPlantedLine(
  document: PDFKit.PDFDocument,
  random: Random,
  { kind }: DenseSheet,
  [x, y]: Point,
  isAfter: boolean,
): void {
  const angle = random.pick([0, 45, 90, random.between(0, 180)]);
  const weight = random.pick([0.25, 0.35, 0.5, 0.7]);
  const distance = 4.5 + random.fraction() * 13.5;
  const direction = random.fraction() * 2 * Math.PI;
  const moved: Point = [x + distance * Math.cos(direction), y + distance * Math.sin(direction)];
  const place = kind === "line moved" && isAfter ? moved : ([x, y] as const);
  const isThere = kind === "line moved" || (kind === "line added") === isAfter;
  if (isThere) segment(document, place, lineLength, angle, weight);
}

/** Digits that are often taken for each other, and any others. */
const likePairs = ["38", "83", "56", "65", "68", "08", "80", "98", "89", "17", "71", "06", "60", "39", "93"];

function drawPlantedDigits(
  document: PDFKit.PDFDocument,
  random: Random,
  { kind, seed }: DenseSheet,
  place: Point,
  isAfter: boolean,
): void {
  const first = random.between(0, 9);
  const pair = seed % 2 === 0 ? random.pick(likePairs) : `${first}${(first + random.between(1, 9)) % 10}`;
  const words = `${random.between(1, 9)}${pair[isAfter ? 1 : 0]}${random.between(0, 9)}`;
  if (kind === "digit as text")
    document
      .font("Helvetica")
      .fontSize(textSize)
      .text(words, ...place, { lineBreak: false });
  else if (kind === "digit as outlines of 3/32 in type") drawOutlines(document, words, place, textSize);
  else if (kind === "digit as outlines 3/32 in high")
    drawOutlines(document, words, place, textSize / heightOfType);
  else drawStrokes(document, words, place);
}

const font = openSync(
  createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
);

/** Of a digit, as a part of the size of its type. */
const heightOfType = 0.72;

/** The outlines of a font, filled, as programs export texts without their letters. */
function drawOutlines(
  document: PDFKit.PDFDocument,
  words: string,
  [left, baseline]: Point,
  size: number,
): void {
  const scale = size / font.unitsPerEm;
  let x = left;
  for (const { id, advanceWidth } of font.layout(words).glyphs) {
    for (const { command, args } of font.getGlyph(id).path.commands) {
      const at = args.map((value, index) => (index % 2 === 0 ? x + value * scale : baseline - value * scale));
      drawStep(document, command, at);
    }
    x += advanceWidth * scale;
  }
  document.fill("black");
}

function drawStep(document: PDFKit.PDFDocument, command: string, at: number[]): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = at;
  if (command === "moveTo") document.moveTo(x1, y1);
  else if (command === "lineTo") document.lineTo(x1, y1);
  else if (command === "quadraticCurveTo") document.quadraticCurveTo(x1, y1, x2, y2);
  else if (command === "bezierCurveTo") document.bezierCurveTo(x1, y1, x2, y2, x3, y3);
  else document.closePath();
}

/** The digits of a plotter on a grid of 4 × 6, each step a place, from the upper left corner. */
const strokes = [
  "10 30 41 45 36 16 05 01 10",
  "11 20 26",
  "01 10 30 41 42 06 46",
  "00 40 23 33 44 45 36 16 05",
  "36 30 04 44",
  "40 00 03 33 44 45 36 06",
  "30 10 01 05 16 36 45 44 33 03",
  "00 40 16",
  "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
  "16 36 45 41 30 10 01 02 13 43",
];

function drawStrokes(document: PDFKit.PDFDocument, words: string, [left, top]: Point): void {
  const unit = textSize / 6;
  document.lineWidth(0.35);
  for (const [index, digit] of [...words].entries()) {
    const x = left + index * unit * 6;
    for (const [at, step] of itemAt(strokes, Number(digit)).split(" ").entries()) {
      const point = [x + Number(step[0]) * unit, top + Number(step[1]) * unit] as const;
      if (at === 0) document.moveTo(...point);
      else document.lineTo(...point);
    }
  }
  document.stroke();
}
