import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { startServer } from "../scripts/test-server";
import { expectNoAxeViolations } from "./accessibility";
import { demoAccounts, expect, test } from "./journey";
import { signIn } from "./sign-in";

test("a page that fails says so, with the reference that the log has, and works again", async ({
  browser,
  scripts,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "redline-failing-"));
  await cp(String(process.env.E2E_TEMPLATE), folder, { recursive: true });
  const server = await startServer(folder);
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: scripts });
  try {
    const page = await context.newPage();
    await signIn(page, demoAccounts.admin);

    const database = new Database(join(folder, "redline.db"));
    database.exec("alter table permit_disciplines rename to lost");
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

    database.exec("alter table lost rename to permit_disciplines");
    database.close();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Permit Information" })).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
