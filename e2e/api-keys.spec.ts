import type { Page } from "@playwright/test";
import { demoAccounts, expect, expectNoAxeViolations, hydrated, once, statusOfPost, test } from "./journey";

const keyItem = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("an API key is created, shown once, used by a program and revoked", async ({
  page,
  server,
  signIn,
  playwright,
}) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/profile");
  await hydrated(page);
  const create = () => page.getByRole("button", { name: "Create API key" }).click();
  expect(await statusOfPost(page, create)).toBe(400);

  await page.getByLabel(/^Key name/).fill("Nightly report");
  await page.getByLabel("Read-only").check();
  await create();
  const secret = page.getByLabel("API key", { exact: true });
  await expect(secret).toHaveValue(/^redline_/);
  const key = await secret.inputValue();
  await expect(keyItem(page, "Nightly report")).toContainText("Read-only. Created");
  await expect(keyItem(page, "Nightly report")).toContainText("Never used.");
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(secret).toHaveCount(0);
  expect(await page.content()).not.toContain(key);

  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const permits = await program.get("/api/permits?status=hold");
  expect(permits.status()).toBe(200);
  expect(permits.headers()["x-total-count"]).toBe(String((await permits.json()).length));
  expect((await program.delete("/api/permits/7")).status()).toBe(403);
  expect((await program.get("/permits")).status()).toBe(401);

  await page.reload();
  await expect(keyItem(page, "Nightly report")).toContainText("Last used");
  await hydrated(page);
  await page.getByRole("button", { name: "Revoke the API key Nightly report" }).click();
  await expect(keyItem(page, "Nightly report")).toHaveCount(0);
  expect((await program.get("/api/permits?status=hold")).status()).toBe(401);
  await program.dispose();
});

test("the API is documented as a page and as OpenAPI", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.reviewer);
  await page.goto("/profile");
  await page.getByRole("link", { name: "API documentation" }).click();
  await expect(page).toHaveURL("/api/docs");
  await expect(page.getByText("/api/permits/{id}/time-entries").first()).toBeVisible();
  const description = await (await page.request.get("/api/openapi.json")).json();
  expect(description.openapi).toMatch(/^3\.1/);
  expect(Object.keys(description.paths)).toContain("/api/permits/{id}");
});

test(
  "a request that is too large returns 413, and the connection remains usable",
  once,
  async ({ request, signIn }) => {
    await signIn({ request }, demoAccounts.admin);
    const response = await request.post("/api/permits", { data: { projectName: "x".repeat(2_000_000) } });
    expect(response.status()).toBe(413);
    expect((await request.get("/api/auth/user")).status()).toBe(200);
  },
);
