import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext, Row } from "./bench";
import { measureBesidePdfjs } from "./beside-pdfjs";
import { measureAreas } from "./changed-areas";
import { measureNumbers } from "./held-out-reading";
import { measureHostileFiles } from "./hostile-uploads";
import { measureLooking } from "./looking";
import { openRows } from "./plan-set-upload";
import { measureChanges } from "./planted-changes";
import { startChildren } from "./render-program";
import { startBenchServer, warmUp } from "./servers";
import { measureDrawing } from "./sheet-set-drawing";

const permits = 10_000;

/** Draws, reads and compares sheets, with the build and with a server. `--only` names some of the parts. */
export async function measure(context: BenchContext): Promise<Row[]> {
  const isChosen = (name: string) => context.isChosen({ name });
  return [...(await measureWithChildren(context, isChosen)), ...(await measureWithServer(context, isChosen))];
}

type IsChosen = (name: string) => boolean;

async function measureWithChildren({ log }: BenchContext, isChosen: IsChosen): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "redline-sheets-"));
  const children = startChildren();
  try {
    return [
      ...(isChosen("numbers") ? await measureNumbers(children, folder, log) : []),
      ...(isChosen("changes") ? await measureChanges(children, folder, log) : []),
      ...(isChosen("areas") ? await measureAreas(children, folder, log) : []),
    ];
  } finally {
    children.stop();
    await rm(folder, { recursive: true });
  }
}

async function measureWithServer(context: BenchContext, isChosen: IsChosen): Promise<Row[]> {
  if (!["drawing", "pdfjs", "looking", "hostile"].some(isChosen)) return [];
  const { folderOf, log } = context;
  const server = await startBenchServer(await folderOf(permits), { MAX_PERMIT_MB: "1000000" });
  const rows = openRows(server.dataFolder);
  try {
    await warmUp(server, 10);
    const [small = 0, large = 0, hostile = 0, ...viewed] = rows.permitsWithoutFiles(5);
    return [
      ...(isChosen("drawing") ? await measureDrawing(server, rows, [small, large], log) : []),
      ...(isChosen("pdfjs") ? await measureBesidePdfjs(server, rows, viewed, context) : []),
      ...(isChosen("looking") ? await measureLooking(server, rows, context) : []),
      ...(isChosen("hostile") ? await measureHostileFiles(server, rows, hostile, log) : []),
    ];
  } finally {
    rows.close();
    await server.stop();
  }
}
