import type { Locator, Page } from "@playwright/test";
import { demoAccounts, expect, hydrated, once, plans, test } from "./journey";

test.use({ data: "only read" });

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not drawn");
  return box;
}

/** The first line of a text as it is drawn, without the space of its element. */
const lineOf = (page: Page, text: string): Promise<Box> =>
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
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Of each row that has icons: how far the middle of its first one is from that of the first line of its text. */
const distancesOfIcons = (page: Page) =>
  page.locator(":is(tr, li):has(.icon)").evaluateAll((rows) =>
    rows.map((row) => {
      const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, (node) =>
        node.textContent?.trim() && !node.parentElement?.closest("svg, .icon, .button")
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
      );
      const line = document.createRange();
      line.selectNodeContents(words.nextNode() as Node);
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      const icon = (row.querySelector(".icon, .button") as Element).getBoundingClientRect();
      return Math.abs(middle(icon) - middle(line.getClientRects()[0] as DOMRect));
    }),
  );

test("icons stand on the line of text that they belong to", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const width of [1280, 768]) {
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
      const distances = await distancesOfIcons(page);
      expect(distances.length, address).toBeGreaterThan(0);
      expect(Math.max(...distances), `${address} at ${width}`).toBeLessThanOrEqual(2);
    }
  }
});

test("an e-mail stands on the line of its name", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const [address, name, email] of [
    ["/employees", "Amara Singh", "amara.singh@demo.test"],
    ["/cities/3", "Gordon Ames", "gordon.ames@oakville.test"],
  ] as const) {
    await page.goto(address);
    const [ofName, ofEmail] = (await Promise.all([name, email].map((text) => lineOf(page, text)))) as [
      Box,
      Box,
    ];
    expect(Math.abs(bottomOf(ofName) - bottomOf(ofEmail)), address).toBeLessThanOrEqual(1);
    expect(ofEmail.x, address).toBeGreaterThan(ofName.x);
  }
});

test("cards and fields leave no holes", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities/3");
  const users = await boxOf(region(page, "City Users"));
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

test("chosen files have space between", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/new");
  await hydrated(page);
  await page.getByLabel("Choose files").setInputFiles([plans.pdf("first.pdf"), plans.dxf("second.dxf")]);
  const chosen = page.getByRole("group", { name: "Files to add" }).locator("label");
  await expect(chosen).toHaveCount(2);
  const [first, second] = (await Promise.all([0, 1].map((index) => boxOf(chosen.nth(index))))) as [Box, Box];
  expect(second.x - (first.x + first.width)).toBeGreaterThanOrEqual(16);
});

test("the sign-in card has room under its button", once, async ({ page }) => {
  for (const address of ["/permits", "/login"]) {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      const card = await boxOf(page.locator(".sheet"));
      const signIn = page.getByRole(address === "/login" ? "button" : "link", {
        name: "Sign In",
        exact: true,
      });
      const room = bottomOf(card) - bottomOf(await boxOf(signIn));
      expect(room, `${address} at ${width}`).toBeGreaterThanOrEqual(44);
    }
  }
});
