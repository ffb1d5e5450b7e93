import { demoAccounts, expect, hydrated, test } from "./journey";

test.use({ data: "read-only" });

const codeOfDialogs = "**/assets/dialogs-*.js";

test("the code of dialogs is loaded before the click on a link to one", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/7");
  await hydrated(page);
  const loaded = page.waitForResponse(codeOfDialogs);
  await page.getByRole("link", { name: "Delete", exact: true }).hover();
  expect((await loaded).ok()).toBe(true);
});

test("a dialog whose code is gone since an update opens in a new document", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/7");
  await hydrated(page);
  await page.route(codeOfDialogs, (route) => route.fulfill({ status: 404 }));
  const link = page.getByRole("link", { name: "Delete", exact: true });
  const refused = page.waitForResponse(codeOfDialogs);
  await link.hover();
  await refused;
  // The link knows it a frame later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  // The new document loads the code of the new build.
  await page.unroute(codeOfDialogs);
  await link.click();
  await reloaded;
  await expect(page.getByRole("dialog", { name: "Delete Permit" })).toBeVisible();
  await hydrated(page);
});
