import type { Page } from "@playwright/test";
import { startFreshServer, type TestServer } from "../scripts/test-server";
import { type Forgery, type IdentityProvider, startIdentityProvider } from "./identity-provider";
import {
  test as base,
  demoAccounts,
  demoPassword,
  endSessions,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  hydrated,
  once,
  openNewPermit,
  reviewers,
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
      provider.fail(null);
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

test(
  "a user signs in with an existing account and returns to the requested address",
  once,
  async ({ page }) => {
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
  },
);

test("the case of an email does not matter, and signing out ends the session", once, async ({ page }) => {
  expect(await signInWithProvider(page, "City@Demo.test")).toBe(302);
  await expect(page.getByText("City User", { exact: true })).toBeVisible();
  await page.goto("/api/logout");
  await expect(title(page)).toHaveText("Sign in to access your dashboard");
  expect(await isSignedIn(page)).toBe(false);
});

test("the password form remains available", once, async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(demoAccounts.admin);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("signing in ends the previous session", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.reviewer);
  const before = (await page.context().cookies()).find(({ name }) => name === "session");
  await page.goto("/api/login?with=provider");
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  const headers = { cookie: `session=${before?.value}` };
  expect((await page.request.get("/api/auth/user", { headers })).status()).toBe(401);
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

test(
  "a user without an account sees an error and can choose another account",
  once,
  async ({ page, server }) => {
    expect(await signInWithProvider(page, "nobody@oakville.test")).toBe(403);
    await expectRejected(page, server, "This account is not set up here");
    await expect(page.getByText("nobody@oakville.test")).toBeVisible();
    await expect(page.getByText(/administrator at Urban37/)).toBeVisible();
    await page.getByRole("link", { name: "Use another account" }).click();
    await expect(page).toHaveTitle("Oakville ID");
    await chooseIdentity(page, demoAccounts.admin);
    await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  },
);

test("an inactive user cannot sign in", once, async ({ page, server }) => {
  expect(await signInWithProvider(page, reviewers.peter.email)).toBe(403);
  await expectRejected(page, server, "This account is not active");
});

test("an email that the identity provider has not verified is rejected", once, async ({ page, server }) => {
  expect(await signInWithProvider(page, "unverified@oakville.test")).toBe(403);
  await expectRejected(page, server, "This email is not verified");
});

test("a user who cancels can try again or use the password", once, async ({ page, server }) => {
  await page.goto("/login?returnTo=%2Fpermits");
  await continueLink(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectRejected(page, server, "You are not signed in");
  await expect(page.getByRole("link", { name: "Sign in with a password" })).toHaveAttribute(
    "href",
    "/login?returnTo=%2Fpermits",
  );
  await page.getByRole("link", { name: "Try again" }).click();
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page).toHaveURL("/permits");
});

test("a callback address works only once", once, async ({ page, server }) => {
  const used = await callbackAddress(page, demoAccounts.admin);
  const cookies = await page.context().cookies();
  await page.goto(used);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();

  expect((await page.goto(used))?.status()).toBe(410);
  await expect(title(page)).toHaveText("This sign-in is over");
  await page.getByRole("link", { name: "Continue to Redline" }).click();
  await expect(page).toHaveURL("/");

  // It fails even with the original cookies.
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  expect((await page.goto(used))?.status()).toBe(410);
  await expectRejected(page, server, "This sign-in is over");
});

test("the back button opens a page with a link to Redline", once, async ({ page }) => {
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

test("two tabs can sign in at the same time", once, async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto("/api/login?with=provider&returnTo=%2Fpermits");
  await other.goto("/api/login?with=provider&returnTo=%2Fprofile");
  await chooseIdentity(page, demoAccounts.admin);
  await expect(page).toHaveURL("/permits");
  await chooseIdentity(other, demoAccounts.admin);
  await expect(other).toHaveURL("/profile");
  await page.reload();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("a state, code or issuer of another sign-in is rejected", once, async ({ page, request, server }) => {
  const stolen = new URL(await callbackAddress({ request }, demoAccounts.admin));
  expect([...stolen.searchParams.keys()]).toEqual(expect.arrayContaining(["state", "code"]));

  // The complete address, in a browser that has not started a sign-in.
  expect((await page.goto(stolen.href))?.status()).toBe(410);
  await expectRejected(page, server, "This sign-in is over");

  const forged = async (name: string, value?: string | null) => {
    const own = new URL(await callbackAddress(page, demoAccounts.admin));
    own.searchParams.delete(name);
    if (value) own.searchParams.set(name, value);
    return own.href;
  };
  for (const name of ["state", "code"]) {
    for (const value of [stolen.searchParams.get(name), null]) {
      const address = await forged(name, value);
      const response = await page.request.get(address);
      expect(response.status(), `${name} ${value}`).toBe(410);
      expect(await response.text()).toContain("This sign-in is over");
      await expectSignedOut(page, server, address);
    }
  }
  expect((await page.goto(await forged("iss", "https://elsewhere.test")))?.status()).toBe(403);
  await expectRejected(page, server, "This sign-in was not accepted");
});

const forgeries: [string, Forgery][] = [
  ["signature", { foreignKey: true }],
  ["issuer", { claims: { iss: "https://elsewhere.test" } }],
  ["audience", { claims: { aud: "another" } }],
  ["nonce", { claims: { nonce: "another" } }],
  ["expiry", { claims: { exp: 1_700_000_000 } }],
];

for (const [part, forgery] of forgeries) {
  test(`an id_token with a wrong ${part} is rejected`, once, async ({ request, provider, server }) => {
    provider.forge(forgery);
    const address = await callbackAddress({ request }, demoAccounts.admin);
    const response = await request.get(address);
    expect(response.status()).toBe(403);
    expect(await response.text()).toMatch(/<h1[^>]*>This sign-in was not accepted<.*Reference:/s);
    await expectSignedOut({ request }, server, address);
  });
}

test(
  "an identity provider that is down shows an error, and sign-in works again later",
  once,
  async ({ page, provider, server }) => {
    provider.fail("token");
    expect(await signInWithProvider(page, demoAccounts.admin)).toBe(503);
    await expectRejected(page, server, "Oakville ID does not respond");
    provider.fail(null);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  },
);

test("signing in never redirects to another site", once, async ({ request, server }) => {
  for (const foreign of ["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test/"]) {
    const response = await request.get(await callbackAddress({ request }, demoAccounts.admin, foreign));
    expect(response.url(), foreign).toBe(`${server.url}/`);
    expect(await isSignedIn({ request })).toBe(true);
  }
});

test("a state in the login address does not make it a callback", once, async ({ page }) => {
  await page.goto("/api/login?with=provider&state=made-up&code=made-up");
  await expect(page).toHaveTitle("Oakville ID");
});

test("the callback accepts only GET", once, async ({ request }) => {
  expect((await request.post("/api/callback", { form: { code: "1", state: "1" } })).status()).toBe(405);
  expect((await request.get("/api/callback")).status()).toBe(410);
});

test(
  "a plain OAuth2 identity provider returns the email from its user-info endpoint",
  once,
  async ({ page }) => {
    const provider = await startIdentityProvider({ emailInToken: false });
    const server = await startFreshServer(process.env.E2E_TEMPLATE, provider.oauth2Settings);
    try {
      provider.registerClient(server.url);
      await page.goto(`${server.url}/login`);
      await continueLink(page).click();
      await chooseIdentity(page, demoAccounts.reviewer);
      await expect(page.getByText("Employee", { exact: true })).toBeVisible();

      await page.context().clearCookies();
      await page.goto(`${server.url}/login`);
      await continueLink(page).click();
      await chooseIdentity(page, "unverified@oakville.test");
      await expect(title(page)).toHaveText("This email is not verified");
    } finally {
      await server.stop();
      await provider.stop();
    }
  },
);

test(
  "with password sign-in off, only the identity provider signs in and password pages return 403",
  once,
  async ({ page }) => {
    const provider = await startIdentityProvider({ emailInToken: false });
    const settings = { ...provider.settings, PASSWORD_SIGN_IN: "off" };
    const server = await startFreshServer(process.env.E2E_TEMPLATE, settings);
    try {
      const warning = "Oakville ID is unavailable for signing in";
      await expect.poll(server.output).toContain(warning);
      expect((await page.goto(`${server.url}/api/login?returnTo=%2Fprofile`))?.status()).toBe(503);
      await expect(page.getByRole("alert")).toContainText("Oakville ID is not available at the moment");
      await expect(page.getByLabel("Password")).toHaveCount(0);
      await expectNoScripts(page);
      await expectNoAxeViolations(page);

      provider.registerClient(server.url);
      await page.getByRole("link", { name: "Try again" }).click();
      await chooseIdentity(page, demoAccounts.admin);
      await expect(page).toHaveURL(`${server.url}/profile`);
      await expect(page.getByRole("button", { name: "Save name" })).toBeVisible();
      await expect(page.getByLabel("New password")).toHaveCount(0);
      const password = "three herons over slack water";
      const changed = await page.request.post(`${server.url}/profile?password`, {
        form: { currentPassword: demoPassword, password },
      });
      expect(changed.status()).toBe(403);

      await page.goto(`${server.url}/api/logout`);
      const form = { email: demoAccounts.admin, password: demoPassword };
      const posted = await page.request.post(`${server.url}/login`, { form });
      expect(posted.status()).toBe(403);
      for (const link of ["/invite/made-up", "/reset-password/made-up"]) {
        expect((await page.goto(`${server.url}${link}`))?.status()).toBe(200);
        await expect(continueLink(page)).toBeVisible();
        const redeemed = await page.request.post(`${server.url}${link}`, { form: { password } });
        expect(redeemed.status()).toBe(403);
      }

      await page.goto(`${server.url}/permits`);
      await page.getByRole("link", { name: "Sign In", exact: true }).click();
      await expect(page).toHaveURL(`${server.url}/permits`); // the identity provider's session is still open
    } finally {
      await server.stop();
      await provider.stop();
    }
  },
);
