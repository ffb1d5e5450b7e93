import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  chooseReviewer,
  demoAccounts,
  emailTo,
  endEmailWait,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  plans,
  region,
  reviewers,
  setPassword,
  statusOfPost,
  test,
  title,
} from "./journey";

const { maria } = reviewers;
const clerk = "ana.soto@fairhaven.test";
const project = "Harbor Street Duplex";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const permits = (page: Page) =>
  page.getByRole("table", { name: "Your Building Permits" }).locator("tbody tr");

/** A field of the dialog; the page behind it may have fields with the same label. */
const dialogField = (page: Page, label: string) => field(page.getByRole("dialog"), label);

/** Reloads the portal and returns its four counts. */
async function portalCounts(page: Page) {
  await page.goto("/oakvilles");
  const labels = ["Total Permits", "Pending Review", "In Review", "Approved"];
  const letters = ["With us", "With the applicant"];
  await expect(page.locator(".statistics dt")).toHaveText([...labels, ...letters]);
  const counts = await page.locator(".statistics dt + dd").allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, Number(counts[index])]));
}

test(
  "a city is created, its user is invited, and a permit is submitted, reviewed and approved",
  alsoWithoutScripts,
  async ({ newPage, scripts, server, signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);

    // The administrator creates the city and sets the status of new submissions.
    await admin.goto("/cities/new");
    await hydrated(admin);
    await dialogField(admin, "City name").fill("Fairhaven");
    await dialogField(admin, "City number").fill("88");
    await dialogField(admin, "Urban37 city code").fill("fai");
    await press(admin, "Add City");
    await expect(admin.getByText("City created successfully")).toBeVisible();
    await expect(title(admin)).toHaveAccessibleName("Fairhaven");
    const cityPage = admin.url();
    await admin.getByRole("link", { name: "Edit city" }).click();
    await expect(field(admin, "Status of new submissions")).toBeVisible();
    await hydrated(admin);
    await field(admin, "Status of new submissions").selectOption({ label: "In Process" });
    await press(admin, "Save changes");
    await expect(admin.getByText("City updated successfully")).toBeVisible();
    await expect(region(admin, "City information")).toContainText("Status of new submissionsIn Process");

    // A user is invited: the link is shown once and sent by email.
    await expect(region(admin, "City users")).toContainText("No users yet");
    await admin.getByRole("link", { name: "Invite user" }).click();
    await expect(dialogField(admin, "Email")).toBeVisible();
    await hydrated(admin);
    await dialogField(admin, "Email").fill(clerk);
    await dialogField(admin, "First name").fill("Ana");
    await dialogField(admin, "Last name").fill("Soto");
    await press(admin, "Create invitation");
    const inviteLink = admin.getByLabel("Link to set a password");
    const link = await inviteLink.inputValue();
    await expect(region(admin, `Link for ${clerk}`)).toContainText("it works once, and is not shown again.");
    await expect(region(admin, "City users").getByText("Pending Invite")).toBeVisible();
    await expectNoAxeViolations(admin);
    await admin.reload();
    await expect(region(admin, "City users").getByText("Pending Invite")).toBeVisible();
    await expect(inviteLink).toHaveCount(0);
    const invitation = await emailTo(admin, clerk, /^Your invitation to Redline/);
    await expect(invitation.getByRole("link")).toHaveAttribute("href", link);

    // A password that is too short is rejected; then the link works once.
    const city = await newPage();
    await city.goto(link);
    await expect(field(city, "Email")).toHaveValue(clerk);
    await field(city, "Password").fill("short");
    expect(await statusOfPost(city, () => press(city, "Set password"))).toBe(400);
    await expect(field(city, "Password")).toHaveAccessibleDescription(/12 characters/);
    await setPassword(city, link, "a quiet harbor by the sea");
    await expect(title(city)).toHaveText("Fairhaven Portal");
    await admin.goto(cityPage);
    await expect(region(admin, "City users")).toContainText("Ana Soto");
    await expect(region(admin, "City users").getByText("Pending Invite")).toHaveCount(0);

    // A rejected submission preserves the entries; then a permit with two files is submitted.
    expect(await portalCounts(city)).toEqual({
      "Total Permits": 0,
      "Pending Review": 0,
      "In Review": 0,
      Approved: 0,
    });
    await expect(city.getByText("Get started by submitting your first permit.")).toBeVisible();
    await city.getByRole("link", { name: "Submit New Permit" }).click();
    await expect(dialogField(city, "Project name")).toBeVisible();
    await hydrated(city);
    const submit = () => press(city, "Submit permit");
    await dialogField(city, "Project name").fill(project);
    await dialogField(city, "Project address").fill("4 Harbor Street");
    await city.getByRole("dialog").getByLabel("Structural").check();
    const chosenFiles = city
      .getByRole("dialog")
      .getByRole("group", { name: "Files to add" })
      .getByRole("checkbox");
    await dialogField(city, "Plan files").setInputFiles([plans.pdf("sheets.pdf"), plans.dxf("site.dxf")]);
    if (scripts) await expect(chosenFiles).toHaveCount(2);
    expect(await statusOfPost(city, submit)).toBe(400);
    await expect(dialogField(city, "Project type")).toHaveAccessibleDescription(
      /Please select a project type/,
    );
    await expect(dialogField(city, "Project name")).toHaveValue(project);
    await expect(dialogField(city, "Project address")).toHaveValue("4 Harbor Street");
    await expect(city.getByRole("dialog").getByLabel("Structural")).toBeChecked();
    await expect(chosenFiles).toHaveCount(2);
    await hydrated(city);
    await dialogField(city, "Project type").selectOption({ label: "Residential" });
    await dialogField(city, "Project description").fill("Two units above the harbor");
    await submit();
    await expect(city.getByText("Permit submitted successfully")).toBeVisible();
    await expect(city).toHaveURL(/\/oakvilles\/permits\/\d+$/);
    const portalPermit = new URL(city.url()).pathname;
    const permit = portalPermit.replace("/oakvilles", "");
    await expect(region(city, "Status Information")).toContainText("Pending Review");
    for (const name of ["sheets.pdf", "site.dxf"]) {
      await expect(region(city, "Plan Files").getByRole("link", { name, exact: true })).toBeVisible();
    }
    const pending = { "Total Permits": 1, "Pending Review": 1, "In Review": 0, Approved: 0 };
    expect(await portalCounts(city)).toEqual(pending);
    await expect(permits(city)).toHaveCount(1);
    await expect(permits(city)).toContainText("Pending Review");
    await expect(permits(city).getByText("Unassigned", { exact: true })).toBeVisible();

    // The administrator gets an email, opens the permit from it, and assigns a reviewer.
    const notification = await emailTo(
      admin,
      demoAccounts.admin,
      new RegExp(`^New submission: .*${project}$`),
    );
    await expect(notification).toContainText("Fairhaven has submitted");
    await notification.getByRole("link").click();
    await expect(admin).toHaveURL(`${permit}/assignments`);
    await admin.goto(permit);
    await expect(region(admin, "Permit Information")).toContainText(project);
    await expect(region(admin, "Plan Files")).toContainText("sheets.pdf");
    await expect(region(admin, "Plan Files")).toContainText("site.dxf");
    await region(admin, "Assignments").getByRole("link", { name: "Assign plan reviewers" }).click();
    await expect(title(admin)).toHaveText("Assign plan reviewers");
    await hydrated(admin);
    await chooseReviewer(admin.getByRole("group", { name: "Structural" }), maria.name);
    await press(admin, "Save assignments");
    await expect(admin.getByText("Assignments saved")).toBeVisible();

    // The city sees that the permit is in review, but not the reviewer.
    expect(await portalCounts(city)).toEqual({ ...pending, "Pending Review": 0, "In Review": 1 });
    await expect(permits(city)).toContainText("In Review");
    await expect(permits(city).getByText("Assigned", { exact: true })).toBeVisible();
    await city.goto(portalPermit);
    await expect(region(city, "Status Information")).toContainText("In Review");
    await expect(city.getByText(maria.name)).toHaveCount(0);

    // The permit is approved: the counts change, and the city gets an email.
    await admin.goto(`${permit}/edit`);
    await hydrated(admin);
    await field(admin, "Status").selectOption({ label: "Approved" });
    await press(admin, "Save changes");
    await expect(admin.getByText("Permit updated successfully")).toBeVisible();
    expect(await portalCounts(city)).toEqual({ ...pending, "Pending Review": 0, Approved: 1 });
    await expect(permits(city)).toContainText("Approved");
    endEmailWait(server);
    const approved = await emailTo(city, clerk, new RegExp(`^Approved: .*${project}$`));
    await approved.getByRole("link").click();
    await expect(city).toHaveURL(`${portalPermit}#city-number`);
    await expect(region(city, "Status Information")).toContainText("Approved");
  },
);
