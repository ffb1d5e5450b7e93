import type { Page } from "@playwright/test";
import {
  demoAccounts,
  emailTo,
  endEmailWait,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  plans,
  region,
  test,
} from "./journey";
import { call, cityId, dialog, follow, permitOf, press, releaseLetter, toast } from "./plan-check";

const numberOf = async ({ request }: Page, id: string) =>
  (await call<{ urban37PermitNumber: string }>(request, "GET", `/api/permits/${id}`)).urban37PermitNumber;

/** Opens the upload dialog of the portal. */
async function openUpload(page: Page, id: string) {
  await page.goto(`/oakvilles/permits/${id}?dialog=upload`);
  await hydrated(page);
  return dialog(page, "Upload Plan Files");
}

test("revised plans of a city are for the next cycle, and an administrator starts it in one click", async ({
  page,
  signedIn,
  signIn,
  server,
}) => {
  await signIn(page, demoAccounts.admin);
  const { id } = await permitOf(page);
  const number = await numberOf(page, id);
  const users = await call<{ email: string }[]>(
    page.request,
    "GET",
    `/api/cities/${await cityId(page.request)}/users`,
  );
  const clerk = await signedIn(users.at(-1)?.email ?? "");

  const first = await openUpload(clerk, id);
  await expect(first.getByLabel("Review cycle")).toHaveValue("PC1");
  await expect(first).not.toContainText("is over");
  await releaseLetter(page, id);

  const upload = await openUpload(clerk, id);
  await expect(upload.getByLabel("Review cycle")).toHaveValue("PC2");
  await expect(upload).toContainText("PC1 is over: files that are added to it are not reviewed");
  await expectNoAxeViolations(clerk);
  const names = ["A-101 revised.pdf", "S-101 revised.pdf"];
  await upload.getByLabel("Add files").setInputFiles(names.map((name) => plans.pdf(name)));
  await expect(upload.getByRole("checkbox")).toHaveCount(2);
  await press(upload, "Upload");
  await toast(clerk, "Files uploaded successfully");
  const row = region(clerk, "Plan Files").getByRole("row", { name: /A-101 revised/ });
  await expect(row).toContainText("PC2");
  await expect(row.getByRole("link", { name: "Delete A-101 revised.pdf" })).toBeVisible();

  endEmailWait(server);
  const mail = await emailTo(page, demoAccounts.admin, `New plans: ${number}, Journey House`);
  for (const name of names) await expect(mail).toContainText(name);
  const subject = new RegExp(`New plans: ${number}`);
  const toAdministrator = page.getByRole("region", { name: subject }).filter({ hasText: demoAccounts.admin });
  await expect(toAdministrator).toHaveCount(1);

  await page.goto("/admin-dashboard");
  await page.getByRole("link", { name: /^New plans \d+$/ }).click();
  await expect(page).toHaveURL("/plan-checks?view=new_plans");
  await page.goto(`/plan-checks?view=new_plans&q=${number}`);
  await hydrated(page);
  await expect(page.getByRole("row", { name: new RegExp(number) })).toContainText("2 new files");
  await expectNoAxeViolations(page);
  await follow(page, `Start PC2 of ${number}`);
  const start = dialog(page, "Start next review cycle");
  for (const name of names) await expect(start).toContainText(name);
  await expect(field(start, "Plans received on")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expectNoAxeViolations(page);
  await press(start, "Start PC2");
  await toast(page, "PC2 has started");
  await page.goto(`/plan-checks?view=new_plans&q=${number}`);
  await expect(page.getByRole("row", { name: new RegExp(number) })).toHaveCount(0);
});
