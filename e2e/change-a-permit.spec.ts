import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  createPermit,
  demoAccounts,
  expect,
  field,
  hydrated,
  openBeforeScripts,
  permitRows,
  queryOf,
  statusOfPost,
  test,
  validPermit,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
const historyOf = (page: Page) => page.getByRole("region", { name: "History" }).getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete Permit" });
const confirmation = (page: Page) => dialog(page).getByLabel(/delete/i);
const deleteButton = (page: Page) => dialog(page).getByRole("button", { name: "Delete" });

test("an edit is saved, confirmed and recorded in the history", alsoWithoutScripts, async ({ page }) => {
  await page.goto(await createPermit(page, { projectName: "Before" }));
  await page.getByRole("link", { name: "Edit Permit" }).click();
  await expect(field(page, "Project name")).toHaveValue("Before");
  await hydrated(page);
  await expect(page.getByLabel("Structural")).toBeChecked();
  await field(page, "Project name").fill("After");
  await field(page, "Status").selectOption({ label: "Hold" });
  await page.getByLabel("Fire").check();
  await page.getByLabel("Expedited review").check();
  await save(page);

  await expect(page.getByText("Permit updated successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/permits\/\d+$/);
  await expect(page.locator(".strip").getByText("Hold", { exact: true })).toBeVisible();
  await expect(page.getByText("After", { exact: true })).toBeVisible();
  const [changed, created] = [historyOf(page).nth(0), historyOf(page).nth(1)];
  await expect(changed).toContainText("Project name: Before → After");
  await expect(changed).toContainText("Status: In Process → Hold");
  await expect(changed).toContainText("Required disciplines: Structural → Structural, Fire");
  await expect(changed).toContainText(/Expedited review: no → yes/i);
  await expect(changed).toContainText(/by \w+ \w+/);
  await expect(created).toContainText("Created");
});

test("the later of two editors sees both versions and can overwrite the first", async ({ page }) => {
  const address = await createPermit(page);
  await page.goto(`${address}/edit`);
  await hydrated(page);
  const data = { projectName: "The earlier name", status: "approved" };
  expect((await page.request.patch(`/api${address}`, { data })).status()).toBe(200);

  await field(page, "Project name").fill("The later name");
  await field(page, "Project address").fill("2 Later Lane");
  expect(await statusOfPost(page, () => save(page))).toBe(409);
  await expect(page.getByRole("alert").first()).toContainText(/changed this permit on/);
  const versions = page.getByRole("table", { name: "Your version and the saved one" });
  const row = (label: string) =>
    versions.getByRole("row", { name: label }).locator('td:not([data-label="Field"])');
  await expect(row("Project name")).toHaveText(["The earlier name", "The later name"]);
  await expect(row("Project address")).toHaveText([validPermit.projectAddress, "2 Later Lane"]);
  await expect(row("Status")).toHaveText(["Approved", "In Process"]);
  await expect(versions.locator("tbody tr")).toHaveCount(3);
  await expect(field(page, "Project name")).toHaveValue("The later name");
  await field(page, "Status").selectOption({ label: "Cancelled" });
  await save(page);
  await expect(page.getByText("Permit updated successfully")).toBeVisible();
  await expect(page.getByText("The later name", { exact: true })).toBeVisible();
  await expect(historyOf(page).first()).toContainText("Status: Approved → Cancelled");
});

test(
  "a deletion requires the typed word and returns to the filtered list",
  alsoWithoutScripts,
  async ({ page, scripts }) => {
    await createPermit(page, { urban37PermitNumber: "GONE-1", status: "hold" });
    const query = { search: "GONE", status: "hold", cityId: "3", sort: "-due" };
    await page.goto(`/permits?${new URLSearchParams(query)}`);
    await hydrated(page);
    await page.getByRole("link", { name: "Delete GONE-1" }).click();
    await expect(dialog(page)).toContainText("GONE-1");
    await expect(page).toHaveURL(/\/permits\/delete-permit\/\d+\?/);
    expect(queryOf(page)).toEqual(query);

    if (scripts) {
      await expect(confirmation(page)).toBeFocused();
      for (const word of ["", "Delete", "delete ", "delet"]) {
        await confirmation(page).fill(word);
        await expect(deleteButton(page)).toBeDisabled();
      }
    } else {
      await confirmation(page).fill("Delete");
      expect(await statusOfPost(page, () => deleteButton(page).click())).toBe(400);
      await expect(confirmation(page)).toHaveAccessibleDescription(
        /Type only the word delete, in lowercase letters, to confirm/,
      );
    }
    await confirmation(page).fill("delete");
    await deleteButton(page).click();
    await expect(page.getByText("Permit deleted successfully")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    expect(new URL(page.url()).pathname).toBe("/permits");
    expect(queryOf(page)).toEqual(query);
    await expect(permitRows(page)).toHaveCount(0);
  },
);

test("the word typed before hydration is preserved", async ({ page }) => {
  const loadScripts = await openBeforeScripts(page, `${await createPermit(page)}/delete`);
  await confirmation(page).fill("delete");
  await loadScripts();
  await expect(confirmation(page)).toHaveValue("delete");
  await deleteButton(page).click();
  await expect(page.getByText("Permit deleted successfully")).toBeVisible();
});

test("closing the dialog restores the list, its address and the focus", async ({ page }) => {
  await page.goto("/permits?status=hold");
  await hydrated(page);
  const opener = page.getByRole("link", { name: /^Delete / }).first();
  await opener.click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toHaveJSProperty("open", true);
  expect(await dialog(page).evaluate((element) => element.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  expect(queryOf(page)).toEqual({ status: "hold" });
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(permitRows(page)).toHaveCount(10);

  await page.goto("/permits/delete-permit/1?status=hold");
  await expect(dialog(page)).toBeVisible();
  await hydrated(page);
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeHidden();
});
