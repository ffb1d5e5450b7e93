import { demoAccounts, expect, expectNoAxeViolations, region, test, title, withoutTable } from "./journey";

test("a failed page shows the reference from the log, and can be tried again", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  await withoutTable(server, "permit_disciplines", async () => {
    await page.goto("/permits/7");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(title(page)).toHaveText("Something went wrong here");
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const reference = String(await page.locator("#error-reference").textContent());
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(server.output()).toContain(`error ${reference} at GET /permits/7`);
    await expect(page.getByRole("main")).not.toContainText(/sqlite|no such table|\.ts/i);
  });
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(region(page, "Permit Information")).toBeVisible();
});
