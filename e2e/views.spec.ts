import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  permitRows,
  queryOf,
  resultCount,
  test,
} from "./journey";
import { dialog, press, toast } from "./plan-check";

const views = (page: Page) => page.getByRole("navigation", { name: "Views" });
const view = (page: Page, name: string) => views(page).getByRole("link", { name, exact: true });
const actionOfView = (page: Page, name: string) =>
  page.locator(".views").getByRole("link", { name, exact: true });
const expectCurrent = (page: Page, name: string) =>
  expect(views(page).locator("[aria-current=page]")).toHaveText(name);

test(
  "a ready view with a filter is saved, opened again, renamed and deleted",
  alsoWithoutScripts,
  async ({ page, signIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/permits");
    await hydrated(page);
    await expectCurrent(page, "All");
    const all = await resultCount(page);
    await view(page, "Late").click();
    await expectCurrent(page, "Late");
    await expect(permitRows(page).first().locator("[data-label='Due Date']")).toContainText("overdue");
    await page.getByLabel("City", { exact: true }).selectOption({ label: "Riverton" });
    if (!scripts) await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByRole("link", { name: "Remove filter City: Riverton" })).toBeVisible();
    expect(queryOf(page)).toMatchObject({ view: "late" });
    const late = await resultCount(page);
    expect(late).toBeLessThan(all);

    await actionOfView(page, "Save this view").click();
    const save = dialog(page, "Save this view");
    await field(save, "Name").fill("Late in Riverton");
    await expectNoAxeViolations(page);
    await press(save, "Save view");
    await toast(page, "View saved");
    await expectCurrent(page, "Late in Riverton");

    await view(page, "All").click();
    await expectCurrent(page, "All");
    await view(page, "Late in Riverton").click();
    await expectCurrent(page, "Late in Riverton");
    expect(await resultCount(page)).toBe(late);

    await actionOfView(page, "Rename Late in Riverton").click();
    await field(dialog(page, "Rename view"), "Name").fill("Riverton");
    await press(dialog(page, "Rename view"), "Rename");
    await toast(page, "View renamed");
    await expectCurrent(page, "Riverton");
    await expectNoAxeViolations(page);

    await actionOfView(page, "Delete Riverton").click();
    await press(dialog(page, "Delete view"), "Delete");
    await toast(page, "View deleted");
    await expectCurrent(page, "Late");
    await expect(view(page, "Riverton")).toBeHidden();
    expect(await resultCount(page)).toBe(late);
  },
);

test(
  "the calendar goes from a bar to its day, to the week and to more rows",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/plan-check-calendar");
    await hydrated(page);
    await expectCurrent(page, "All Assignments");
    const bar = page.locator(".due-chart a").nth(1);
    const [, count = ""] = /: (\d+) open assignment/.exec((await bar.textContent()) ?? "") ?? [];
    await bar.click();
    await expect(bar).toHaveAttribute("aria-current", "true");
    expect(queryOf(page)).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const badge = page.locator(".badge", { hasText: /^\d+ assignments?$/ });
    await expect(badge).toHaveText(new RegExp(`^${count} `));
    await expectNoAxeViolations(page);

    const days = page.getByRole("navigation", { name: "Days of the week" });
    await expect(days.getByRole("link")).toHaveCount(8);
    await days.getByRole("link", { name: /^Week/ }).click();
    await expect(days.locator("[aria-current=page]")).toHaveText(/^Week/);
    await page.getByRole("link", { name: "Previous week" }).click();
    await page.getByRole("link", { name: "Next week" }).click();
    await expectCurrent(page, "Week");

    await view(page, "Open").click();
    await expectCurrent(page, "Open");
    await page.getByRole("link", { name: "25 rows on a page" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(25);
    await page.getByRole("link", { name: "Last", exact: true }).click();
    await expect(page.getByRole("link", { name: "First", exact: true })).toBeVisible();
    expect(queryOf(page)).toMatchObject({ view: "open", rows: "25" });
  },
);
