import sharp from "sharp";
import { openPdf } from "~/models/pdf/pdf-document.server";
import { drawPage, withPage } from "~/models/pdf/pdf-page.server";
import { drawnPdf, pdfFile } from "./drawn-pdf";

type Scan = {
  /** In degrees. */
  turn?: number;
  scale?: number;
  /** In points, to the right and down. */
  shift?: number;
  blur?: number;
};

const dotsPerPoint = 200 / 72;

/** Makes a PDF with a picture of the first page of another, as a scanner does. */
export async function scanOf(
  bytes: Buffer,
  { turn = 0, scale = 1, shift = 0, blur = 0.6 }: Scan,
): Promise<Buffer> {
  const document = openPdf(pdfFile(bytes));
  const { width, height, pixels } = withPage(document, 0, (page) => ({
    ...{ width: page.width, height: page.height },
    pixels: drawPage(page, { longerSide: Math.round(Math.max(page.width, page.height) * dotsPerPoint) }),
  }));
  document.close();
  const raw = { width: pixels.width, height: pixels.height, channels: 4 } as const;
  const grey = await sharp(pixels.data, { raw })
    .flatten({ background: "white" })
    .greyscale()
    .blur(blur)
    .png()
    .toBuffer();
  const { data, info } = await sharp(grey)
    .rotate(turn, { background: "white" })
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [(info.width - raw.width) / 2, (info.height - raw.height) / 2].map(Math.round);
  const jpeg = await sharp(data)
    .extract({ left: left ?? 0, top: top ?? 0, width: raw.width, height: raw.height })
    .jpeg({ quality: 70 })
    .toBuffer();
  return drawnPdf(
    (page) => void page.image(jpeg, shift, shift, { width: width * scale, height: height * scale }),
    { width, height },
  );
}
