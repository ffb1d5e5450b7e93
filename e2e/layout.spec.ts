import type { Page } from "@playwright/test";
import { demoAccounts, expect, test } from "./journey";

test.use({ data: "read-only" });

/** For each row with icons, the vertical distance between its first icon and its first line of text. */
const iconDistances = (page: Page) =>
  page.locator(":is(tr, li):has(.icon)").evaluateAll((rows) =>
    rows.map((row) => {
      const icon = row.querySelector(".icon, .button") as Element;
      // Of two lines of cells, the icon is in the second.
      const cellBefore = row.closest(".two-lines") && icon.closest("td")?.previousElementSibling;
      const texts = document.createTreeWalker(cellBefore ?? row, NodeFilter.SHOW_TEXT, (node) =>
        node.textContent?.trim() && !node.parentElement?.closest("svg, .icon, .button")
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
      );
      const line = document.createRange();
      line.selectNodeContents(texts.nextNode() as Node);
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      return Math.abs(middle(icon.getBoundingClientRect()) - middle(line.getClientRects()[0] as DOMRect));
    }),
  );

const lists = {
  [demoAccounts.admin]: [
    ...["/", "/permits", "/cities", "/cities/3", "/employees", "/plan-check-calendar", "/plan-checks"],
    ...["/employee-dashboard", "/hours?employeeId=1", "/standard-comments", "/mail", "/search?q=oak"],
    ...["/records/bin", "/records/legal-holds", "/records/retention"],
    ...["/audit?kind=permit", "/permits/177/sheets", "/permits/174/sheets", "/permits/174/sheets/440"],
    "/permits/174/sheets/391/compare?with=277",
  ],
  [demoAccounts.city]: [
    ...["/oakvilles", "/oakvilles/permits/7", "/search?q=oak"],
    ...["/oakvilles/permits/177", "/oakvilles/permits/177/sheets", "/oakvilles/permits/174/sheets/440"],
  ],
};

/** The cells of tables that are not entirely in the window, or whose text is cut. */
const hiddenCells = (page: Page) =>
  page.locator(".data-table :is(th, td)").evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const parts = [cell, ...cell.querySelectorAll(":not(.sr-only)")];
        const isCut = parts.some(
          (part) => getComputedStyle(part).overflow === "hidden" && part.scrollWidth > part.clientWidth,
        );
        return left < 0 || right > document.documentElement.clientWidth || isCut;
      })
      .map(({ textContent }) => textContent),
  );

/** The dates, badges and small buttons that are in two lines, and all that is outside its card. */
const wrappedOrOutside = (page: Page) =>
  page.locator("main :is(time, .badge, .button-small)").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
      .filter((element) => {
        const { width, height, right } = element.getBoundingClientRect();
        const card = element.closest(".card");
        const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
        const isOutside = card && right > card.getBoundingClientRect().right;
        return width > 0 && (height > 1.9 * lineHeight || isOutside);
      })
      .map(({ textContent }) => textContent),
  );

test("lists are in the window, with whole texts, dates in one line, and icons beside their text", async ({
  page,
  signIn,
}) => {
  for (const [account, addresses] of Object.entries(lists)) {
    await page.context().clearCookies();
    await signIn(page, account);
    for (const address of addresses) {
      await page.goto(address);
      for (const width of [1280, 1199, 1023, 900, 640, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const at = `${address} at ${width}`;
        expect.soft(await hiddenCells(page), at).toEqual([]);
        if (width >= 640) expect.soft(await wrappedOrOutside(page), at).toEqual([]);
        if (width >= 1023) expect.soft(Math.max(...(await iconDistances(page))), at).toBeLessThanOrEqual(2);
      }
    }
  }
});

/** The spacing of text that WCAG 1.4.12 lets users set. */
const userSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

test("with a user's spacing of text, no text is cut", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.city);
  await page.goto("/oakvilles");
  await page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
  }, userSpacing);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.locator("main *:not(.sr-only, .sr-only *, option)").evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          const isClipped = overflowX === "hidden" || overflowY === "hidden";
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
          return isClipped && (scrollWidth > clientWidth || scrollHeight > clientHeight);
        })
        .map(({ textContent }) => textContent),
    );
    expect(cut, `at ${width}`).toEqual([]);
  }
});

test("a long dialog shows its head and its buttons at 200 % and on a phone", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities/3/fees/new");
  const dialog = page.getByRole("dialog");
  for (const [width, height] of [
    [640, 400],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const place of [0, 200, 10_000]) {
      await dialog.evaluate((element, top) => element.scrollTo({ top }), place);
      await expect(dialog.getByRole("heading"), `at ${width}, ${place}`).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole("button", { name: "Add fee" })).toBeInViewport({ ratio: 1 });
    }
  }
});

test("a dialog begins at the first required field that is empty", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const [address, label] of [
    ["/employees/new", /^Employee name/],
    ["/cities/3/fees/new", /^Service type/],
    ["/standard-comments/new", /^Title/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("dialog").getByLabel(label).first(), address).toBeFocused();
  }
});
