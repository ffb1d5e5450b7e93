import { demoAccounts, expect, field, hydrated, test, title, withScripts } from "./journey";

test.use({ data: "read-only" });

const dialogCode = "**/assets/permit-dialogs-*.js";

test(
  "a dialog whose code is lost opens when the connection is back",
  withScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/permits/7");
    await hydrated(page);
    await field(page, "Comment").fill("Not sent yet");
    await page.route(dialogCode, (route) => route.abort("connectionreset"));
    const failure = page.waitForEvent("requestfailed");
    await page.getByRole("link", { name: "Delete", exact: true }).click();
    await failure;
    await expect(title(page)).toBeVisible();
    await page.unroute(dialogCode);
    await expect(page.getByRole("dialog", { name: "Delete Permit" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(field(page, "Comment")).toHaveValue("Not sent yet");
  },
);

test(
  "a dialog whose code is gone since an update opens in a new document",
  withScripts,
  async ({ page, signIn }) => {
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
  },
);
