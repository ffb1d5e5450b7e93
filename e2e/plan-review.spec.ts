import type { Locator, Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  chooseReviewer,
  createAssignedPermit,
  createPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  hydrated,
  openBeforeScripts,
  plans,
  queryOf,
  region,
  reviewers,
  statusOfPost,
  test,
  title,
} from "./journey";

const { maria, daniel } = reviewers;
/** Earlier than all due dates of the demo, so that the assignment is first in each list. */
const earliestDueDate = "2020-01-02";

const assignmentsOf = (page: Page) => region(page, "Assignments");
const ownAssignments = (page: Page) => region(page, "My Assignments");
const discussion = (page: Page) => region(page, "Discussion");
const time = (page: Page) => region(page, "Time");
const logTime = (page: Page) => page.getByRole("form", { name: "Log time" });
const badge = (within: Locator, text: string) => within.locator(".badge").getByText(text, { exact: true });
const press = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const notes = (page: Page) => page.getByRole("dialog", { name: "Add Review Notes" });
const notesField = (page: Page) => notes(page).getByRole("textbox", { name: "Review notes" });

/** The rows of the assignments on a dashboard or in the calendar. */
const assignmentRows = (page: Page) => page.getByRole("table", { name: "Assignments" }).locator("tbody tr");
const assignmentRow = (page: Page, number: string) => assignmentRows(page).filter({ hasText: number });

/** Dispatches the event of browsers when a tab becomes visible again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

const editorRow = (page: Page, discipline = "Structural") => page.getByRole("group", { name: discipline });
/** The form control with a row's reviewer, in the select or the combobox. */
const reviewerInput = (row: Locator) => row.locator("[name$='.employeeId']");
const saveAssignments = (page: Page) => press(page, "Save assignments");

/** Chooses a filter option, which submits it. */
const filterBy = (within: Page | Locator, label: string, option: string) =>
  within.getByRole("search").getByLabel(label).selectOption(option);

/** The HTML of a page as the server sends it. */
const htmlOf = async ({ request }: Page, address: string) => (await request.get(address)).text();

/** The three counts of My Plan Check Dashboard. */
async function countsOn(page: Page, address: string) {
  const html = await htmlOf(page, address);
  const labels = ["Total Assignments", "Pending Work", "Completed"];
  const counts = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>(?:<a [^>]*>)?(\d+)</g)].filter(([, label = ""]) =>
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
  const byDate = [...html.matchAll(/: (\d+) open assignments?</g)].map(([, count]) => Number(count));
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

test("a review runs from its assignment to the next cycle, and all lists agree", async ({ signedIn }) => {
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
  await chooseReviewer(editorRow(admin), maria.name);
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

  await expect(logTime(reviewer).getByLabel("Discipline")).toHaveValue("Structural");
  await logTime(reviewer).getByLabel("Hours").fill("1.5");
  await press(logTime(reviewer), "Log time");
  await expect(reviewer.getByText("Time entry logged")).toBeVisible();
  await expect(time(reviewer).getByRole("listitem")).toContainText("1.50 h · Structural");
  await expect(logTime(reviewer).getByLabel("Hours")).toHaveValue("");
  await hydrated(reviewer);

  // Review notes complete the assignment.
  await ownAssignments(reviewer).getByRole("link", { name: "Add review notes" }).click();
  await expect(notes(reviewer)).toBeVisible();
  await hydrated(reviewer);
  await notesField(reviewer).fill("Footing detail is missing");
  await press(notes(reviewer), "Save Notes");
  await expect(reviewer.getByText("Assignment marked as completed")).toBeVisible();
  await expect(notes(reviewer)).toBeHidden();
  // The page still shows the cycle of the uploaded file.
  await expect(reviewer).toHaveURL(`${review}&reviewCycle=PC1`);
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
  await filterBy(files, "Review cycle", "PC1 Review");
  await expect(files.getByRole("link", { name: "marked-up.pdf", exact: true })).toBeVisible();
  expect(queryOf(reviewer)).toEqual({ discipline: "Structural", reviewCycle: "PC1" });
});

test("notes saved in the meantime show a conflict, also after the page behind the dialog has them", async ({
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: "NOTES-1" });
  const reviewer = await signedIn(maria.email);
  await reviewer.goto(`/employee-dashboard${permit}?discipline=Structural`);
  await hydrated(reviewer);
  await ownAssignments(reviewer).getByRole("link", { name: "Add review notes" }).click();
  await expect(notes(reviewer)).not.toContainText("Saved in the meantime");

  const [assignment] = await (await admin.request.get(`/api${permit}/assignments`)).json();
  const saved = { comment: "Written at the desk" };
  expect((await admin.request.patch(`/api/assignments/${assignment.id}`, { data: saved })).ok()).toBe(true);
  await lookAgain(reviewer);
  await expect(ownAssignments(reviewer)).toContainText("Written at the desk");
  await notesField(reviewer).fill("Written on site");
  expect(await statusOfPost(reviewer, () => press(notes(reviewer), "Save Notes"))).toBe(409);
  await expect(notes(reviewer).locator(".note")).toHaveText("Written at the desk");
  await expect(notesField(reviewer)).toHaveValue("Written on site");
  await expectNoAxeViolations(reviewer);
  await press(notes(reviewer), "Save Notes");
  await expect(notes(reviewer)).toBeHidden();
  await expect(ownAssignments(reviewer).locator(".note")).toHaveText("Written on site");
});

test("a reviewer chosen before hydration is preserved", async ({ signedIn }) => {
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

test(
  "Suggest fills in the plan reviewers of a permit, and one more discipline is added",
  alsoWithoutScripts,
  async ({ signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await createPermit(admin, { requiredDisciplines: "Fire" });
    await admin.goto(`${permit}/assignments`);
    await hydrated(admin);
    await expect(admin.locator("fieldset")).toHaveCount(1);
    await editorRow(admin, "Fire").getByLabel("Due date").fill("2099-12-01");
    await admin.getByText("Add a discipline", { exact: true }).click();
    await press(admin, "Plumbing");
    await expect(editorRow(admin, "Plumbing")).toBeFocused();
    await expect(editorRow(admin, "Fire").getByLabel("Due date")).toHaveValue("2099-12-01");
    await press(admin, "Suggest");
    await expect(admin.getByText("2 plan reviewers suggested. Nothing is saved yet.")).toBeFocused();
    await expect(editorRow(admin, "Fire")).toContainText(/\d+ open before Dec 1, certified in Fire/);
    await expectNoAxeViolations(admin);
    expect(await (await admin.request.get(`/api${permit}/assignments`)).json()).toEqual([]);

    // Cleared again and suggested once more, it is filled in again.
    await reviewerInput(editorRow(admin, "Fire")).selectOption("");
    await press(admin, "Suggest");
    await expect(admin.getByText("1 plan reviewer suggested. Nothing is saved yet.")).toBeFocused();
    await expect(reviewerInput(editorRow(admin, "Fire"))).not.toHaveValue("");
    await admin.keyboard.press("Tab");
    await admin.keyboard.press("Enter");
    await admin.getByRole("checkbox", { name: /^Save anyway: the due date of Fire, Dec 1, 2099/ }).check();
    await saveAssignments(admin);
    await expect(admin.getByText("Assignments saved")).toBeVisible();
    await expect(assignmentsOf(admin).locator("strong")).toHaveText(["Fire", "Plumbing"]);
  },
);

test(
  "a week of hours is filled in at once; a wrong cell keeps its text and saves nothing",
  alsoWithoutScripts,
  async ({ signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await createAssignedPermit(admin, { urban37PermitNumber: "WEEK-1" });
    const reviewer = await signedIn(maria.email);
    // A week that has begun for some days, on each day that the journey runs.
    await reviewer.goto("/hours");
    await hydrated(reviewer);
    await reviewer.getByRole("link", { name: /^Previous week/ }).click();
    // The address changes before the week is drawn.
    await expect(reviewer.getByRole("link", { name: /^Next week/ })).toBeVisible();
    const row = reviewer.locator(".week-sheet tbody tr").filter({ hasText: "WEEK-1" });
    const cellOf = (day: string) => row.getByRole("textbox", { name: new RegExp(`^${day} `) });
    await cellOf("Mon").fill("1.5");
    await cellOf("Tue").fill("1.1");
    expect(await statusOfPost(reviewer, () => press(reviewer, "Save hours"))).toBe(400);
    await expect(reviewer.getByRole("alert")).toContainText(/Tue .*, Structural: Use quarter hours/);
    await expect(cellOf("Mon")).toHaveValue("1.5");
    await expect(cellOf("Tue")).toHaveValue("1.1");
    await hydrated(reviewer);
    await expectNoAxeViolations(reviewer);
    await cellOf("Tue").fill("0.25");
    await press(reviewer, "Save hours");
    await expect(reviewer.getByText("2 changes saved")).toBeVisible();
    await expect(row).toContainText("1.75 h");
    await hydrated(reviewer);
    await cellOf("Mon").fill("");
    await press(reviewer, "Save hours");
    await expect(reviewer.getByText("1 change saved")).toBeVisible();
    await expect(row).toContainText("0.25 h");

    await reviewer.goto(`/employee-dashboard${permit}`);
    await expect(time(reviewer).getByRole("listitem")).toHaveCount(1);
    await expect(time(reviewer).getByRole("listitem")).toContainText("0.25 h · Structural");
  },
);

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

test("the calendar completes an assignment and preserves its filters", async ({ signedIn }) => {
  const number = "CALENDAR-1";
  const admin = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(admin, { urban37PermitNumber: number });
  const reviewer = await signedIn(maria.email);
  await reviewer.goto("/plan-check-calendar");
  await hydrated(reviewer);
  await expect(title(reviewer)).toHaveText("Plan Check Calendar");
  await filterBy(reviewer, "View", "Overdue");
  await expect(reviewer).toHaveURL(/view=overdue/);
  await filterBy(reviewer, "Employee", maria.name);
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
    await expect(toasts).toContainText("Undone");
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
});

test("returning to the page loads new comments and preserves the draft", async ({ signedIn }) => {
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

  const comment = { text: "The owner called" };
  expect((await admin.request.post(`/api${permit}/comments`, { data: comment })).ok()).toBe(true);
  await expect(discussion(reviewer)).toContainText("No comments yet");
  await lookAgain(reviewer);
  await expect(comments).toHaveText(/The owner called/);
  await expect(textField).toHaveValue("Half a sentence");
  await textField.press("End");
  await textField.pressSequentially(", and the rest");
  await press(discussion(reviewer), "Comment");
  await expect(comments).toHaveText([/The owner called/, /Half a sentence, and the rest/]);
  await expect(textField).toHaveValue("");
});
