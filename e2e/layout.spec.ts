import type { Locator, Page } from "@playwright/test";
import { demoAccounts, expect, hydrated, once, plans, region, test, withScripts } from "./journey";

test.use({ data: "read-only" });

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not visible");
  return box;
}

/** The box of the first line of a text, without the padding of its element. */
const firstLineBox = (page: Page, text: string): Promise<Box> =>
  page
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [{ x, y, width, height }] = range.getClientRects() as unknown as [DOMRect];
      return { x, y, width, height };
    });

const bottomOf = ({ y, height }: Box) => y + height;

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

test("icons are aligned with their line of text", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [
      "/",
      "/permits/240",
      "/cities",
      "/cities/3",
      "/employees",
      "/plan-check-calendar",
    ]) {
      await page.goto(address);
      const distances = await iconDistances(page);
      expect(distances.length, address).toBeGreaterThan(0);
      expect(Math.max(...distances), `${address} at ${width}`).toBeLessThanOrEqual(2);
    }
  }
});

test("an email address is on the line of its user's name", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const [address, name, email] of [
    ["/employees", "Amara Singh", "amara.singh@demo.test"],
    ["/cities/3", "Gordon Ames", "gordon.ames@oakville.test"],
  ] as const) {
    await page.goto(address);
    const [nameBox, emailBox] = (await Promise.all(
      [name, email].map((text) => firstLineBox(page, text)),
    )) as [Box, Box];
    expect(Math.abs(bottomOf(nameBox) - bottomOf(emailBox)), address).toBeLessThanOrEqual(1);
    expect(emailBox.x, address).toBeGreaterThan(nameBox.x);
  }
});

test("cards have small gaps, and two switches are on one line", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities/3");
  const users = await boxOf(region(page, "City users"));
  const summary = await boxOf(region(page, "Financial summary"));
  expect(summary.y - bottomOf(users)).toBeLessThanOrEqual(64);
  const fees = await boxOf(region(page, "Fee history"));
  expect(fees.y - bottomOf(summary)).toBeLessThanOrEqual(120);

  await page.goto("/permits/new");
  const switches = ["Expedited review", "Physical plans needed"].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  for (const width of [1280, 960, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const [expedited, physical] = (await Promise.all(switches.map(boxOf))) as [Box, Box];
    expect(physical.y, `at ${width}`).toBe(expedited.y);
  }
});

const lists = {
  [demoAccounts.admin]: [
    ...["/", "/permits", "/cities", "/cities/3", "/employees", "/plan-check-calendar", "/plan-checks"],
    ...["/employee-dashboard", "/hours?employeeId=1", "/standard-comments", "/mail"],
  ],
  [demoAccounts.city]: ["/oakvilles", "/oakvilles/permits/7"],
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

test("no list scrolls sideways or cuts a text", once, async ({ page, signIn }) => {
  for (const [account, addresses] of Object.entries(lists)) {
    await page.context().clearCookies();
    await signIn(page, account);
    for (const address of addresses) {
      await page.goto(address);
      for (const width of [1280, 1200, 1199, 1023, 900, 768, 640, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await hiddenCells(page), `${address} at ${width}`).toEqual([]);
      }
    }
  }
});

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

test("dates, badges and buttons of lists are in one line", once, async ({ page, signIn }) => {
  for (const [account, addresses] of Object.entries(lists)) {
    await page.context().clearCookies();
    await signIn(page, account);
    for (const address of addresses) {
      await page.goto(address);
      for (const width of [1280, 1024, 900, 768, 640]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await wrappedOrOutside(page), `${address} at ${width}`).toEqual([]);
      }
    }
  }
});

test("the header is as wide as the content below it", once, async ({ page, signIn }) => {
  for (const [account, address] of [
    [demoAccounts.admin, "/permits"],
    [demoAccounts.city, "/oakvilles"],
  ] as const) {
    await page.context().clearCookies();
    await signIn(page, account);
    await page.goto(address);
    for (const width of [1600, 1280, 1024, 768, 640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const [left, right] = await page.locator(".top").evaluate((top) => {
        const { paddingLeft, paddingRight } = getComputedStyle(top);
        return [Number.parseFloat(paddingLeft), top.clientWidth - Number.parseFloat(paddingRight)];
      });
      const title = await boxOf(page.getByRole("heading", { level: 1 }));
      const card = await boxOf(page.locator(".card").first());
      expect(Math.abs(title.x - Number(left)), `left of ${address} at ${width}`).toBeLessThanOrEqual(1);
      const distance = Math.abs(card.x + card.width - Number(right));
      expect(distance, `right of ${address} at ${width}`).toBeLessThanOrEqual(1);
    }
  }
});

test("what is due and what is done are seen on a tablet's calendar", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/plan-check-calendar");
  for (const width of [768, 1023]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^Complete/ }) });
    for (const label of ["Days Until Due", "Status", "Actions"]) {
      const { x, width: cellWidth } = await boxOf(row.first().locator(`[data-label="${label}"]`));
      expect(x, `${label} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(x + cellWidth, `${label} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

/** The spacing of text that WCAG 1.4.12 lets users set. */
const userSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

test("with a user's spacing of text, no text is cut", once, async ({ page, signIn }) => {
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

test("chosen files have space between them", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/new");
  await hydrated(page);
  await page.getByLabel("Choose files").setInputFiles([plans.pdf("first.pdf"), plans.dxf("second.dxf")]);
  const chosen = page.getByRole("group", { name: "Files to add" }).locator("label");
  await expect(chosen).toHaveCount(2);
  const [first, second] = (await Promise.all([0, 1].map((index) => boxOf(chosen.nth(index))))) as [Box, Box];
  expect(second.x - (first.x + first.width)).toBeGreaterThanOrEqual(16);
});

test("the sign-in card has space below its button", once, async ({ page }) => {
  for (const address of ["/permits", "/login"]) {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      const card = await boxOf(page.locator(".sheet"));
      const signIn = page.getByRole(address === "/login" ? "button" : "link", {
        name: "Sign In",
        exact: true,
      });
      const space = bottomOf(card) - bottomOf(await boxOf(signIn));
      expect(space, `${address} at ${width}`).toBeGreaterThanOrEqual(44);
    }
  }
});

test(
  "a long dialog shows its head and its buttons at 200 % and on a phone",
  once,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/cities/3?dialog=new-fee");
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
  },
);

test("a dialog begins at the first required field that is empty", withScripts, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const [address, label] of [
    ["/employees?dialog=new", /^Employee name/],
    ["/cities/3?dialog=new-fee", /^Service type/],
    ["/standard-comments?dialog=new", /^Title/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("dialog").getByLabel(label).first(), address).toBeFocused();
  }
});
