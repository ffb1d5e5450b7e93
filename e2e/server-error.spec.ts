import { join } from "node:path";
import Database from "better-sqlite3";
import { demoAccounts, expect, expectNoAxeViolations, test } from "./journey";

test("a page that fails says so, with the reference that the log has, and works again", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const database = new Database(join(server.dataFolder, "redline.db"));
  database.exec("alter table permit_disciplines rename to lost");
  try {
    await page.goto("/permits/7");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong here");
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const reference = String(await page.locator("#error-reference").textContent());
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(server.output()).toContain(`error ${reference} at GET /permits/7`);
    await expect(page.getByRole("main")).not.toContainText(/sqlite|no such table|\.ts/i);
  } finally {
    // The worker's other journeys go on with the same data.
    database.exec("alter table lost rename to permit_disciplines");
    database.close();
  }
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Permit Information" })).toBeVisible();
});
