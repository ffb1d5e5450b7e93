import { request as httpRequest } from "node:http";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { demoAccounts, expect, hydrated, once, test } from "./journey";

test.use({ data: "only read" });

const firstFlight = 14_600;
const mostScript = 125_000;
const pages = [
  "/",
  "/permits",
  "/permits/7",
  "/permits/7?edit",
  "/permits/new",
  "/cities",
  "/cities/3",
  "/employees",
  "/login",
  "/profile",
];
/** The demo's permits with most to tell: several cycles, files, hours and comments; the last is read first. */
const longestPermits = ["/permits/134", "/permits/202", "/permits/234", "/permits/240"];

/** The browser's own entry, which the types of the page do not know yet. */
type LayoutShift = PerformanceEntry & {
  sources: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** All bytes of an answer, with its head, as they come over the wire. */
function bytesOf(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, "accept-encoding": "gzip, deflate, br", connection: "close" };
    httpRequest(url, { headers, agent: false }, (response) => {
      const { socket } = response;
      expect(response.statusCode, url).toBe(200);
      expect(response.headers["content-encoding"], url).toBe("br");
      response.resume().on("end", () => resolve(socket.bytesRead));
    })
      .on("error", reject)
      .end();
  });
}

/** The cookie of whoever is signed in alone: a first visit brings no other. */
async function sessionOf(request: APIRequestContext) {
  const { cookies } = await request.storageState();
  return (
    cookies.filter(({ name }) => name === "session").map(({ name, value }) => `${name}=${value}`)[0] ?? ""
  );
}

test("a first visit's page arrives whole in the first flight", once, async ({ request, server, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const session = await sessionOf(request);
  for (const address of [...pages, ...longestPermits]) {
    const cookie = address === "/login" ? "" : session;
    expect.soft(await bytesOf(`${server.url}${address}`, cookie), address).toBeLessThanOrEqual(firstFlight);
  }
  await signIn({ request }, demoAccounts.city);
  const citySession = await sessionOf(request);
  for (const address of ["/", "/oakvilles", "/oakvilles/permits/240"]) {
    const bytes = await bytesOf(`${server.url}${address}`, citySession);
    expect.soft(bytes, `${address} of a city`).toBeLessThanOrEqual(firstFlight);
  }
  expect.soft(await bytesOf(`${server.url}/test-city`, ""), "/test-city").toBeLessThanOrEqual(firstFlight);
});

test("nothing but the page itself is needed to draw it", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const session = await sessionOf(request);
  for (const address of pages) {
    const html = await (await request.get(address, { headers: { cookie: session } })).text();
    const blocking = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag).filter(isBlocking);
    expect(blocking.length, `${address}: ${blocking.join(" ")}`).toBeLessThanOrEqual(1);
    expect(html, address).not.toMatch(/@font-face|@import/);
  }
});

test("a first visit looks as every later one, though it brings only the styles of its page", async ({
  page,
  scripts,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  for (const address of [...pages, "/permits?dialog=delete&id=7", "/plan-check-calendar"]) {
    const look = async () => {
      await page.goto(address);
      await hydrated(page);
      return page.screenshot({ fullPage: true, animations: "disabled", caret: "hide" });
    };
    // The server takes whoever does not bring this cookie for a first visit.
    await page.context().clearCookies({ name: "styles" });
    const first = await look();
    await expect(page.locator("head > style")).toHaveCount(1);
    // What scripts draw later needs the other styles too.
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(scripts ? 1 : 0);
    const later = await look();
    await expect(page.locator("head > style")).toHaveCount(0);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    expect(await largestDifference(first, later), address).toBeLessThanOrEqual(1);
  }
});

/** By how much two pictures differ, of 255, where they differ most: the browser itself rounds a shade by one. */
async function largestDifference(...pictures: [Buffer, Buffer]) {
  if (pictures[0].equals(pictures[1])) return 0;
  const decode = (picture: Buffer) => sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [first, later] = await Promise.all([decode(pictures[0]), decode(pictures[1])]);
  expect(first.info).toEqual(later.info);
  return first.data.reduce((most, shade, at) => Math.max(most, Math.abs(shade - (later.data[at] ?? 0))), 0);
}

/** A browser waits for it before it draws. */
function isBlocking(tag: string): boolean {
  if (tag.startsWith("<link")) return /rel="?stylesheet/.test(tag);
  return /\ssrc=/.test(tag) && !/\s(async|defer|type="module")/.test(tag);
}

/** The scripts that a page fetched, and their bytes as they came, compressed. */
async function scriptsOf(page: Page) {
  return page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return {
      files: scripts.length,
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      unpacked: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    };
  });
}

test("scripts are few, and none where a page is only read and sent", async ({
  browser,
  page,
  scripts,
  signIn,
}) => {
  for (const address of ["/login", "/", "/permits/7", "/test-city", "/invite/made-up"]) {
    await page.goto(address);
    await expect(page.locator("script[src], link[rel=modulepreload]")).toHaveCount(0);
    expect(await scriptsOf(page), address).toMatchObject({ files: 0 });
  }

  const thrifty = await browser.newContext({ extraHTTPHeaders: { "Save-Data": "on" } });
  const saver = await thrifty.newPage();
  await signIn(saver, demoAccounts.admin);
  for (const address of ["/", "/permits", "/permits/7", "/permits/new"]) {
    await saver.goto(address);
    await expect(saver.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(saver.locator("script, link[rel=modulepreload]")).toHaveCount(0);
    expect(await scriptsOf(saver), address).toMatchObject({ files: 0 });
  }
  await thrifty.close();

  await signIn(page, demoAccounts.city);
  for (const address of ["/", "/oakvilles", "/oakvilles?search=street"]) {
    await page.goto(address);
    await expect(page.locator("script, link[rel=modulepreload]"), address).toHaveCount(0);
  }
  await page.goto("/oakvilles?dialog=submit");
  expect(await page.locator("script").count()).toBeGreaterThan(0);
  await page.context().clearCookies();

  await signIn(page, demoAccounts.admin);
  const session = await page.context().storageState();
  for (const address of ["/permits", "/permits/7", "/"]) {
    // A cache of its own each: what one page fetched must not be free for the next.
    const context = await browser.newContext({ storageState: session });
    const fresh = await context.newPage();
    await fresh.goto(address);
    await hydrated(fresh);
    await fresh.waitForLoadState("load");
    const { files, bytes, unpacked } = await scriptsOf(fresh);
    // A browser that does not run them fetches those that the page names ahead all the same.
    if (scripts) expect(files, address).toBeGreaterThan(0);
    expect(bytes, `${address} is sent compressed`).toBeLessThanOrEqual(unpacked / 2);
    expect(bytes, address).toBeLessThanOrEqual(mostScript);
    await context.close();
  }
});

test("nothing moves once it is drawn, not even while the page is still coming", async ({
  page,
  scripts,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const line = await page.context().newCDPSession(page);
  const [latency, downloadThroughput, uploadThroughput] = [20, 30_000, 30_000];
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput,
    uploadThroughput,
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [...pages, "/permits?dialog=delete&id=7", "/permits/7?dialog=delete"]) {
      await page.goto(address);
      await hydrated(page);
      const shifts = await page.evaluate(
        (waits) =>
          new Promise<string[]>((resolve) => {
            const seen: LayoutShift[] = [];
            const observer = new PerformanceObserver((list) => seen.push(...shiftsOf(list.getEntries())));
            const shiftsOf = (entries: PerformanceEntryList) => entries as LayoutShift[];
            // A text whose end comes later grows where it stands.
            const isMoved = ({ previousRect: before, currentRect: after }: LayoutShift["sources"][number]) =>
              before.x !== after.x || before.y !== after.y;
            observer.observe({ type: "layout-shift", buffered: true });
            const end = () => {
              seen.push(...shiftsOf(observer.takeRecords()));
              resolve(
                seen.filter(({ sources }) => sources.some(isMoved)).map((shift) => JSON.stringify(shift)),
              );
            };
            if (waits) requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(end)));
            else end();
          }),
        scripts,
      );
      expect.soft(shifts, `${address} at ${width}`).toEqual([]);
    }
  }
});

test("files keep for a year under their name, pages never", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const answer = await request.get("/permits");
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  expect(answer.headers().etag).toBeUndefined();
  const asset = /\/assets\/[^"]+?\.(?:js|css)/.exec(await answer.text())?.[0];
  const file = await request.get(String(asset));
  expect(file.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
});
