import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  region,
  statusOfPost,
  test,
} from "./journey";

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

/** Returns the lines of the fee history's CSV file. */
async function historyOf(page: Page, city: string) {
  const response = await page.request.get(`${city}/fees.csv`);
  return (await response.text()).trim().split("\r\n");
}

async function addPricing(page: Page, city: string, fields: { name: string; type: string; rate: string }) {
  await page.goto(`${city}?dialog=new-pricing`);
  await hydrated(page);
  await field(dialog(page), "Service name").fill(fields.name);
  await field(dialog(page), "Pricing type").selectOption({ label: fields.type });
  await field(dialog(page), "Rate").fill(fields.rate);
  await press(page, "Add pricing");
  await expect(page.getByText("Pricing configuration created")).toBeVisible();
}

async function openNewFee(page: Page, city: string, description: string) {
  await page.goto(`${city}?dialog=new-fee`);
  await hydrated(page);
  await field(dialog(page), "Service type").selectOption({ label: "Review" });
  await field(dialog(page), "Description").fill(description);
}

/** Calculates the amount from a service, and checks the result in cents. */
async function calculateAmount(page: Page, service: string, quantity: string, expected: number) {
  await field(dialog(page), "Service").selectOption({ label: service });
  await dialog(page)
    .getByLabel(/^(Base amount|Hours|Base amount or hours)$/)
    .fill(quantity);
  await press(page, "Calculate");
  await expect(field(dialog(page), "Amount")).toHaveValue(decimalOf(expected));
  await hydrated(page);
}

test("fees are calculated from pricing, overwritten, edited and paid, exact to the cent", async ({
  page,
  signIn,
}) => {
  const city = "/cities/1";
  await signIn(page, demoAccounts.admin);
  await addPricing(page, city, { name: "Share of the permit fee", type: "Percentage", rate: "7.25" });
  await addPricing(page, city, { name: "Engineer on call", type: "Hourly", rate: "133.35" });
  await expect(services(page).filter({ hasText: "Share of the permit fee" })).toContainText("7.25%");
  await expect(services(page).filter({ hasText: "Engineer on call" })).toContainText("$133.35/hr");
  const before = await summaryOf(page, city);

  // A percentage that ends on half a cent, which is rounded up.
  const share = Math.floor((100_200 * 725 + 5_000) / 10_000);
  await openNewFee(page, city, "Share of one house");
  await calculateAmount(page, "Share of the permit fee · 7.25%", "1,002.00", share);
  await expect(field(dialog(page), "Description")).toHaveValue("Share of one house");
  await expect(field(dialog(page), "Status")).toHaveValue("pending");
  await expectNoAxeViolations(page);
  const shareInvoice = await field(dialog(page), "Invoice number").inputValue();
  expect(shareInvoice).toMatch(/^RIV-\d{4}-\d{3}$/);
  await press(page, "Add fee");
  await expect(page.getByText("Fee created")).toBeVisible();
  await expect(fees(page).first()).toContainText(shareInvoice);
  await expect(fees(page).first()).toContainText(`$${decimalOf(share)}`);
  await expect(fees(page).first()).toContainText("Pending");
  const shared = { ...before, billed: before.billed + share, outstanding: before.outstanding + share };
  expect(await summaryOf(page, city)).toEqual(shared);

  // An amount calculated from hours and then overwritten.
  const hours = Math.floor((225 * 13_335 + 50) / 100);
  const overwritten = 25_010;
  await openNewFee(page, city, "Engineer, two visits");
  await calculateAmount(page, "Engineer on call · $133.35/hr", "2.25", hours);
  await field(dialog(page), "Amount").fill("$250.10");
  const hoursInvoice = await field(dialog(page), "Invoice number").inputValue();
  await press(page, "Add fee");
  await expect(page.getByText("Fee created")).toBeVisible();
  await expect(fees(page).first()).toContainText(hoursInvoice);
  await expect(fees(page).first()).toContainText("$250.10");
  const charged = {
    ...shared,
    billed: shared.billed + overwritten,
    outstanding: shared.outstanding + overwritten,
  };
  expect(await summaryOf(page, city)).toEqual(charged);

  // An edit changes the summary by the difference.
  const edited = 123_407;
  await page.getByRole("link", { name: `Edit ${hoursInvoice}` }).click();
  await expect(field(dialog(page), "Amount")).toHaveValue(decimalOf(overwritten));
  await hydrated(page);
  await field(dialog(page), "Amount").fill("1,234.07");
  await field(dialog(page), "Notes").fill("Three visits after all");
  await press(page, "Save changes");
  await expect(page.getByText("Fee updated")).toBeVisible();
  await expect(fees(page).first()).toContainText("$1,234.07");
  const difference = edited - overwritten;
  const corrected = {
    ...charged,
    billed: charged.billed + difference,
    outstanding: charged.outstanding + difference,
  };
  expect(await summaryOf(page, city)).toEqual(corrected);

  // The fee is paid once: a second tab that still offers it shows the payment date.
  await page.getByRole("link", { name: `Mark Paid ${hoursInvoice}` }).click();
  await expect(dialog(page)).toContainText("$1,234.07 for Engineer, two visits");
  await hydrated(page);
  const dialogAddress = page.url();
  const second = await page.context().newPage();
  await second.goto(dialogAddress);
  await hydrated(second);
  await press(page, "Mark Paid");
  await expect(page.getByText("Fee marked as paid")).toBeVisible();
  await expect(fees(page).first().locator(".badge")).toHaveText("Paid");
  await expect(fees(page).first()).toContainText("Dana Park");
  await expect(page.getByRole("link", { name: `Mark Paid ${hoursInvoice}` })).toHaveCount(0);
  expect(await statusOfPost(second, () => press(second, "Mark Paid"))).toBe(409);
  await expect(second.getByText(/This fee was already marked as paid on/)).toBeVisible();
  await second.goto(dialogAddress);
  await expect(dialog(second)).toHaveCount(0);
  await second.close();
  const paid = {
    ...corrected,
    paid: corrected.paid + edited,
    outstanding: corrected.outstanding - edited,
  };
  expect(await summaryOf(page, city)).toEqual(paid);

  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("fees-RIV.csv");
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  const line = (invoice: string) => lines.find((row) => row.includes(`,"${invoice}",`));
  expect(line(shareInvoice)).toMatch(
    new RegExp(`,"Review","Share of one house","${shareInvoice}","72\\.65","Pending","","",""$`),
  );
  expect(line(hoursInvoice)).toMatch(
    /,"Review","Engineer, two visits",.*,"1234\.07","Paid","\d{4}-\d{2}-\d{2}","Dana Park","Three visits after all"$/,
  );
  expect(await historyOf(page, city)).toHaveLength(lines.length);
});
