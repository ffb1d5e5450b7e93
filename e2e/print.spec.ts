import type { Page } from "@playwright/test";
import {
  createAssignedPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  hydrated,
  reviewers,
  test,
} from "./journey";

const { maria, daniel } = reviewers;

/** Controls that are useless on paper. */
const controls = (page: Page) =>
  page.locator("input, select, textarea, button, .button, .icon, .reply").filter({ visible: true });

/** The class names of visible card parts without text. */
const emptyCardParts = (page: Page) =>
  page
    .locator(".card-body, .card-footer")
    .evaluateAll((parts: HTMLElement[]) =>
      parts
        .filter((part) => part.checkVisibility() && part.innerText.trim() === "")
        .map((part) => part.className),
    );

test("a permit prints its content without controls", async ({ signedIn }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "PAPER-1" }, [
    { employeeId: maria.id },
    { employeeId: daniel.id, discipline: "Fire" },
  ]);
  const form = { text: "Please send the soils report", isShared: "on" };
  expect((await admin.request.post(`${permit}?comment`, { form, maxRedirects: 0 })).status()).toBe(302);
  const views = [
    [admin, permit, maria.name],
    [await signedIn(maria.email), `/employee-dashboard${permit}?discipline=Structural`, daniel.name],
    [await signedIn(demoAccounts.city), `/oakvilles${permit}`, "Required disciplines"],
  ] as const;
  for (const [page, address, expectedText] of views) {
    await page.goto(address);
    await hydrated(page);
    expect(await controls(page).count(), address).toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    await expect(controls(page), address).toHaveCount(0);
    expect(await emptyCardParts(page), address).toEqual([]);
    for (const text of ["Journey House", "1 Journey Lane", form.text, expectedText])
      await expect(
        page.getByText(text).filter({ visible: true }).first(),
        `${address}: ${text}`,
      ).toBeVisible();
    await page.emulateMedia({ media: null });
  }
});

test("collapsed sections are open on paper", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  const permit = await createAssignedPermit(page, { urban37PermitNumber: "PAPER-2" });
  const form = { cycle: "PC2", disciplines: "Structural" };
  const started = await page.request.post(`${permit}/next-cycle`, { form, maxRedirects: 0 });
  expect(started.status()).toBe(302);
  await page.goto(permit);
  const earlierCycle = page.locator("details.cycle").filter({ hasText: "PC1 Review" }).getByText(maria.name);
  await expect(earlierCycle).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(earlierCycle).toBeVisible();
});

test("the calendar prints its current page, and a separate page prints all rows", async ({ signedIn }) => {
  const reviewer = await signedIn(maria.email);
  const rows = (page: Page) =>
    page.getByRole("table", { name: "Assignments", exact: true }).locator("tbody tr");
  const badge = (page: Page) => page.locator(".card-header .badge");
  const pager = (page: Page) => page.getByRole("navigation", { name: /Pages/ });
  await reviewer.goto(`/plan-check-calendar?employeeId=${maria.id}`);
  await hydrated(reviewer);
  const total = Number.parseInt(await badge(reviewer).innerText(), 10);
  expect(total).toBeGreaterThan(10);
  await expect(pager(reviewer)).toBeVisible();
  await expect(reviewer.getByText(/^Page \d/)).toBeHidden();

  await reviewer.emulateMedia({ media: "print" });
  await expect(controls(reviewer)).toHaveCount(0);
  await expect(pager(reviewer)).toBeHidden();
  await expect(rows(reviewer).filter({ visible: true })).toHaveCount(10);
  await expect(reviewer.getByText(`Page 1 of ${Math.ceil(total / 10)}`, { exact: true })).toBeVisible();
  await expect(reviewer.getByText(`All Assignments · ${maria.name}`, { exact: true })).toBeVisible();
  await reviewer.emulateMedia({ media: null });

  const opened = reviewer.context().waitForEvent("page");
  await reviewer.getByRole("link", { name: "Print" }).click();
  const printPage = await opened;
  await expect(printPage).toHaveURL(`/plan-check-calendar?employeeId=${maria.id}&print`);
  await expect(printPage.getByText(`All Assignments · ${maria.name}`, { exact: true })).toBeVisible();
  await expect(badge(printPage)).toHaveText(`${total} assignments`);
  await expect(rows(printPage)).toHaveCount(total);
  await expect(pager(printPage)).toHaveCount(0);
  await expectNoScripts(printPage);
  await expectNoAxeViolations(printPage);
  await printPage.getByRole("link", { name: "Back to the calendar" }).click();
  await expect(printPage).toHaveURL(`/plan-check-calendar?employeeId=${maria.id}`);
});
