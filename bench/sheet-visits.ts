import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import type { SlowProxy } from "./slow-proxy";

/** Times are seconds; bytes include the headers of the responses. */
export type Visit = { first: number; firstBytes: number; closer: number; closerBytes: number };

export type Viewer = {
  name: string;
  proxy: SlowProxy;
  path: string;
  cookie: string;
  hasScripts: boolean;
  /** Runs in the page until it returns the milliseconds since the page was asked for. */
  firstMoment: () => number | false;
  closerButton: string;
  /** As above, since the click; without scripts, since the next page was asked for. */
  closerMoment: () => number | false;
  visits: Visit[];
};

/** Somebody looks at a sheet before going closer, and the rest of the page arrives. */
const lookingTime = 3000;

/** Opens a sheet with an empty cache, and goes closer. */
export async function visitSheet(browser: Browser, viewer: Viewer): Promise<Visit> {
  const { proxy, path, cookie, hasScripts } = viewer;
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, javaScriptEnabled: hasScripts });
  try {
    const [name = "", value = ""] = cookie.split("=");
    if (name) await context.addCookies([{ url: proxy.url, name, value }]);
    const page = await context.newPage();
    const opened = proxy.bytesReceived();
    await page.goto(`${proxy.url}${path}`, { waitUntil: "commit" });
    const first = await secondsUntil(page, viewer.firstMoment);
    const firstBytes = proxy.bytesReceived() - opened;
    await pause(lookingTime);
    const seen = proxy.bytesReceived();
    await page.evaluate(noteClicks);
    await page.locator(viewer.closerButton).first().click({ noWaitAfter: true });
    const closer = await secondsUntil(page, viewer.closerMoment);
    return { first, firstBytes, closer, closerBytes: proxy.bytesReceived() - seen };
  } finally {
    await context.close();
  }
}

const longestWait = 120_000;

/** Without scripts, a browser calls no function of a page later, so it is asked again and again. */
async function secondsUntil(page: Page, moment: () => number | false): Promise<number> {
  const end = performance.now() + longestWait;
  while (performance.now() < end) {
    // While the next page comes, there is none.
    const found = await page.evaluate(moment).catch(() => false as const);
    if (found !== false) return found / 1000;
    await pause(10);
  }
  throw new Error(`No picture at ${page.url()}`);
}

type WindowWithClick = Window & { clicked?: number };

/** Runs in the page, as the functions below do. */
function noteClicks() {
  document.addEventListener(
    "click",
    () => {
      (window as WindowWithClick).clicked = performance.now();
    },
    { capture: true },
  );
}

/** The picture that the page came with. */
export function pictureMoment(): number | false {
  const picture = document.querySelector<HTMLImageElement>(".sheet-stage img");
  return picture?.complete === true && picture.naturalWidth > 0 && performance.now();
}

/** The script adds the picture of a view once it is decoded. */
export function sharpMoment(): number | false {
  const picture = document.querySelector<HTMLImageElement>('.sheet-stage picture ~ img[src*="/view-"]');
  return picture !== null && performance.now() - ((window as WindowWithClick).clicked ?? 0);
}

/** The picture of the next page. */
export function nextPageMoment(): number | false {
  const picture = document.querySelector<HTMLImageElement>('.sheet-stage img[src*="/view-"]');
  return picture?.complete === true && picture.naturalWidth > 0 && performance.now();
}

export function canvasMoment(): number | false {
  return document.title === "drawn" && performance.now();
}

export function closerCanvasMoment(): number | false {
  return document.title === "closer" && performance.now() - ((window as WindowWithClick).clicked ?? 0);
}
