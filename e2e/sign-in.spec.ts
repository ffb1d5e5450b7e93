import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { TestServer } from "../scripts/test-server";
import {
  demoAccounts,
  demoPassword,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  once,
  statusOfPost,
  test,
  title,
  userMenu,
} from "./journey";

const fillSignIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
};
const pressSignIn = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true }).click();

test(
  "a signed-out user sees the sign-in page at any address and returns there after signing in",
  once,
  async ({ page }) => {
    const address = "/permits?status=hold&sort=-due&page=2";
    const response = await page.goto(address);
    expect(response?.status()).toBe(401);
    await expect(page).toHaveTitle(/Sign in/);
    await expect(title(page)).toHaveText("Sign in to access your dashboard");
    await expect(page.getByText("Redline", { exact: true })).toBeVisible();
    await expect(
      page.getByText("Municipal Building Permit Management System", { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByText("Access permit management tools for your municipality", { exact: true }),
    ).toBeVisible();
    await expectNoScripts(page);

    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await fillSignIn(page, demoAccounts.admin, demoPassword);
    await pressSignIn(page);
    await expect(page).toHaveURL(address);
    await expect(title(page)).toHaveText("Permits");
    await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  },
);

test("signed-out requests return 401, as the sign-in page or as JSON", once, async ({ request }) => {
  for (const address of [
    "/",
    "/permits/7?edit",
    "/permits/abc",
    "/no/such/page",
    "/profile",
    "/permits/new",
  ]) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(401);
    expect(await response.text(), address).toContain("Sign in to access your dashboard");
  }
  const response = await request.get("/api/auth/user");
  expect(response.status()).toBe(401);
  expect(await response.json()).toHaveProperty("message");
});

test("signing in never redirects to another site", once, async ({ page, server }) => {
  for (const foreign of [
    "https://elsewhere.test/",
    "//elsewhere.test/",
    "/\\elsewhere.test/",
    "javascript:1",
  ]) {
    await page.context().clearCookies();
    await page.goto(`/login?${new URLSearchParams({ returnTo: foreign })}`);
    await fillSignIn(page, demoAccounts.admin, demoPassword);
    await pressSignIn(page);
    await expect(page).toHaveURL(`${server.url}/`);
  }
});

test("a wrong password and an unknown account get the same error message", once, async ({ page }) => {
  const messages: (string | null)[] = [];
  for (const email of [demoAccounts.city, "nobody@demo.test"]) {
    await page.goto("/login");
    await fillSignIn(page, email, "not the password");
    expect(await statusOfPost(page, () => pressSignIn(page))).toBe(401);
    await expectNoScripts(page);
    const problem = page.getByRole("alert").getByRole("listitem");
    await expect(problem).toHaveCount(1);
    messages.push(await problem.textContent());
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
  }
  expect(messages[0]).toBe(messages[1]);
  expect(messages[0]).toMatch(/do not match an account/);
});

test("after ten failures within a minute even the correct password returns 429", once, async ({ page }) => {
  const email = "gordon.ames@oakville.test";
  for (let failures = 1; failures <= 10; failures += 1) {
    const response = await page.request.post("/login", { form: { email, password: `wrong ${failures}` } });
    expect(response.status(), `failure ${failures}`).toBe(401);
  }
  await page.goto("/login");
  await fillSignIn(page, email, demoPassword);
  expect(await statusOfPost(page, () => pressSignIn(page))).toBe(429);
  await expect(page.getByRole("alert").first()).toContainText(/Wait \d+ seconds? and try again/);
});

test("signing out ends the session, also after going back", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits");
  const [session] = (await page.context().cookies()).filter(({ name }) => name === "session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await userMenu(page).click();
  await page.getByText("Sign Out", { exact: true }).click();
  await expect(title(page)).toHaveText("Sign in to access your dashboard");
  await page.goBack();
  await expect(title(page)).toHaveText("Sign in to access your dashboard");

  const headers = { cookie: `session=${session?.value}` };
  const reused = await page.request.get("/api/auth/user", { headers });
  expect(reused.status()).toBe(401);
});

test("the test page signs in as a city user", once, async ({ page }) => {
  await page.goto("/test-city");
  await expectNoScripts(page);
  await expect(page.getByRole("link", { name: /sign in with an account/i })).toHaveAttribute(
    "href",
    "/api/login",
  );
  await page.getByRole("button", { name: /test city user/i }).click();
  await expect(page.getByText("City User", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/");
  const marker = (await page.context().cookies()).find(({ name }) => name === "test-user");
  expect(marker).toMatchObject({ httpOnly: true });

  const user = await (await page.request.get("/api/test-city-user")).json();
  expect(user).toMatchObject({ email: demoAccounts.city, role: "city", cityId: 3 });
  expect(JSON.stringify(user)).not.toContain("argon2");
});

test("an invalid link shows an error and how to get another", once, async ({ page }) => {
  for (const address of ["/invite/made-up", "/reset-password/made-up"]) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(410);
    await expect(title(page)).toHaveText("This link cannot be used");
    await expect(page.getByText(/Ask .+ new one/)).toBeVisible();
    await expectNoScripts(page);
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: /sign in/i }).click();
    await expect(page).toHaveURL("/login");
  }
});

test("an administrator created on the command line sets a password once", once, async ({ page, server }) => {
  const email = "dana@example.test";
  const link = await createAdministrator(server, email);
  expect((await page.goto(link))?.status()).toBe(200);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectNoScripts(page);
  await expectNoAxeViolations(page);

  const password = page.getByLabel("Password");
  const press = () => page.getByRole("button", { name: "Set password" }).click();
  await password.fill("too short");
  expect(await statusOfPost(page, press)).toBe(400);
  await expect(password).toHaveAccessibleDescription(/Use 12 characters or more/);
  await expect(password).toHaveValue("");

  const newPassword = "three herons over slack water";
  await password.fill(newPassword);
  await press();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  await expect(page.getByText("Your password is set")).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(410);

  await page.context().clearCookies();
  await page.goto("/login");
  await fillSignIn(page, email, newPassword);
  await pressSignIn(page);
  await expect(title(page)).toHaveText("Administrator Dashboard");
});

/** Runs `npm run admin` while the server is running, and returns the printed link. */
async function createAdministrator({ dataFolder, url }: TestServer, email: string): Promise<string> {
  const program = ["--import", "tsx", "scripts/admin.ts", "--email", email, "--name", "Dana Park"];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataFolder, ORIGIN: url };
  const { stdout } = await promisify(execFile)(process.execPath, program, { env });
  const link = /https?:\S+\/invite\/\S+/.exec(stdout)?.[0];
  expect(link, stdout).toBeDefined();
  return String(link);
}

test("signing in works with only the keyboard", once, async ({ page }) => {
  await page.goto("/permits");
  const link = page.getByRole("link", { name: "Sign In", exact: true });
  for (let presses = 0; presses < 5 && !(await isFocused(page, "a.button")); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(demoAccounts.reviewer);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("mistyped");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("alert")).toBeFocused();
  for (const field of ["Email", "Password"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(field)).toBeFocused();
  }
  await page.keyboard.type(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/permits");
  await expect(page.getByText("Employee", { exact: true })).toBeVisible();
});

const isFocused = (page: Page, selector: string) =>
  page.evaluate((expected) => document.activeElement?.matches(expected) ?? false, selector);
