import type { Page } from "@playwright/test";
import {
  createPermit,
  demoAccounts,
  expect,
  expectVisibleFocus,
  hydrated,
  permitRows,
  queryOf,
  tabTo,
  test,
  title,
  userMenu,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

test("the first Tab focuses a link that skips to the content", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "New Permit" })).toBeFocused();
});

test("Tab reaches every control of each page, and the focus is always visible", async ({ page }) => {
  for (const address of ["/", "/permits", "/permits/7", "/permits/7?edit", "/permits/new", "/profile"]) {
    await page.goto(address);
    await hydrated(page);
    const last = page.getByRole("main").locator("a, button:enabled, input:not([type=hidden]), select").last();
    await tabTo(page, last, 200);
  }
});

test("the menus open and close with the keyboard, and their links work", async ({ page, scripts }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/permits");
  await hydrated(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  await tabTo(page, menu.locator("summary"));
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
  if (scripts) {
    await page.keyboard.press("Escape");
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeHidden();
    await expect(menu.locator("summary")).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await tabTo(page, menu.getByRole("link", { name: "Dashboard" }));
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Administrator Dashboard");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/permits");
  await hydrated(page);
  await tabTo(page, userMenu(page));
  await expectVisibleFocus(page);
  await expect(userMenu(page)).toHaveAccessibleName("Your account");
  await page.keyboard.press("Enter");
  await expect(page.getByText(demoAccounts.admin)).toBeVisible();
  const profile = page.locator(".user-menu").getByRole("link", { name: "Profile" });
  if (scripts) {
    await page.keyboard.press("Escape");
    await expect(profile).toBeHidden();
    await expect(userMenu(page)).toBeFocused();
    await userMenu(page).click();
    await expect(profile).toBeVisible();
    await title(page).click();
    await expect(profile).toBeHidden();
    await userMenu(page).click();
  }
  await tabTo(page, profile);
  await page.keyboard.press("Enter");
  if (scripts) await expect(profile).toBeHidden();
  await expect(title(page)).toHaveText("Profile");
});

test("a permit is found and opened with the keyboard", async ({ page }) => {
  await page.goto("/permits");
  await hydrated(page);
  await tabTo(page, page.getByLabel("Search", { exact: true }));
  await page.keyboard.type("OAK-");
  await page.keyboard.press("Enter");
  await expect.poll(() => queryOf(page)).toMatchObject({ search: "OAK-" });
  await expect(page.getByRole("link", { name: "Remove filter Search: OAK-" })).toBeVisible();
  const link = permitRows(page).first().getByRole("link").first();
  await expect(link).toContainText("OAK-");
  const number = String(await link.textContent());
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(number);
});

test("a permit is edited with the keyboard", async ({ page }) => {
  await page.goto(await createPermit(page));
  await hydrated(page);
  await tabTo(page, page.getByRole("link", { name: "Edit Permit" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await tabTo(page, page.getByLabel(/^Project name/));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Typed by keyboard");
  await tabTo(page, page.getByLabel("Fire"));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Permit updated successfully")).toBeVisible();
  await expect(page.getByRole("region", { name: "Permit Information" })).toContainText("Typed by keyboard");
  await expect(page.getByRole("region", { name: "Permit Information" })).toContainText("Fire");
});

test("a permit is deleted with the keyboard", async ({ page, scripts }) => {
  await createPermit(page, { urban37PermitNumber: "KEYS-1" });
  await page.goto("/permits?search=KEYS-1");
  await hydrated(page);
  await tabTo(page, page.getByRole("link", { name: "Delete KEYS-1" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete Permit" });
  await expect(dialog.getByLabel(/delete/i)).toBeFocused();
  await expectVisibleFocus(page);
  if (scripts) await expectFocusToStayIn(page);
  await page.keyboard.type("delete");
  await tabTo(page, dialog.getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Permit deleted successfully")).toBeVisible();
  await expect(page.getByText("No permits found")).toBeVisible();
});

/** Presses Tab through the dialog, and checks that the focus never reaches the page behind it. */
async function expectFocusToStayIn(page: Page) {
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body || Boolean(element?.closest("dialog"));
    });
    expect(isInside, `after ${presses + 1} presses`).toBe(true);
  }
  await page
    .getByRole("dialog")
    .getByLabel(/delete/i)
    .focus();
}
