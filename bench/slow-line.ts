import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser";
import { type FilledAddress, fill, type Visitor } from "./addresses";
import type { BenchContext, Row } from "./bench";
import { kilobytes, median } from "./figures";
import { startBenchServer, startStock } from "./servers";
import { startSlowProxy } from "./slow-proxy";

const permits = 10_000;
const line = { bitsPerSecond: 400_000, roundTrip: 400 };

const mainPages: Record<Visitor, string[]> = {
  signedOut: ["/login"],
  administrator: [
    "/",
    "/permits",
    "/permits/new",
    "/permits/{permit}",
    "/permits/{permit}/edit",
    "/permits/{permit}/assignments",
    "/employee-dashboard",
    "/plan-check-calendar",
    "/cities",
    "/cities/{largestCity}",
    "/employees",
    "/profile",
  ],
  reviewer: ["/", "/employee-dashboard/permits/{assignedPermit}", "/hours"],
  city: ["/oakvilles", "/oakvilles/permits/{permitOfCityUser}"],
};

type MeasuredPage = { name: string; url: string; cookie: string; visits: Visit[] };

/** A first visit with an empty cache. Bytes include the headers of the responses, times are milliseconds. */
type Visit = {
  /** The page, and the files that the browser must have before it renders it. */
  neededBytes: number;
  neededRequests: number;
  scriptBytes: number;
  paint: number;
  /** Painted, and all links and forms have arrived. */
  usable: number;
  /** Not a number if the page has no scripts. */
  hydrated: number;
  layoutShift: number;
};

/** Measures what every main page costs on a slow line, in a browser, in rounds with the stock page. */
export async function measure({ folderOf, log, rounds, isChosen }: BenchContext): Promise<Row[]> {
  const stops: (() => Promise<unknown>)[] = [];
  const start = async <Started extends { stop: () => Promise<void> }>(starting: Promise<Started>) => {
    const running = await starting;
    stops.unshift(running.stop);
    return running;
  };
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  stops.push(() => browser.close());
  try {
    const folder = await folderOf(permits);
    const app = await start(startBenchServer(folder));
    const stock = await start(startStock(join(folder, "redline.db")));
    const appUrl = (await start(startSlowProxy(app.url, line))).url;
    const stockUrl = (await start(startSlowProxy(stock.url, line))).url;
    const addresses = (Object.entries(mainPages) as [Visitor, string[]][]).flatMap(([visitor, paths]) =>
      paths.map((path) => fill({ visitor, path }, app.values) as FilledAddress),
    );
    const pages = addresses.filter(isChosen).map(({ name, path, visitor }) => {
      return { name, url: `${appUrl}${path}`, cookie: app.sessionOf(visitor), visits: [] as Visit[] };
    });
    const stockPage: MeasuredPage = { name: "stock", url: `${stockUrl}/permits`, cookie: "", visits: [] };
    for (let round = 1; round <= rounds; round += 1) {
      for (const page of [stockPage, ...pages]) page.visits.push(await visit(browser, page));
      log(`Round ${round} of ${rounds}`);
    }
    return rowsOf(pages, stockPage);
  } finally {
    for (const stop of stops) await stop();
  }
}

async function visit(browser: Browser, { url, cookie }: MeasuredPage): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const [name = "", value = ""] = cookie.split("=");
    if (name) await context.addCookies([{ url, name, value }]);
    const first = await load(context, url);
    const needed = [url, ...first.blocking];
    const bytesOf = (isCounted: (response: Received) => boolean) =>
      first.responses.filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      ...first.times,
      neededBytes: bytesOf((response) => needed.includes(response.url)),
      neededRequests: needed.length,
      scriptBytes: bytesOf(({ type }) => type === "Script"),
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

const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`;

/** The gates, and what share of the stock page's figure is one too. */
const gates: {
  what: string;
  figure: Figure;
  gate: number;
  ofStock?: number;
  text: (value: number) => string;
}[] = [
  { what: "the whole page and the CSS it needs", figure: "neededBytes", gate: 14_600, text: kilobytes },
  { what: "requests before the page can be used", figure: "neededRequests", gate: 1, text: String },
  { what: "first paint", figure: "paint", gate: 800, ofStock: 0.6, text: seconds },
  { what: "links and forms work", figure: "usable", gate: 800, ofStock: 0.6, text: seconds },
  { what: "scripts", figure: "scriptBytes", gate: 135_000, text: kilobytes },
  { what: "hydrated", figure: "hydrated", gate: 4200, text: seconds },
  { what: "layout shift", figure: "layoutShift", gate: 0, text: (value) => value.toFixed(4) },
];

/** Pages that have no scripts. */
const withoutScripts = ["signedOut /login", "city /oakvilles", "city /oakvilles/permits/{permitOfCityUser}"];

function rowsOf(pages: MeasuredPage[], stock: MeasuredPage): Row[] {
  const figureOf = ({ visits }: MeasuredPage, figure: Figure) => median(visits.map((visit) => visit[figure]));
  const rows = gates.map(({ what, figure, gate, ofStock, text }): Row => {
    const values = pages
      .map((page) => ({ name: page.name, value: figureOf(page, figure) }))
      .filter(({ value }) => !Number.isNaN(value))
      .toSorted((first, second) => first.value - second.value);
    const [least, most] = [values[0], values.at(-1)];
    const ofPlain = figureOf(stock, figure);
    const limit = ofStock ? Math.min(gate, ofStock * ofPlain) : gate;
    return {
      what: `on a slow line: ${what}`,
      gate: `${text(gate)}${ofStock ? `, ${ofStock} × stock` : ""}`,
      measured: `${text(least?.value ?? 0)} to ${text(most?.value ?? 0)} (\`${most?.name}\`); stock ${text(ofPlain)}`,
      holds: (most?.value ?? 0) <= limit,
    };
  });
  const scripted = pages
    .filter((page) => withoutScripts.includes(page.name) && figureOf(page, "scriptBytes") > 0)
    .map(({ name }) => name);
  const what = "on a slow line: pages without scripts";
  const measured = scripted.length > 0 ? `scripts on ${scripted.join(", ")}` : "none has a script";
  return [
    ...rows,
    { what, gate: "sign-in, the portal's list and permit", measured, holds: scripted.length === 0 },
  ];
}
