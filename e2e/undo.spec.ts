import type { Locator, Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  createAssignedPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  region,
  reviewers,
  tabTo,
  test,
  title,
} from "./journey";
import {
  call,
  card,
  correction,
  dialog,
  open,
  permitOf,
  press,
  releaseLetter,
  toast,
  write,
} from "./plan-check";

const { maria } = reviewers;

const undoIn = (place: Locator) => place.getByRole("button", { name: /^Undo/ });

/** Undoes in the row what was just done there, and checks that the toast could do it as well. */
async function undo(page: Page, row: Locator) {
  await expect(undoIn(page.locator("#toasts"))).toBeVisible();
  await expectNoAxeViolations(page);
  await hydrated(page);
  await undoIn(row).click();
  await toast(page, "Undone");
  await expect(undoIn(row)).toHaveCount(0);
  await hydrated(page);
}

test(
  "completing, paying and deleting are undone where they were done",
  alsoWithoutScripts,
  async ({ page, signedIn, signIn }) => {
    const administrator = await signedIn(demoAccounts.admin);
    const { id, address, review } = await permitOf(administrator);
    await signIn(page, maria.email);
    const draft = { sheet: "S2.1" };
    for (const text of ["Show the header.", "Show the hold-downs.", "Show the collector."])
      await write(page.request, id, text, draft);

    // A deleted row stays in its place, and is gone with the next load.
    await open(page, review);
    const number = (await title(page).textContent()) ?? "";
    const drafts = card(page).getByRole("listitem");
    const second = correction(page, "S-2");
    await second.getByRole("link", { name: "Delete" }).click();
    await press(dialog(page, "Delete correction"), "Delete correction");
    await toast(page, "S-2 deleted");
    await expect(drafts).toHaveText([/header/, /hold-downs.*Deleted/, /collector/]);
    await expect(second.getByRole("link", { name: "Edit" })).toHaveCount(0);
    await undo(page, second);
    await expect(second).toContainText("S2.1");
    await second.getByRole("link", { name: "Delete" }).click();
    await press(dialog(page, "Delete correction"), "Delete correction");
    await toast(page, "S-2 deleted");
    await page.reload();
    await expect(drafts).toHaveText([/header/, /collector/]);

    // A decision with its hours.
    await hydrated(page);
    const work = region(page, "My Assignments");
    await work.getByRole("link", { name: "Decide Structural" }).click();
    const decide = dialog(page, "Decide Structural");
    await field(decide, "Hours of this work").fill("1.5");
    await press(decide, "Decide and complete");
    await toast(page, "Structural: Corrections Required, 1.50 h logged");
    await undo(page, work);
    await expect(work).not.toContainText("Corrections Required");
    const time = region(page, "Time");
    await expect(time.getByRole("listitem")).toHaveCount(0);

    // Hours and a comment.
    const quick = page.getByRole("form", { name: "Log time" });
    await field(quick, "Hours").fill("2");
    await press(quick, "Log time");
    await toast(page, "Time entry logged");
    await hydrated(page);
    await time.getByRole("link", { name: /^Delete/ }).click();
    await press(dialog(page, "Delete time entry"), "Delete");
    await toast(page, "Time entry deleted");
    await expect(time.getByRole("listitem").first()).toContainText("Deleted");
    await undo(page, time.getByRole("listitem").first());
    await expect(time).toContainText("2.00 h");
    const discussion = region(page, "Discussion");
    await field(discussion, "Comment").fill("Is this the latest set?");
    await press(discussion, "Comment");
    await toast(page, "Comment added");
    await hydrated(page);
    await discussion.getByRole("link", { name: /^Delete/ }).click();
    await press(dialog(page, "Delete comment"), "Delete");
    await toast(page, "Comment deleted");
    const comment = discussion.getByRole("article");
    await expect(comment).toContainText(/latest set.*Deleted/);
    await undo(page, comment);
    await expect(comment.getByRole("link", { name: /^Delete/ })).toBeVisible();

    // A completed assignment of the calendar.
    await open(page, `/plan-check-calendar?employeeId=${maria.id}&view=overdue`);
    const row = page.locator("tbody tr").filter({ hasText: number });
    const shown = (await row.textContent()) ?? "";
    await row.getByRole("button", { name: /^Complete/ }).click();
    await toast(page, "Assignment marked as completed");
    await expect(row).toContainText("Completed");
    await undo(page, row);
    await expect(row).toHaveText(shown);

    // A fee, by an administrator.
    const fee = { serviceType: "review", description: `Review of ${id}`, amount: 100, status: "pending" };
    await call(administrator.request, "POST", "/api/city-fees", { cityId: 1, ...fee });
    await signIn(page, demoAccounts.admin);
    await open(page, "/cities/1");
    const paid = page.locator("#fees tbody tr").filter({ hasText: fee.description });
    await paid.getByRole("link", { name: /^Mark Paid/ }).click();
    await press(dialog(page, "Mark as paid"), "Mark Paid");
    await toast(page, "Fee marked as paid");
    await expect(paid).toContainText("Paid");
    await undo(page, paid);
    await expect(paid).toContainText("Pending");

    // The status of a permit, and the hand-over of its letter.
    await open(page, `${address}/edit`);
    await field(page.locator("main"), "Status").selectOption({ label: "Hold" });
    await page.getByRole("button", { name: "Save changes", exact: true }).first().click();
    await toast(page, "Permit updated successfully");
    const header = page.locator("main header").first();
    await expect(header).toContainText("Hold");
    await undo(page, header);
    await expect(header).not.toContainText("Hold");
    await releaseLetter(administrator, id);
    await open(page, `${address}/hand-over`);
    await press(dialog(page, "Hand over to applicant"), "Hand over to applicant");
    await toast(page, "Handed over to the applicant");
    const planCheck = region(page, "Plan check");
    await undo(page, planCheck);
    await expect(planCheck).toContainText("Not yet");
  },
);

test("what was undone or changed since is said where it was done", async ({ page, signedIn, signIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const permit = await createAssignedPermit(administrator, { urban37PermitNumber: "UNDO-1" });
  await signIn(page, maria.email);
  const address = `/plan-check-calendar?employeeId=${maria.id}&view=overdue`;
  const row = page.locator("tbody tr").filter({ hasText: "UNDO-1" });
  const complete = async () => {
    await open(page, address);
    await row.getByRole("button", { name: /^Complete/ }).click();
    await toast(page, "Assignment marked as completed");
    await hydrated(page);
  };
  await complete();
  const form = row.locator("form.undo");
  const action = (await form.getAttribute("action")) ?? "";
  // By keyboard, from the row.
  await undoIn(row).focus();
  await page.keyboard.press("Enter");
  await toast(page, "Undone");
  expect(new URL(page.url()).search).toBe("?view=overdue&employeeId=1");
  const headers = { Origin: new URL(page.url()).origin };
  const again = await page.request.post(action, { headers, form: {} });
  expect(again.status(), await again.text()).toBe(200);
  expect(await again.text()).toContain("This was undone already");
  expect((await administrator.request.post(action, { headers, form: {} })).status()).toBe(404);

  // Where a form leads that was kept while its user was signed out.
  await open(page, action);
  await expectNoAxeViolations(page);
  await tabTo(page, page.locator("main").getByRole("button", { name: "Undo" }));

  await complete();
  const assignments = await call<{ id: number }[]>(administrator.request, "GET", `/api${permit}/assignments`);
  const notes = { comment: "See sheet A-1" };
  await call(administrator.request, "PATCH", `/api/assignments/${assignments[0]?.id}/complete`, notes);
  await undoIn(row).click();
  await toast(page, "This was changed since. Nothing was undone.");
  await expect(page).toHaveURL(/\/plan-check-calendar\?view=overdue/);
});
