import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  hydrated,
  test,
  withoutScripts,
} from "./journey";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search everything" });
const first = (page: Page) => page.locator("#first");
const group = (page: Page, name: string) => page.getByRole("region", { name });

test(
  "a permit is found from any page by its address, and opened by Enter",
  alsoWithoutScripts,
  async ({ page, signIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/employees");
    await hydrated(page);
    if (scripts) await page.keyboard.press("/");
    else await field(page).focus();
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("washington 3185");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search?q=washington+3185#first");
    await expect(first(page)).toBeFocused();
    await expect(first(page)).toHaveText("OAK-26-035");
    await expectNoAxeViolations(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("OAK-26-035");

    await page.goto("/search");
    await expect(page.getByLabel("Search for")).toBeFocused();
    await expect(group(page, "Permits that you opened last").getByRole("link").first()).toHaveText(
      "OAK-26-035",
    );
    await page.keyboard.type('"*NEAR( -');
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing found for")).toBeVisible();
    await page.getByLabel("Search for").fill("—");
    await page.keyboard.press("Enter");
    await expect(page.getByText("punctuation alone finds nothing")).toBeVisible();
    await page.getByLabel("Search for").fill("x".repeat(1000));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Only the first 100 characters were searched.")).toBeVisible();
    await page.getByLabel("Search for").fill("a");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Corrections need three characters.")).toBeVisible();
  },
);

test("groups lead to the list, or to pages of their own", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/search?q=street");
  await group(page, "Permits").getByRole("link", { name: "All permits" }).click();
  await expect(page).toHaveURL("/permits?search=street");
  await page.goto("/search?q=the");
  await group(page, "Corrections").getByRole("link", { name: "All corrections" }).click();
  await expect(page).toHaveURL("/search?q=the&show=corrections");
  await expect(group(page, "Corrections")).toContainText("Showing 1 to ");
  await first(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Corrections of");
});

test("a city finds its own permits", withoutScripts, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.city);
  await page.goto("/oakvilles");
  await field(page).fill("OAK-26");
  await field(page).press("Enter");
  await expect(first(page)).toBeFocused();
  const links = await group(page, "Permits").locator("li a").all();
  for (const link of links) await expect(link).toHaveAttribute("href", /^\/oakvilles\/permits\/\d+$/);
  await page.goto("/search?q=HAR-26");
  await expect(page.getByText("Nothing found for")).toBeVisible();
});

test("the sign / is typed into a field, and focuses the search elsewhere unless it is switched off", async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.reviewer);
  await page.goto("/standard-comments");
  await hydrated(page);
  await page.getByLabel("Search", { exact: true }).fill("1");
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue("1/");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  const search = page.getByRole("link", { name: "Search everything" });
  await expect(search).toBeFocused();

  await page.goto("/profile");
  await page.getByLabel("The key / leads to the search").uncheck();
  await page.getByRole("button", { name: "Save keyboard" }).click();
  await expect(page.locator("#toasts")).toContainText("The key / is switched off");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(search).not.toBeFocused();
  await page.getByLabel("The key / leads to the search").check();
  await page.getByRole("button", { name: "Save keyboard" }).click();
  await expect(page.locator("#toasts")).toContainText("The key / is switched on");
});
