import type { Page } from "@playwright/test";
import {
  demoAccounts,
  expect,
  expectCreated,
  expectNoAxeViolations,
  field,
  fillPermit,
  formOf,
  once,
  openBeforeScripts,
  openNewPermit,
  plans,
  postPermit,
  statusOfPost,
  test,
  title,
  validPermit,
  withScripts,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const createButton = (page: Page) => page.getByRole("button", { name: "Create permit" });
const create = (page: Page) => createButton(page).click();

test("the form opens with its defaults", async ({ page }) => {
  await page.goto("/permits");
  await page.getByRole("link", { name: "New Permit" }).click();
  await expect(field(page, "Status")).toHaveValue("approved");
  await expect(field(page, "Review cycle")).toHaveValue("PC1");
  await expect(field(page, "Project type")).toHaveValue("residential");
  await expect(field(page, "Revision")).toHaveValue("none");
  const created = await field(page, "Creation date").inputValue();
  const due = await field(page, "Due date").inputValue();
  expect(Date.parse(due) - Date.parse(created)).toBe(10 * 24 * 60 * 60 * 1000);
  await expect(field(page, "Permit year")).toHaveValue(created.slice(0, 4));
  await expect(field(page, "Permit year").locator("option")).toHaveText(
    Array.from({ length: 11 }, (_, index) => String(2020 + index)),
  );
});

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
  await expectNoAxeViolations(page);

  await summary.getByRole("link", { name: "Project name is required" }).click();
  await expect(page).toHaveURL(/permits\/new/);
  await expect(field(page, "Project name")).toBeInViewport();
});

test("the error summary lists each rejected file with the other errors", async ({ page, scripts }) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-SUMMARY" });
  await field(page, "Project name").fill("");
  const fake = "fake.pdf: This is not a PDF file, despite its name.";
  const notes = "notes.txt: Only PDF, DWG and DXF files are accepted.";
  await page
    .getByLabel("Choose files")
    .setInputFiles([plans.fake("fake.pdf"), plans.fake("notes.txt"), plans.pdf("good.pdf")]);
  if (scripts) await expect(page.getByRole("checkbox", { name: /good\.pdf/ })).toBeChecked();
  expect(await statusOfPost(page, () => create(page))).toBe(400);
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("listitem")).toHaveText([
    "Project name is required",
    `Plan files: ${fake}`,
    `Plan files: ${notes}`,
  ]);
  await expect(summary).toBeFocused();
  await expect(page.getByRole("checkbox", { name: /good\.pdf/ })).toBeChecked();
  await expectNoAxeViolations(page);
  await summary.getByRole("link", { name: fake }).click();
  await expect(page.getByLabel("Choose files")).toBeInViewport();
});

test(
  "values that the form does not offer are rejected, and nothing is stored",
  once,
  async ({ request, signIn }) => {
    await signIn({ request }, demoAccounts.admin);
    const errors: Record<string, Record<string, string>> = {
      "Please select a status": { status: "pending" },
      "Please select a review cycle": { reviewCycle: "PC11" },
      "Please select a project type": { projectType: "castle" },
      "Please select a city": { cityId: "999999" },
      "City permit number is required": { cityPermitNumber: "   " },
      "Invalid input": { dueDate: "2026-02-31" },
      Required: { permitCreationYear: "" },
    };
    await expectCreated({ request }, "J-INVALID", 0);
    const cityPermitNumber = "J-INVALID";
    for (const [message, invalid] of Object.entries(errors)) {
      const response = await postPermit({ request }, { cityPermitNumber, ...invalid });
      expect(response.status(), message).toBe(400);
      expect(await response.text()).toContain(message);
    }
    const statuses: [number, Record<string, string>][] = [
      [400, { permitCreationYear: "2019" }],
      [400, { permitCreationYear: "2031" }],
      [400, { requiredDisciplines: "Feng Shui" }],
      [400, { "requiredDisciplines[9999999]": "Structural" }],
      [400, { __intent__: "garbage" }],
      [400, { "__proto__.x": "1" }],
      [413, { projectDescription: "x".repeat(2 * 1024 * 1024) }],
    ];
    for (const [status, invalid] of statuses) {
      const response = await postPermit({ request }, { cityPermitNumber, ...invalid });
      expect(response.status(), Object.keys(invalid)[0]).toBe(status);
    }
    const put = await request.put("/permits/new", { form: { ...validPermit, cityPermitNumber } });
    expect(put.status()).toBe(405);
    await expectCreated({ request }, "J-INVALID", 0);
  },
);

test("the number is suggested or assigned, and an error names the permit that already has it", async ({
  page,
  scripts,
}) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-NUMBER" });
  const number = field(page, "Provider permit number");
  const pattern = /^OAK-\d\d-\d{3}$/;
  if (scripts) {
    await expect(number).toHaveValue(pattern);
    await field(page, "City").selectOption({ label: "Riverton" });
    await expect(number).toHaveValue(/^RIV-\d\d-\d{3}$/);
    await number.fill("MY-OWN-1");
    await field(page, "City").selectOption({ label: "Oakville" });
    await expect(number).toHaveValue("MY-OWN-1");
    await number.fill("");
  } else {
    await expect(number).toHaveValue("");
  }
  await create(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  const heading = title(page);
  await expect(heading).toHaveText(pattern);
  const usedNumber = String(await heading.textContent());

  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-NUMBER-AGAIN" });
  await number.fill(usedNumber);
  expect(await statusOfPost(page, () => create(page))).toBe(409);
  await expect(number).toHaveAccessibleDescription(
    /is already used by the permit of Journey House, Oakville/,
  );
  await expect(number).toHaveValue(usedNumber);
  await field(page, "Revision").selectOption("rev1");
  await create(page);
  await expect(title(page)).toHaveText(`${usedNumber} rev1`);
});

test("valid files remain with the form when another file is rejected", async ({ page, scripts }) => {
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
  await expectNoAxeViolations(page);

  await create(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  const files = page.locator("#plan-files");
  await expect(files.getByRole("link", { name: "plan.pdf", exact: true })).toBeVisible();
  await expect(files.getByRole("link", { name: "plan.dwg", exact: true })).toBeVisible();
  await expect(files.getByText("fake.pdf")).toBeHidden();
  await expectCreated(page, "J-FILES", 1);
});

test("files remain with a form that is rejected for other fields", async ({ page, scripts }) => {
  await openNewPermit(page);
  await fillPermit(page, { cityPermitNumber: "J-HELD" });
  await field(page, "Project name").fill("");
  await page.getByLabel("Choose files").setInputFiles(plans.dxf("site.dxf"));
  const stagedFiles = page.getByRole("checkbox", { name: /site\.dxf/ });
  if (scripts) await expect(stagedFiles).toBeChecked();
  expect(await statusOfPost(page, () => create(page))).toBe(400);
  await expect(field(page, "Project name")).toHaveAccessibleDescription(/Project name is required/);
  await expect(stagedFiles).toBeChecked();
  await field(page, "Project name").fill("Held House");
  await create(page);
  await expect(
    page.locator("#plan-files").getByRole("link", { name: "site.dxf", exact: true }),
  ).toBeVisible();
});

test("a file chosen before hydration is sent with the form", withScripts, async ({ page }) => {
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

test("the toast is announced, pauses on hover and focus, and can be closed", async ({ page, scripts }) => {
  await openNewPermit(page);
  const region = page.locator(".toasts[aria-live=polite]");
  await expect(region).toBeAttached();
  if (scripts) await region.evaluate((element) => element.setAttribute("data-same-element", ""));
  await fillPermit(page, { cityPermitNumber: "J-TOAST" });
  await create(page);

  const toast = region.locator(".toast");
  await toast.hover();
  await expect(toast).toContainText("Permit created successfully");
  if (scripts) await expect(region).toHaveAttribute("data-same-element", "");
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

test("the same request sent again redirects to the same permit", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const form = await (await request.get("/permits/new")).text();
  const formKey = String(/<input[^>]* name="formKey"[^>]* value="([^"]+)"/.exec(form)?.[1]);
  const fields = { ...validPermit, cityPermitNumber: "J-REPEATED", formKey };
  const post = async () => {
    const multipart = formOf(fields, [plans.pdf()]);
    const response = await request.post("/permits/new", { multipart, maxRedirects: 0 });
    expect(response.status()).toBe(302);
    return response.headers().location;
  };
  const [first, second] = await Promise.all([post(), post()]);
  expect(second).toBe(first);
  expect(await post()).toBe(first);
  const files = await (await request.get(`/api${first}/files`)).json();
  expect(files).toMatchObject([{ fileName: "plan.pdf" }]);
  await expectCreated({ request }, "J-REPEATED", 1);

  const other = { ...fields, projectName: "Another House" };
  const refused = await request.post("/permits/new", { multipart: formOf(other, [plans.pdf()]) });
  expect(refused.status()).toBe(409);
  const shown = await refused.text();
  expect(shown).toContain("This form was already saved with other entries.");
  expect(shown).toContain('value="Another House"');
  expect(shown).not.toContain(formKey);
  await expectCreated({ request }, "J-REPEATED", 1);
});
