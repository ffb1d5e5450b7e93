import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { heavy, medium, Pen, thin } from "./drawing-pen";
import { pictureSurface } from "./picture-surface";
import { northArrow, scaleBar } from "./sheet-annotations";
import { sheetSize } from "./sheet-frame";
import { drawLot } from "./site-drawings";

type Survey = { project: string; address: string; date: string };

const paper = { ...sheetSize, tilt: 0.6, gray: 0.957 };

/** Draws a survey that was scanned: a page with a gray picture, a little tilted and noisy, and without text. */
export async function drawScannedSurvey(survey: Survey): Promise<Buffer> {
  const picture = await scan(drawSurvey(survey));
  const document = new PDFDocument({
    size: [sheetSize.width, sheetSize.height],
    margin: 0,
    info: {
      Title: "Scan",
      Creator: "Office scanner",
      Producer: "Redline",
      CreationDate: new Date(`${survey.date}T12:00:00Z`),
    },
  });
  document.image(picture, 0, 0, { width: sheetSize.width, height: sheetSize.height });
  document.end();
  return buffer(document);
}

function drawSurvey({ project, address, date }: Survey): Buffer {
  const surface = pictureSurface(paper);
  const pen = new Pen(surface);
  pen.box(40, 40, sheetSize.width - 80, sheetSize.height - 80, { weight: 4, gray: 0.1 });
  drawLot(pen.at(150, 150, 7.2), address, true);
  pen.box(1990, 60, 520, 1610, { ...medium, fill: 0.95 });
  for (const [index, words] of surveyNotes.entries()) pen.text(2020, 520 + index * 34, words, { size: 15 });
  northArrow(pen, 2250, 220, 70);
  pen.text(2250, 400, "BOUNDARY AND TOPOGRAPHIC SURVEY", { size: 22, align: "center" });
  pen.line(2010, 420, 2490, 420, heavy);
  scaleBar(pen, 2060, 1180, 10);
  pen.circle(2250, 1330, 76, { weight: 3, gray: 0.2 });
  pen.circle(2250, 1330, 68, thin);
  pen.text(2250, 1326, "LAND SURVEYOR", { size: 14, align: "center" });
  pen.text(2250, 1348, "L.S. 8812", { size: 14, align: "center" });
  for (const [index, words] of [project, address, date, "SHEET V-101"].entries()) {
    pen.text(2250, 1470 + index * 46, words.toUpperCase(), { size: index === 3 ? 34 : 20, align: "center" });
  }
  return surface.pixels();
}

const surveyNotes = [
  "BASIS OF BEARINGS: RECORD MAP, BOOK 41, PAGE 12.",
  "ELEVATIONS ARE ON NAVD 88, BENCHMARK 27: 111.42'.",
  "CONTOUR INTERVAL IS ONE FOOT.",
  "UTILITIES ARE FROM RECORDS AND SURFACE EVIDENCE.",
  "LOT AREA: 42,592 SQUARE FEET.",
  "FLOOD ZONE X, PANEL 06097C0736.",
  "FIELD WORK WAS DONE IN FEBRUARY.",
  "TREES ARE SHOWN WITH THEIR DRIP LINES.",
  'MONUMENTS FOUND: 3/4" IRON PIPES, L.S. 4410.',
];

function scan(pixels: Buffer): Promise<Buffer> {
  addNoise(pixels);
  const { width, height } = sheetSize;
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .grayscale()
    .jpeg({ quality: 32 })
    .toBuffer();
}

/** Adds the same noise each time: every pixel a little, and a speck now and then. */
function addNoise(pixels: Buffer): void {
  let state = 47;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (state >>> 29) - 4;
    const speck = state < 20_000 ? 110 : 0;
    pixels[index] = Math.min(255, Math.max(0, (pixels[index] ?? 0) + noise - speck));
  }
}
