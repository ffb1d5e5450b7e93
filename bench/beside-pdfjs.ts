import { type Browser, chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser";
import type { BenchContext, Row } from "./bench";
import { kilobytes, median } from "./figures";
import { startPdfjs } from "./pdfjs-server";
import { firstViewsOn, planSetOf, type Rows, upload } from "./plan-set-upload";
import type { BenchServer } from "./servers";
import { type SlowProxy, startSlowProxy } from "./slow-proxy";

const line = { bitsPerSecond: 400_000, roundTrip: 400 };
const sheets = 24;
/** A floor plan. */
const page = 4;

type Viewed = { seconds: number; bytes: number };
type Viewer = {
  proxy: SlowProxy;
  path: string;
  cookie: string;
  isDrawn: () => number | false;
  visits: Viewed[];
};

/** Opens a sheet on a slow line with an empty cache, in Redline and with pdf.js in turn. */
export async function measureBesidePdfjs(
  server: BenchServer,
  rows: Rows,
  permitId: number,
  { rounds, log }: BenchContext,
): Promise<Row[]> {
  const set = await planSetOf(sheets);
  await upload(server, permitId, set);
  await rows.whenIdle();
  const shown = (await firstViewsOn(server, permitId))[page - 1];
  const pdfjs = await startPdfjs(set, page);
  const [own, other] = [await startSlowProxy(server.url, line), await startSlowProxy(pdfjs.url, line)];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const path = `/permits/${permitId}/sheets/${shown?.sheetId}`;
  const cookie = server.sessionOf("administrator");
  const redline: Viewer = { proxy: own, path, cookie, isDrawn: pictureMoment, visits: [] };
  const pdfjsPage: Viewer = { proxy: other, path: "/", cookie: "", isDrawn: canvasMoment, visits: [] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const viewer of [pdfjsPage, redline]) viewer.visits.push(await view(browser, viewer));
      log(
        `Round ${round} of ${rounds}: pdf.js ${textOf(pdfjsPage.visits.slice(-1))}, Redline ${textOf(redline.visits.slice(-1))}`,
      );
    }
  } finally {
    await browser.close();
    for (const { stop } of [own, other, pdfjs]) await stop();
  }
  const secondsOf = ({ visits }: Viewer) => median(visits.map(({ seconds }) => seconds));
  const ratio = secondsOf(pdfjsPage) / secondsOf(redline);
  return [
    {
      what: `sheets: on a slow line until a sheet of ${sheets} is drawn, ${kilobytes(set.length)} in all`,
      measured: `${textOf(redline.visits)}; pdf.js ${textOf(pdfjsPage.visits)}: ${ratio.toFixed(1)} × as long`,
    },
  ];
}

const textOf = (visits: Viewed[]): string =>
  `${median(visits.map(({ seconds }) => seconds)).toFixed(1)} s and ${kilobytes(median(visits.map(({ bytes }) => bytes)))}`;

async function view(browser: Browser, { proxy, path, cookie, isDrawn }: Viewer): Promise<Viewed> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const [name = "", value = ""] = cookie.split("=");
    if (name) await context.addCookies([{ url: proxy.url, name, value }]);
    const opened = await context.newPage();
    const before = proxy.bytesReceived();
    await opened.goto(`${proxy.url}${path}`, { waitUntil: "commit" });
    const moment = await opened.waitForFunction(isDrawn, undefined, { polling: "raf", timeout: 120_000 });
    const bytes = proxy.bytesReceived() - before;
    return { seconds: Number(await moment.jsonValue()) / 1000, bytes };
  } finally {
    await context.close();
  }
}

/** Runs in the page, as the one below does. */
function pictureMoment(): number | false {
  const picture = document.querySelector<HTMLImageElement>(".sheet-view img");
  return picture?.complete === true && picture.naturalWidth > 0 && performance.now();
}

function canvasMoment(): number | false {
  return document.title === "drawn" && performance.now();
}
