import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { startSlowProxy } from "../bench/slow-proxy";
import { budget, bytesOf, sessionOf } from "./bytes";
import { demoAccounts, expect, hydrated, test, title } from "./journey";

test.use({ data: "read-only" });

const pages = [
  "/",
  "/permits",
  "/permits/7",
  "/permits/7/edit",
  "/permits/new",
  "/permits/174/sheets",
  "/permits/174/sheets/440",
  "/permits/174/sheets/391/compare",
  "/cities",
  "/cities/3",
  "/employees",
  "/login",
  "/profile",
];
/** One of each kind: a list, a permit, a form, a dialog, a calendar, pictures of sheets. */
const kindsOfPages = [
  "/permits",
  "/permits/7",
  "/permits/7/edit",
  "/permits/delete-permit/7",
  "/plan-check-calendar",
  "/permits/174/sheets",
  "/permits/174/sheets/440",
];
/** The browser's performance entry, which TypeScript's DOM types do not declare yet. */
type LayoutShift = PerformanceEntry & {
  sources: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

test("the complete page of a first visit has no more bytes than its budget", async ({
  request,
  server,
  signIn,
}) => {
  for (const [account, addresses] of Object.entries(budget.pages)) {
    if (account !== "signedOut")
      await signIn({ request }, demoAccounts[account as keyof typeof demoAccounts]);
    const cookie = account === "signedOut" ? "" : await sessionOf(request);
    for (const address of addresses) {
      const { all } = await bytesOf(`${server.url}${address}`, cookie);
      expect.soft(all, `${address} of ${account}`).toBeLessThanOrEqual(budget.pageBytes);
    }
  }
});

test("the HTML and styles of the longest page, an administrator's review of all disciplines, are in the budget", async ({
  request,
  server,
  signIn,
}) => {
  await signIn({ request }, demoAccounts.admin);
  const cookie = await sessionOf(request);
  for (const { id } of await (await request.get("/api/permits?status=in_process")).json()) {
    const address = `/employee-dashboard/permits/${id}`;
    const { html } = await bytesOf(`${server.url}${address}`, cookie);
    expect.soft(html, address).toBeLessThanOrEqual(budget.pageBytes);
  }
});

test("the scripts of a page have no more bytes than their budget", async ({ request, server, signIn }) => {
  const sizes = new Map<string, ReturnType<typeof bytesOf>>();
  const sizeOf = (file: string) => sizes.get(file) ?? bytesOf(`${server.url}${file}`);
  for (const [account, addresses] of Object.entries(budget.pages)) {
    if (account !== "signedOut")
      await signIn({ request }, demoAccounts[account as keyof typeof demoAccounts]);
    const headers = { cookie: account === "signedOut" ? "" : await sessionOf(request) };
    const pages = account === "admin" ? [...addresses, await addressOfLetter(request)] : addresses;
    for (const address of pages) {
      const html = await (await request.get(address, { headers })).text();
      let bytes = 0;
      for (const file of scriptsIn(html)) {
        sizes.set(file, sizeOf(file));
        bytes += (await sizeOf(file)).all;
      }
      expect.soft(bytes, `${address} of ${account}`).toBeLessThanOrEqual(budget.scriptBytesOfPage);
    }
  }
});

test("the scripts that look at a sheet and draw on it have no more bytes than their budgets", async ({
  page,
  request,
  server,
  signIn,
}) => {
  await signIn({ request }, demoAccounts.reviewer);
  const headers = { cookie: await sessionOf(request) };
  const sheet = await request.get("/permits/174/sheets/440", { headers });
  // The picture is asked for before the page has arrived.
  expect(sheet.headers().link).toMatch(/^<[^>]+\/first-view\.avif>; rel=preload; as=image/);
  const [script, ...others] = scriptsIn(await sheet.text());
  expect(others).toEqual([]);
  const bytesOfScript = async (file = "") => (await bytesOf(`${server.url}${file}`)).all;
  expect(await bytesOfScript(script)).toBeLessThanOrEqual(budget.lookingBytes);

  await signIn(page, demoAccounts.reviewer);
  await page.goto("/permits/174/sheets/440/marks/new");
  await expect(page.locator(".sheet-stage[data-tool]")).toBeVisible();
  const named = scriptsIn(await (await request.get(page.url(), { headers })).text());
  const { files } = await scriptsOf(page);
  const drawing = files.filter((file) => !named.includes(file));
  expect(drawing).toHaveLength(1);
  expect(await bytesOfScript(drawing[0])).toBeLessThanOrEqual(budget.drawingBytes);
});

async function addressOfLetter(request: APIRequestContext): Promise<string> {
  for (const permit of await (await request.get("/api/permits?status=approved")).json()) {
    const [letter] = await (await request.get(`/api/permits/${permit.id}/letters`)).json();
    if (letter) return `/permits/${permit.id}/letters/${letter.id}`;
  }
  throw new Error("The demo has no letter");
}

test("a page renders without blocking requests", async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const session = await sessionOf(request);
  for (const address of pages) {
    const html = await (await request.get(address, { headers: { cookie: session } })).text();
    const blocking = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag).filter(isBlocking);
    expect(blocking.length, `${address}: ${blocking.join(" ")}`).toBeLessThanOrEqual(1);
    expect(html, address).not.toMatch(/@font-face|@import/);
  }
});

test("a first visit with critical CSS looks like later visits", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  // A screenshot does not wait for the pictures of sheets, and the text in place of one lies on another part of a pixel each time.
  const contentType = "image/svg+xml";
  const empty = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  await page.route("**/sheet-pictures/**", (route) => route.fulfill({ contentType, body: empty }));
  for (const address of kindsOfPages) {
    const screenshot = async () => {
      await page.goto(address);
      await hydrated(page);
      return page.screenshot({ fullPage: true, animations: "disabled", caret: "hide" });
    };
    // A request without this cookie is a first visit.
    await page.context().clearCookies({ name: "styles" });
    const first = await screenshot();
    await expect(page.locator("head > style")).toHaveCount(1);
    // Scripts can render elements that need the other styles.
    await expect(page.locator("link[rel=stylesheet]:not([media=print])")).toHaveCount(1);
    const later = await screenshot();
    await expect(page.locator("head > style")).toHaveCount(0);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    expect(await largestDifference(first, later), address).toBeLessThanOrEqual(1);
  }
});

/** The largest difference between two screenshots, from 0 to 255; the browser's rounding can cause 1. */
async function largestDifference(...pictures: [Buffer, Buffer]) {
  if (pictures[0].equals(pictures[1])) return 0;
  const decode = (picture: Buffer) => sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [first, later] = await Promise.all([decode(pictures[0]), decode(pictures[1])]);
  expect(first.info).toEqual(later.info);
  return first.data.reduce(
    (largest, shade, index) => Math.max(largest, Math.abs(shade - (later.data[index] ?? 0))),
    0,
  );
}

/** Returns true if a browser loads the resource before it renders the page. */
function isBlocking(tag: string): boolean {
  if (tag.startsWith("<link")) return /rel="?stylesheet/.test(tag) && !tag.includes('media="print"');
  return /\ssrc=/.test(tag) && !/\s(async|defer|type="module")/.test(tag);
}

/** The scripts that a page names, all of which it loads. */
const scriptsIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[^"]+\.js(?=")/g))];

/** The scripts that a page loaded, and their bytes compressed and uncompressed. */
async function scriptsOf(page: Page) {
  return page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return {
      files: scripts.map(({ name }) => new URL(name).pathname),
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      uncompressed: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    };
  });
}

test("pages load few scripts, and none if they need none", async ({ browser, page, signIn }) => {
  for (const address of ["/login", "/permits/7"]) {
    await page.goto(address);
    await expect(page.locator("script[src], link[rel=modulepreload]")).toHaveCount(0);
    expect(await scriptsOf(page), address).toMatchObject({ files: [] });
  }

  const dataSaver = await browser.newContext({ extraHTTPHeaders: { "Save-Data": "on" } });
  const savingPage = await dataSaver.newPage();
  await signIn(savingPage, demoAccounts.admin);
  for (const address of ["/permits", "/permits/7/edit"]) {
    await savingPage.goto(address);
    await expect(title(savingPage)).toBeVisible();
    await expect(savingPage.locator("script, link[rel=modulepreload]")).toHaveCount(0);
    expect(await scriptsOf(savingPage), address).toMatchObject({ files: [] });
  }
  await dataSaver.close();

  await signIn(page, demoAccounts.city);
  for (const address of ["/", "/oakvilles?search=street"]) {
    await page.goto(address);
    await expect(page.locator("script, link[rel=modulepreload]"), address).toHaveCount(0);
  }
  await page.goto("/oakvilles/submit");
  expect(await page.locator("script").count()).toBeGreaterThan(0);
  await page.context().clearCookies();

  await signIn(page, demoAccounts.admin);
  const session = await page.context().storageState();
  for (const address of ["/permits", "/permits/7/delete"]) {
    // Each page has a separate cache, so that it loads all its scripts.
    const context = await browser.newContext({ storageState: session });
    const fresh = await context.newPage();
    const response = await fresh.goto(address);
    await hydrated(fresh);
    await fresh.waitForLoadState("load");
    const { files, bytes, uncompressed } = await scriptsOf(fresh);
    // All at the same time.
    const named = scriptsIn((await response?.text()) ?? "");
    expect(files.toSorted(), address).toEqual(named.toSorted());
    expect(bytes, `${address} is compressed`).toBeLessThanOrEqual(uncompressed / 2);
    await context.close();
  }
});

test("nothing moves after it has rendered, even while the page is loading", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const slow = await startSlowProxy(server.url, { bitsPerSecond: 240_000, roundTrip: 20 });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of kindsOfPages) {
      await page.goto(`${slow.url}${address}`);
      await hydrated(page);
      const shifts = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const layoutShifts: LayoutShift[] = [];
            const observer = new PerformanceObserver((list) =>
              layoutShifts.push(...shiftsOf(list.getEntries())),
            );
            const shiftsOf = (entries: PerformanceEntryList) => entries as LayoutShift[];
            // A text whose end arrives later may grow, but must not move.
            const isMoved = ({ previousRect: before, currentRect: after }: LayoutShift["sources"][number]) =>
              before.x !== after.x || before.y !== after.y;
            observer.observe({ type: "layout-shift", buffered: true });
            const finish = () => {
              layoutShifts.push(...shiftsOf(observer.takeRecords()));
              resolve(
                layoutShifts
                  .filter(({ sources }) => sources.some(isMoved))
                  .map((shift) => JSON.stringify(shift)),
              );
            };
            requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(finish)));
          }),
      );
      expect.soft(shifts, `${address} at ${width}`).toEqual([]);
    }
  }
  await slow.stop();
});

test("assets are cached for a year, pages never", async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const response = await request.get("/permits");
  expect(response.headers()["cache-control"]).toBe("private, no-store");
  expect(response.headers().etag).toBeUndefined();
  const asset = /\/assets\/[^"]+?\.(?:js|css)/.exec(await response.text())?.[0];
  const file = await request.get(String(asset));
  expect(file.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
});
