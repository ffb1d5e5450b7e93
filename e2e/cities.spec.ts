import type { Page } from "@playwright/test";
import { demoAccounts, expect, expectNoAxeViolations, field, hydrated, test, title } from "./journey";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const users = (page: Page) => page.getByRole("region", { name: "City users" });

test("a rejected city form preserves the entries, and the corrected one adds the city", async ({
  page,
  signIn,
  scripts,
}) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/");
  await page.getByRole("link", { name: /^View All Cities/ }).click();
  await expect(title(page)).toHaveText("Cities");
  await page.getByRole("link", { name: "Add City" }).click();
  await hydrated(page);
  const add = () => dialog(page, "Add City").getByRole("button", { name: "Add City" }).click();
  await add();
  await expect(page.getByRole("link", { name: "City name is required" })).toBeVisible();

  await field(page, "City name").fill("Westlake");
  await field(page, "City number").fill("77");
  await field(page, "Urban37 city code").fill("oak");
  await field(page, "Manager phone").pressSequentially("7075550199");
  if (scripts) await expect(field(page, "Manager phone")).toHaveValue("(707) 555-0199");
  await add();
  await expect(page.getByRole("link", { name: /Oakville already uses this code/ })).toBeVisible();
  await expect(field(page, "City name")).toHaveValue("Westlake");
  await field(page, "Urban37 city code").fill("wes");
  await add();

  await expect(page.getByText("City created successfully")).toBeVisible();
  await expect(title(page)).toContainText("Westlake");
  await expect(page.getByText("Code WES")).toBeVisible();
  await expect(page.getByText("(707) 555-0199")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("an invited user signs in with a link that is shown once", async ({ page, signIn, browser }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities/2?dialog=invite");
  await hydrated(page);
  await field(page, "Email").fill("new.clerk@mesavista.test");
  await field(page, "First name").fill("Ana");
  await page.getByRole("button", { name: "Send invitation" }).click();
  const link = await page.getByLabel("Link to set a password").inputValue();
  await expect(users(page).getByText("Pending Invite")).toBeVisible();
  await page.reload();
  await expect(title(page)).toContainText("Mesa Vista");
  await expect(page.getByLabel("Link to set a password")).toHaveCount(0);

  const context = await browser.newContext();
  const invited = await context.newPage();
  await invited.goto(link);
  await invited.locator("input[type=password]").fill("a quiet harbor by the sea");
  await invited.locator("main button[type=submit]").click();
  await expect(invited).toHaveURL(/\/$/);
  await context.close();
  await page.reload();
  await expect(users(page).getByText("Pending Invite")).toHaveCount(0);
});

test("a city with permits can only be deactivated, and then cannot be chosen for new permits", async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities?search=cedar");
  await page.getByRole("link", { name: "Delete Cedar Falls" }).click();
  await expect(
    dialog(page, "Delete city").getByText(/Cedar Falls has \d+ permits and \d+ fees/),
  ).toBeVisible();
  await hydrated(page);
  await dialog(page, "Delete city").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Cedar Falls is now inactive")).toBeVisible();
  await page.goto("/permits/new");
  await expect(page.getByLabel(/^City( \(required\))?$/).locator("option")).not.toContainText([
    "Cedar Falls",
  ]);
  await page.goto("/cities?search=cedar");
  await expect(page.getByRole("table", { name: "Cities" }).getByText("Inactive")).toBeVisible();
});

test('a city without records is deleted after "delete" is typed', async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities?dialog=new");
  await hydrated(page);
  await field(page, "City name").fill("Zion");
  await field(page, "City number").fill("99");
  await field(page, "Urban37 city code").fill("zio");
  await dialog(page, "Add City").getByRole("button", { name: "Add City" }).click();
  await expect(title(page)).toContainText("Zion");
  await page.goto("/cities?search=zio");
  await page.getByRole("link", { name: "Delete Zion" }).click();
  await hydrated(page);
  await dialog(page, "Delete city")
    .getByLabel(/delete/i)
    .fill("delete");
  await dialog(page, "Delete city").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("City deleted successfully")).toBeVisible();
  await expect(page.getByText("No cities found")).toBeVisible();
});

test("an unknown city shows City Not Found and a link back", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const address of ["/cities/999999", "/cities/abc"]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(title(page)).toHaveText("City Not Found");
    await expect(page.getByRole("link", { name: "Return to cities" })).toHaveAttribute("href", "/cities");
  }
});
