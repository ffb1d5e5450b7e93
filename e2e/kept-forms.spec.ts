import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import Database from "better-sqlite3";
import type { TestServer } from "../scripts/test-server";
import {
  demoAccounts,
  demoPassword,
  endSessions,
  expect,
  expectNoAxeViolations,
  hydrated,
  makePermit,
  once,
  plans,
  statusOfPost,
  test,
  withoutScripts,
  withScripts,
} from "./journey";
import type { Requester } from "./sign-in";

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
const press = (page: Page) => page.getByRole("button", { name: "Create permit" }).click();
const failureToast = (page: Page) => page.getByRole("alert").filter({ hasText: "Error" });
const notReached = "The server could not be reached. Your entries are still here: try again.";

/** Fills what has no default, with a name to look for. */
async function fillPermit(page: Page, cityPermitNumber: string) {
  await field(page, "City").selectOption({ label: "Oakville" });
  await field(page, "City permit number").fill(cityPermitNumber);
  await field(page, "Project name").fill("Typed House");
  await field(page, "Project address").fill("1 Typed Lane");
  await field(page, "Project description").fill("Two storeys,\nand a cellar");
  await page.getByLabel("Structural").check();
}

async function expectTyped(page: Page, cityPermitNumber: string) {
  await expect(field(page, "City permit number")).toHaveValue(cityPermitNumber);
  await expect(field(page, "Project name")).toHaveValue("Typed House");
  await expect(field(page, "Project description")).toHaveValue("Two storeys,\nand a cellar");
  await expect(field(page, "City").locator("option:checked")).toHaveText("Oakville");
  await expect(page.getByLabel("Structural")).toBeChecked();
}

async function expectMade({ request }: Requester, cityPermitNumber: string, howMany: number) {
  expect(await madeBy({ request }, cityPermitNumber)).toBe(String(howMany));
}

async function madeBy({ request }: Requester, cityPermitNumber: string) {
  return (await request.get(`/api/permits?search=${cityPermitNumber}`)).headers()["x-total-count"];
}

/** Lets the next post of a page down as `answer` does; those after it pass. */
async function letDownOnce(page: Page, answer: (route: Route) => Promise<unknown>) {
  let isDone = false;
  await page.route("**/*", async (route) => {
    if (isDone || route.request().method() !== "POST") return route.fallback();
    isDone = true;
    await answer(route);
  });
}

function keptForms(server: TestServer): number {
  const database = new Database(join(server.dataFolder, "redline.db"), { readonly: true });
  const count = database.prepare("select count(*) from kept_forms").pluck().get();
  database.close();
  return Number(count);
}

/** Signs in from the sign-in page, as somebody does who meets it. */
async function signInHere(page: Page, email: string) {
  await page.getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test.describe("a post that does not arrive", () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
  });

  test(
    "leaves the form as it was typed, and is sent again with the same key",
    withScripts,
    async ({ page, context }) => {
      await page.goto("/permits/new");
      await hydrated(page);
      await fillPermit(page, "J-OFFLINE");
      const key = await page.locator("[name=formKey]").inputValue();
      await context.setOffline(true);
      await press(page);
      await expect(failureToast(page)).toContainText(`Failed to create permit. ${notReached}`);
      await expectTyped(page, "J-OFFLINE");
      await expect(page).toHaveURL("/permits/new");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("New permit");
      await expectNoAxeViolations(page);

      // Once more without a line, then by a proxy that has none to us, then by one that loses the response.
      await press(page);
      await expect(failureToast(page)).toHaveCount(1);
      await context.setOffline(false);
      await letDownOnce(page, (route) =>
        route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
      );
      await press(page);
      await expect(failureToast(page)).toContainText(notReached);
      await expectMade(page, "J-OFFLINE", 0);
      await letDownOnce(page, async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      });
      await press(page);
      await expect.poll(() => madeBy(page, "J-OFFLINE")).toBe("1");
      await expectTyped(page, "J-OFFLINE");
      await expect(page.locator("[name=formKey]")).toHaveValue(key);

      await press(page);
      await expect(page.getByText("Permit created successfully")).toBeVisible();
      await expectMade(page, "J-OFFLINE", 1);
    },
  );

  test("keeps what an earlier refusal said", withScripts, async ({ page, context }) => {
    await page.goto("/permits/new");
    await hydrated(page);
    await fillPermit(page, "J-REFUSED-FIRST");
    await field(page, "Project address").fill("");
    expect(await statusOfPost(page, () => press(page))).toBe(400);
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toContainText("Project address is required");
    await field(page, "Project address").fill("2 Typed Lane");
    await context.setOffline(true);
    await press(page);
    await expect(failureToast(page)).toContainText(notReached);
    await expect(summary).toContainText("Project address is required");
    await expect(field(page, "Project address")).toHaveValue("2 Typed Lane");
    await expectTyped(page, "J-REFUSED-FIRST");
  });

  test("and one that our own server fails at stay in the form", withScripts, async ({ page, server }) => {
    await page.goto("/permits/new");
    await hydrated(page);
    await fillPermit(page, "J-FAILED");
    const database = new Database(join(server.dataFolder, "redline.db"));
    database.exec("alter table sessions rename to lost");
    try {
      expect(await statusOfPost(page, () => press(page))).toBe(500);
    } finally {
      database.exec("alter table lost rename to sessions");
      database.close();
    }
    await expect(failureToast(page)).toContainText("Failed to create permit. ");
    const [, reference] = /\(reference (\w{8})\)/.exec(String(await failureToast(page).textContent())) ?? [];
    expect(server.output()).toContain(`error ${reference} at POST /permits/new`);
    await expectTyped(page, "J-FAILED");
    await press(page);
    await expect(page.getByText("Permit created successfully")).toBeVisible();
  });

  test(
    "is typed still after going back from the browser's own page",
    withoutScripts,
    async ({ page, context }) => {
      await page.goto("/permits/new");
      await fillPermit(page, "J-BACK-AGAIN");
      await context.setOffline(true);
      const failed = page.waitForEvent("requestfailed");
      await press(page);
      await failed;
      await page.waitForURL(/^chrome-error:/);
      await context.setOffline(false);
      await page.goBack();
      await expect(page).toHaveURL("/permits/new");
      await expectTyped(page, "J-BACK-AGAIN");
      await press(page);
      await expect(page.getByText("Permit created successfully")).toBeVisible();
      await expectMade(page, "J-BACK-AGAIN", 1);
    },
  );
});

test(
  "a page that cannot be loaded leaves the one that is there, also on going back",
  withScripts,
  async ({ page, context, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/cities");
    await page.goto("/permits");
    await hydrated(page);
    await page.getByRole("link", { name: "New Permit" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New permit");
    await fillPermit(page, "J-STAYS");
    await context.setOffline(true);
    const lost = page.getByText("The page could not be loaded. Try again.");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(lost).toBeVisible();
    await expectTyped(page, "J-STAYS");
    await expect(page).toHaveURL("/permits/new");

    await page.evaluate(() => history.back());
    await expect(lost).toHaveCount(1);
    await expectTyped(page, "J-STAYS");
    await expect(page).toHaveURL("/permits/new");

    await context.setOffline(false);
    await page.goBack();
    await expect(page).toHaveURL("/permits");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Permits");
    await page.goForward();
    await expect(page).toHaveURL("/permits/new");
  },
);

test.describe("a session that ends while a form is open", () => {
  test("keeps the form until its author has signed in again", async ({ page, scripts, server, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/permits/new");
    await hydrated(page);
    await fillPermit(page, "J-KEPT");
    await page.getByLabel("Choose files").setInputFiles([plans.pdf("A-101.pdf")]);
    if (scripts) await expect(page.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
    const key = await page.locator("[name=formKey]").inputValue();
    endSessions(server, demoAccounts.admin);
    expect(await statusOfPost(page, () => press(page))).toBe(401);
    await expect(page.getByText("Sign in to access your dashboard")).toBeVisible();
    await expect(page.getByText("What you typed is kept for two hours")).toBeVisible();
    await expect(page.getByText("Administrator")).toHaveCount(0);
    await expectNoAxeViolations(page);

    await signInHere(page, demoAccounts.admin);
    await expect(page).toHaveURL(/\/permits\/new/);
    await hydrated(page);
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toContainText("You were signed out. Check your entries and send them again.");
    await expectTyped(page, "J-KEPT");
    await expect(page.locator("[name=formKey]")).toHaveValue(key);
    if (scripts) await expect(page.getByRole("checkbox", { name: "A-101.pdf" })).toBeChecked();
    else await expect(summary).toContainText("Choose these files again: A-101.pdf");
    await expectMade(page, "J-KEPT", 0);
    await expectNoAxeViolations(page);

    await press(page);
    await expect(page.getByText("Permit created successfully")).toBeVisible();
    await expectMade(page, "J-KEPT", 1);
    expect(keptForms(server)).toBe(0);
    await page.goto("/permits/new");
    await expect(field(page, "Project name")).toHaveValue("");
  });

  test("shows nothing of it to a second person at the same browser", async ({ page, server, signIn }) => {
    await signIn(page, demoAccounts.reviewer);
    await page.goto("/permits/7");
    await hydrated(page);
    await page.getByLabel("Comment", { exact: true }).fill("Only for my own eyes");
    endSessions(server, demoAccounts.reviewer);
    const comment = page.getByRole("button", { name: "Comment", exact: true });
    expect(await statusOfPost(page, () => comment.click())).toBe(401);
    expect(keptForms(server)).toBe(1);

    await signInHere(page, demoAccounts.admin);
    await expect(page).toHaveURL(/\/permits\/7/);
    await expect(page.getByRole("heading", { name: "Permit Information" })).toBeVisible();
    expect(await page.content()).not.toContain("Only for my own eyes");
    expect(keptForms(server)).toBe(0);
    const address = page.url();
    await page.goto("/api/logout");
    await signIn(page, demoAccounts.reviewer);
    await page.goto(address);
    expect(await page.content()).not.toContain("Only for my own eyes");
  });

  test("shows what was typed under the refusal, when the row is gone", async ({
    page,
    newcomer,
    server,
    signIn,
  }) => {
    const admin = await newcomer();
    await signIn(admin, demoAccounts.admin);
    const permit = await makePermit(admin, { cityPermitNumber: "J-GONE" });
    await signIn(page, demoAccounts.reviewer);
    await page.goto(permit);
    await hydrated(page);
    await page.getByLabel("Comment", { exact: true }).fill("The beam on A-101\nis too short");
    endSessions(server, demoAccounts.reviewer);
    const comment = page.getByRole("button", { name: "Comment", exact: true });
    expect(await statusOfPost(page, () => comment.click())).toBe(401);
    await admin.request.post(`${permit}?dialog=delete`, { form: { confirmation: "delete" } });

    await signInHere(page, demoAccounts.reviewer);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Permit not found");
    await expect(page.getByRole("main")).toContainText("The beam on A-101\nis too short");
    await expectNoAxeViolations(page);
  });

  test("shows what was typed under the refusal, when the rights are fewer", async ({
    page,
    server,
    signIn,
  }) => {
    await signIn(page, demoAccounts.admin);
    await page.goto("/permits/new");
    await hydrated(page);
    await fillPermit(page, "J-FEWER");
    endSessions(server, demoAccounts.admin);
    const database = new Database(join(server.dataFolder, "redline.db"));
    const setRole = database.prepare("update users set role = ? where email = ?");
    try {
      expect(await statusOfPost(page, () => press(page))).toBe(401);
      setRole.run("employee", demoAccounts.admin);
      await signInHere(page, demoAccounts.admin);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
      await expect(page.getByRole("main")).toContainText("Typed House");
      await expect(page.getByRole("main")).toContainText("Two storeys,\nand a cellar");
      await expectNoAxeViolations(page);
    } finally {
      // The worker's other journeys go on with the same data.
      setRole.run("admin", demoAccounts.admin);
      database.close();
    }
    await expectMade(page, "J-FEWER", 0);
  });

  test("leaves nothing of whoever was signed in on the portal's sign-in page", async ({
    page,
    server,
    signIn,
  }) => {
    await signIn(page, demoAccounts.city);
    await page.goto("/oakvilles?dialog=submit");
    await hydrated(page);
    await field(page, "Project name").fill("A city's house");
    await field(page, "Project address").fill("3 City Street");
    await field(page, "Project description").fill("A house");
    await field(page, "Project type").selectOption("residential");
    endSessions(server, demoAccounts.city);
    const send = page.getByRole("button", { name: "Submit Permit" });
    expect(await statusOfPost(page, () => send.click())).toBe(401);
    await expect(page.getByText("Sign in to access your dashboard")).toBeVisible();
    await expect(page.getByText("Logged in as")).toHaveCount(0);

    await signInHere(page, demoAccounts.city);
    await expect(field(page, "Project name")).toHaveValue("A city's house");
    await send.click();
    await expect(page.getByText("Permit submitted successfully")).toBeVisible();
  });

  test("is of no use to another site", once, async ({ request, server, signIn }) => {
    await signIn({ request }, demoAccounts.reviewer);
    const page = await (await request.get("/permits/7")).text();
    const [, name = "", sealed = ""] = /name="(owner-[^"]*)" value="([^"]*)"/.exec(page) ?? [];
    expect(sealed).not.toBe("");
    endSessions(server, demoAccounts.reviewer);
    const before = keptForms(server);
    const post = (headers: Record<string, string>) =>
      request.post("/permits/7?comment", { form: { [name]: sealed, text: "Kept" }, headers });
    expect((await post({ origin: "https://elsewhere.example" })).status()).toBe(403);
    expect(keptForms(server)).toBe(before);
    expect((await post({ origin: server.url })).status()).toBe(401);
    expect(keptForms(server)).toBe(before + 1);
  });
});
