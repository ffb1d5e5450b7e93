import type { Page } from "@playwright/test";
import {
  chooseReviewer,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  hydrated,
  letterTo,
  plans,
  reviewers,
  setPassword,
  statusOfPost,
  test,
} from "./journey";

const { maria } = reviewers;
const clerk = "ana.soto@fairhaven.test";
const project = "Harbor Street Duplex";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const permits = (page: Page) =>
  page.getByRole("table", { name: "Your Building Permits" }).locator("tbody tr");

/** A dialog's fields stand behind nothing: what the page has of the same name is left out. */
const inDialog = (page: Page, label: string) =>
  page.getByRole("dialog").getByLabel(new RegExp(`^${label}( \\(required\\))?$`));

/** The four cards of a portal, anew. */
async function portalCounts(page: Page) {
  await page.goto("/oakvilles");
  const labels = ["Total Permits", "Pending Review", "In Review", "Approved"];
  await expect(page.locator(".statistics dt")).toHaveText(labels);
  const counts = await page.locator(".statistics dt + dd").allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, Number(counts[index])]));
}

test("a city is made and invited, submits, and follows its permit to the approval", async ({
  newcomer,
  scripts,
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);

  // The administrator makes the city, and says what its submissions start as.
  await admin.goto("/cities?dialog=new");
  await hydrated(admin);
  await inDialog(admin, "City name").fill("Fairhaven");
  await inDialog(admin, "City number").fill("88");
  await inDialog(admin, "Urban37 city code").fill("fai");
  await press(admin, "Add City");
  await expect(admin.getByText("City created successfully")).toBeVisible();
  await expect(title(admin)).toHaveAccessibleName("Fairhaven");
  const cityPage = admin.url();
  await admin.getByRole("link", { name: "Edit City" }).click();
  await expect(field(admin, "What submissions start as")).toBeVisible();
  await hydrated(admin);
  await field(admin, "What submissions start as").selectOption({ label: "In Process" });
  await press(admin, "Save changes");
  await expect(admin.getByText("City updated successfully")).toBeVisible();
  await expect(part(admin, "City Information")).toContainText("What submissions start asIn Process");

  // Its user is invited: the link is shown once, and mailed.
  await expect(part(admin, "City Users")).toContainText("No users yet");
  await admin.getByRole("link", { name: "Invite User" }).click();
  await expect(inDialog(admin, "E-mail")).toBeVisible();
  await hydrated(admin);
  await inDialog(admin, "E-mail").fill(clerk);
  await inDialog(admin, "First name").fill("Ana");
  await inDialog(admin, "Last name").fill("Soto");
  await press(admin, "Send invitation");
  const shown = admin.getByLabel("Link to set a password");
  const link = await shown.inputValue();
  await expect(part(admin, `Link for ${clerk}`)).toContainText("It works once, and is not shown again.");
  await expect(part(admin, "City Users").getByText("Pending Invite")).toBeVisible();
  await expectNoAxeViolations(admin);
  await admin.reload();
  await expect(part(admin, "City Users").getByText("Pending Invite")).toBeVisible();
  await expect(shown).toHaveCount(0);
  const invitation = await letterTo(admin, clerk, /^Your invitation to Redline/);
  await expect(invitation.getByRole("link")).toHaveAttribute("href", link);

  // The link lets them in once; a password that is too short is refused first.
  const city = await newcomer();
  await city.goto(link);
  await expect(city.getByText(clerk)).toBeVisible();
  await field(city, "Password").fill("short");
  expect(await statusOfPost(city, () => press(city, "Set password"))).toBe(400);
  await expect(field(city, "Password")).toHaveAccessibleDescription(/12 characters/);
  await setPassword(city, link, "a quiet harbor by the sea");
  await expect(title(city)).toHaveText("Fairhaven Portal");
  const late = await newcomer();
  expect((await late.goto(link))?.status()).toBe(410);
  await expect(title(late)).toHaveText("This link cannot be used");
  await expect(late.getByText("It was used already, or it has expired.")).toBeVisible();
  await admin.goto(cityPage);
  await expect(part(admin, "City Users")).toContainText("Ana Soto");
  await expect(part(admin, "City Users").getByText("Pending Invite")).toHaveCount(0);

  // A permit is submitted with two files: what is missing is said, and nothing typed is lost.
  expect(await portalCounts(city)).toEqual({
    "Total Permits": 0,
    "Pending Review": 0,
    "In Review": 0,
    Approved: 0,
  });
  await expect(city.getByText("Get started by submitting your first permit.")).toBeVisible();
  await city.getByRole("link", { name: "Submit New Permit" }).click();
  await expect(inDialog(city, "Project name")).toBeVisible();
  await hydrated(city);
  const submit = () => press(city, "Submit Permit");
  expect(await statusOfPost(city, submit)).toBe(400);
  const missing = {
    "Project name": "Project name is required",
    "Project address": "Project address is required",
    "Project type": "Please select a project type",
    "Project description": "Project description is required",
  };
  for (const [label, message] of Object.entries(missing)) {
    await expect(inDialog(city, label)).toHaveAccessibleDescription(new RegExp(message));
  }
  await hydrated(city);
  await inDialog(city, "Project name").fill(project);
  await inDialog(city, "Project address").fill("4 Harbor Street");
  await city.getByRole("dialog").getByLabel("Structural").check();
  const chosen = city.getByRole("dialog").getByRole("group", { name: "Files to add" }).getByRole("checkbox");
  await inDialog(city, "Plan files").setInputFiles([plans.pdf("sheets.pdf"), plans.dxf("site.dxf")]);
  if (scripts) await expect(chosen).toHaveCount(2);
  expect(await statusOfPost(city, submit)).toBe(400);
  await expect(inDialog(city, "Project type")).toHaveAccessibleDescription(/Please select a project type/);
  await expect(inDialog(city, "Project name")).toHaveValue(project);
  await expect(inDialog(city, "Project address")).toHaveValue("4 Harbor Street");
  await expect(city.getByRole("dialog").getByLabel("Structural")).toBeChecked();
  await expect(chosen).toHaveCount(2);
  await hydrated(city);
  await inDialog(city, "Project type").selectOption({ label: "Residential" });
  await inDialog(city, "Project description").fill("Two units above the harbor");
  await submit();
  await expect(city.getByText("Permit submitted successfully")).toBeVisible();
  await expect(city).toHaveURL(/\/oakvilles\/permits\/\d+$/);
  const portalPermit = new URL(city.url()).pathname;
  const permit = portalPermit.replace("/oakvilles", "");
  await expect(part(city, "Status Information")).toContainText("Pending Review");
  for (const name of ["sheets.pdf", "site.dxf"]) {
    await expect(part(city, "Plan Files").getByRole("link", { name, exact: true })).toBeVisible();
  }
  const pending = { "Total Permits": 1, "Pending Review": 1, "In Review": 0, Approved: 0 };
  expect(await portalCounts(city)).toEqual(pending);
  await expect(permits(city)).toHaveCount(1);
  await expect(permits(city)).toContainText("Pending Review");
  await expect(permits(city).getByText("Unassigned", { exact: true })).toBeVisible();

  // The administrator is told, finds the permit by the letter, and assigns a reviewer.
  const told = await letterTo(admin, demoAccounts.admin, new RegExp(`^New submission: .*${project}$`));
  await expect(told).toContainText("Fairhaven has submitted");
  await told.getByRole("link").click();
  await expect(admin).toHaveURL(permit);
  await expect(part(admin, "Permit Information")).toContainText(project);
  await expect(part(admin, "Plan Files")).toContainText("sheets.pdf");
  await expect(part(admin, "Plan Files")).toContainText("site.dxf");
  await part(admin, "Assignments").getByRole("link", { name: "Assign reviewers" }).click();
  await expect(title(admin)).toHaveText("Assign reviewers");
  await hydrated(admin);
  await chooseReviewer(admin.getByRole("group", { name: "Structural" }), maria.name, scripts);
  await press(admin, "Save assignments");
  await expect(admin.getByText("Assignments saved")).toBeVisible();
  const assigned = await letterTo(admin, maria.email, new RegExp(`^Assigned to you: .*${project}$`));
  await expect(assigned).toContainText("Structural");
  await expect(assigned.getByRole("link")).toHaveAttribute(
    "href",
    new RegExp(`/employee-dashboard${permit}$`),
  );

  // The city sees it in review, and never who reviews.
  expect(await portalCounts(city)).toEqual({ ...pending, "Pending Review": 0, "In Review": 1 });
  await expect(permits(city)).toContainText("In Review");
  await expect(permits(city).getByText("Assigned", { exact: true })).toBeVisible();
  await city.goto(portalPermit);
  await expect(part(city, "Status Information")).toContainText("In Review");
  await expect(city.getByText(maria.name)).toHaveCount(0);

  // It is approved: the counts move, and the city is told.
  await admin.goto(`${permit}?edit`);
  await hydrated(admin);
  await field(admin, "Status").selectOption({ label: "Approved" });
  await press(admin, "Save changes");
  await expect(admin.getByText("Permit updated successfully")).toBeVisible();
  expect(await portalCounts(city)).toEqual({ ...pending, "Pending Review": 0, Approved: 1 });
  await expect(permits(city)).toContainText("Approved");
  const approved = await letterTo(city, clerk, new RegExp(`^Approved: .*${project}$`));
  await approved.getByRole("link").click();
  await expect(city).toHaveURL(portalPermit);
  await expect(part(city, "Status Information")).toContainText("Approved");
});
