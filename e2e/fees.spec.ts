import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { demoAccounts, expect, field, hydrated, region, statusOfPost, test } from "./journey";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const fees = (page: Page) => page.getByRole("table", { name: "Fee history" }).locator("tbody tr");
const services = (page: Page) =>
  page.getByRole("table", { name: "Pricing configuration" }).locator("tbody tr");

/** Converts an amount such as "$1,234.50" to cents. */
const centsOf = (text: string) => Number(text.replace(/\D/g, ""));
/** Formats cents as the value of an amount field. */
const decimalOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Returns the billed, paid and outstanding totals of the page in cents, and checks that they add up. */
async function summaryOf(page: Page, city: string) {
  await page.goto(city);
  const summary = region(page, "Financial summary");
  await expect(summary.locator("dt")).toHaveText(["Total billed", "Paid", "Outstanding"]);
  const [billed = Number.NaN, paid = Number.NaN, outstanding = Number.NaN] = (
    await summary.locator("dd").allTextContents()
  ).map(centsOf);
  expect(billed - paid).toBe(outstanding);
  return { billed, paid, outstanding };
}

async function addPricing(page: Page, city: string, fields: { name: string; type: string; rate: string }) {
  await page.goto(`${city}/pricing/new`);
  await hydrated(page);
  await field(dialog(page), "Service name").fill(fields.name);
  await field(dialog(page), "Pricing type").selectOption({ label: fields.type });
  await field(dialog(page), "Rate").fill(fields.rate);
  await press(page, "Add pricing");
  await expect(page.getByText("Pricing configuration created")).toBeVisible();
}

test("a fee is calculated from pricing, edited and paid once, exact to the cent", async ({
  page,
  signIn,
}) => {
  const city = "/cities/1";
  await signIn(page, demoAccounts.admin);
  await addPricing(page, city, { name: "Share of the permit fee", type: "Percentage", rate: "7.25" });
  await expect(services(page).filter({ hasText: "Share of the permit fee" })).toContainText("7.25%");
  const before = await summaryOf(page, city);

  // A percentage that ends on half a cent, which is rounded up.
  const share = Math.floor((100_200 * 725 + 5_000) / 10_000);
  await page.goto(`${city}/fees/new`);
  await hydrated(page);
  await field(dialog(page), "Service type").selectOption({ label: "Review" });
  await field(dialog(page), "Description").fill("Share of one house");
  await field(dialog(page), "Service").selectOption({ label: "Share of the permit fee · 7.25%" });
  await dialog(page)
    .getByLabel(/^(Base amount|Hours|Base amount or hours)$/)
    .fill("1,002.00");
  await press(page, "Calculate");
  await expect(field(dialog(page), "Amount")).toHaveValue(decimalOf(share));
  await expect(field(dialog(page), "Description")).toHaveValue("Share of one house");
  const invoice = await field(dialog(page), "Invoice number").inputValue();
  expect(invoice).toMatch(/^RIV-\d{4}-\d{3}$/);
  await press(page, "Add fee");
  await expect(page.getByText("Fee created")).toBeVisible();
  await expect(fees(page).first()).toContainText(`$${decimalOf(share)}`);

  const edited = 123_407;
  await page.getByRole("link", { name: `Edit ${invoice}` }).click();
  await expect(field(dialog(page), "Amount")).toHaveValue(decimalOf(share));
  await field(dialog(page), "Amount").fill("1,234.07");
  await field(dialog(page), "Notes").fill("Three visits after all");
  await press(page, "Save changes");
  await expect(page.getByText("Fee updated")).toBeVisible();
  await expect(fees(page).first()).toContainText("$1,234.07");

  // A second tab that still offers to pay shows the payment date.
  await page.getByRole("link", { name: `Mark Paid ${invoice}` }).click();
  await expect(dialog(page)).toContainText("$1,234.07 for Share of one house");
  await hydrated(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await hydrated(second);
  await press(page, "Mark Paid");
  await expect(page.getByText("Fee marked as paid")).toBeVisible();
  await expect(fees(page).first().locator(".badge")).toHaveText("Paid");
  await expect(page.getByRole("link", { name: `Mark Paid ${invoice}` })).toHaveCount(0);
  expect(await statusOfPost(second, () => press(second, "Mark Paid"))).toBe(409);
  const refusal = second.getByRole("listitem").filter({ hasText: /^This fee was already marked as paid on/ });
  await expect(refusal).toBeVisible();
  await second.close();
  const { billed, paid, outstanding } = before;
  expect(await summaryOf(page, city)).toEqual({ billed: billed + edited, paid: paid + edited, outstanding });

  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("fees-RIV.csv");
  expect(await readFile(await download.path(), "utf8")).toMatch(
    new RegExp(
      `,"Review","Share of one house","${invoice}","1234\\.07","Paid","\\d{4}-\\d{2}-\\d{2}","Dana Park","Three visits after all"\r\n`,
    ),
  );
});
