import type { Page } from "@playwright/test";
import { createAdministrator } from "./administrator";
import { demoAccounts, demoPassword, expect, expectNoScripts, test, title, userMenu } from "./journey";

const fillSignIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
};
const pressSignIn = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true }).click();

test("a signed-out user sees the sign-in page at any address and returns there after signing in", async ({
  page,
}) => {
  const address = "/permits?status=hold&sort=-due&page=2";
  const response = await page.goto(address);
  expect(response?.status()).toBe(401);
  await expect(page).toHaveTitle(/Sign in/);
  await expect(title(page)).toHaveText("Sign in to access your dashboard");
  await expect(page.getByText("Redline", { exact: true })).toBeVisible();
  await expect(page.getByText("Municipal Building Permit Management System", { exact: true })).toBeVisible();
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
});

test("signed-out requests return 401, as the sign-in page or as JSON", async ({ request }) => {
  for (const address of [
    "/",
    "/permits/7/edit",
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

test("the command line creates an administrator, with a link to set a password", async ({
  request,
  server,
}) => {
  const email = "dana@example.test";
  const response = await request.get(await createAdministrator(server, email));
  expect(response.status()).toBe(200);
  expect(await response.text()).toContain(`value="${email}"`);
});

test("signing in works with only the keyboard", async ({ page }) => {
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
