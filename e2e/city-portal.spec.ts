import type { Page } from "@playwright/test";
import { demoAccounts, expect, field, hydrated, plans, queryOf, statusOfPost, test, title } from "./journey";
import { cityWithCorrections } from "./seed";

const rows = (page: Page) => page.getByRole("table", { name: "Your Building Permits" }).locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Submit New Building Permit" });

test("a rejected submission preserves the entries, and the corrected one creates a permit", async ({
  page,
  scripts,
  signIn,
}) => {
  await signIn(page, demoAccounts.city);
  await page.goto("/oakvilles");
  await expect(page.getByText("Logged in as city@demo.test")).toBeVisible();
  await page.getByRole("link", { name: "Submit New Permit" }).click();
  await expect(field(dialog(page), "Project name")).toBeVisible();
  await hydrated(page);
  await field(dialog(page), "Project name").fill("Elm Street Duplex");
  await dialog(page).getByLabel("Physical plans are needed as well").check();
  await dialog(page).getByLabel("Plan files", { exact: true }).setInputFiles(plans.pdf("duplex.pdf"));
  if (scripts) await expect(dialog(page).getByRole("checkbox", { name: /duplex/ })).toBeChecked();
  const submit = () => dialog(page).getByRole("button", { name: "Submit permit" }).click();
  expect(await statusOfPost(page, submit)).toBe(400);

  for (const [label, message] of Object.entries({
    "Project address": "Project address is required",
    "Project type": "Please select a project type",
    "Project description": "Project description is required",
  })) {
    await expect(field(dialog(page), label)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(field(dialog(page), "Project name")).toHaveValue("Elm Street Duplex");
  await expect(dialog(page).getByLabel("Physical plans are needed as well")).toBeChecked();
  await field(dialog(page), "Project address").fill("12 Elm Street");
  await field(dialog(page), "Project type").selectOption("residential");
  await field(dialog(page), "Project description").fill("Two units");
  await field(dialog(page), "Revision").selectOption({ label: "REV1" });
  await submit();

  await expect(page).toHaveURL(/\/oakvilles\/permits\/\d+$/);
  await expect(page.getByText("Permit submitted successfully")).toBeVisible();
  await expect(title(page)).toContainText("REV1");
  await expect(page.getByRole("region", { name: "Status Information" })).toContainText(
    /Pending Review\s*With .+, waiting for a plan reviewer/,
  );
  await expect(page.getByRole("region", { name: "Plan Files" })).toContainText("duplex.pdf");

  await expect(title(page)).toContainText("No city permit number yet");
  const number = page.getByRole("textbox", { name: "City permit number" });
  const save = () => page.getByRole("button", { name: "Save number" }).click();
  expect(await statusOfPost(page, save)).toBe(400);
  await expect(number).toHaveAccessibleDescription(/City permit number is required/);
  const cityPermitNumber = "ELM-26-1";
  await number.fill(cityPermitNumber);
  await save();
  await expect(page.getByText("City permit number saved")).toBeVisible();
  await expect(title(page)).toHaveText(`${cityPermitNumber} REV1`);
  await expect(number).toBeHidden();

  await page.getByRole("link", { name: "Back to Portal" }).click();
  await expect(rows(page).first()).toContainText("Elm Street Duplex");
  await expect(rows(page).first()).toContainText(cityPermitNumber);
  await expect(rows(page).first()).toContainText("Unassigned");
});

test("query parameters search and filter the portal and the home page", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.city);
  for (const base of ["/", "/oakvilles"]) {
    await page.goto(base);
    await expect(title(page)).toHaveText("Oakville Portal");
    const name = String(await rows(page).nth(3).locator("[data-label='Project Name']").textContent());
    await page.getByPlaceholder("Search permits...").fill(name.toUpperCase());
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(rows(page).first()).toContainText(name);
    await page.getByLabel("Status", { exact: true }).selectOption({ label: "Rejected" });
    await page.getByRole("button", { name: "Filter" }).click();
    await expect.poll(() => queryOf(page)).toEqual({ search: name.toUpperCase(), status: "rejected" });
    await page.goto(`${base}?search=no+such+permit`);
    await expect(page.getByText("No permits found")).toBeVisible();
    await expect(page.getByText("Try adjusting your search or filter criteria.")).toBeVisible();
  }
});

test("the submit dialog on the home page closes and shows its errors there", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.city);
  await page.goto("/?status=approved");
  await page.getByRole("link", { name: "Submit New Permit" }).click();
  await expect(page).toHaveURL("/?status=approved&dialog=submit");
  await hydrated(page);
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/?status=approved");
  await page.goto("/?dialog=submit");
  await hydrated(page);
  const submit = () => dialog(page).getByRole("button", { name: "Submit permit" }).click();
  expect(await statusOfPost(page, submit)).toBe(400);
  await expect(dialog(page)).toContainText("Project name is required");
});

test("an administrator chooses a city and opens its portal", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/oakvilles");
  await expect(title(page)).toHaveText("Choose a city");
  await page.getByRole("link", { name: "Riverton" }).click();
  await expect(title(page)).toHaveText("Riverton Portal");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Approved" });
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(title(page)).toHaveText("Riverton Portal");
  await rows(page).first().getByRole("link").click();
  await page.getByRole("link", { name: "Back to Portal" }).click();
  await expect(title(page)).toHaveText("Riverton Portal");
});

test("the portal says with whom a permit is, and lists the letters that wait", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/oakvilles");
  await page.getByRole("link", { name: cityWithCorrections }).click();
  await expect(title(page)).toHaveText(`${cityWithCorrections} Portal`);
  for (const [name, line] of [
    ["With us", "With us: the letter is not handed over yet"],
    ["With the applicant", "With the applicant, who revises the plans"],
  ] as const) {
    await page.locator(".statistics").getByRole("link", { name }).click();
    await expect(page.getByLabel("Letter", { exact: true }).locator("option:checked")).toHaveText(name);
    await expect(rows(page).first()).toContainText(line);
  }
});

test("the portal's header names the city, and leads to the profile and out", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.city);
  await page.goto("/oakvilles");
  await expect(page.getByRole("banner")).toContainText("Oakville");
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  await expect(title(page)).toHaveText("Profile");
  await page.goto("/oakvilles");
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(title(page)).toHaveText("Sign in to access your dashboard");
});

test("a city asks a question, which the staff read", async ({ signedIn }) => {
  const clerk = await signedIn(demoAccounts.city);
  await clerk.goto("/oakvilles");
  await rows(clerk).first().getByRole("link").click();
  await expect(clerk.getByRole("region", { name: "Discussion" })).toBeVisible();
  await hydrated(clerk);
  const question = "Is the survey of the west lot needed?";
  await clerk.getByLabel("Comment (required)", { exact: true }).fill(question);
  await clerk.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(clerk.getByText("Comment added")).toBeVisible();
  const admin = await signedIn(demoAccounts.admin);
  await admin.goto(new URL(clerk.url()).pathname.replace("/oakvilles", ""));
  await expect(admin.getByRole("region", { name: "Discussion" })).toContainText(question);
});
