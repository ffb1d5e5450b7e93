import { globSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser";
import type { BenchContext, Row } from "./bench";
import { drawDenseSheets } from "./dense-sheet";
import { kilobytes, median } from "./figures";
import { startPdfjs } from "./pdfjs-server";
import { firstViewsOn, planSetOf, type Rows, upload } from "./plan-set-upload";
import type { BenchServer } from "./servers";
import {
  canvasMoment,
  closerCanvasMoment,
  nextPageMoment,
  pictureMoment,
  sharpMoment,
  type Viewer,
  type Visit,
  visitSheet,
} from "./sheet-visits";
import { startSlowProxy } from "./slow-proxy";

const line = { bitsPerSecond: 400_000, roundTrip: 400 };
/** A floor plan. */
const page = 4;

type Kind = { what: string; draw: () => Promise<Buffer>; gates: { first: number; closer: number } };

const kinds: Kind[] = [
  { what: "a sheet of 24", draw: () => planSetOf(24), gates: { first: 2, closer: 2.5 } },
  { what: "a dense sheet of 4", draw: () => drawDenseSheets(4), gates: { first: 3, closer: 5 } },
];

/** Opens sheets on a slow line with an empty cache and goes closer, in Redline and with pdf.js in turn. */
export async function measureBesidePdfjs(
  server: BenchServer,
  rows: Rows,
  permitIds: number[],
  context: BenchContext,
): Promise<Row[]> {
  const measured: Row[] = [];
  for (const [index, kind] of kinds.entries()) {
    const set = await kind.draw();
    const permitId = permitIds[index] ?? 0;
    await upload(server, permitId, set);
    await rows.whenIdle();
    const sheetId = (await firstViewsOn(server, permitId))[page - 1]?.sheetId;
    const viewers = await visitInTurn(
      server,
      { set, path: `/permits/${permitId}/sheets/${sheetId}` },
      context,
    );
    measured.push(...rowsOf(kind, set, viewers));
  }
  return measured;
}

type Shown = { set: Buffer; path: string };

async function visitInTurn(server: BenchServer, { set, path }: Shown, { rounds, log }: BenchContext) {
  const pdfjs = await startPdfjs(set, page);
  const [own, other] = [await startSlowProxy(server.url, line), await startSlowProxy(pdfjs.url, line)];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const cookie = server.sessionOf("administrator");
  const redline = {
    proxy: own,
    path,
    cookie,
    firstMoment: pictureMoment,
    closerButton: "[data-look=closer]",
  };
  const viewers: Viewer[] = [
    {
      ...{ name: "pdf.js", proxy: other, path: "/", cookie: "", hasScripts: true, visits: [] },
      ...{ firstMoment: canvasMoment, closerButton: "canvas", closerMoment: closerCanvasMoment },
    },
    { ...redline, name: "with scripts", hasScripts: true, closerMoment: sharpMoment, visits: [] },
    { ...redline, name: "without", hasScripts: false, closerMoment: nextPageMoment, visits: [] },
  ];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const viewer of viewers) {
        await forgetViews(server);
        const visit = await visitSheet(browser, viewer);
        viewer.visits.push(visit);
        log(
          `Round ${round}, ${viewer.name}: ${textOf([visit], "first")}, closer ${textOf([visit], "closer")}`,
        );
      }
    }
  } finally {
    await browser.close();
    for (const { stop } of [own, other, pdfjs]) await stop();
  }
  return viewers;
}

/** Each view is drawn anew, as for the first person who looks at it. */
async function forgetViews({ dataFolder }: BenchServer): Promise<void> {
  const views = globSync(join(dataFolder, "renditions/*/*/*-view-*"));
  for (const view of views) if (!view.includes("first-view")) await rm(view, { force: true });
}

type Part = "first" | "closer";

const secondsOf = (visits: Visit[], part: Part) => median(visits.map((visit) => visit[part]));
const textOf = (visits: Visit[], part: Part): string =>
  `${secondsOf(visits, part).toFixed(1)} s and ${kilobytes(median(visits.map((visit) => visit[`${part}Bytes`])))}`;

function rowsOf({ what, gates }: Kind, set: Buffer, [pdfjs, ...own]: Viewer[]): Row[] {
  const parts = { first: `until ${what} is drawn`, closer: `from "Closer" until ${what} is sharp` };
  return (Object.keys(parts) as Part[]).map((part) => {
    const figures = own.map(({ name, visits }) => `${textOf(visits, part)} ${name}`).join(", ");
    return {
      what: `sheets: on a slow line ${parts[part]}, ${kilobytes(set.length)} in all`,
      gate: `${gates[part]} s`,
      measured: `${figures}; pdf.js ${textOf(pdfjs?.visits ?? [], part)}`,
      holds: own.every(({ visits }) => secondsOf(visits, part) <= gates[part]),
    };
  });
}
