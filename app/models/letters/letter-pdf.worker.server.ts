import { parentPort, workerData } from "node:worker_threads";
import { type Drawing, drawPdf } from "./letter-pdf-drawing.server";
import { type FontFiles, openFonts } from "./letter-pdf-fonts.server";

const fonts = openFonts(workerData as FontFiles);

parentPort?.on("message", async (drawing: Drawing) => {
  const pdf = await drawPdf(drawing, fonts);
  parentPort?.postMessage(pdf, [pdf.buffer]);
});
