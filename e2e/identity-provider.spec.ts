import type { Page } from "@playwright/test";
import { startFreshServer, type TestServer } from "../scripts/test-server";
import { type Forgery, type IdentityProvider, startIdentityProvider } from "./identity-provider";
import {
  test as base,
  demoAccounts,
  endSessions,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  hydrated,
  openNewPermit,
  title,
} from "./journey";
import type { Requester } from "./sign-in";

type WorkerFixtures = { provider: IdentityProvider };

/** Journeys with a server that has an identity provider as well as passwords. */
const test = base.extend<{ resetProvider: undefined }, WorkerFixtures>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this parameter.
    async ({}, use) => {
      const provider = await startIdentityProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  installations: [
    async ({ provider }, use) => {
      const server = await startFreshServer(process.env.E2E_TEMPLATE, provider.settings);
      provider.registerClient(server.url);
      await use(async () => ({ url: server.url, servers: [server] }));
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  resetProvider: [
    async ({ provider }, use) => {
      await use(undefined);
      provider.forge(null);
    },
    { auto: true },
  ],
});

// Runs in one worker, because each worker would start its own server and provider.
test.describe.configure({ mode: "default" });

const continueLink = (page: Page) => page.getByRole("link", { name: "Continue with Oakville ID" });
const isSignedIn = async ({ request }: Requester) => (await request.get("/api/auth/user")).ok();

/** Signs in at the identity provider. */
async function chooseIdentity(page: Page, email: string) {
  await page.getByLabel("Account").fill(email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in with the identity provider from the sign-in page, and returns the status of the callback. */
async function signInWithProvider(page: Page, email: string): Promise<number | undefined> {
  await page.goto("/login");
  await continueLink(page).click();
  const callback = page.waitForResponse((response) => response.url().includes("/api/callback"));
  await chooseIdentity(page, email);
  return (await callback).status();
}

/** Signs in at the identity provider, and returns the callback address without opening it. */
async function callbackAddress({ request }: Requester, email: string, returnTo = "/"): Promise<string> {
  const query = new URLSearchParams({ with: "provider", choose: "1", returnTo });
  const form = (await request.get(`/api/login?${query}`)).url();
  let response = await request.post(form, { form: { account: email }, maxRedirects: 0 });
  while (!response.headers().location?.includes("/api/callback")) {
    const next = new URL(String(response.headers().location), form).href;
    response = await request.get(next, { maxRedirects: 0 });
  }
  return String(response.headers().location);
}

/** Checks the heading of the error page, and that no user is signed in. */
async function expectRejected(page: Page, server: TestServer, heading: string) {
  await expect(title(page)).toHaveText(heading);
  await expectNoScripts(page);
  await expectNoAxeViolations(page);
  await expectSignedOut(page, server, page.url());
}

/** Checks that no user is signed in, and that the log contains neither the code nor another secret. */
async function expectSignedOut(requester: Requester, server: TestServer, address: string) {
  expect(await isSignedIn(requester)).toBe(false);
  const code = new URL(address).searchParams.get("code") ?? "no code";
  for (const secret of [code, "a secret", "eyJ"]) expect(server.output()).not.toContain(secret);
}

test("a user signs in with an existing account and returns to the requested address", async ({ page }) => {
  const address = "/permits?status=hold&page=2";
  expect((await page.goto(address))?.status()).toBe(401);
  await page.getByRole("link", { name: "Sign In", exact: true }).click();
  await expectNoScripts(page);
  await expectNoAxeViolations(page);
  await continueLink(page).click();
  await expect(page).toHaveTitle("Oakville ID");
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page).toHaveURL(address);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookies.filter(({ name }) => /^(flow|return-to)/.test(name))).toEqual([]);
  expect(await page.request.get("/api/auth/user").then((response) => response.json())).toMatchObject({
    email: demoAccounts.admin,
  });
});

test("a form whose session has ended is kept until the user signs in with the identity provider", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  await openNewPermit(page);
  await page.getByLabel("Project name").fill("Typed House");
  endSessions(server, demoAccounts.admin);
  await page.getByRole("button", { name: "Create permit" }).click();
  await page.getByRole("link", { name: "Sign In" }).click();
  await continueLink(page).click();
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page.getByText("You were signed out. Check your entries").first()).toBeVisible();
  await expect(page.getByLabel("Project name")).toHaveValue("Typed House");
});

test("a user without an account sees an error and can choose another account", async ({ page, server }) => {
  expect(await signInWithProvider(page, "nobody@oakville.test")).toBe(403);
  await expectRejected(page, server, "This account is not set up here");
  await expect(page.getByText("nobody@oakville.test")).toBeVisible();
  await expect(page.getByText(/administrator at Urban37/)).toBeVisible();
  await page.getByRole("link", { name: "Use another account" }).click();
  await expect(page).toHaveTitle("Oakville ID");
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("the back button opens a page with a link to Redline", async ({ page }) => {
  await page.goto("/api/login?with=provider");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Try again" }).click();
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  await hydrated(page);
  // Back past the identity provider's form, which redirects, to the error page.
  await page.evaluate(() => history.go(-2));
  await expect(title(page)).toHaveText("This sign-in is over");
  await page.getByRole("link", { name: "Continue to Redline" }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

const forgeries: [string, Forgery][] = [
  ["signature", { foreignKey: true }],
  ["issuer", { claims: { iss: "https://elsewhere.test" } }],
  ["audience", { claims: { aud: "another" } }],
  ["nonce", { claims: { nonce: "another" } }],
  ["expiry", { claims: { exp: 1_700_000_000 } }],
];

for (const [part, forgery] of forgeries) {
  test(`an id_token with a wrong ${part} is rejected`, async ({ request, provider, server }) => {
    provider.forge(forgery);
    const address = await callbackAddress({ request }, demoAccounts.admin);
    const response = await request.get(address);
    expect(response.status()).toBe(403);
    expect(await response.text()).toMatch(/<h1[^>]*>This sign-in was not accepted<.*Reference:/s);
    await expectSignedOut({ request }, server, address);
  });
}
