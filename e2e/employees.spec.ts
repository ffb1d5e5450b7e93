import type { Page } from "@playwright/test";
import {
  createAssignedPermit,
  demoAccounts,
  emailTo,
  expect,
  expectNoAxeViolations,
  hydrated,
  region,
  reviewers,
  setPassword,
  statusOfPost,
  test,
  title,
} from "./journey";

const { ines } = reviewers;
const nora = { name: "Nora Feld", email: "nora.feld@redline.test", password: "a tall pine on the ridge" };
const number = "STAFF-1";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const rows = (page: Page) => page.getByRole("table", { name: "Employees" }).locator("tbody tr");
/** The counts of the reviewer's own work, below the statistics. */
const ownCounts = (page: Page) => page.locator(".statistics").last().locator("dt + dd");
const work = (page: Page) => page.getByRole("table", { name: "Assignments" }).locator("tbody tr");

/** Tries to sign in and returns the error message. */
async function signInError(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  const send = () => page.getByRole("button", { name: "Sign In", exact: true }).click();
  expect(await statusOfPost(page, send)).toBe(401);
  const problem = page.getByRole("alert").getByRole("listitem");
  await expect(problem).toHaveCount(1);
  return problem.textContent();
}

test("an employee is added, assigned, relieved of the work and deactivated", async ({
  newPage,
  signIn,
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);

  // The employee is added after a rejected form; the link is shown once and sent by email.
  await admin.goto("/employees");
  await admin.getByRole("link", { name: "Add Employee" }).click();
  await expect(dialog(admin)).toBeVisible();
  await hydrated(admin);
  expect(await statusOfPost(admin, () => press(admin, "Add Employee"))).toBe(400);
  const disciplineError = "Non-admin employees must have at least one discipline selected";
  await expect(dialog(admin).getByRole("alert").getByRole("listitem")).toHaveText([
    "Employee name is required",
    /Please enter a valid email/,
    new RegExp(disciplineError),
  ]);
  await expect(dialog(admin).getByRole("group", { name: "Review disciplines" })).toHaveAccessibleDescription(
    new RegExp(disciplineError),
  );
  await expectNoAxeViolations(admin);
  await dialog(admin).getByLabel("Employee name").fill(nora.name);
  await dialog(admin).getByLabel("Email").fill(nora.email.toUpperCase());
  await dialog(admin).getByLabel("Structural").check();
  await press(admin, "Add Employee");
  await expect(admin.getByText("Employee created successfully")).toBeVisible();
  const inviteLink = admin.getByLabel("Link to set a password");
  const link = await inviteLink.inputValue();
  await admin.reload();
  await expect(title(admin)).toHaveText("Employees");
  await expect(inviteLink).toHaveCount(0);
  const invitation = await emailTo(admin, nora.email, /^Your invitation to Redline/);
  await expect(invitation.getByRole("link")).toHaveAttribute("href", link);
  await admin.goto("/employees?search=nora");
  await expect(rows(admin)).toHaveCount(1);
  await expect(rows(admin)).toContainText("Pending Invite");

  // The employee sets a password and signs in with it in another browser.
  const invited = await newPage();
  await setPassword(invited, link, nora.password);
  await expect(title(invited)).toHaveText("My Plan Check Dashboard");
  const reviewer = await newPage();
  await signIn(reviewer, nora.email, nora.password);
  await reviewer.goto("/");
  await expect(title(reviewer)).toHaveText("My Plan Check Dashboard");
  await expect(ownCounts(reviewer)).toHaveText(["0", "0", "0"]);
  await admin.reload();
  await expect(rows(admin).locator(".badge")).toHaveText("Active");

  // An employee with open assignments cannot be deactivated.
  const edit = rows(admin).getByRole("link", { name: `Edit ${nora.name}` });
  const query = new URLSearchParams(String(await edit.getAttribute("href")));
  const employeeId = String(query.get("id"));
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: number }, [{ employeeId }]);
  await emailTo(admin, nora.email, new RegExp(`^Assigned to you: ${number}`));
  await reviewer.reload();
  await expect(work(reviewer).filter({ hasText: number })).toHaveCount(1);
  await expect(ownCounts(reviewer)).toHaveText(["1", "1", "0"]);
  const deactivating = `/employees?search=nora&dialog=deactivate&id=${employeeId}`;
  await admin.goto("/employees?search=nora");
  await rows(admin)
    .getByRole("link", { name: `Deactivate ${nora.name}` })
    .click();
  await expect(dialog(admin)).toContainText(`${nora.name} has 1 open assignment.`);
  await expect(dialog(admin).getByRole("button", { name: "Deactivate" })).toHaveCount(0);
  const response = await admin.request.post(deactivating, { form: {}, maxRedirects: 0 });
  expect(response.status()).toBe(409);
  expect(await response.text()).toContain(`${nora.name} has 1 open assignment`);
  await admin.goto(`/employees?search=nora&dialog=edit&id=${employeeId}`);
  await hydrated(admin);
  await dialog(admin).getByLabel("Active").uncheck();
  expect(await statusOfPost(admin, () => press(admin, "Save changes"))).toBe(409);
  await expect(dialog(admin).getByLabel("Active")).toHaveAccessibleDescription(
    new RegExp(`${nora.name} has 1 open assignment`),
  );

  // The work is reassigned to a certified reviewer, who must be chosen.
  await admin.goto(deactivating);
  await dialog(admin).getByRole("link", { name: "Reassign to…" }).click();
  const newReviewer = dialog(admin).getByLabel("Structural: reassign 1 open assignment to");
  await expect(newReviewer).toBeVisible();
  await hydrated(admin);
  await expect(newReviewer.getByRole("option", { name: reviewers.daniel.name })).toHaveCount(0);
  await expect(newReviewer.getByRole("option", { name: nora.name })).toHaveCount(0);
  expect(await statusOfPost(admin, () => press(admin, "Reassign"))).toBe(400);
  await expect(newReviewer).toHaveAccessibleDescription("Please select a plan reviewer");
  await expectNoAxeViolations(admin);
  await newReviewer.selectOption(ines.id);
  await press(admin, "Reassign");
  await expect(admin.getByText("1 assignment was reassigned")).toBeVisible();
  await expect(dialog(admin)).toContainText("will be signed out immediately");
  await reviewer.reload();
  await expect(work(reviewer).filter({ hasText: number })).toHaveCount(0);

  const reassigned = await emailTo(invited, ines.email, `Assigned to you: 1 assignment of ${nora.name}`);
  await expect(reassigned).toContainText("Structural");

  // Deactivation ends both sessions, and signing in fails as for an unknown user.
  await hydrated(admin);
  await press(admin, "Deactivate");
  await expect(admin.getByText(`${nora.name} is now inactive`)).toBeVisible();
  await expect(rows(admin).locator(".badge")).toHaveText("Inactive");
  await admin.goto(permit);
  await expect(region(admin, "Assignments")).toContainText(ines.name);
  await expect(region(admin, "Assignments")).not.toContainText(nora.name);
  for (const page of [invited, reviewer]) {
    expect((await page.goto("/employee-dashboard"))?.status()).toBe(401);
    await expect(title(page)).toHaveText("Sign in to access your dashboard");
  }
  const error = await signInError(reviewer, nora.email, nora.password);
  expect(error).toBe(await signInError(reviewer, "nobody@demo.test", nora.password));
  expect(error).toMatch(/do not match an account/);
});

test("administrators cannot remove their own access or account", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/employees?search=admin@demo.test");
  await expect(rows(page)).toContainText("(you)");
  await expect(rows(page).getByRole("link", { name: /^(Deactivate|Delete)/ })).toHaveCount(0);
  await rows(page).getByRole("link", { name: /^Edit/ }).click();
  await expect(dialog(page)).toBeVisible();
  await hydrated(page);
  const id = String(new URL(page.url()).searchParams.get("id"));
  await dialog(page).getByLabel("Structural").check();
  await dialog(page).getByLabel("Administrator Access").uncheck();
  await dialog(page).getByLabel("Active").uncheck();
  expect(await statusOfPost(page, () => press(page, "Save changes"))).toBe(409);
  await expect(dialog(page).getByLabel("Administrator Access")).toHaveAccessibleDescription(
    /You cannot remove your own administrator access/,
  );
  await expect(dialog(page).getByLabel("Active")).toHaveAccessibleDescription(
    /You cannot deactivate your own account/,
  );
  await expect(dialog(page).getByLabel("Structural")).toBeChecked();
  await expectNoAxeViolations(page);
  for (const action of ["deactivate", "delete"]) {
    const response = await page.request.post(`/employees?dialog=${action}&id=${id}`, { form: {} });
    expect(response.status(), action).toBe(409);
  }
  await page.goto("/employees?search=admin@demo.test");
  await expect(rows(page)).toContainText("Administrator");
  await expect(rows(page).locator(".badge")).toHaveText("Active");
});
