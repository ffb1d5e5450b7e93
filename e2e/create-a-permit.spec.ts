import type { Page } from "@playwright/test";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectCreated,
  expectNoAxeViolations,
  field,
  fillPermit,
  onTwoServers,
  openBeforeScripts,
  openNewPermit,
  plans,
  statusOfPost,
  test,
  title,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const createButton = (page: Page) => page.getByRole("button", { name: "Create permit" });
const create = (page: Page) => createButton(page).click();

test("an empty form shows an error at each required field and preserves the entries", async ({ page }) => {
  await openNewPermit(page);
  await field(page, "Creation date").fill("");
  await field(page, "Due date").fill("");
  await field(page, "Applicant name").fill("Typed Applicant");
  await field(page, "Applicant email").fill("not an address");
  await field(page, "Project type").selectOption("industrial");
  await page.getByLabel("Expedited review").check();
  expect(await statusOfPost(page, () => create(page))).toBe(400);

  const messages = {
    City: "Please select a city",
    "City permit number": "City permit number is required",
    "Creation date": "Creation date is required",
    "Due date": "Due date is required",
    "Project name": "Project name is required",
    "Project address": "Project address is required",
    "Project description": "Project description is required",
    "Applicant email": "Please enter a valid email",
  };
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  for (const [label, message] of Object.entries(messages)) {
    await expect(field(page, label), label).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, label), label).toHaveAccessibleDescription(new RegExp(message));
  }
  const disciplines = page.getByRole("group", { name: /^Required disciplines/ });
  await expect(disciplines).toHaveAccessibleDescription(/Please select at least one discipline/);
  await expect(summary.getByRole("listitem")).toHaveCount(9);

  await expect(field(page, "Applicant name")).toHaveValue("Typed Applicant");
  await expect(field(page, "Applicant email")).toHaveValue("not an address");
  await expect(field(page, "Project type")).toHaveValue("industrial");
  await expect(page.getByLabel("Expedited review")).toBeChecked();
  await expect(field(page, "Status")).not.toHaveAttribute("aria-invalid");

  await summary.getByRole("link", { name: "Project name is required" }).click();
  await expect(page).toHaveURL(/permits\/new/);
  await expect(field(page, "Project name")).toBeInViewport();
});

test("valid files remain with the form when another file is rejected", {
  tag: [alsoWithoutScripts.tag, onTwoServers.tag],
}, async ({ page, scripts }) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-FILES" });
  await page.getByLabel("Choose files").setInputFiles([plans.pdf(), plans.fake(), plans.dwg()]);
  if (!scripts) expect(await statusOfPost(page, () => create(page))).toBe(400);
  await expect(page.getByLabel("Choose files")).toHaveAccessibleDescription(
    /fake\.pdf: This is not a PDF file, despite its name/,
  );
  const stagedFiles = page.getByRole("group", { name: "Files to add" });
  await expect(stagedFiles.getByRole("checkbox", { name: /plan\.pdf/ })).toBeChecked();
  await expect(stagedFiles.getByRole("checkbox", { name: /plan\.dwg/ })).toBeChecked();
  await expect(stagedFiles.getByRole("checkbox")).toHaveCount(2);
  await expect(field(page, "City permit number")).toHaveValue("J-FILES");

  await create(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  const files = page.locator("#plan-files");
  await expect(files.getByRole("link", { name: "plan.pdf", exact: true })).toBeVisible();
  await expect(files.getByRole("link", { name: "plan.dwg", exact: true })).toBeVisible();
  await expect(files.getByText("fake.pdf")).toBeHidden();
  await expectCreated(page, "J-FILES", 1);
});

test("a file chosen before hydration is sent with the form", async ({ page }) => {
  const loadScripts = await openBeforeScripts(page, "/permits/new");
  await page.getByLabel("Choose files").setInputFiles(plans.pdf("early.pdf"));
  await loadScripts();
  await expect(page.getByRole("checkbox", { name: /early\.pdf/ })).toBeChecked();
  await fillPermit(page, { cityPermitNumber: "J-EARLY" });
  await create(page);
  await expect(page.locator("#plan-files").getByRole("link", { name: "early.pdf", exact: true })).toHaveCount(
    1,
  );
});

test("the toast is announced, pauses on hover and focus, and can be closed", async ({ page }) => {
  await openNewPermit(page);
  const region = page.locator(".toasts[aria-live=polite]");
  await expect(region).toBeAttached();
  await region.evaluate((element) => element.setAttribute("data-same-element", ""));
  await fillPermit(page, { cityPermitNumber: "J-TOAST" });
  await create(page);

  const toast = region.locator(".toast");
  await toast.hover();
  await expect(toast).toContainText("Permit created successfully");
  await expect(region).toHaveAttribute("data-same-element", "");
  await expect.poll(() => toastAnimation(page)).toEqual({ playState: "paused", delay: 5000 });
  await page.mouse.move(0, 0);
  await expect.poll(() => toastAnimation(page)).toEqual({ playState: "running", delay: 5000 });
  await toast.getByRole("link", { name: "Close" }).focus();
  await expect.poll(() => toastAnimation(page)).toEqual({ playState: "paused", delay: 5000 });
  await expectNoAxeViolations(page);

  await page.keyboard.press("Enter");
  await expect(toast).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
  await expect(toast).toBeHidden();
});

/** The state of the animation that hides the toast. */
const toastAnimation = (page: Page) =>
  page.evaluate(() => {
    const animation = document
      .getAnimations()
      .find((running) => running instanceof CSSAnimation && running.animationName === "toast-leaves");
    return animation && { playState: animation.playState, delay: animation.effect?.getTiming().delay };
  });

test("a double click on Create permit creates one permit", async ({ page }) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-DOUBLE" });
  await createButton(page).dblclick();
  await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
  await expectCreated(page, "J-DOUBLE", 1);
});

test("going back and submitting again creates no second permit", async ({ page }) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-BACK" });
  await create(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText("New permit");
  // The browser may have restored the form; posting it again has no effect.
  await statusOfPost(page, () => create(page));
  await expectCreated(page, "J-BACK", 1);
});
