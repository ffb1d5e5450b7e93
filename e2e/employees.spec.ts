import type { Page } from "@playwright/test";
import {
  demoAccounts,
  expect,
  expectNoAxeViolations,
  hydrated,
  letterTo,
  makeAssignedPermit,
  reviewers,
  setPassword,
  statusOfPost,
  test,
} from "./journey";

const { ines } = reviewers;
const nora = { name: "Nora Feld", email: "nora.feld@redline.test", password: "a tall pine on the ridge" };
const number = "STAFF-1";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const rows = (page: Page) => page.getByRole("table", { name: "Employees" }).locator("tbody tr");
/** The counts of one's own work, under those of the statistics strip. */
const ownCounts = (page: Page) => page.locator(".statistics").last().locator("dt + dd");
const work = (page: Page) => page.getByRole("table", { name: "Assignments" }).locator("tbody tr");

/** Tries to sign in and answers the one sentence of the refusal. */
async function refusalOf(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  const send = () => page.getByRole("button", { name: "Sign In", exact: true }).click();
  expect(await statusOfPost(page, send)).toBe(401);
  const problem = page.getByRole("alert").getByRole("listitem");
  await expect(problem).toHaveCount(1);
  return problem.textContent();
}

test("an employee is added, given work, relieved of it, and signed out for good", async ({
  newcomer,
  signIn,
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);

  // Added: what is missing is said first, then the link is shown once and mailed.
  await admin.goto("/employees");
  await admin.getByRole("link", { name: "Add Employee" }).click();
  await expect(dialog(admin)).toBeVisible();
  await hydrated(admin);
  expect(await statusOfPost(admin, () => press(admin, "Add Employee"))).toBe(400);
  const needed = "Non-admin employees must have at least one discipline selected";
  await expect(dialog(admin).getByRole("alert").getByRole("listitem")).toHaveText([
    "Employee name is required",
    /Please enter a valid email/,
    new RegExp(needed),
  ]);
  await expect(dialog(admin).getByRole("group", { name: "Review disciplines" })).toHaveAccessibleDescription(
    new RegExp(needed),
  );
  await expectNoAxeViolations(admin);
  await dialog(admin).getByLabel("Employee name").fill(nora.name);
  await dialog(admin).getByLabel("Email").fill(nora.email.toUpperCase());
  await dialog(admin).getByLabel("Structural").check();
  await press(admin, "Add Employee");
  await expect(admin.getByText("Employee created successfully")).toBeVisible();
  const shown = admin.getByLabel("Link to set a password");
  const link = await shown.inputValue();
  await admin.reload();
  await expect(title(admin)).toHaveText("Employees");
  await expect(shown).toHaveCount(0);
  const invitation = await letterTo(admin, nora.email, /^Your invitation to Redline/);
  await expect(invitation.getByRole("link")).toHaveAttribute("href", link);
  await admin.goto("/employees?search=nora");
  await expect(rows(admin)).toHaveCount(1);
  await expect(rows(admin)).toContainText("Pending Invite");

  // The password is set, and signs in from elsewhere too.
  const setting = await newcomer();
  await setPassword(setting, link, nora.password);
  await expect(title(setting)).toHaveText("My Plan Check Dashboard");
  const reviewer = await newcomer();
  await signIn(reviewer, nora.email, nora.password);
  await reviewer.goto("/");
  await expect(title(reviewer)).toHaveText("My Plan Check Dashboard");
  await expect(ownCounts(reviewer)).toHaveText(["0", "0", "0"]);
  await admin.reload();
  await expect(rows(admin).locator(".badge")).toHaveText("Active");

  // Work is given, and keeps them from being deactivated.
  const edit = rows(admin).getByRole("link", { name: `Edit ${nora.name}` });
  const query = new URLSearchParams(String(await edit.getAttribute("href")));
  const employeeId = String(query.get("id"));
  const permit = await makeAssignedPermit(admin, { urban37PermitNumber: number }, [{ employeeId }]);
  await letterTo(admin, nora.email, new RegExp(`^Assigned to you: ${number}`));
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
  const refused = await admin.request.post(deactivating, { form: {}, maxRedirects: 0 });
  expect(refused.status()).toBe(409);
  expect(await refused.text()).toContain(`${nora.name} has 1 open assignment`);
  await admin.goto(`/employees?search=nora&dialog=edit&id=${employeeId}`);
  await hydrated(admin);
  await dialog(admin).getByLabel("Active").uncheck();
  expect(await statusOfPost(admin, () => press(admin, "Save changes"))).toBe(409);
  await expect(dialog(admin).getByLabel("Active")).toHaveAccessibleDescription(
    new RegExp(`${nora.name} has 1 open assignment`),
  );

  // Reassigned to somebody who is certified; without a choice nothing moves.
  await admin.goto(deactivating);
  await dialog(admin).getByRole("link", { name: "Reassign to…" }).click();
  const takeover = dialog(admin).getByLabel("Structural: 1 open assignment to");
  await expect(takeover).toBeVisible();
  await hydrated(admin);
  await expect(takeover.getByRole("option", { name: reviewers.daniel.name })).toHaveCount(0);
  await expect(takeover.getByRole("option", { name: nora.name })).toHaveCount(0);
  expect(await statusOfPost(admin, () => press(admin, "Reassign"))).toBe(400);
  await expect(takeover).toHaveAccessibleDescription("Please select a reviewer");
  await expectNoAxeViolations(admin);
  await takeover.selectOption(ines.id);
  await press(admin, "Reassign");
  await expect(admin.getByText("1 assignment was reassigned")).toBeVisible();
  await expect(dialog(admin)).toContainText("will be signed out at once");
  await reviewer.reload();
  await expect(work(reviewer).filter({ hasText: number })).toHaveCount(0);

  const takenOver = await letterTo(setting, ines.email, `Assigned to you: 1 assignment of ${nora.name}`);
  await expect(takenOver).toContainText("Structural");

  // Deactivated: both sessions end, and signing in is refused as for anybody unknown.
  await hydrated(admin);
  await press(admin, "Deactivate");
  await expect(admin.getByText(`${nora.name} is inactive now`)).toBeVisible();
  await expect(rows(admin).locator(".badge")).toHaveText("Inactive");
  await admin.goto(permit);
  await expect(part(admin, "Assignments")).toContainText(ines.name);
  await expect(part(admin, "Assignments")).not.toContainText(nora.name);
  for (const page of [setting, reviewer]) {
    expect((await page.goto("/employee-dashboard"))?.status()).toBe(401);
    await expect(title(page)).toHaveText("Sign in to access your dashboard");
  }
  const own = await refusalOf(reviewer, nora.email, nora.password);
  expect(own).toBe(await refusalOf(reviewer, "nobody@demo.test", nora.password));
  expect(own).toMatch(/do not match an account/);
});

test("an administrator keeps the own access, whatever is sent", async ({ page, signIn }) => {
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
    /You cannot take away your own administrator access/,
  );
  await expect(dialog(page).getByLabel("Active")).toHaveAccessibleDescription(
    /You cannot deactivate your own account/,
  );
  await expect(dialog(page).getByLabel("Structural")).toBeChecked();
  await expectNoAxeViolations(page);
  for (const which of ["deactivate", "delete"]) {
    const answer = await page.request.post(`/employees?dialog=${which}&id=${id}`, { form: {} });
    expect(answer.status(), which).toBe(409);
  }
  await page.goto("/employees?search=admin@demo.test");
  await expect(rows(page)).toContainText("Administrator");
  await expect(rows(page).locator(".badge")).toHaveText("Active");
});
