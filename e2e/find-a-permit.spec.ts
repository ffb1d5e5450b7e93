import type { Locator, Page } from "@playwright/test";
import {
  beforeRender,
  demoAccounts,
  expect,
  hydrated,
  once,
  permitRows,
  queryOf,
  resultCount,
  test,
  withScripts,
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

/** Submits the filters; with scripts a change submits them. */
const applyFilters = async (page: Page, scripts: boolean) => {
  if (!scripts) await page.getByRole("button", { name: "Filter" }).click();
};

const expectQuery = (page: Page, query: Record<string, string>) =>
  expect.poll(() => queryOf(page)).toEqual(query);

test("the dashboard's counts match the lists", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administrator Dashboard");
  const figure = async (label: string) => {
    const item = page.locator(".statistics > div").filter({ hasText: label });
    return Number((await item.locator("dd").first().textContent())?.replaceAll(",", ""));
  };
  const total = await figure("Total Permits");
  const pending = await figure("Pending Review");
  expect(total).toBe(240);
  expect(await figure("Active Cities")).toBe(6);
  expect(await figure("Employees")).toBe(14);

  await expect(page.getByRole("heading", { name: "Recent Permits" })).toContainText(
    "Track and manage building permits across all municipalities",
  );
  await expect(permitRows(page)).toHaveCount(10);
  await expect(page.getByRole("link", { name: "New Permit" })).toHaveAttribute("href", "/permits/new");
  const cities = page.getByRole("region", { name: "City Management" });
  await expect(cities.getByRole("listitem")).toHaveCount(3);
  await expect(cities.getByRole("link", { name: "View All Cities (6)" })).toHaveAttribute("href", "/cities");
  const employees = page.getByRole("region", { name: "Employee Management" });
  await expect(employees.getByRole("listitem")).toHaveCount(3);
  await expect(employees.getByRole("listitem").first()).toContainText(/\d+ open tasks?/);
  await expect(employees.getByRole("link", { name: /View All Employees/ })).toHaveAttribute(
    "href",
    "/employees",
  );

  await page.goto("/permits?status=in_process");
  expect(await resultCount(page)).toBe(pending);
});

test("filters narrow the list, show as chips and are removed one by one or together", async ({
  page,
  scripts,
}) => {
  await page.goto("/permits");
  await hydrated(page);
  await expect(searchField(page)).toHaveAttribute(
    "placeholder",
    "Search by provider reference or city permit number...",
  );
  await expect(statusField(page).locator("option").first()).toHaveText("All Status");

  await statusField(page).selectOption({ label: "Hold" });
  await applyFilters(page, scripts);
  await expect(page.getByRole("link", { name: "Remove filter Status: Hold" })).toBeVisible();
  await cityField(page).selectOption({ label: "Oakville" });
  await applyFilters(page, scripts);
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
});

test("a search finds a permit by either of its numbers, or shows that there is none", async ({
  page,
  scripts,
}) => {
  await page.goto("/permits?cityId=3");
  const details = String(await cells(page, "Permit Details").first().textContent());
  const provider = String(/[A-Z]{3}-\d\d-\d{3}/.exec(details)?.[0]);
  const city = String(/\d\d-\d{4}/.exec(details.replace(provider, ""))?.[0]);
  for (const number of [provider, provider.toLowerCase(), city, provider.slice(1)]) {
    await page.goto("/permits");
    await hydrated(page);
    await searchField(page).fill(number);
    await applyFilters(page, scripts);
    await expect(page.getByRole("link", { name: `Remove filter Search: ${number}` })).toBeVisible();
    await expect(permitRows(page).first()).toContainText(provider);
    expect(await resultCount(page)).toBeLessThan(10);
  }
  await searchField(page).fill('100% "of" *nothing*');
  await applyFilters(page, scripts);
  await expect(page.getByText("No permits found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filter criteria.")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("0 results");
});

test("the list has ten permits per page and a window of five page numbers", async ({ page }) => {
  await page.goto("/permits");
  await expect(pager(page)).toContainText("Showing 1 to 10 of 240 results");
  await expect(pageNumbers(page)).toHaveText(["1", "2", "3", "4", "5"]);
  await expect(pager(page).getByRole("link", { name: "Previous" })).toBeHidden();

  await pager(page).getByRole("link", { name: "Page 5" }).click();
  await expect(pageNumbers(page)).toHaveText(["3", "4", "5", "6", "7"]);
  await expect(pager(page)).toContainText("Showing 41 to 50 of 240 results");
  await expect(pager(page).getByRole("link", { name: "Page 5" })).toHaveAttribute("aria-current", "page");
  await pager(page).getByRole("link", { name: "Next" }).click();
  await expect(pager(page)).toContainText("Showing 51 to 60 of 240 results");
  await pager(page).getByRole("link", { name: "Previous" }).click();
  await expectQuery(page, { page: "5" });

  await page.goto("/permits?page=24");
  await expect(pageNumbers(page)).toHaveText(["20", "21", "22", "23", "24"]);
  await expect(pager(page)).toContainText("Showing 231 to 240 of 240 results");
  await expect(pager(page).getByRole("link", { name: "Next" })).toBeHidden();
});

test("each sortable column sorts in both directions and preserves the filters", async ({ page, scripts }) => {
  await page.goto("/permits?status=in_process");
  const sortKeys = {
    "Permit Details": (text: string) => text.split(/\s/)[0] ?? "",
    City: (text: string) => text,
    Status: (text: string) => text,
    "Due Date": (text: string) => new Date(text.split("\n")[0] ?? "").toISOString(),
  };
  for (const [label, keyOf] of Object.entries(sortKeys)) {
    const heading = page.getByRole("columnheader", { name: label });
    for (const direction of ["ascending", "descending"]) {
      await heading.getByRole("link").click();
      await expect(heading).toHaveAttribute("aria-sort", direction);
      await expect(pager(page)).toContainText("Showing 1 to 10");
      const keys = (await cells(page, label).allInnerTexts()).map(keyOf);
      const sorted = keys.toSorted();
      expect(keys).toEqual(direction === "ascending" ? sorted : sorted.reverse());
    }
  }
  expect(queryOf(page)).toEqual({ status: "in_process", sort: "-due" });

  await hydrated(page);
  await cityField(page).selectOption({ label: "Riverton" });
  await applyFilters(page, scripts);
  await expect(page.getByRole("link", { name: "Remove filter City: Riverton" })).toBeVisible();
  expect(queryOf(page)).toEqual({ status: "in_process", cityId: "1", sort: "-due" });
});

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
  scripts,
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
    if (scripts) await expectQuery(page, { search: typed });
  }
  if (!scripts) await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Remove filter Search: OAK-26" })).toBeVisible();
  expect(queryOf(page).page).toBeUndefined();
  await expect(cells(page, "City").filter({ hasNotText: "Oakville" })).toHaveCount(0);
  if (scripts) await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("OAK-26");
  expect(await historyLength()).toBe(before + 1);

  await page.goBack();
  await expect(page.getByRole("status")).toHaveText("240 results");
  await expect(searchField(page)).toHaveValue("");
  await expectQuery(page, { page: "3" });
});

test(
  "a search sent before the previous one has rendered adds no history entry",
  withScripts,
  async ({ page }) => {
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
  },
);

test("text typed before a filter has rendered is preserved", withScripts, async ({ page }) => {
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

test("an invalid query parameter returns the nearest valid list", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const firstPage = "Showing 1 to 10 of 240 results";
  const lists = {
    "?page=-1": firstPage,
    "?page=0": firstPage,
    "?page=1.5": firstPage,
    "?page=abc": firstPage,
    "?page=1e9": "Showing 231 to 240 of 240 results",
    "?status=nonsense": firstPage,
    "?status=constructor": firstPage,
    "?cityId=abc": firstPage,
    "?sort=foo": firstPage,
    "?sort=--due&sort=x": firstPage,
    "?search=%20%20": firstPage,
    "?dialog=delete&id=999999": firstPage,
    "?dialog=nonsense": firstPage,
    "?cityId=999999": "No permits found",
    "?search=%00%22%25*": "No permits found",
    [`?search=${"x".repeat(3000)}`]: "No permits found",
  };
  for (const [query, text] of Object.entries(lists)) {
    const response = await request.get(`/permits${query}`);
    expect(response.status(), query).toBe(200);
    const html = await response.text();
    expect(html, query).toMatch(/<h1[^>]*>Permits</);
    expect(textOf(html), query).toContain(text);
    expect(html, query).not.toContain("<dialog");
  }
});

/** The visible text of a page. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script)\b.*?<\/\1>|<!--.*?-->/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("a click anywhere on a row opens its permit, and its icons open their own pages", async ({
  page,
  scripts,
}) => {
  await page.goto("/permits");
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  const [number = ""] = String(await permitRows(page).first().getByRole("link").first().textContent()).split(
    " ",
  );
  await clickMiddleOf(page, cells(page, "Due Date").first());
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expect(page).toHaveURL(/\/permits\/\d+$/);
  expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(scripts);

  await page.goto("/permits");
  await page
    .getByRole("link", { name: `Edit ${number}`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/permits\/\d+\?edit=?$/);
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

test("a phone shows cards, Previous and Next, and a menu", async ({ page, scripts }) => {
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
  if (scripts) {
    await beforeRender(page, () => document.querySelector<HTMLElement>(".top-menu summary")?.click());
  }
  const next = pager(page).getByRole("link", { name: "Next" });
  await next.click();
  await expect(next).toHaveAttribute("href", /page=4/);
  if (!scripts) await menu.getByText("Menu").click();
  await expect(menu.getByRole("link", { name: "Permits" })).toHaveAttribute("aria-current", "page");
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administrator Dashboard");
  await expect(menu.getByRole("link", { name: "Dashboard" })).toBeHidden();
});

test("the dashboard filters its table without leaving the page", async ({ page, scripts }) => {
  await page.goto("/");
  await hydrated(page);
  await statusField(page).selectOption({ label: "Cancelled" });
  await applyFilters(page, scripts);
  await expect(page.getByRole("link", { name: "Remove filter Status: Cancelled" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  for (const status of await cells(page, "Status").allInnerTexts()) expect(status).toBe("Cancelled");
});
