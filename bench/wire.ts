import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser";
import { startServer, type WebServer } from "../scripts/test-server";
import type { Visitor } from "./address-lists/address";
import { readDataValues } from "./data-values";
import { median } from "./figures";
import { fill } from "./filled-address";
import type { BenchContext, Row, Section } from "./part";
import { signIn } from "./request";
import { type SlowProxy, startSlowProxy } from "./slow-proxy";
import { startStock } from "./stock";

const permits = 10_000;
const line = { bitsPerSecond: 400_000, roundTrip: 400 };

const mainPages: Record<Visitor, string[]> = {
  signedOut: ["/login"],
  administrator: [
    "/",
    "/permits",
    "/permits/new",
    "/permits/{permit}",
    "/permits/{permit}?edit",
    "/permits/{permit}/assignments",
    "/employee-dashboard",
    "/plan-check-calendar",
    "/cities",
    "/cities/{largestCity}",
    "/employees",
    "/profile",
    "/api/docs",
  ],
  reviewer: ["/", "/permits/{assignedPermit}", "/hours"],
  city: ["/oakvilles", "/oakvilles/permits/{permitOfCityUser}"],
};

/** Developers read it, over a faster line. */
const isExempt = ({ name }: MeasuredPage) => name.includes("/api/docs");

type MeasuredPage = { name: string; url: string; cookie: string; visits: Visit[] };

/** A first visit with an empty cache, and a second one. Bytes include the headers of the responses, times are milliseconds. */
type Visit = {
  /** The page, and the files that the browser must have before it renders it. */
  neededBytes: number;
  neededRequests: number;
  scriptBytes: number;
  repeatBytes: number;
  paint: number;
  /** Painted, and all links and forms have arrived. */
  usable: number;
  /** Not a number if the page has no scripts. */
  hydrated: number;
  layoutShift: number;
};

/** Measures what every main page costs on a slow line, in a browser, in rounds with the stock page. */
export async function measure({ folderOf, log, rounds }: BenchContext): Promise<Section> {
  const started: (WebServer | SlowProxy)[] = [];
  const start = async <Started extends WebServer | SlowProxy>(starting: Promise<Started>) => {
    const running = await starting;
    started.push(running);
    return running;
  };
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  try {
    const folder = await folderOf(permits);
    const app = await start(startServer(folder));
    const stock = await start(startStock(join(folder, "redline.db")));
    const appUrl = (await start(startSlowProxy(app.url, line))).url;
    const stockUrl = (await start(startSlowProxy(stock.url, line))).url;
    const pages = await pagesOf(folder, app.url, appUrl);
    const stockPage = { name: "stock React Router", url: `${stockUrl}/permits`, cookie: "", visits: [] };
    for (let round = 1; round <= Math.max(3, rounds); round += 1) {
      for (const page of [stockPage, ...pages]) page.visits.push(await visit(browser, page));
      log(`Wire: round ${round}`);
    }
    return sectionOf(pages, stockPage);
  } finally {
    await browser.close();
    for (const running of started.toReversed()) await running.stop();
  }
}

/** Returns the main pages of the data in a folder, with the session of each visitor. */
async function pagesOf(folder: string, appUrl: string, proxyUrl: string): Promise<MeasuredPage[]> {
  const values = readDataValues(folder);
  const pages: MeasuredPage[] = [];
  for (const [visitor, paths] of Object.entries(mainPages) as [Visitor, string[]][]) {
    const cookie = visitor === "signedOut" ? "" : await signIn(appUrl, values.emails[visitor]);
    for (const path of paths) {
      const filled = fill({ visitor, path }, values);
      if (!filled) throw new Error(`The data have no ${path}`);
      pages.push({ name: filled.name, url: `${proxyUrl}${filled.path}`, cookie, visits: [] });
    }
  }
  return pages;
}

async function visit(browser: Browser, { url, cookie }: MeasuredPage): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const [name = "", value = ""] = cookie.split("=");
    if (name) await context.addCookies([{ url, name, value }]);
    const first = await load(context, url);
    const repeat = await load(context, url);
    const needed = [url, ...first.blocking];
    const bytesOf = (isCounted: (response: Received) => boolean) =>
      first.responses.filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      ...first.times,
      neededBytes: bytesOf((response) => needed.includes(response.url)),
      neededRequests: needed.length,
      scriptBytes: bytesOf(({ type }) => type === "Script"),
      repeatBytes: repeat.responses.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    await context.close();
  }
}

/** A response with its bytes on the wire; 0 if it came from the cache. */
type Received = { url: string; type: string; bytes: number };

/** Opens an address in a new page, and waits until it is hydrated and has loaded everything. */
async function load(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const responses = new Map<string, Received>();
  devTools.on("Network.responseReceived", ({ requestId, response, type }) => {
    responses.set(requestId, { url: response.url, type, bytes: 0 });
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response) response.bytes = encodedDataLength;
  });
  await devTools.send("Network.enable");
  await page.addInitScript(observeLayoutShift);
  const response = await page.goto(url, { waitUntil: "commit" });
  if (response?.status() !== 200) throw new Error(`GET ${url}: ${response?.status()}`);
  const hydrated = await page.waitForFunction(momentOfHydration, undefined, { polling: "raf" });
  await page.waitForLoadState("networkidle");
  const times = { hydrated: Number(await hydrated.jsonValue()), ...(await page.evaluate(readTimes)) };
  const blocking = await page.evaluate(blockingFiles);
  await page.close();
  return { times, blocking, responses: [...responses.values()] };
}

type ShiftingWindow = Window & { layoutShift?: number };

/** Runs in the page, as the functions below do. */
function observeLayoutShift() {
  const state: ShiftingWindow = window;
  state.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      state.layoutShift = (state.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns the moment if React has hydrated the page, "never" if it has no scripts, and otherwise false. */
function momentOfHydration() {
  type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const [, root] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
  if ((root as ReactRoot | undefined)?.stateNode.current.memoizedState.isDehydrated === false) {
    return performance.now();
  }
  return document.readyState === "complete" && document.scripts.length === 0 && "never";
}

function readTimes() {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
  const usable = Math.max(paint, navigation?.domInteractive ?? Number.NaN);
  return { paint, usable, layoutShift: (window as ShiftingWindow).layoutShift ?? Number.NaN };
}

function blockingFiles() {
  type Resource = PerformanceResourceTiming & { renderBlockingStatus: string };
  const files = performance.getEntriesByType("resource") as Resource[];
  return files
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking")
    .map(({ name }) => name);
}

type Figure = keyof Visit;

const figureOf = ({ visits }: MeasuredPage, figure: Figure): number =>
  median(visits.map((visit) => visit[figure]));

const units: Record<Figure, (value: number) => string> = {
  neededBytes: kilobytes,
  neededRequests: String,
  scriptBytes: kilobytes,
  repeatBytes: kilobytes,
  paint: seconds,
  usable: seconds,
  hydrated: seconds,
  layoutShift: (value) => (value === 0 ? "0" : value.toFixed(4)),
};

function sectionOf(pages: MeasuredPage[], stockPage: MeasuredPage): Section {
  return {
    title: "Speed on the wire: 400 kbit/s, 400 ms round trip, empty cache",
    columns: [
      "Page",
      "HTML and the CSS it needs",
      "Requests before use",
      "Scripts",
      "Repeat visit",
      "First paint",
      "Usable",
      "Hydrated",
      "Layout shift",
    ],
    rows: [...pages, stockPage].map((page) => [
      page.name,
      ...(Object.keys(units) as Figure[]).map((figure) => units[figure](figureOf(page, figure))),
    ]),
    summary: summaryOf(pages, stockPage),
  };
}

type Limit = { what: string; figure: Figure; gate: number; gateText: string; aim: string };

const limits: Limit[] = [
  {
    what: "HTML and the CSS it needs, every main page, compressed, with headers",
    figure: "neededBytes",
    gate: 14_600,
    gateText: "14.6 KB (the first flight)",
    aim: "8 KB",
  },
  {
    what: "requests before the page can be used",
    figure: "neededRequests",
    gate: 1,
    gateText: "1",
    aim: "1",
  },
  { what: "first paint", figure: "paint", gate: 800, gateText: "0.8 s", aim: "0.6 s" },
  { what: "usable: links and forms work", figure: "usable", gate: 800, gateText: "0.8 s", aim: "0.6 s" },
  { what: "repeat visit", figure: "repeatBytes", gate: 8000, gateText: "8 KB", aim: "4 KB" },
  {
    what: "scripts, every page, compressed",
    figure: "scriptBytes",
    gate: 135_000,
    gateText: "135 KB",
    aim: "0 where nobody interacts, half elsewhere",
  },
  { what: "hydrated", figure: "hydrated", gate: 4200, gateText: "4.2 s", aim: "2.5 s" },
  { what: "layout shift", figure: "layoutShift", gate: 0, gateText: "0", aim: "0" },
];

function summaryOf(pages: MeasuredPage[], stockPage: MeasuredPage): Row[] {
  return limits.map(({ what, figure, gate, gateText, aim }) => {
    const unit = units[figure];
    const values = pages
      .filter((page) => !isExempt(page))
      .map((page) => figureOf(page, figure))
      .filter((value) => !Number.isNaN(value));
    const exempt = pages.filter(isExempt).map((page) => `${page.name} ${unit(figureOf(page, figure))}`);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const range = unit(least) === unit(most) ? unit(most) : `${unit(least)} to ${unit(most)}`;
    return {
      what,
      gate: gateText,
      aim,
      measured: [range, ...exempt].join("; "),
      peers: `stock ${unit(figureOf(stockPage, figure))}`,
      holds: most <= gate,
    };
  });
}

function kilobytes(bytes: number): string {
  return bytes === 0 ? "0" : `${(bytes / 1000).toFixed(1)} KB`;
}

function seconds(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "never" : `${(milliseconds / 1000).toFixed(2)} s`;
}
