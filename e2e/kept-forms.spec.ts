import type { Page, Request, Route } from "@playwright/test";
import type { TestServer } from "../scripts/test-server";
import {
  alsoWithoutScripts,
  createAssignedPermit,
  createPermit,
  demoAccounts,
  demoPassword,
  endSessions,
  expect,
  expectCreated,
  expectNoAxeViolations,
  field,
  fillPermit,
  hydrated,
  openDatabase,
  openNewPermit,
  permitCount,
  plans,
  region,
  statusOfPost,
  test,
  title,
  withoutScripts,
  withoutTable,
} from "./journey";
import { press } from "./plan-check";

const create = (page: Page) => page.getByRole("button", { name: "Create permit" }).click();
const failureToast = (page: Page) => page.getByRole("alert").filter({ hasText: "Error" });
const typed = {
  projectName: "Typed House",
  projectAddress: "1 Typed Lane",
  projectDescription: "Two storeys,\nand a cellar",
};
const unreachable = "The server could not be reached. Your entries are still here: try again.";

/** Fills the form of a new permit with values that `expectTyped` finds again. */
const typePermit = (page: Page, cityPermitNumber: string) => fillPermit(page, { ...typed, cityPermitNumber });

/** Chromium stores typed text for "Back" a second later, or at once when the history changes. */
const storeTypedText = (page: Page) => page.evaluate(() => history.replaceState(history.state, ""));

async function expectTyped(page: Page, cityPermitNumber: string) {
  await expect(field(page, "City permit number")).toHaveValue(cityPermitNumber);
  await expect(field(page, "Project name")).toHaveValue(typed.projectName);
  await expect(field(page, "Project description")).toHaveValue(typed.projectDescription);
  await expect(field(page, "City").locator("option:checked")).toHaveText("Oakville");
  await expect(page.getByLabel("Structural")).toBeChecked();
}

/** Handles the next POST of a page with a function; later requests pass. */
async function interceptNextPost(page: Page, handle: (route: Route) => Promise<unknown>) {
  let isDone = false;
  await page.route("**/*", async (route) => {
    if (isDone || route.request().method() !== "POST") return route.fallback();
    isDone = true;
    await handle(route);
  });
}

function keptFormCount(server: TestServer): number {
  const database = openDatabase(server);
  const count = database.prepare("select count(*) from kept_forms").pluck().get();
  database.close();
  return Number(count);
}

/** Signs in with the form of the sign-in page. */
async function signInOnPage(page: Page, email: string) {
  await page.getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test.describe("a request that fails", () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
  });

  test("preserves the form, and can be sent again with the same idempotency key", async ({
    page,
    context,
  }) => {
    await openNewPermit(page);
    await typePermit(page, "J-OFFLINE");
    const key = await page.locator("[name=formKey]").inputValue();
    await context.setOffline(true);
    await create(page);
    await expect(failureToast(page)).toContainText(`Failed to create permit. ${unreachable}`);
    await expectTyped(page, "J-OFFLINE");
    await expect(page).toHaveURL("/permits/new");
    await expect(title(page)).toHaveText("New permit");
    await expectNoAxeViolations(page);

    // The next requests fail offline, at a proxy that cannot reach the server, and with a lost response.
    const isPost = (request: Request) => request.method() === "POST";
    // The toast of the first request is still there.
    await Promise.all([page.waitForEvent("requestfailed", isPost), create(page)]);
    await expect(failureToast(page)).toHaveCount(1);
    await context.setOffline(false);
    await interceptNextPost(page, (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    );
    await create(page);
    await expect(failureToast(page)).toContainText(unreachable);
    await expectCreated(page, "J-OFFLINE", 0);
    await interceptNextPost(page, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await create(page);
    await expect.poll(() => permitCount(page, "J-OFFLINE")).toBe(1);
    await expectTyped(page, "J-OFFLINE");
    await expect(page.locator("[name=formKey]")).toHaveValue(key);

    await create(page);
    await expect(page.getByText("Permit created successfully")).toBeVisible();
    await expectCreated(page, "J-OFFLINE", 1);
  });

  test("with status 500 preserves the form and shows the reference from the log", async ({
    page,
    server,
  }) => {
    await openNewPermit(page);
    await typePermit(page, "J-FAILED");
    await withoutTable(server, "sessions", async () => {
      expect(await statusOfPost(page, () => create(page))).toBe(500);
    });
    await expect(failureToast(page)).toContainText("Failed to create permit. ");
    const [, reference] = /\(reference (\w{8})\)/.exec(String(await failureToast(page).textContent())) ?? [];
    expect(server.output()).toContain(`error ${reference} at POST /permits/new`);
    await expectTyped(page, "J-FAILED");
    await create(page);
    await expect(page.getByText("Permit created successfully")).toBeVisible();
  });

  test(
    "preserves the entries after going back from the browser's error page",
    withoutScripts,
    async ({ page, context }) => {
      await page.goto("/permits/new");
      await typePermit(page, "J-BACK-AGAIN");
      await storeTypedText(page);
      await context.setOffline(true);
      const failed = page.waitForEvent("requestfailed");
      await create(page);
      await failed;
      await page.waitForURL(/^chrome-error:/);
      await context.setOffline(false);
      await page.goBack();
      await expect(page).toHaveURL("/permits/new");
      await expectTyped(page, "J-BACK-AGAIN");
      await create(page);
      await expect(page.getByText("Permit created successfully")).toBeVisible();
      await expectCreated(page, "J-BACK-AGAIN", 1);
    },
  );
});

test("a page that cannot be loaded leaves the current page open, also when going back", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/cities");
  await page.goto("/permits");
  await hydrated(page);
  await page.getByRole("link", { name: "New Permit" }).click();
  await expect(title(page)).toHaveText("New permit");
  await typePermit(page, "J-STAYS");
  await context.setOffline(true);
  const error = page.getByText("The page could not be loaded. Try again.");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(error).toBeVisible();
  await expectTyped(page, "J-STAYS");
  await expect(page).toHaveURL("/permits/new");

  await page.evaluate(() => history.back());
  await expect(error).toHaveCount(1);
  await expectTyped(page, "J-STAYS");
  await expect(page).toHaveURL("/permits/new");

  await context.setOffline(false);
  await page.goBack();
  await expect(page).toHaveURL("/permits");
  await expect(title(page)).toHaveText("Permits");
  await page.goForward();
  await expect(page).toHaveURL("/permits/new");
});

test.describe("a form whose session has ended", () => {
  test(
    "is kept until its author signs in again",
    alsoWithoutScripts,
    async ({ page, scripts, server, signIn }) => {
      await signIn(page, demoAccounts.admin);
      await openNewPermit(page);
      await typePermit(page, "J-KEPT");
      await page.getByLabel("Choose files").setInputFiles([plans.pdf("A-101.pdf")]);
      if (scripts) await expect(page.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
      const key = await page.locator("[name=formKey]").inputValue();
      endSessions(server, demoAccounts.admin);
      expect(await statusOfPost(page, () => create(page))).toBe(401);
      await expect(page.getByText("Sign in to access your dashboard")).toBeVisible();
      await expect(page.getByText("Your entries are stored for two hours")).toBeVisible();
      await expect(page.getByText("Administrator")).toHaveCount(0);
      await expectNoAxeViolations(page);

      await signInOnPage(page, demoAccounts.admin);
      await expect(page).toHaveURL(/\/permits\/new/);
      await hydrated(page);
      const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
      await expect(summary).toContainText("You were signed out. Check your entries and send them again.");
      await expectTyped(page, "J-KEPT");
      await expect(page.locator("[name=formKey]")).toHaveValue(key);
      if (scripts) await expect(page.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
      else await expect(summary).toContainText("Choose these files again: A-101.pdf");
      await expectCreated(page, "J-KEPT", 0);

      await create(page);
      await expect(page.getByText("Permit created successfully")).toBeVisible();
      await expectCreated(page, "J-KEPT", 1);
      expect(keptFormCount(server)).toBe(0);
      await page.goto("/permits/new");
      await expect(field(page, "Project name")).toHaveValue("");
    },
  );

  test("cannot be posted by another site", async ({ request, server, signIn }) => {
    await signIn({ request }, demoAccounts.reviewer);
    const page = await (await request.get("/permits/7")).text();
    const [, name = "", owner = ""] = /name="(owner-[^"]*)" value="([^"]*)"/.exec(page) ?? [];
    expect(owner).not.toBe("");
    endSessions(server, demoAccounts.reviewer);
    const before = keptFormCount(server);
    const post = (headers: Record<string, string>) =>
      request.post("/permits/7?comment", { form: { [name]: owner, text: "Kept" }, headers });
    expect((await post({ origin: "https://elsewhere.example" })).status()).toBe(403);
    expect(keptFormCount(server)).toBe(before);
    expect((await post({ origin: server.url })).status()).toBe(401);
    expect(keptFormCount(server)).toBe(before + 1);
  });
});

/** The user of a page, who stays at the question whether to leave, until they are leaving. */
function readerOf(page: Page) {
  const reader = { questions: [] as string[], isLeaving: false };
  page.removeAllListeners("dialog");
  page.on("dialog", async (question) => {
    reader.questions.push(question.type());
    await (reader.isLeaving ? question.accept() : question.dismiss());
  });
  return reader;
}

const offerOn = (page: Page) => page.getByText("Restore what you typed?");
const commentField = (page: Page) => page.getByRole("textbox", { name: "Comment (required)", exact: true });
const dashboardLink = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" });

async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
}

test.describe("typed text that is not sent", () => {
  const text = "Provide the load path\n  at grid B.";

  test("stays with scripts until it is saved, and leaving it asks once", async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    const address = await createPermit(page, { urban37PermitNumber: "TYPED-1" });
    await page.goto(address);
    await hydrated(page);
    const reader = readerOf(page);
    const { questions } = reader;
    const comment = commentField(page);
    const offer = offerOn(page);
    const dashboard = dashboardLink(page);
    await comment.fill(text);
    await dashboard.click();
    await expect.poll(() => questions.length).toBe(1);
    await expect(comment).toHaveValue(text);
    reader.isLeaving = true;
    await dashboard.click();
    await expect(page).toHaveURL("/");
    expect(questions).toEqual(["confirm", "confirm"]);

    // The address changes before the page does.
    await expect(comment).toHaveCount(0);
    await page.goBack();
    await expect(offer).toBeVisible();
    await expect(comment).toHaveValue("");
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(comment).toHaveValue(text);
    await expect(offer).toHaveCount(0);
    reader.isLeaving = false;
    await page.evaluate(() => history.forward());
    await expect.poll(() => questions.length).toBe(3);
    await expect(page).toHaveURL(address);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByText("Comment added")).toBeVisible();
    await dashboard.click();
    await expect(page).toHaveURL("/");
    expect(questions).toHaveLength(3);
    await page.goto(address);
    await hydrated(page);
    await expect(offer).toHaveCount(0);

    await page.goto(`${address}/edit`);
    await hydrated(page);
    await field(page, "Project name").fill("Another name");
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toEqual(["confirm", "confirm", "confirm", "beforeunload"]);
  });

  test("stays in a dialog when its backdrop is clicked", async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/cities/new");
    await hydrated(page);
    const reader = readerOf(page);
    const { questions } = reader;
    const name = field(page, "City name");
    await name.fill("Typed City");
    await page.mouse.click(5, 5);
    await page.mouse.click(5, 5);
    await expect(name).toHaveValue("Typed City");
    expect(questions).toHaveLength(0);
    for (const count of [1, 2, 3]) {
      await page.keyboard.press("Escape");
      await expect.poll(() => questions.length).toBe(count);
      await expect(name).toBeVisible();
      await expect(name).toHaveValue("Typed City");
      await expect(page.getByRole("dialog")).toHaveJSProperty("open", true);
    }
    reader.isLeaving = true;
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/cities");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(questions).toHaveLength(4);

    await page.goto("/cities/new");
    await hydrated(page);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    await hydrated(page);
    await expect(name).toHaveValue("");
    await expect(page.getByText("Restore what you typed?")).toHaveCount(0);
    await page.mouse.click(5, 5);
    await expect(page).toHaveURL("/cities");
    expect(questions).toHaveLength(4);
  });

  test("is restored into its own fields, and leaves what a colleague has changed", async ({
    page,
    signIn,
  }) => {
    await signIn(page, demoAccounts.admin);
    const permit = await createPermit(page);
    const address = `${permit}/edit`;
    await open(page, address);
    await field(page, "Project name").fill("Typed House");
    await dashboardLink(page).click();
    await expect(page).toHaveURL("/");

    const data = { projectAddress: "9 Moved Street" };
    expect((await page.request.patch(`/api${permit}`, { data })).status()).toBe(200);

    await open(page, address);
    await press(page, "Restore");
    await expect(field(page, "Project name")).toHaveValue("Typed House");
    await expect(field(page, "Project address")).toHaveValue("9 Moved Street");
  });

  test("files of an upload stay when another cycle is chosen", async ({ page, signIn, signedIn }) => {
    const administrator = await signedIn(demoAccounts.admin);
    await signIn(page, demoAccounts.reviewer);
    const address = await createAssignedPermit(administrator, { reviewCycle: "PC2" });
    await open(page, `/employee-dashboard${address}`);
    const files = region(page, "Plan Files");
    await files.getByLabel("Add files").setInputFiles([plans.pdf("marked-up.pdf")]);
    const chosen = files.getByRole("checkbox", { name: "marked-up.pdf" });
    await expect(chosen).toBeChecked();
    const reader = readerOf(page);
    const cycle = files.getByRole("search").getByLabel("Review cycle");
    const [other = ""] = (await cycle.locator("option:not(:checked)").allTextContents()).slice(0, 1);
    await cycle.selectOption(other);
    await expect.poll(() => reader.questions).toEqual(["confirm"]);
    await expect(chosen).toBeChecked();
    await press(files, "Upload");
    await expect(page.getByText("Files uploaded successfully")).toBeVisible();
    expect(reader.questions).toEqual(["confirm"]);
  });
});
