import type { Page } from "@playwright/test";
import { startFreshServer, type TestServer } from "../scripts/test-server";
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
  reviewers,
} from "./journey";
import { type Forgery, type IdentityProvider, startProvider } from "./identity-provider";
import type { Requester } from "./sign-in";

type World = { provider: IdentityProvider };

/** Journeys of a Redline that has an identity provider, beside passwords. */
const test = base.extend<{ calm: undefined }, World>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startFreshServer(process.env.E2E_TEMPLATE, provider.settings);
      provider.welcome(server.url);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  calm: [
    async ({ provider }, use) => {
      await use(undefined);
      provider.forge(null);
      provider.fail(null);
    },
    { auto: true },
  ],
});

// One after the other: a worker that shared them would start a server and a provider of its own.
test.describe.configure({ mode: "default" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const continueLink = (page: Page) => page.getByRole("link", { name: "Continue with Oakville ID" });
const isSignedIn = async ({ request }: Requester) => (await request.get("/api/auth/user")).ok();

/** Says at the provider who one is. */
async function sayWhoOneIs(page: Page, email: string) {
  await page.getByLabel("Account").fill(email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Sets out from the sign-in page and says who one is; answers the status of what comes then. */
async function signInAt(page: Page, email: string): Promise<number | undefined> {
  await page.goto("/login");
  await continueLink(page).click();
  const back = page.waitForResponse((response) => response.url().includes("/api/callback"));
  await sayWhoOneIs(page, email);
  return (await back).status();
}

/** Says who one is as a browser would, and answers where the provider sends it back to, without going there. */
async function callbackOf({ request }: Requester, email: string, returnTo = "/"): Promise<string> {
  const way = new URLSearchParams({ with: "provider", choose: "1", returnTo });
  const question = (await request.get(`/api/login?${way}`)).url();
  let answer = await request.post(question, { form: { account: email }, maxRedirects: 0 });
  while (!answer.headers().location?.includes("/api/callback")) {
    const next = new URL(String(answer.headers().location), question).href;
    answer = await request.get(next, { maxRedirects: 0 });
  }
  return String(answer.headers().location);
}

/** The page says why, and nobody is signed in. */
async function expectRefused(page: Page, server: TestServer, title: string) {
  await expect(heading(page)).toHaveText(title);
  await expectNoScripts(page);
  await expectNoAxeViolations(page);
  await expectNobodyIn(page, server, page.url());
}

/** Nobody is signed in, and the log has neither the address's code nor anything else that is secret. */
async function expectNobodyIn(requester: Requester, server: TestServer, address: string) {
  expect(await isSignedIn(requester)).toBe(false);
  const code = new URL(address).searchParams.get("code") ?? "no code";
  for (const secret of [code, "a secret", "eyJ"]) expect(server.output()).not.toContain(secret);
}

test(
  "somebody signs in with the account they have, and is back at the address first asked for",
  once,
  async ({ page }) => {
    const address = "/permits?status=hold&page=2";
    expect((await page.goto(address))?.status()).toBe(401);
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await expectNoScripts(page);
    await expectNoAxeViolations(page);
    await continueLink(page).click();
    await expect(page).toHaveTitle("Oakville ID");
    await sayWhoOneIs(page, demoAccounts.admin);
    await expect(page).toHaveURL(address);
    await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === "session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(cookies.filter(({ name }) => /^(flow|return-to)/.test(name))).toEqual([]);
    expect(await page.request.get("/api/auth/user").then((answer) => answer.json())).toMatchObject({
      email: demoAccounts.admin,
    });
  },
);

test(
  "an e-mail in other letters is the same person, and signing out here ends the session here",
  once,
  async ({ page }) => {
    expect(await signInAt(page, "City@Demo.test")).toBe(302);
    await expect(page.getByText("City User", { exact: true })).toBeVisible();
    await page.goto("/api/logout");
    await expect(heading(page)).toHaveText("Sign in to access your dashboard");
    expect(await isSignedIn(page)).toBe(false);
  },
);

test("the password form stands beside, and works as before", once, async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(demoAccounts.admin);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("the session of whoever was there before ends", once, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.reviewer);
  const before = (await page.context().cookies()).find(({ name }) => name === "session");
  await page.goto("/api/login?with=provider");
  await sayWhoOneIs(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  const headers = { cookie: `session=${before?.value}` };
  expect((await page.request.get("/api/auth/user", { headers })).status()).toBe(401);
});

test("a form whose session has ended waits for whoever signs in with the provider", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits/new");
  await hydrated(page);
  await page.getByLabel("Project name").fill("Typed House");
  endSessions(server, demoAccounts.admin);
  await page.getByRole("button", { name: "Create permit" }).click();
  await page.getByRole("link", { name: "Sign In" }).click();
  await continueLink(page).click();
  await sayWhoOneIs(page, demoAccounts.admin);
  await expect(page.getByText("You were signed out. Check your entries").first()).toBeVisible();
  await expect(page.getByLabel("Project name")).toHaveValue("Typed House");
});

test("whoever has no account here is told so, and may use another", once, async ({ page, server }) => {
  expect(await signInAt(page, "nobody@oakville.test")).toBe(403);
  await expectRefused(page, server, "This account is not set up here");
  await expect(page.getByText("nobody@oakville.test")).toBeVisible();
  await expect(page.getByText(/administrator at Urban37/)).toBeVisible();
  await page.getByRole("link", { name: "Use another account" }).click();
  await expect(page).toHaveTitle("Oakville ID");
  await sayWhoOneIs(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("whoever is no longer active is told so", once, async ({ page, server }) => {
  expect(await signInAt(page, reviewers.peter.email)).toBe(403);
  await expectRefused(page, server, "This account is not active");
});

test("an e-mail that the provider has not verified is nobody's", once, async ({ page, server }) => {
  expect(await signInAt(page, "unverified@oakville.test")).toBe(403);
  await expectRefused(page, server, "This e-mail is not verified");
});

test(
  "whoever says no is not signed in, and may try again or use the password",
  once,
  async ({ page, server }) => {
    await page.goto("/login?returnTo=%2Fpermits");
    await continueLink(page).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectRefused(page, server, "You are not signed in");
    await expect(page.getByRole("link", { name: "Sign in with a password" })).toHaveAttribute(
      "href",
      "/login?returnTo=%2Fpermits",
    );
    await page.getByRole("link", { name: "Try again" }).click();
    await sayWhoOneIs(page, demoAccounts.admin);
    await expect(page).toHaveURL("/permits");
  },
);

test("an address that has been used says that the sign-in is over", once, async ({ page, server }) => {
  const used = await callbackOf(page, demoAccounts.admin);
  const cookies = await page.context().cookies();
  await page.goto(used);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();

  expect((await page.goto(used))?.status()).toBe(410);
  await expect(heading(page)).toHaveText("This sign-in is over");
  await page.getByRole("link", { name: "Go on to Redline" }).click();
  await expect(page).toHaveURL("/");

  // Not even for who has kept its cookies.
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  expect((await page.goto(used))?.status()).toBe(410);
  await expectRefused(page, server, "This sign-in is over");
});

test("the back button leads to a page with a way on", once, async ({ page }) => {
  await page.goto("/api/login?with=provider");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Try again" }).click();
  await sayWhoOneIs(page, demoAccounts.admin);
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  await hydrated(page);
  // Over the provider's form, which leads on by itself, to the page that said no.
  await page.evaluate(() => history.go(-2));
  await expect(heading(page)).toHaveText("This sign-in is over");
  await page.getByRole("link", { name: "Go on to Redline" }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("two tabs that sign in at once both get in", once, async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto("/api/login?with=provider&returnTo=%2Fpermits");
  await other.goto("/api/login?with=provider&returnTo=%2Fprofile");
  await sayWhoOneIs(page, demoAccounts.admin);
  await expect(page).toHaveURL("/permits");
  await sayWhoOneIs(other, demoAccounts.admin);
  await expect(other).toHaveURL("/profile");
  await page.reload();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test(
  "a state, a code or an issuer of somebody else's is refused",
  once,
  async ({ page, request, server }) => {
    const stolen = new URL(await callbackOf({ request }, demoAccounts.admin));
    expect([...stolen.searchParams.keys()]).toEqual(expect.arrayContaining(["state", "code"]));

    // Their whole address, in a browser that began nothing.
    expect((await page.goto(stolen.href))?.status()).toBe(410);
    await expectRefused(page, server, "This sign-in is over");

    const forged = async (name: string, value?: string | null) => {
      const own = new URL(await callbackOf(page, demoAccounts.admin));
      own.searchParams.delete(name);
      if (value) own.searchParams.set(name, value);
      return own.href;
    };
    for (const name of ["state", "code"]) {
      for (const value of [stolen.searchParams.get(name), null]) {
        const address = await forged(name, value);
        const answer = await page.request.get(address);
        expect(answer.status(), `${name} ${value}`).toBe(410);
        expect(await answer.text()).toContain("This sign-in is over");
        await expectNobodyIn(page, server, address);
      }
    }
    expect((await page.goto(await forged("iss", "https://elsewhere.test")))?.status()).toBe(403);
    await expectRefused(page, server, "This sign-in was not accepted");
  },
);

const forgeries: [string, Forgery][] = [
  ["signature", { foreignKey: true }],
  ["issuer", { claims: { iss: "https://elsewhere.test" } }],
  ["audience", { claims: { aud: "another" } }],
  ["nonce", { claims: { nonce: "another" } }],
  ["expiry", { claims: { exp: 1_700_000_000 } }],
];

for (const [what, forgery] of forgeries) {
  test(`an id_token with another ${what} signs nobody in`, once, async ({ request, provider, server }) => {
    provider.forge(forgery);
    const address = await callbackOf({ request }, demoAccounts.admin);
    const answer = await request.get(address);
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toMatch(/<h1[^>]*>This sign-in was not accepted<.*Reference:/s);
    await expectNobodyIn({ request }, server, address);
  });
}

test("a provider that is down says so, and later signs in", once, async ({ page, provider, server }) => {
  provider.fail("token");
  expect(await signInAt(page, demoAccounts.admin)).toBe(503);
  await expectRefused(page, server, "Oakville ID does not answer");
  provider.fail(null);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
});

test("signing in never leads to another site", once, async ({ request, server }) => {
  for (const foreign of ["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test/"]) {
    const back = await request.get(await callbackOf({ request }, demoAccounts.admin, foreign));
    expect(back.url(), foreign).toBe(`${server.url}/`);
    expect(await isSignedIn({ request })).toBe(true);
  }
});

test("a state in the address does not make a way out a way back", once, async ({ page }) => {
  await page.goto("/api/login?with=provider&state=made-up&code=made-up");
  await expect(page).toHaveTitle("Oakville ID");
});

test("the callback answers nothing but GET", once, async ({ request }) => {
  expect((await request.post("/api/callback", { form: { code: "1", state: "1" } })).status()).toBe(405);
  expect((await request.get("/api/callback")).status()).toBe(410);
});

test("a provider of plain OAuth2 tells the e-mail at its user-info address", once, async ({ page }) => {
  const provider = await startProvider({ tellsInToken: false });
  const server = await startFreshServer(process.env.E2E_TEMPLATE, provider.oauth2Settings);
  try {
    provider.welcome(server.url);
    await page.goto(`${server.url}/login`);
    await continueLink(page).click();
    await sayWhoOneIs(page, demoAccounts.reviewer);
    await expect(page.getByText("Employee", { exact: true })).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${server.url}/login`);
    await continueLink(page).click();
    await sayWhoOneIs(page, "unverified@oakville.test");
    await expect(heading(page)).toHaveText("This e-mail is not verified");
  } finally {
    await server.stop();
    await provider.stop();
  }
});

test("without passwords there is one way in, and the password's doors are shut", once, async ({ page }) => {
  const provider = await startProvider({ tellsInToken: false });
  const settings = { ...provider.settings, PASSWORD_SIGN_IN: "off" };
  const server = await startFreshServer(process.env.E2E_TEMPLATE, settings);
  try {
    const warning = "Oakville ID can not be asked to sign anybody in now";
    await expect.poll(server.output).toContain(warning);
    expect((await page.goto(`${server.url}/api/login?returnTo=%2Fprofile`))?.status()).toBe(503);
    await expect(page.getByRole("alert")).toContainText("Oakville ID can not sign anybody in just now");
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await expectNoScripts(page);
    await expectNoAxeViolations(page);

    provider.welcome(server.url);
    await page.getByRole("link", { name: "Try again" }).click();
    await sayWhoOneIs(page, demoAccounts.admin);
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
    await expect(page).toHaveURL(`${server.url}/permits`); // the provider knows them still
  } finally {
    await server.stop();
    await provider.stop();
  }
});
