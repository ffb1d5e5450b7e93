import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import {
  chooseReviewer,
  createAssignedPermit,
  createPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  forgeDate,
  hydrated,
  openBeforeScripts,
  plans,
  postAssignments,
  queryOf,
  region,
  reviewers,
  statusOfPost,
  test,
  title,
  withScripts,
} from "./journey";

const { maria, owen, ines, daniel, peter } = reviewers;
/** Earlier than all due dates of the demo, so that the assignment is first in each list. */
const earliestDueDate = "2020-01-02";

const assignmentsOf = (page: Page) => region(page, "Assignments");
const ownAssignments = (page: Page) => region(page, "My Assignments");
/** The assignment of a discipline, with its controls. */
const assignment = (page: Page, discipline: string) =>
  page.getByRole("group", { name: discipline, exact: true });
const discussion = (page: Page) => region(page, "Discussion");
const time = (page: Page) => region(page, "Time");
const badge = (within: Locator, text: string) => within.locator(".badge").getByText(text, { exact: true });
const press = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const notes = (page: Page) => page.getByRole("dialog", { name: "Add Review Notes" });
const notesField = (page: Page) => notes(page).getByRole("textbox", { name: "Review notes" });

/** The rows of the assignments on a dashboard or in the calendar. */
const assignmentRows = (page: Page) => page.getByRole("table", { name: "Assignments" }).locator("tbody tr");
const assignmentRow = (page: Page, number: string) => assignmentRows(page).filter({ hasText: number });

const editorRow = (page: Page, discipline = "Structural") => page.getByRole("group", { name: discipline });
/** The form control with a row's reviewer, in the select or the combobox. */
const reviewerInput = (row: Locator) => row.locator("[name$='.employeeId']");
const saveAssignments = (page: Page) => press(page, "Save assignments");

/** Chooses a filter option; without scripts the button submits it. */
async function filterBy(within: Page | Locator, label: string, option: string, scripts: boolean) {
  const form = within.getByRole("search");
  await form.getByLabel(label).selectOption(option);
  if (!scripts) await press(form, "Filter");
}

/** The HTML of a page as the server sends it. */
const htmlOf = async ({ request }: Page, address: string) => (await request.get(address)).text();

/** The three counts of My Plan Check Dashboard. */
async function countsOn(page: Page, address: string) {
  const html = await htmlOf(page, address);
  const labels = ["Total Assignments", "Pending Work", "Completed"];
  const counts = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>(\d+)<\/dd>/g)].filter(([, label = ""]) =>
    labels.includes(label),
  );
  expect(counts.map(([, label]) => label)).toEqual(labels);
  const [total = Number.NaN, pending = Number.NaN, completed = Number.NaN] = counts.map(([, , count]) =>
    Number(count),
  );
  return { total, pending, completed };
}

/** Maria's assignments in the calendar: the total, and the sum of the open ones by due date. */
async function calendarCounts(page: Page) {
  const html = await htmlOf(page, `/plan-check-calendar?employeeId=${maria.id}`);
  const [, total] = />Assignments<\/h2>.*?<span class="[^"]*badge[^"]*"[^>]*>(\d+)/s.exec(html) ?? [];
  const [, dueTable = ""] =
    /<caption>Open assignments by due date<\/caption>.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  const byDate = [...dueTable.matchAll(/<td>(\d+)<\/td>/g)].map(([, count]) => Number(count));
  expect(byDate).toHaveLength(15);
  return { total: Number(total), due: byDate.reduce((sum, count) => sum + count, 0) };
}

/** Returns Maria's counts, and checks that the dashboards and calendars of both users agree. */
async function consistentCounts(admin: Page, reviewer: Page) {
  const counts = await countsOn(reviewer, "/employee-dashboard");
  expect(await countsOn(reviewer, "/")).toEqual(counts);
  expect(await countsOn(admin, `/employee-dashboard?employeeId=${maria.id}`)).toEqual(counts);
  const calendar = await calendarCounts(reviewer);
  expect(await calendarCounts(admin)).toEqual(calendar);
  expect(calendar.total).toBe(counts.total);
  expect(counts.pending + counts.completed).toBe(counts.total);
  return { ...counts, due: calendar.due };
}

test("a review runs from its assignment to the next cycle, and all lists agree", async ({
  signedIn,
  scripts,
}) => {
  const number = "REVIEW-1";
  const admin = await signedIn(demoAccounts.admin);
  const reviewer = await signedIn(maria.email);
  const before = await consistentCounts(admin, reviewer);

  // The administrator assigns a reviewer.
  const permit = await createPermit(admin, { urban37PermitNumber: number });
  await admin.goto(permit);
  await expect(assignmentsOf(admin)).toContainText("No plan reviewer is assigned in this review cycle");
  await assignmentsOf(admin).getByRole("link", { name: "Assign plan reviewers" }).click();
  await expect(title(admin)).toHaveText("Assign plan reviewers");
  await hydrated(admin);
  await expect(editorRow(admin).getByRole("option", { name: daniel.name })).toHaveCount(0);
  await chooseReviewer(editorRow(admin), maria.name, scripts);
  await editorRow(admin).getByLabel("Due date").fill(earliestDueDate);
  await saveAssignments(admin);
  await admin
    .getByRole("checkbox", { name: /^Save anyway: the due date of Structural, Jan 2, 2020/ })
    .check();
  await saveAssignments(admin);
  await expect(admin.getByText("Assignments saved")).toBeVisible();
  await expect(admin).toHaveURL(`${permit}#assignments`);
  await expect(assignmentsOf(admin)).toContainText(`Structural${maria.name}Due Jan 2, 2020`);
  await expect(badge(assignmentsOf(admin), "Assigned")).toBeVisible();
  const assigned = {
    ...before,
    total: before.total + 1,
    pending: before.pending + 1,
    due: before.due + 1,
  };
  expect(await consistentCounts(admin, reviewer)).toEqual(assigned);

  // The reviewer opens and starts the assignment.
  await reviewer.goto("/employee-dashboard");
  await expect(title(reviewer)).toHaveText("My Plan Check Dashboard");
  await expect(assignmentRow(reviewer, number)).toContainText("overdue");
  await expect(badge(assignmentRow(reviewer, number), "Assigned")).toBeVisible();
  await assignmentRow(reviewer, number).getByRole("link").click();
  await expect(reviewer).toHaveURL(`/employee-dashboard${permit}?discipline=Structural`);
  await expect(title(reviewer)).toHaveText(number);
  await expect(reviewer.getByText("Plan Review - Journey House · Structural")).toBeVisible();
  await hydrated(reviewer);
  await ownAssignments(reviewer).getByLabel("Status").selectOption("in_progress");
  await press(ownAssignments(reviewer), "Save");
  await expect(reviewer.getByText("Assignment updated")).toBeVisible();
  await expect(badge(ownAssignments(reviewer), "In Progress")).toBeVisible();
  await reviewer.goto("/employee-dashboard?status=in_progress");
  await expect(assignmentRow(reviewer, number)).toHaveCount(1);
  await reviewer.goto("/employee-dashboard?status=assigned");
  await expect(assignmentRow(reviewer, number)).toHaveCount(0);
  expect(await consistentCounts(admin, reviewer)).toEqual(assigned);

  // The reviewer uploads a file, comments and logs hours.
  const review = `/employee-dashboard${permit}?discipline=Structural`;
  await reviewer.goto(review);
  await hydrated(reviewer);
  const files = region(reviewer, "Plan Files");
  await expect(files).toContainText("No files for this review cycle");
  await files.getByLabel("Add files").setInputFiles(plans.pdf("marked-up.pdf"));
  await press(files, "Upload");
  await expect(reviewer.getByText("Files uploaded successfully")).toBeVisible();
  await expect(files.getByRole("link", { name: "marked-up.pdf", exact: true })).toBeVisible();
  await hydrated(reviewer);

  await expect(discussion(reviewer)).toContainText("No comments yet");
  await expect(discussion(reviewer).getByLabel("Discipline")).toHaveValue("Structural");
  await discussion(reviewer).getByRole("textbox", { name: "Comment" }).fill("The beam needs a second look");
  await press(discussion(reviewer), "Comment");
  await expect(reviewer.getByText("Comment added")).toBeVisible();
  await expect(discussion(reviewer).getByRole("article")).toContainText("The beam needs a second look");
  await expect(discussion(reviewer).getByRole("textbox", { name: "Comment" })).toHaveValue("");
  await hydrated(reviewer);

  await expect(time(reviewer).getByLabel("Discipline")).toHaveValue("Structural");
  await time(reviewer).getByLabel("Hours").fill("1.5");
  await press(time(reviewer), "Log time");
  await expect(reviewer.getByText("Time entry logged")).toBeVisible();
  await expect(time(reviewer).getByRole("listitem")).toContainText("1.50 h · Structural");
  await expect(time(reviewer).getByLabel("Hours")).toHaveValue("");
  await hydrated(reviewer);

  // Review notes complete the assignment.
  await ownAssignments(reviewer).getByRole("link", { name: "Add review notes" }).click();
  await expect(notes(reviewer)).toBeVisible();
  await hydrated(reviewer);
  await notesField(reviewer).fill("Footing detail is missing");
  await press(notes(reviewer), "Save Notes");
  await expect(reviewer.getByText("Assignment marked as completed")).toBeVisible();
  await expect(notes(reviewer)).toBeHidden();
  await expect(reviewer).toHaveURL(review);
  await expect(badge(ownAssignments(reviewer), "Completed")).toBeVisible();
  await expect(ownAssignments(reviewer)).toContainText("Footing detail is missing");
  const completed = {
    ...before,
    total: before.total + 1,
    completed: before.completed + 1,
  };
  expect(await consistentCounts(admin, reviewer)).toEqual(completed);

  // The administrator sees the work and starts the next cycle.
  await admin.goto(permit);
  await hydrated(admin);
  await expect(badge(assignmentsOf(admin), "Completed")).toBeVisible();
  await expect(assignmentsOf(admin)).toContainText("Footing detail is missing");
  await expect(discussion(admin)).toContainText("The beam needs a second look");
  await expect(region(admin, "Plan Files")).toContainText("marked-up.pdf");
  await expect(time(admin).getByRole("listitem")).toContainText("1.50 h · Structural");
  await expect(time(admin).getByRole("listitem")).toContainText(maria.name);
  await assignmentsOf(admin).getByRole("link", { name: "Start next review cycle" }).click();
  const start = admin.getByRole("dialog", { name: "Start next review cycle" });
  const reviewerBox = start.getByRole("checkbox", { name: `Structural · ${maria.name}` });
  await expect(reviewerBox).not.toBeChecked();
  await hydrated(admin);
  await reviewerBox.check();
  await press(start, "Start PC2");
  await expect(admin.getByText("PC2 has started")).toBeVisible();
  await expect(start).toBeHidden();
  await expect(region(admin, "Quick Info")).toContainText("PC2");
  await expect(badge(assignmentsOf(admin), "Assigned")).toBeVisible();
  await expect(badge(assignmentsOf(admin), "Completed")).toBeHidden();
  await region(admin, "History").getByRole("link", { name: "Earlier events" }).click();
  await expect(region(admin, "History").getByRole("listitem")).toContainText([
    `Structural (PC2) assigned to ${maria.name}, due`,
    "Review cycle PC2 started",
    `Structural (PC1, ${maria.name}) completed, notes added by ${maria.name}`,
    "Files added: marked-up.pdf",
    `Structural (PC1, ${maria.name}) started by ${maria.name}`,
    `Structural (PC1) assigned to ${maria.name}, due Jan 2, 2020`,
    "Created",
  ]);
  await assignmentsOf(admin).getByText("PC1 Review").click();
  await expect(badge(assignmentsOf(admin), "Completed")).toBeVisible();
  await expect(assignmentsOf(admin).getByText("Footing detail is missing")).toBeVisible();
  expect(await consistentCounts(admin, reviewer)).toEqual(assigned);

  // The reviewer sees the earlier cycle below the new one.
  await reviewer.goto(review);
  await hydrated(reviewer);
  await expect(badge(region(reviewer, "Project information"), "PC2")).toBeVisible();
  await expect(badge(ownAssignments(reviewer), "Assigned")).toBeVisible();
  await ownAssignments(reviewer).getByText("Earlier review cycles").click();
  await expect(ownAssignments(reviewer).getByText("PC1 · Structural")).toBeVisible();
  await expect(ownAssignments(reviewer).getByText("Footing detail is missing")).toBeVisible();
  await expect(files).toContainText("No files for this review cycle");
  await filterBy(files, "Review cycle", "PC1 Review", scripts);
  await expect(files.getByRole("link", { name: "marked-up.pdf", exact: true })).toBeVisible();
  expect(queryOf(reviewer)).toEqual({ discipline: "Structural", reviewCycle: "PC1" });
  await expectNoAxeViolations(reviewer);
});

test("the editor shows an error at each invalid field and saves nothing", async ({ signedIn, scripts }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createPermit(admin);
  await admin.goto(`${permit}/assignments`);
  await hydrated(admin);
  const row = editorRow(admin);
  const date = row.getByLabel("Due date");

  // The date does not exist, and browsers do not accept it in a date field.
  await chooseReviewer(row, ines.name, scripts);
  await forgeDate(date, "2026-02-31");
  expect(await statusOfPost(admin, () => saveAssignments(admin))).toBe(400);
  await expect(date).toHaveAccessibleDescription(/Invalid input/);
  await expect(date).toHaveAttribute("aria-invalid", "true");
  await expect(reviewerInput(row)).toHaveValue(ines.id);

  for (const uncertified of [daniel, peter]) {
    await admin.goto(`${permit}/assignments`);
    await hydrated(admin);
    const option = row.getByRole("option", { name: maria.name });
    await option.evaluate((element, id) => element.setAttribute("value", id), uncertified.id);
    await row.getByLabel("Plan reviewer").selectOption(uncertified.id);
    expect(await statusOfPost(admin, () => saveAssignments(admin)), uncertified.name).toBe(400);
    await expect(row.getByLabel("Plan reviewer")).toHaveAccessibleDescription(
      /inactive or not certified in Structural/,
    );
    await expectNoAxeViolations(admin);
  }

  const invalidRows = [
    [{ employeeId: maria.id, employeeDueDate: "2026-02-31" }],
    [{ employeeId: "999999" }],
    [{ employeeId: maria.id, status: "approved" }],
    [{ employeeId: maria.id, discipline: "Astrology" }],
    [{ employeeId: maria.id }, { employeeId: ines.id }],
    [{ employeeId: maria.id }, { employeeId: daniel.id, discipline: "Civil" }],
  ];
  for (const rows of invalidRows) {
    expect((await postAssignments(admin, permit, rows)).status(), JSON.stringify(rows)).toBe(400);
  }
  await admin.goto(permit);
  await expect(assignmentsOf(admin)).toContainText("No plan reviewer is assigned in this review cycle");
});

test("notes on an assignment removed in the meantime show a conflict and are preserved", async ({
  signedIn,
  scripts,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const reviewer = await signedIn(maria.email);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "REMOVED-1" });
  await reviewer.goto(`/employee-dashboard${permit}?discipline=Structural`);
  await hydrated(reviewer);
  await ownAssignments(reviewer).getByRole("link", { name: "Add review notes" }).click();
  await expect(notes(reviewer)).toBeVisible();
  await notesField(reviewer).fill("An hour of writing");

  await admin.goto(`${permit}/assignments`);
  await hydrated(admin);
  await chooseReviewer(editorRow(admin), "No plan reviewer", scripts);
  await saveAssignments(admin);
  await expect(assignmentsOf(admin)).toContainText("No plan reviewer is assigned in this review cycle");

  expect(await statusOfPost(reviewer, () => press(notes(reviewer), "Save Notes"))).toBe(409);
  await expect(notes(reviewer).getByRole("alert").first()).toContainText(
    "This assignment was removed or reassigned while you were writing. Copy your notes before you leave.",
  );
  await expect(notesField(reviewer)).toHaveValue("An hour of writing");
  await expectNoAxeViolations(reviewer);
  await notes(reviewer).getByRole("link", { name: "Cancel" }).click();
  await expect(ownAssignments(reviewer)).toContainText("No assignments for this permit");
});

test("the later of two status changes shows a conflict and can be sent again", async ({ signedIn }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "STATUS-1" });
  const [earlier, later] = [await signedIn(maria.email), await signedIn(maria.email)];
  for (const page of [earlier, later]) {
    await page.goto(`/employee-dashboard${permit}?discipline=Structural`);
    await hydrated(page);
  }
  await ownAssignments(earlier).getByLabel("Status").selectOption("completed");
  await press(ownAssignments(earlier), "Save");
  await expect(badge(ownAssignments(earlier), "Completed")).toBeVisible();

  const status = ownAssignments(later).getByLabel("Status");
  await status.selectOption("in_progress");
  expect(await statusOfPost(later, () => press(ownAssignments(later), "Save"))).toBe(409);
  await expect(later.getByText("This assignment was changed after you opened it")).toBeVisible();
  await expect(badge(ownAssignments(later), "Completed")).toBeVisible();
  await expect(status).toHaveValue("in_progress");
  await earlier.reload();
  await expect(badge(ownAssignments(earlier), "Completed")).toBeVisible();
  await press(ownAssignments(later), "Save");
  await expect(badge(ownAssignments(later), "In Progress")).toBeVisible();
});

test("the later of two notes on an assignment shows a conflict and can replace the first", async ({
  signedIn,
  scripts,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "NOTES-1" });
  const review = `/employee-dashboard${permit}?discipline=Structural`;
  const [earlier, later] = [await signedIn(maria.email), await signedIn(maria.email)];
  for (const page of [earlier, later]) {
    await page.goto(review);
    await hydrated(page);
    await ownAssignments(page).getByRole("link", { name: "Add review notes" }).click();
    await expect(notes(page)).toBeVisible();
    await expect(notes(page)).not.toContainText("Saved in the meantime");
  }
  const savedNotes = (page: Page) => notes(page).locator(".note");

  await notesField(earlier).fill("Written at the desk");
  await press(notes(earlier), "Save Notes");
  await expect(ownAssignments(earlier)).toContainText("Written at the desk");

  if (scripts) {
    // The page behind the dialog loads the new notes; the dialog still has the version from its opening.
    await later.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(ownAssignments(later)).toContainText("Written at the desk");
  }
  await notesField(later).fill("Written on site");
  expect(await statusOfPost(later, () => press(notes(later), "Save Notes"))).toBe(409);
  await expect(notes(later).getByRole("alert").first()).toContainText(
    "This assignment was changed after you opened it. Your changes were not saved",
  );
  await expect(notes(later).getByText("Saved in the meantime · Completed")).toBeVisible();
  await expect(savedNotes(later)).toHaveText("Written at the desk");
  await expect(notesField(later)).toHaveValue("Written on site");
  await expectNoAxeViolations(later);
  await earlier.reload();
  await expect(ownAssignments(earlier)).toContainText("Written at the desk");

  // The administrator edits the saved notes, which causes another conflict for the later reviewer.
  await admin.goto(later.url());
  await hydrated(admin);
  await expect(notesField(admin)).toHaveValue("Written at the desk");
  await notesField(admin).fill("Written at the desk, and checked");
  await press(notes(admin), "Save Notes");
  await expect(admin.getByText("Assignment marked as completed")).toBeVisible();
  await hydrated(later);
  expect(await statusOfPost(later, () => press(notes(later), "Save Notes"))).toBe(409);
  await expect(savedNotes(later)).toHaveText("Written at the desk, and checked");
  await expect(notesField(later)).toHaveValue("Written on site");

  await hydrated(later);
  await notesField(later).fill("Written on site, and agreed");
  await press(notes(later), "Save Notes");
  await expect(later.getByText("Assignment marked as completed")).toBeVisible();
  await expect(notes(later)).toBeHidden();
  for (const page of [later, earlier]) {
    await page.goto(review);
    await expect(ownAssignments(page).locator(".note")).toHaveText("Written on site, and agreed");
    await expect(badge(ownAssignments(page), "Completed")).toBeVisible();
  }
});

test("reviewers of two disciplines work on one permit at the same time without conflicts", async ({
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "NOTES-2" }, [
    { employeeId: maria.id },
    { employeeId: daniel.id, discipline: "Fire" },
  ]);
  const [structural, fire] = [await signedIn(maria.email), await signedIn(daniel.email)];
  for (const page of [structural, fire]) {
    await page.goto(`/employee-dashboard${permit}`);
    await hydrated(page);
    await ownAssignments(page).getByRole("link", { name: "Add review notes" }).click();
    await expect(notes(page)).toBeVisible();
  }
  await notesField(structural).fill("The footing is too small");
  await notesField(fire).fill("The stairs are too narrow");
  await Promise.all(
    [structural, fire].map(async (page) => {
      await press(notes(page), "Save Notes");
      await expect(page.getByText("Assignment marked as completed")).toBeVisible();
    }),
  );
  for (const page of [structural, fire]) {
    await expect(badge(ownAssignments(page), "Completed")).toBeVisible();
  }
  await expect(ownAssignments(structural).locator(".note")).toHaveText("The footing is too small");
  await expect(ownAssignments(fire).locator(".note")).toHaveText("The stairs are too narrow");

  // One assignment is reopened, and the other remains completed.
  await hydrated(structural);
  await ownAssignments(structural).getByLabel("Status").selectOption("in_progress");
  await press(ownAssignments(structural), "Save");
  await expect(badge(ownAssignments(structural), "In Progress")).toBeVisible();
  await admin.goto(permit);
  for (const [name, status, text] of [
    [maria.name, "In Progress", "The footing is too small"],
    [daniel.name, "Completed", "The stairs are too narrow"],
  ] as const) {
    const item = assignmentsOf(admin).getByRole("listitem").filter({ hasText: name });
    await expect(badge(item, status)).toBeVisible();
    await expect(item).toContainText(text);
  }

  // The administrator has the same controls for all assignments.
  await admin.goto(`/employee-dashboard${permit}`);
  await hydrated(admin);
  await expect(assignment(admin, "Structural")).toContainText(maria.name);
  await expect(assignment(admin, "Fire")).toContainText(daniel.name);
  await assignment(admin, "Fire").getByLabel("Status").selectOption("in_progress");
  await press(assignment(admin, "Fire"), "Save");
  await expect(admin.getByText("Assignment updated")).toBeVisible();
  await expect(badge(assignment(admin, "Fire"), "In Progress")).toBeVisible();
  await hydrated(admin);
  await assignment(admin, "Structural").getByRole("link", { name: "Edit review notes" }).click();
  await hydrated(admin);
  await expect(notes(admin)).toContainText(`Structural · ${maria.name}`);
  await expectNoAxeViolations(admin);
  await notesField(admin).fill("The footing was widened");
  await press(notes(admin), "Save Notes");
  await expect(badge(assignment(admin, "Structural"), "Completed")).toBeVisible();
  await expect(assignment(admin, "Structural").locator(".note")).toHaveText("The footing was widened");
  await structural.reload();
  await expect(ownAssignments(structural).locator(".note")).toHaveText("The footing was widened");
  await fire.reload();
  await expect(badge(ownAssignments(fire), "In Progress")).toBeVisible();
  await admin.goto(`/employee-dashboard${permit}?discipline=Fire`);
  await expect(admin.getByLabel("Status")).toHaveCount(1);
});

test("the later of two assignment edits shows a conflict and preserves the choice", async ({
  signedIn,
  scripts,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const other = await signedIn(demoAccounts.admin);
  const permit = await createPermit(admin);
  for (const page of [admin, other]) {
    await page.goto(`${permit}/assignments`);
    await hydrated(page);
  }
  await chooseReviewer(editorRow(other), maria.name, scripts);
  await saveAssignments(other);
  await expect(assignmentsOf(other)).toContainText(maria.name);

  await chooseReviewer(editorRow(admin), ines.name, scripts);
  await editorRow(admin).getByLabel("Due date").fill("2026-03-11");
  expect(await statusOfPost(admin, () => saveAssignments(admin))).toBe(409);
  await expect(admin.getByRole("alert").first()).toContainText("Another user changed these assignments");
  await expect(reviewerInput(editorRow(admin))).toHaveValue(ines.id);
  await expect(editorRow(admin).getByLabel("Due date")).toHaveValue("2026-03-11");
  await expectNoAxeViolations(admin);
  await other.reload();
  await expect(assignmentsOf(other)).toContainText(maria.name);

  await saveAssignments(admin);
  await expect(admin.getByText("Assignments saved")).toBeVisible();
  await expect(assignmentsOf(admin)).toContainText(ines.name);
  await expect(assignmentsOf(admin)).not.toContainText(maria.name);
});

test("a reviewer chosen before hydration is preserved", withScripts, async ({ signedIn }) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createPermit(admin);
  const loadScripts = await openBeforeScripts(admin, `${permit}/assignments`);
  await editorRow(admin).locator("select[name$='.employeeId']").selectOption(maria.id);
  await loadScripts();
  await editorRow(admin).getByLabel("Plan reviewer").hover();
  const combobox = editorRow(admin)
    .getByRole("combobox", { name: "Plan reviewer" })
    .and(admin.locator("input"));
  await expect(combobox).toHaveValue(new RegExp(`^${maria.name}`));
  await expect(reviewerInput(editorRow(admin))).toHaveValue(maria.id);
  await saveAssignments(admin);
  await expect(assignmentsOf(admin)).toContainText(maria.name);
});

test("a discipline in the address filters the assignments, and an unknown one is ignored", async ({
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "OWN-1" }, [
    { employeeId: maria.id },
    { employeeId: maria.id, discipline: "Architectural" },
  ]);
  const address = `/employee-dashboard${permit}`;
  const reviewer = await signedIn(maria.email);
  await reviewer.goto(`${address}?discipline=Structural`);
  await expect(ownAssignments(reviewer).getByLabel("Status")).toHaveCount(1);
  const response = await reviewer.goto(`${address}?discipline=Astrology`);
  expect(response?.status()).toBe(200);
  await expect(reviewer.getByText("Plan Review - Journey House", { exact: true })).toBeVisible();
  await expect(ownAssignments(reviewer).getByLabel("Status")).toHaveCount(2);
  await expect(badge(ownAssignments(reviewer), "Assigned")).toHaveCount(2);
});

/** The number of actions of rows that the toast is above, wherever the page is scrolled to. */
const coveredActions = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector(".toasts > .toast")?.getBoundingClientRect();
    if (!toast) throw new Error("There is no toast");
    const actions = [...document.querySelectorAll("tbody td[data-label=Actions] > *, tbody .undo button")];
    return actions
      .map((action) => action.getBoundingClientRect())
      .filter(({ left, right }) => left < toast.right && right > toast.left).length;
  });

test("the calendar completes an assignment and preserves its filters", async ({ signedIn, scripts }) => {
  const number = "CALENDAR-1";
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: number });
  const reviewer = await signedIn(maria.email);
  await reviewer.goto("/plan-check-calendar");
  await hydrated(reviewer);
  await expect(title(reviewer)).toHaveText("Plan Check Calendar");
  await filterBy(reviewer, "View", "Overdue", scripts);
  await expect(reviewer).toHaveURL(/view=overdue/);
  await filterBy(reviewer, "Employee", maria.name, scripts);
  await expect(reviewer).toHaveURL(new RegExp(`employeeId=${maria.id}`));
  expect(queryOf(reviewer)).toEqual({ view: "overdue", employeeId: maria.id });
  const row = assignmentRow(reviewer, number);
  const toasts = reviewer.locator("#toasts");
  await expect(row).toContainText(maria.name);
  await expect(row.locator("td[data-label='Days Until Due']")).toHaveText(/^\d+ days overdue$/);

  const view = row.getByRole("link", { name: new RegExp(`^View Permit ${number}, Structural`) });
  await expect(view).toHaveAttribute("target", "_blank");
  const opened = reviewer.context().waitForEvent("page");
  await view.click();
  const tab = await opened;
  await expect(tab).toHaveURL(`/employee-dashboard${permit}?discipline=Structural`);
  await expect(title(tab)).toHaveText(number);
  await tab.close();

  // Nothing slides under the pointer: the row stays in its place until the next load, with Undo.
  const place = () =>
    reviewer
      .locator("tbody tr")
      .evaluateAll((rows, text) => rows.findIndex((other) => other.textContent?.includes(text)), number);
  const before = await place();
  const complete = row.getByRole("button", { name: `Complete ${number}, Structural` });
  for (const undo of [
    row.getByRole("button", { name: "Undo" }),
    toasts.getByRole("button", { name: "Undo" }),
  ]) {
    await complete.click();
    await expect(toasts).toContainText("Assignment marked as completed");
    await expect(badge(row, "Completed")).toBeVisible();
    await expect(complete).toBeDisabled();
    expect(await place()).toBe(before);
    await expect(toasts.locator(".toast")).toHaveCount(1);
    await expectNoAxeViolations(reviewer);
    await undo.click();
    await expect(toasts).toContainText("Assignment marked as Assigned");
    await expect(badge(row, "Assigned")).toBeVisible();
    await expect(complete).toBeEnabled();
    expect(await place()).toBe(before);
  }
  await complete.click();
  await expect(badge(row, "Completed")).toBeVisible();
  for (const width of [1280, 1024, 899, 768, 640, 360]) {
    await reviewer.setViewportSize({ width, height: 700 });
    expect(await coveredActions(reviewer), `${width} pixels`).toBe(0);
  }
  await reviewer.reload();
  await expect(assignmentsOf(reviewer)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(queryOf(reviewer)).toEqual({ view: "overdue", employeeId: maria.id });
  await reviewer.goto(`/employee-dashboard${permit}`);
  await expect(badge(ownAssignments(reviewer), "Completed")).toBeVisible();

  // A list without overdue assignments shows a message.
  const overdue = `/plan-check-calendar?view=overdue&employeeId=${daniel.id}`;
  await createAssignedPermit(admin, {}, [{ employeeId: daniel.id, discipline: "Fire" }]);
  await admin.goto(overdue);
  const assignmentIds = admin.locator("input[name=assignmentId]");
  while ((await assignmentIds.count()) > 0) {
    const form = { assignmentId: await assignmentIds.first().inputValue() };
    const response = await admin.request.post(overdue, { form, maxRedirects: 0 });
    expect(response.headers().location).toBe(overdue);
    await admin.goto(overdue);
  }
  await expect(assignmentsOf(admin)).toContainText("No assignments found");
  await expect(assignmentsOf(admin)).toContainText("No plan check assignments match your current filters.");
  await expectNoAxeViolations(admin);

  // Invalid filters are ignored.
  await admin.goto("/plan-check-calendar");
  const total = await assignmentsOf(admin).locator(".card-header .badge").innerText();
  await admin.goto("/plan-check-calendar?view=someday&employeeId=999999&page=nine");
  await expect(badge(assignmentsOf(admin).locator(".card-header"), total)).toBeVisible();
});

test("a city sees and replies to shared comments, and markup is shown as text", async ({
  signedIn,
  scripts,
}) => {
  const markup = `<b>bold</b><script>document.title = "run"</script>`;
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "TALK-1" });
  const reviewer = await signedIn(maria.email);
  await reviewer.goto(`/employee-dashboard${permit}?discipline=Structural`);
  const comments = (page: Page) => discussion(page).getByRole("article");
  const textField = discussion(reviewer).getByRole("textbox", { name: "Comment" });

  await hydrated(reviewer);
  expect(await statusOfPost(reviewer, () => press(discussion(reviewer), "Comment"))).toBe(400);
  await expect(textField).toHaveAccessibleDescription(/Comment is required/);
  await textField.fill(markup);
  await press(discussion(reviewer), "Comment");
  await expect(comments(reviewer)).toHaveCount(1);
  await hydrated(reviewer);
  await textField.fill("Please send the soils report");
  await discussion(reviewer).getByLabel("Share with city").check();
  await press(discussion(reviewer), "Comment");
  await expect(comments(reviewer)).toHaveCount(2);
  await expect(comments(reviewer).filter({ hasText: "soils report" })).toContainText("Shared with city");
  await expect(comments(reviewer).filter({ hasText: "soils report" })).toContainText("PC1 · Structural");
  await expect(comments(reviewer).getByText(markup, { exact: true })).toBeVisible();
  await expect(discussion(reviewer).locator("b")).toHaveCount(0);
  await expect(reviewer).toHaveTitle("TALK-1 · Redline");

  const city = await signedIn(demoAccounts.city);
  await city.goto(permit);
  await expect(city).toHaveURL(`/oakvilles${permit}`);
  await expect(discussion(city)).not.toContainText(maria.name);
  await expect(comments(city)).toHaveCount(1);
  await expect(comments(city)).toContainText("Please send the soils report");
  await expect(discussion(city)).not.toContainText("bold");
  await expect(assignmentsOf(city)).toHaveCount(0);
  await expect(time(city)).toHaveCount(0);
  await discussion(city).locator("summary", { hasText: "Reply" }).click();
  await discussion(city).getByRole("textbox", { name: "Reply" }).fill("It comes on Monday");
  await press(discussion(city), "Reply");
  await expect(city.getByText("Comment added")).toBeVisible();
  await expect(comments(city)).toHaveCount(2);
  await expectNoAxeViolations(city);

  await reviewer.reload();
  await expect(comments(reviewer)).toHaveCount(3);
  const reply = comments(reviewer).filter({ hasText: "It comes on Monday" });
  await expect(reply).toContainText("Shared with city");
  await expectNoAxeViolations(reviewer);

  // The discussion becomes longer than a page, and one comment longer than its preview.
  for (let number = 1; number <= 21; number += 1) {
    const text = number === 21 ? `Note 21: ${"a long story ".repeat(100)}with an end` : `Note ${number}.`;
    const form = { text, isShared: "on" };
    const posted = await admin.request.post(`${permit}?comment=`, { form, maxRedirects: 0 });
    expect(posted.status()).toBe(302);
  }
  await city.reload();
  await expect(comments(city)).toHaveCount(20);
  await expect(discussion(city)).not.toContainText("with an end");
  await discussion(city)
    .getByRole("link", { name: /^Read all/ })
    .click();
  await expect(comments(city).last()).toContainText("with an end");
  await expect(comments(city)).toHaveCount(20);
  await discussion(city).getByRole("link", { name: "Earlier comments (3)" }).click();
  await expect(comments(city)).toHaveText([/soils report/, /It comes on Monday/, /Note 1\./]);
  await expectNoAxeViolations(city);
  await discussion(city).getByRole("link", { name: "Newest comments" }).click();
  await expect(comments(city)).toHaveCount(20);
  await expect(city).toHaveURL(`/oakvilles${permit}#discussion`);

  // A reply to an earlier comment appears among the newest comments, together with the earlier one.
  await reviewer.reload();
  await hydrated(reviewer);
  await discussion(reviewer).getByRole("link", { name: "Earlier comments (4)" }).click();
  await expect(comments(reviewer)).toHaveCount(4);
  expect(queryOf(reviewer)).toMatchObject({ discipline: "Structural", before: expect.any(String) });
  await hydrated(reviewer);
  const soils = discussion(reviewer).locator(".thread").filter({ hasText: "soils report" });
  const replyField = soils.getByRole("textbox", { name: "Reply" });
  await soils.locator("summary").click();
  await replyField.fill("It came");
  if (scripts) {
    await discussion(reviewer).getByRole("link", { name: "Newest comments" }).click();
    await expect(comments(reviewer)).toHaveCount(21);
    await expect(replyField).toHaveValue("It came");
  }
  await press(soils, "Reply");
  await expect(reviewer.getByText("Comment added")).toBeVisible();
  await expect(reviewer).toHaveURL(`/employee-dashboard${permit}?discipline=Structural#discussion`);
  await expect(comments(reviewer)).toHaveCount(21);
  await expect(soils).toContainText("From another page");
  await expect(soils).toContainText("It came");
  await expectNoAxeViolations(reviewer);
});

test(
  "returning to the page loads new comments and preserves the draft",
  withScripts,
  async ({ signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await createAssignedPermit(admin, { urban37PermitNumber: "TALK-2" });
    const address = `/employee-dashboard${permit}?discipline=Structural`;
    const reviewer = await signedIn(maria.email);
    const comments = discussion(reviewer).getByRole("article");
    const textField = discussion(reviewer).getByRole("textbox", { name: "Comment" });
    await reviewer.goto(address);
    await hydrated(reviewer);
    await expect(discussion(reviewer)).toContainText("No comments yet");
    await textField.fill("Half a sentence");

    await admin.goto(permit);
    await hydrated(admin);
    await discussion(admin).getByRole("textbox", { name: "Comment" }).fill("The owner called");
    await press(discussion(admin), "Comment");
    await expect(discussion(admin).getByRole("article")).toContainText("The owner called");
    await expect(discussion(reviewer)).toContainText("No comments yet");

    // The event that browsers dispatch when a tab becomes visible again.
    await reviewer.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(comments).toHaveText(/The owner called/);
    await expect(textField).toHaveValue("Half a sentence");
    await textField.press("End");
    await textField.pressSequentially(", and the rest");
    await press(discussion(reviewer), "Comment");
    await expect(comments).toHaveText([/The owner called/, /Half a sentence, and the rest/]);
    await expect(textField).toHaveValue("");
  },
);

test("invalid hours show an error at the field, and logged hours appear on the month's page and in its CSV file", async ({
  signedIn,
}) => {
  const number = "HOURS-1";
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: number });
  const reviewer = await signedIn(maria.email);
  await reviewer.goto(`/employee-dashboard${permit}?discipline=Structural`);
  await hydrated(reviewer);
  const panel = time(reviewer);
  const [hours, date] = [field(panel, "Hours"), field(panel, "Date")];
  const description = panel.getByLabel("Description (optional)");
  const log = () => press(panel, "Log time");
  const today = await date.inputValue();

  await description.fill("=1+1, the framing");
  for (const [typed, message] of [
    ["0.3", /quarter hours/],
    ["0", /quarter hours/],
    ["-1", /quarter hours/],
    ["25", /no more than 24 hours/],
  ] as const) {
    await hours.fill(typed);
    expect(await statusOfPost(reviewer, log), typed).toBe(400);
    await expect(hours).toHaveAccessibleDescription(message);
    await expect(hours).toHaveValue(typed);
    await expect(date).toHaveValue(today);
    await expect(description).toHaveValue("=1+1, the framing");
    await hydrated(reviewer);
  }
  await expectNoAxeViolations(reviewer);
  await hours.fill("1.25");
  await date.fill("2099-01-01");
  expect(await statusOfPost(reviewer, log)).toBe(400);
  await expect(date).toHaveAccessibleDescription(/cannot be in the future/);
  await expect(date).toHaveValue("2099-01-01");
  await expect(hours).toHaveValue("1.25");
  await expect(description).toHaveValue("=1+1, the framing");
  await expect(panel.getByRole("listitem").filter({ hasText: "1.25 h" })).toHaveCount(0);

  await hydrated(reviewer);
  await date.fill(today);
  await log();
  await expect(reviewer.getByText("Time entry logged")).toBeVisible();
  await expect(panel.getByRole("listitem").filter({ hasText: "1.25 h · Structural" })).toHaveCount(1);

  const month = today.slice(0, 7);
  await reviewer.goto(`/hours?month=${month}`);
  await expect(reviewer.locator(".page-header")).toContainText(maria.name);
  const entry = reviewer.locator("tbody tr").filter({ hasText: number });
  await expect(entry).toContainText("Structural");
  await expect(entry.locator("td[data-label=Hours]")).toHaveText("1.25 h");
  const downloaded = reviewer.waitForEvent("download");
  await reviewer.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe(`hours-Maria-Lopez-${month}.csv`);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe(
    '\ufeff"Date","Reviewer","Permit","City","Discipline","Review cycle","Hours","Description"',
  );
  expect(lines.filter((line) => line.includes(number))).toEqual([
    `"${today}","${maria.name}","${number}","Oakville","Structural","PC1","1.25","'=1+1, the framing"`,
  ]);

  await admin.goto(`/hours?month=${month}&employeeId=${maria.id}`);
  await expect(admin.locator("tbody tr").filter({ hasText: number })).toHaveCount(1);
});

test("the demo employee switcher signs in as the chosen employee", async ({ page }) => {
  for (const employee of [maria, owen]) {
    await page.goto("/test-employee-login");
    await page.getByRole("button", { name: employee.name }).click();
    await expect(page).toHaveURL("/employee-dashboard");
    await expect(title(page)).toHaveText("My Plan Check Dashboard");
    const viewer = await (await page.request.get("/api/auth/user")).json();
    expect(viewer).toMatchObject({ email: employee.email, role: "employee" });
  }
  await page.goto("/test-employee-login");
  await expect(page.getByRole("button", { name: peter.name })).toHaveCount(0);
});
