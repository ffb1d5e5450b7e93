import type { Page } from "@playwright/test";
import {
  demoAccounts,
  expect,
  expectNoAxeViolations,
  formOf,
  goodPermit,
  hydrated,
  once,
  plans,
  postPermit,
  statusOfPost,
  test,
  withoutScriptsYet,
} from "./journey";
import type { Requester } from "./sign-in";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
const createButton = (page: Page) => page.getByRole("button", { name: "Create permit" });
const press = (page: Page) => createButton(page).click();

/** Fills what has no default. */
async function fillPermit(page: Page, cityPermitNumber: string) {
  await field(page, "City").selectOption({ label: "Oakville" });
  await field(page, "City permit number").fill(cityPermitNumber);
  await field(page, "Project name").fill("Journey House");
  await field(page, "Project address").fill("1 Journey Lane");
  await field(page, "Project description").fill("A house that a journey built");
  await page.getByLabel("Structural").check();
}

async function expectMade({ request }: Requester, cityPermitNumber: string, howMany: number) {
  const found = await request.get(`/api/permits?search=${cityPermitNumber}`);
  expect(found.headers()["x-total-count"]).toBe(String(howMany));
}

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

test("an empty form says at each field what is missing, and keeps what was typed", async ({ page }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await field(page, "Creation date").fill("");
  await field(page, "Due date").fill("");
  await field(page, "Applicant name").fill("Kept Applicant");
  await field(page, "Applicant e-mail").fill("not an address");
  await field(page, "Project type").selectOption("industrial");
  await page.getByLabel("Expedited review").check();
  expect(await statusOfPost(page, () => press(page))).toBe(400);

  const messages = {
    City: "Please select a city",
    "City permit number": "City permit number is required",
    "Creation date": "Creation date is required",
    "Due date": "Due date is required",
    "Project name": "Project name is required",
    "Project address": "Project address is required",
    "Project description": "Project description is required",
    "Applicant e-mail": "Invalid input",
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

  await expect(field(page, "Applicant name")).toHaveValue("Kept Applicant");
  await expect(field(page, "Applicant e-mail")).toHaveValue("not an address");
  await expect(field(page, "Project type")).toHaveValue("industrial");
  await expect(page.getByLabel("Expedited review")).toBeChecked();
  await expect(field(page, "Status")).not.toHaveAttribute("aria-invalid");
  await expectNoAxeViolations(page);

  await summary.getByRole("link", { name: "Project name is required" }).click();
  await expect(page).toHaveURL(/permits\/new/);
  await expect(field(page, "Project name")).toBeInViewport();
});

test("a refused file stands in the summary beside the other errors, a line each", async ({
  page,
  scripts,
}) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-SUMMARY");
  await field(page, "Project name").fill("");
  const fake = "fake.pdf: This is not a PDF file, whatever its name says.";
  const notes = "notes.txt: Only PDF, DWG and DXF files are accepted.";
  await page
    .getByLabel("Choose files")
    .setInputFiles([plans.fake("fake.pdf"), plans.fake("notes.txt"), plans.pdf("good.pdf")]);
  if (scripts) await expect(page.getByRole("checkbox", { name: /good\.pdf/ })).toBeChecked();
  expect(await statusOfPost(page, () => press(page))).toBe(400);
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

test("values that no form offers are refused, and nothing is stored", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const refused: Record<string, Record<string, string>> = {
    "Please select a status": { status: "pending" },
    "Please select a review cycle": { reviewCycle: "PC11" },
    "Please select a project type": { projectType: "castle" },
    "Please select a city": { cityId: "999999" },
    "City permit number is required": { cityPermitNumber: "   " },
    "Invalid input": { dueDate: "2026-02-31" },
    Required: { permitCreationYear: "" },
  };
  await expectMade({ request }, "J-REFUSED", 0);
  const cityPermitNumber = "J-REFUSED";
  for (const [message, wrong] of Object.entries(refused)) {
    const response = await postPermit({ request }, { cityPermitNumber, ...wrong });
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
  for (const [status, wrong] of statuses) {
    const response = await postPermit({ request }, { cityPermitNumber, ...wrong });
    expect(response.status(), Object.keys(wrong)[0]).toBe(status);
  }
  const put = await request.put("/permits/new", { form: { ...goodPermit, cityPermitNumber } });
  expect(put.status()).toBe(405);
  await expectMade({ request }, "J-REFUSED", 0);
});

test("the number is suggested or taken from the city's count, and a taken one names its holder", async ({
  page,
  scripts,
}) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-NUMBER");
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
  await press(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(pattern);
  const taken = String(await heading.textContent());

  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-NUMBER-AGAIN");
  await number.fill(taken);
  expect(await statusOfPost(page, () => press(page))).toBe(409);
  await expect(number).toHaveAccessibleDescription(/is taken by the permit of Journey House, Oakville/);
  await expect(number).toHaveValue(taken);
  await field(page, "Revision").selectOption("rev1");
  await press(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${taken} rev1`);
});

test("good files stay with the form while a bad one is named", async ({ page, scripts }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-FILES");
  await page.getByLabel("Choose files").setInputFiles([plans.pdf(), plans.fake(), plans.dwg()]);
  if (!scripts) expect(await statusOfPost(page, () => press(page))).toBe(400);
  await expect(page.getByLabel("Choose files")).toHaveAccessibleDescription(
    /fake\.pdf: This is not a PDF file, whatever its name says/,
  );
  const kept = page.getByRole("group", { name: "Files to add" });
  await expect(kept.getByRole("checkbox", { name: /plan\.pdf/ })).toBeChecked();
  await expect(kept.getByRole("checkbox", { name: /plan\.dwg/ })).toBeChecked();
  await expect(kept.getByRole("checkbox")).toHaveCount(2);
  await expect(field(page, "City permit number")).toHaveValue("J-FILES");
  await expectNoAxeViolations(page);

  await press(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  const files = page.locator("#plan-files");
  await expect(files.getByRole("link", { name: "plan.pdf", exact: true })).toBeVisible();
  await expect(files.getByRole("link", { name: "plan.dwg", exact: true })).toBeVisible();
  await expect(files.getByText("fake.pdf")).toBeHidden();
  await expectMade(page, "J-FILES", 1);
});

test("files stay also with a form that other fields hold back", async ({ page, scripts }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-HELD");
  await field(page, "Project name").fill("");
  await page.getByLabel("Choose files").setInputFiles(plans.dxf("site.dxf"));
  const kept = page.getByRole("checkbox", { name: /site\.dxf/ });
  if (scripts) await expect(kept).toBeChecked();
  expect(await statusOfPost(page, () => press(page))).toBe(400);
  await expect(field(page, "Project name")).toHaveAccessibleDescription(/Project name is required/);
  await expect(kept).toBeChecked();
  await field(page, "Project name").fill("Held House");
  await press(page);
  await expect(
    page.locator("#plan-files").getByRole("link", { name: "site.dxf", exact: true }),
  ).toBeVisible();
});

test("a file chosen before the scripts have come is taken with the form", async ({ page, scripts }) => {
  const letScriptsGo = await withoutScriptsYet(page, "/permits/new");
  await page.getByLabel("Choose files").setInputFiles(plans.pdf("early.pdf"));
  await letScriptsGo();
  if (scripts) await expect(page.getByRole("checkbox", { name: /early\.pdf/ })).toBeChecked();
  await fillPermit(page, "J-EARLY");
  await press(page);
  await expect(page.locator("#plan-files").getByRole("link", { name: "early.pdf", exact: true })).toHaveCount(
    1,
  );
});

test("the toast is announced, waits while it is pointed at, and can be closed", async ({ page, scripts }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  const region = page.locator(".toasts[aria-live=polite]");
  await expect(region).toBeAttached();
  if (scripts) await region.evaluate((element) => element.setAttribute("data-was-there", ""));
  await fillPermit(page, "J-TOAST");
  await press(page);

  const toast = region.locator(".toast");
  await toast.hover();
  await expect(toast).toContainText("Success");
  await expect(toast).toContainText("Permit created successfully");
  if (scripts) await expect(region).toHaveAttribute("data-was-there", "");
  await expect.poll(() => leaving(page)).toEqual({ playState: "paused", delay: 5000 });
  await page.mouse.move(0, 0);
  await expect.poll(() => leaving(page)).toEqual({ playState: "running", delay: 5000 });
  await toast.getByRole("link", { name: "Close" }).focus();
  await expect.poll(() => leaving(page)).toEqual({ playState: "paused", delay: 5000 });
  await expectNoAxeViolations(page);

  await page.keyboard.press("Enter");
  await expect(toast).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
  await expect(toast).toBeHidden();
});

/** How the animation stands that takes the toast away. */
const leaving = (page: Page) =>
  page.evaluate(() => {
    const animation = document
      .getAnimations()
      .find((each) => each instanceof CSSAnimation && each.animationName === "toast-leaves");
    return animation && { playState: animation.playState, delay: animation.effect?.getTiming().delay };
  });

test("a double click on Save makes one permit", async ({ page }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-DOUBLE");
  await createButton(page).dblclick();
  await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
  await expectMade(page, "J-DOUBLE", 1);
});

test("the browser's back button after a post makes no second permit", async ({ page }) => {
  await page.goto("/permits/new");
  await hydrated(page);
  await fillPermit(page, "J-BACK");
  await press(page);
  await expect(page.getByText("Permit created successfully")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New permit");
  // The browser may have filled the form in again as it was: sending it once more must not count.
  await statusOfPost(page, () => press(page));
  await expectMade(page, "J-BACK", 1);
});

test("the same post sent twice by hand leads twice to one permit", once, async ({ request, signIn }) => {
  await signIn({ request }, demoAccounts.admin);
  const form = await (await request.get("/permits/new")).text();
  const formKey = String(/<input[^>]* name="formKey"[^>]* value="([^"]+)"/.exec(form)?.[1]);
  const fields = { ...goodPermit, cityPermitNumber: "J-TWICE", formKey };
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
  await expectMade({ request }, "J-TWICE", 1);
});
