import type { Locator, Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  beforeRender,
  demoAccounts,
  expect,
  hydrated,
  permitRows,
  queryOf,
  resultCount,
  test,
} from "./journey";

test.use({ data: "read-only" });

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const searchField = (page: Page) => page.getByLabel("Search", { exact: true });
const statusField = (page: Page) => page.getByLabel("Status", { exact: true });
const cityField = (page: Page) => page.getByLabel("City", { exact: true });
const pager = (page: Page) => page.locator(".pager");
const pageNumbers = (page: Page) => pager(page).locator(".page-number");
const cells = (page: Page, label: string) => permitRows(page).locator(`[data-label="${label}"]`);

const expectQuery = (page: Page, query: Record<string, string>) =>
  expect.poll(() => queryOf(page)).toEqual(query);

test(
  "filters narrow the list, show as chips and are removed one by one or together",
  alsoWithoutScripts,
  async ({ page, scripts }) => {
    // With scripts a change submits the filters.
    const apply = async () => {
      if (!scripts) await page.getByRole("button", { name: "Filter" }).click();
    };
    await page.goto("/permits");
    await hydrated(page);
    await expect(searchField(page)).toHaveAttribute(
      "placeholder",
      "Search by provider reference or city permit number...",
    );
    await expect(statusField(page).locator("option").first()).toHaveText("All Status");

    await statusField(page).selectOption({ label: "Hold" });
    await apply();
    await expect(page.getByRole("link", { name: "Remove filter Status: Hold" })).toBeVisible();
    await cityField(page).selectOption({ label: "Oakville" });
    await apply();
    await expect(page.getByRole("link", { name: "Remove filter City: Oakville" })).toBeVisible();
    expect(queryOf(page)).toMatchObject({ status: "hold", cityId: "3" });
    for (const city of await cells(page, "City").allInnerTexts()) expect(city).toBe("Oakville");
    for (const status of await cells(page, "Status").allInnerTexts()) expect(status).toBe("Hold");
    const both = await resultCount(page);
    expect(both).toBeGreaterThan(0);
    await expect(pager(page)).toContainText(`Showing 1 to ${Math.min(10, both)} of ${both} results`);

    await page.getByRole("link", { name: "Remove filter Status: Hold" }).click();
    await expect(page.getByRole("link", { name: "Remove filter Status: Hold" })).toBeHidden();
    await expect(statusField(page)).toHaveValue("all");
    await expect(cityField(page)).toHaveValue("3");
    expect(await resultCount(page)).toBeGreaterThan(both);

    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page.getByRole("status")).toHaveText("240 results");
    await expectQuery(page, {});
    await expect(cityField(page)).toHaveValue("");
    await expect(page.getByRole("link", { name: "Clear all" })).toBeHidden();
  },
);

test("the browser's back button restores the list", async ({ page }) => {
  await page.goto("/permits?status=in_process&sort=due&page=3");
  const rows = await permitRows(page).allTextContents();
  await permitRows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
  await page.goBack();
  await expect(permitRows(page)).toHaveText(rows);
  expect(queryOf(page)).toEqual({ status: "in_process", sort: "due", page: "3" });

  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(statusField(page)).toHaveValue("all");
  await page.goBack();
  await expect(page.getByRole("link", { name: "Remove filter Status: In Process" })).toBeVisible();
  await expect(statusField(page)).toHaveValue("in_process");
});

test("typing a search preserves the focus, starts at page one and adds one history entry", async ({
  page,
}) => {
  await page.goto("/permits?page=3");
  await hydrated(page);
  const historyLength = () => page.evaluate(() => history.length);
  const before = await historyLength();

  await searchField(page).focus();
  let typed = "";
  for (const letter of ["O", "A", "K", "-", "2", "6"]) {
    typed += letter;
    await page.keyboard.type(letter);
    await expectQuery(page, { search: typed });
  }
  await expect(page.getByRole("link", { name: "Remove filter Search: OAK-26" })).toBeVisible();
  expect(queryOf(page).page).toBeUndefined();
  await expect(cells(page, "City").filter({ hasNotText: "Oakville" })).toHaveCount(0);
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("OAK-26");
  expect(await historyLength()).toBe(before + 1);

  await page.goBack();
  await expect(page.getByRole("status")).toHaveText("240 results");
  await expect(searchField(page)).toHaveValue("");
  await expectQuery(page, { page: "3" });
});

test("a search sent before the previous one has rendered adds no history entry", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  const before = await page.evaluate(() => history.length);
  await beforeRender(page, () => {
    const field = document.querySelector<HTMLInputElement>('.filters input[name="search"]');
    if (field) field.value = "OAK-";
    field?.form?.requestSubmit();
  });
  await searchField(page).fill("O");
  await expect(page.getByRole("link", { name: "Remove filter Search: OAK-" })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test("text typed before a filter has rendered is preserved", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  await beforeRender(page, () => {
    const field = document.querySelector<HTMLInputElement>('.filters input[name="search"]');
    if (field) field.value = "OAK-";
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await statusField(page).selectOption({ label: "Approved" });
  await expectQuery(page, { status: "approved", search: "OAK-" });
  await expect(searchField(page)).toHaveValue("OAK-");
  await expect(page.getByRole("link", { name: "Remove filter Search: OAK-" })).toBeVisible();
});

test("a click anywhere on a row opens its permit, and its icons open their own pages", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  const [number = ""] = String(await permitRows(page).first().getByRole("link").first().textContent()).split(
    " ",
  );
  await clickMiddleOf(page, cells(page, "Due Date").first());
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expect(page).toHaveURL(/\/permits\/\d+$/);
  expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);

  await page.goto("/permits");
  await page
    .getByRole("link", { name: `Edit ${number}`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/permits\/\d+\/edit$/);
  await page.goto("/permits");
  await page
    .getByRole("link", { name: `View ${number}`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/permits\/\d+$/);
});

/** Clicks with the mouse, so that the topmost element receives the click. */
async function clickMiddleOf(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("The target is not visible");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("a phone shows cards, Previous and Next, and a menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/permits?page=2");
  await expect(pager(page).getByRole("link", { name: "Previous" })).toBeVisible();
  await expect(pageNumbers(page).first()).toBeHidden();
  await expect(pager(page).getByText(/^Showing/)).toBeHidden();
  const [first, second] = await Promise.all(
    [0, 1].map((index) => permitRows(page).first().getByRole("cell").nth(index).boundingBox()),
  );
  expect(second?.y, "the cells of a card are stacked").toBeGreaterThan(first?.y ?? 0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const menu = page.getByRole("navigation", { name: "Main" });
  await hydrated(page);
  await expect(menu.getByRole("link", { name: "Dashboard" })).toBeHidden();
  await beforeRender(page, () => document.querySelector<HTMLElement>(".top-menu summary")?.click());
  const next = pager(page).getByRole("link", { name: "Next" });
  await next.click();
  await expect(next).toHaveAttribute("href", /page=4/);
  await expect(menu.getByRole("link", { name: "Permits" })).toHaveAttribute("aria-current", "page");
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administrator Dashboard");
  await expect(menu.getByRole("link", { name: "Dashboard" })).toBeHidden();
});
