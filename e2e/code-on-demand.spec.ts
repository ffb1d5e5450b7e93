import { demoAccounts, expect, hydrated, test } from "./journey";

test.use({ data: "read-only" });

const dialogCode = "**/assets/dialogs-*.js";

test("a dialog whose code is gone since an update opens in a new document", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/7");
  await hydrated(page);
  await page.route(dialogCode, (route) => route.fulfill({ status: 404 }));
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await reloaded;
  await page.unroute(dialogCode);
  await expect(page.getByRole("dialog", { name: "Delete Permit" })).toBeVisible();
  await hydrated(page);
});
