import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  createAssignedPermit,
  createPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  permitRows,
  statusOfPost,
  tabTo,
  test,
  title,
} from "./journey";
import { toast } from "./plan-check";

const bar = (page: Page, name: string) =>
  page.locator(".many-bar").getByRole("button", { name, exact: true });
const ticks = (page: Page) => page.getByRole("checkbox", { name: /^Tick / });
const ticked = (page: Page) => page.locator(".ticked-rows li");
const submit = (page: Page, name: string) => page.locator("main").getByRole("button", { name, exact: true });

async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
}

test(
  "permits get a reviewer, are put on hold and get another due date at once",
  alsoWithoutScripts,
  async ({ page, signIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    const projectName = `Terraces ${scripts ? "with" : "without"} scripts`;
    for (const number of [1, 2, 3, 4, 5])
      await createPermit(page, { projectName, cityPermitNumber: `T-${number}` });
    const list = `/permits?${new URLSearchParams({ search: projectName })}`;
    await open(page, list);
    await expect(permitRows(page)).toHaveCount(5);
    await expectNoAxeViolations(page);

    // Nothing is ticked.
    await bar(page, "Put on hold").click();
    await page.getByRole("link", { name: "Tick the rows to change first", exact: true }).click();
    await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
    await page.getByRole("link", { name: "Back to permits" }).click();
    await expect(permitRows(page)).toHaveCount(5);
    await hydrated(page);

    for (const index of [0, 1]) await ticks(page).nth(index).check();
    await bar(page, "Assign a reviewer").click();
    await expect(ticked(page)).toHaveCount(2);
    await expectNoAxeViolations(page);
    await hydrated(page);
    const maria = field(page, "Plan reviewer").getByRole("option", { name: /^Maria Lopez.*Structural/ });
    await field(page, "Plan reviewer").selectOption(await maria.getAttribute("value"));
    await submit(page, "Assign this plan reviewer").click();
    await toast(page, "2 permits assigned");
    await expect(permitRows(page).filter({ hasText: "Maria Lopez" })).toHaveCount(2);
    await hydrated(page);

    for (const tick of await ticks(page).all()) await tick.check();
    await bar(page, "Put on hold").click();
    await toast(page, "5 permits put on hold");
    await expect(permitRows(page).filter({ hasText: "Hold" })).toHaveCount(5);
    await hydrated(page);
    await page.locator("#toasts").getByRole("button", { name: /^Undo/ }).click();
    await toast(page, "Undone");
    await expect(permitRows(page).filter({ hasText: "Hold" })).toHaveCount(0);
    await hydrated(page);
    for (const tick of await ticks(page).all()) await tick.check();
    await bar(page, "Put on hold").click();
    await toast(page, "5 permits put on hold");
    await expect(permitRows(page).filter({ hasText: "Hold" })).toHaveCount(5);
    await expect(page.locator("[name=ticked]:checked")).toHaveCount(0);
    await hydrated(page);

    for (const index of [0, 1]) await ticks(page).nth(index).check();
    await bar(page, "Set due date").click();
    await expect(title(page)).toHaveText("Set the due date of permits");
    await expect(page).toHaveTitle("Set the due date of permits · Redline");
    await expect(ticked(page)).toHaveCount(2);
    await expectNoAxeViolations(page);
    await hydrated(page);
    await submit(page, "Set due date").click();
    await expect(page.getByText("Due date is required").first()).toBeVisible();
    await field(page, "Due date").fill("2001-02-03");
    await hydrated(page);
    await submit(page, "Set due date").click();
    await expect(page.getByText(/is before the creation or submission date of/)).toBeVisible();
    await field(page, "Due date").fill("2027-03-05");
    await hydrated(page);
    await submit(page, "Set due date").click();
    await toast(page, "2 permits due Mar 5, 2027");
    await expect(page).toHaveURL(list);
  },
);

test(
  "a row that refuses keeps its tick with its reason, and the others are changed",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    const projectName = `Gables ${scripts ? "with" : "without"} scripts`;
    for (const number of [1, 2, 3])
      await createPermit(page, { projectName, cityPermitNumber: `G-${number}` });
    await open(page, `/permits?${new URLSearchParams({ search: projectName })}`);
    for (const tick of await ticks(page).all()) await tick.check();
    const addresses = await Promise.all(
      (await permitRows(page).all()).map((row) => row.getByRole("link").first().getAttribute("href")),
    );
    const other = await signedIn(demoAccounts.admin);
    const changed = await other.request.patch(`/api${addresses[0]}`, {
      data: { projectAddress: "2 Gable Lane" },
    });
    expect(changed.status()).toBe(200);
    expect((await other.request.delete(`/api${addresses[1]}`)).status()).toBe(200);

    expect(await statusOfPost(page, () => bar(page, "Put on hold").click())).toBe(409);
    const summary = "1 permit put on hold. One was refused: see below. One can no longer be found";
    await expect(page.getByText(summary).first()).toBeVisible();
    await expect(ticked(page)).toHaveText([/was changed after you ticked it/]);
    await expect(ticked(page).getByRole("checkbox")).toBeChecked();
    await expectNoAxeViolations(page);
    await hydrated(page);
    await page.getByRole("link", { name: summary }).click();
    await expect(ticked(page).getByRole("checkbox")).toBeFocused();
    await submit(page, "Put on hold").click();
    await toast(page, "1 permit put on hold");
    await expect(permitRows(page).filter({ hasText: "Hold" })).toHaveCount(2);
  },
);

test(
  "what was changed while others refused can be undone",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    const projectName = `Dormers ${scripts ? "with" : "without"} scripts`;
    for (const number of [1, 2]) await createPermit(page, { projectName, cityPermitNumber: `D-${number}` });
    const list = `/permits?${new URLSearchParams({ search: projectName })}`;
    await open(page, list);
    for (const tick of await ticks(page).all()) await tick.check();
    const address = await permitRows(page).first().getByRole("link").first().getAttribute("href");
    const other = await signedIn(demoAccounts.admin);
    const changed = await other.request.patch(`/api${address}`, {
      data: { projectAddress: `2 ${"Dormer".repeat(30)}`, projectName: `${projectName} ${"x".repeat(150)}` },
    });
    expect(changed.status()).toBe(200);
    await bar(page, "Put on hold").click();
    await expect(ticked(page)).toHaveCount(1);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await hydrated(page);
    await page.getByRole("button", { name: "Undo: 1 permit put on hold" }).click();
    await toast(page, "Undone");
    await expect(page).toHaveURL(list);
    await expect(permitRows(page).filter({ hasText: "Hold" })).toHaveCount(0);
  },
);

test(
  "a browser that goes back ticks no other rows",
  alsoWithoutScripts,
  async ({ page, signIn, scripts }) => {
    await signIn(page, demoAccounts.admin);
    const projectName = `Eaves ${scripts ? "with" : "without"} scripts`;
    for (const number of [1, 2]) await createPermit(page, { projectName, cityPermitNumber: `E-${number}` });
    await open(page, `/permits?${new URLSearchParams({ search: projectName, status: "in_process" })}`);
    await expect(permitRows(page)).toHaveCount(2);
    await ticks(page).first().check();
    await bar(page, "Put on hold").click();
    await toast(page, "1 permit put on hold");
    await page.goBack();
    await expect(permitRows(page)).toHaveCount(1);
    await expect(page.locator("[name=ticked]:checked")).toHaveCount(0);
  },
);

test("reviews are given to another, and completed, by Enter", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const number of [1, 2])
    await createAssignedPermit(page, { projectName: "Keyboard gardens", cityPermitNumber: `K-${number}` });
  const list = "/employee-dashboard?q=Keyboard+gardens";
  await open(page, list);
  await tabTo(page, bar(page, "Tick all on this page"));
  await page.keyboard.press("Enter");
  const count = await page.locator("[name=ticked]:checked").count();
  expect(count).toBeGreaterThan(1);

  // The Enter key in a box changes nothing yet.
  await tabTo(page, ticks(page).first());
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Complete assignments");
  await expect(ticked(page)).toHaveCount(count);
  await page.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect(page).toHaveURL(list);
  await hydrated(page);

  await bar(page, "Tick all on this page").press("Enter");
  await bar(page, "Give to another").focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Give assignments to a plan reviewer");
  await expectNoAxeViolations(page);
  await expect(ticked(page)).toHaveCount(count);
  await hydrated(page);
  const reviewer = field(page, "Plan reviewer");
  await tabTo(page, reviewer);
  await reviewer.selectOption({ index: 1 });
  await tabTo(page, submit(page, "Give to this plan reviewer"));
  await page.keyboard.press("Enter");
  await toast(page, `${count} assignments given to another plan reviewer`);
  await hydrated(page);

  await bar(page, "Tick all on this page").press("Enter");
  await bar(page, "Complete").press("Enter");
  await toast(page, `${count} assignments marked as completed`);
});

test("ticked fees are paid at once, and leaving a list with ticks asks nothing", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  for (const description of ["First tick", "Second tick"]) {
    const form = { serviceType: "review", description, amount: "10", status: "pending" };
    const response = await page.request.post("/cities/2/fees/new", { form, maxRedirects: 0 });
    expect(response.status()).toBe(302);
  }
  await open(page, "/cities/2");
  const row = (text: string) =>
    page.getByRole("table", { name: "Fee history" }).locator("tbody tr").filter({ hasText: text });
  let questions = 0;
  page.on("dialog", () => {
    questions += 1;
  });
  await row("First tick").getByRole("checkbox").check();
  await page.getByRole("link", { name: "Edit city" }).click();
  await page.waitForURL("**/cities/2/edit");
  expect(questions).toBe(0);
  await page.goBack();
  await hydrated(page);
  for (const text of ["First tick", "Second tick"]) await row(text).getByRole("checkbox").check();
  await bar(page, "Mark Paid").click();
  await toast(page, "2 fees marked as paid");
  await expect(page).toHaveURL(/#fees$/);
  for (const text of ["First tick", "Second tick"]) {
    await expect(row(text)).toContainText("Paid");
    await expect(row(text).getByRole("checkbox")).toHaveCount(0);
  }
});
