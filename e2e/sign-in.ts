import type { Page } from "@playwright/test";

export const demoPassword = "redline-demo";

export const demoAccounts = {
  admin: "admin@demo.test",
  reviewer: "reviewer@demo.test",
  city: "city@demo.test",
} as const;

export type DemoAccount = keyof typeof demoAccounts;

/** Signs in through the form, as a person would, and waits to be let in. */
export async function signIn(page: Page, email: string, password = demoPassword) {
  await page.goto("/login");
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL((address) => address.pathname !== "/login");
}
