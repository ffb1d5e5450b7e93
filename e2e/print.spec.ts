import type { Page } from "@playwright/test";
import {
  demoAccounts,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  hydrated,
  makeAssignedPermit,
  reviewers,
  test,
} from "./journey";

const { maria, daniel } = reviewers;

/** What only a screen can use: it is filled in, pressed or opened. */
const controls = (page: Page) =>
  page.locator("input, select, textarea, button, .button, .icon, .answer").filter({ visible: true });

/** Parts of cards that take room and say nothing. */
const emptyStrips = (page: Page) =>
  page
    .locator(".card-body, .card-footer")
    .evaluateAll((parts: HTMLElement[]) =>
      parts
        .filter((part) => part.checkVisibility() && part.innerText.trim() === "")
        .map((part) => part.className),
    );

test("a permit prints what there is to read, and nothing to fill in", async ({ signedIn }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await makeAssignedPermit(admin, { urban37PermitNumber: "PAPER-1" }, [
    { employeeId: maria.id },
    { employeeId: daniel.id, discipline: "Fire" },
  ]);
  const form = { text: "Please send the soils report", isShared: "on" };
  expect((await admin.request.post(`${permit}?comment`, { form, maxRedirects: 0 })).status()).toBe(302);
  const readers = [
    [admin, permit, maria.name],
    [admin, `/employee-dashboard${permit}`, maria.name],
    [await signedIn(maria.email), `/employee-dashboard${permit}?discipline=Structural`, daniel.name],
    [await signedIn(demoAccounts.city), `/oakvilles${permit}`, "Required disciplines"],
  ] as const;
  for (const [page, address, words] of readers) {
    await page.goto(address);
    await hydrated(page);
    expect(await controls(page).count(), address).toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    await expect(controls(page), address).toHaveCount(0);
    expect(await emptyStrips(page), address).toEqual([]);
    for (const text of ["Journey House", "1 Journey Lane", form.text, words])
      await expect(
        page.getByText(text).filter({ visible: true }).first(),
        `${address}: ${text}`,
      ).toBeVisible();
    await page.emulateMedia({ media: null });
  }
});

test("what is folded away on the screen is open on paper", async ({ signedIn }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await makeAssignedPermit(admin, { urban37PermitNumber: "PAPER-2" });
  const form = { cycle: "PC2", disciplines: "Structural" };
  expect((await admin.request.post(`${permit}?dialog=next-cycle`, { form, maxRedirects: 0 })).status()).toBe(
    302,
  );
  await admin.goto(permit);
  const earlier = admin.locator("details.cycle").filter({ hasText: "PC1 Review" }).getByText(maria.name);
  await expect(earlier).toBeHidden();
  await admin.emulateMedia({ media: "print" });
  await expect(earlier).toBeVisible();
});

test("the calendar prints the page that is open, and all its rows from a page of their own", async ({
  signedIn,
}) => {
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
  const paper = await opened;
  await expect(paper).toHaveURL(`/plan-check-calendar?employeeId=${maria.id}&print`);
  await expect(paper.getByText(`All Assignments · ${maria.name}`, { exact: true })).toBeVisible();
  await expect(badge(paper)).toHaveText(`${total} assignments`);
  await expect(rows(paper)).toHaveCount(total);
  await expect(pager(paper)).toHaveCount(0);
  await expectNoScripts(paper);
  await expectNoAxeViolations(paper);
  await paper.getByRole("link", { name: "Back to the calendar" }).click();
  await expect(paper).toHaveURL(`/plan-check-calendar?employeeId=${maria.id}`);
});
