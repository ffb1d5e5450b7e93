import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { APIRequestContext, Page } from "@playwright/test";
import {
  createPermit,
  type DemoAccount,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsOfLayout,
  forgeDate,
  hydrated,
  statusOfPost,
  test,
  title,
} from "./journey";
import { ofThisBuild, pagesWithout } from "./pages";

const dashboards = {
  admin: "Administrator Dashboard",
  reviewer: "My Plan Check Dashboard",
  city: "Oakville Portal",
};

for (const account of Object.keys(demoAccounts) as DemoAccount[]) {
  test(`every link that ${account} sees works`, async ({ request, signIn }) => {
    await signIn({ request }, demoAccounts[account]);
    expect(await (await request.get("/")).text()).toContain(dashboards[account]);
    expect(await brokenLinks(request)).toEqual([]);
  });
}

test("no response that depends on a session is cached", async ({ request, signIn }) => {
  const cachedAs = async (address: string, options = {}) => {
    const response = await request.fetch(address, { maxRedirects: 0, headers: ofThisBuild, ...options });
    return [address, response.status(), response.headers()["cache-control"]];
  };
  const uncached = "private, no-store";
  expect(await cachedAs("/permits")).toEqual(["/permits", 401, uncached]);
  expect(await cachedAs("/permits.data")).toEqual(["/permits.data", 401, uncached]);
  await signIn({ request }, demoAccounts.admin);
  const [permit] = await (await request.get("/api/permits?pageSize=1")).json();
  const city = `/cities/${permit.cityId}`;
  for (const [address, status] of [
    ["/permits.data", 200],
    ["/permits/999999.data", 404],
    ["/nowhere", 404],
    ["/api/permits", 200],
    ["/api/permits/999999", 404],
    [`${city}/fees.csv`, 200],
    [`${city}/records.zip`, 200],
    ["/standard-comments.csv", 200],
  ] as const) {
    expect(await cachedAs(address)).toEqual([address, status, uncached]);
  }
  expect(await cachedAs("/favicon.svg")).toEqual(["/favicon.svg", 200, "public, max-age=3600"]);
  expect((await cachedAs("/api/logout", { method: "POST" }))[2]).toBe(uncached);
});

test("every link that a signed-out user sees works", async ({ request }) => {
  expect(await brokenLinks(request)).toEqual([]);
});

/** Addresses of one kind to follow: one of the 240 permits is enough. */
const maximumOfAKind = 1;
/** More addresses than the application has: a higher count means that the search does not end. */
const maximumAddresses = 1000;

/** Follows every link from the start page, and returns the broken ones with the page that contains them. */
async function brokenLinks(request: APIRequestContext): Promise<string[]> {
  const found = new Map<string, string>([["/", "the start page"]]);
  const kinds = new Map<string, number>();
  const broken: string[] = [];
  let followed = 0;
  for (const [address, from] of found) {
    const response = await request.get(address);
    followed += 1;
    expect(followed, `addresses followed, the last one ${address}`).toBeLessThan(maximumAddresses);
    const isSignIn = response.status() === 401 && from === "the start page";
    if (response.status() >= 400 && !isSignIn) broken.push(`${address} on ${from}: ${response.status()}`);
    if (!response.headers()["content-type"]?.startsWith("text/html")) continue;
    const html = await response.text();
    for (const [, value = ""] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const href = value.replaceAll("&amp;", "&");
      const link = new URL(href, response.url());
      if (link.protocol === "mailto:" || link.protocol === "tel:") continue;
      const isOwn = link.origin === new URL(response.url()).origin;
      const target = link.hash.slice(1);
      const isSamePage = link.pathname === new URL(response.url()).pathname;
      if (!isOwn || (target && isSamePage && !html.includes(`id="${target}"`)))
        broken.push(`${href} on ${address}`);
      const next = `${link.pathname}${link.search}`;
      if (!isOwn || found.has(next) || link.pathname === "/api/logout") continue;
      const kind = kindOf(link);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) <= maximumOfAKind) found.set(next, address);
    }
  }
  expect(followed).toBeGreaterThan(1);
  return broken;
}

/** The address without its values, such as `/permits/:number?discipline`. */
function kindOf({ pathname, searchParams }: URL): string {
  return `${pathname.replaceAll(/\d+/g, ":number")}?${[...searchParams.keys()].sort().join("&")}`;
}

type Act = (page: Page) => Promise<void>;

/** Fills the form if needed, submits it with its button, and waits for the error message. */
const rejected = (button: string, status: number, fill?: Act) => async (page: Page) => {
  await fill?.(page);
  const press = () => page.getByRole("button", { name: button, exact: true }).click();
  expect(await statusOfPost(page, press)).toBe(status);
  await expect(page.getByRole("alert").first()).toBeVisible();
};

/** A form is one screen, with its errors: without them it has nothing else. */
type Screen = { name: string; address: string; status?: number; act?: Act };

const signedOutScreens: Screen[] = [
  { name: "sign-in", address: "/permits", status: 401 },
  {
    name: "login with an error",
    address: "/login",
    act: rejected("Sign In", 401, async (page) => {
      await page.getByLabel("Email").fill("nobody@demo.test");
      await page.getByLabel("Password").fill("wrong");
    }),
  },
  { name: "test city login", address: "/test-city" },
  { name: "test employee login", address: "/test-employee-login" },
  { name: "code of a sign-in that is over", address: "/login/code", status: 410 },
  { name: "expired invitation", address: "/invite/made-up", status: 410 },
  { name: "expired link to set a password", address: "/reset-password/made-up", status: 410 },
  { name: "sign-in at a provider that is over", address: "/api/callback", status: 410 },
  { name: "gallery", address: "/test-ui" },
];

const staffScreens: Screen[] = [
  { name: "dashboard", address: "/" },
  { name: "dashboard at its own address", address: "/admin-dashboard" },
  { name: "list", address: "/permits?status=hold&cityId=3&search=OAK" },
  { name: "empty list", address: "/permits?search=nothing" },
  {
    name: "ticked permits, with an error",
    address: "/permits",
    act: rejected("Set due date", 400, async (page) => {
      await page
        .getByRole("checkbox", { name: /^Tick / })
        .first()
        .check();
      await page.getByRole("button", { name: "Set due date", exact: true }).click();
      await page.getByRole("heading", { name: "Ticked permits" }).waitFor();
    }),
  },
  { name: "list with its dialog", address: "/permits/delete-permit/7" },
  { name: "permit", address: "/permits/7" },
  {
    name: "edit with a conflict",
    address: "/permits/8/edit",
    act: rejected("Save changes", 409, async (page) => {
      const data = { projectName: `Changed concurrently, ${Date.now()}` };
      expect((await page.request.patch("/api/permits/8", { data })).status()).toBe(200);
      await page.getByLabel(/^Project name/).fill("Another name");
    }),
  },
  {
    name: "new permit with errors",
    address: "/permits/new",
    act: rejected("Create permit", 400),
  },
  { name: "plan review of all reviewers", address: "/employee-dashboard" },
  {
    name: "assignment editor with an error",
    address: "/permits/7/assignments",
    act: rejected("Save assignments", 400, (page) =>
      forgeDate(page.getByLabel("Due date").first(), "2026-02-31"),
    ),
  },
  { name: "next review cycle", address: "/permits/7/next-cycle" },
];

/** Permits of the demo: with questions about the sheets, with three cycles of them, and with a scan and a document. */
const [questioned, compared, scanned] = ["/permits/177/sheets", "/permits/174/sheets", "/permits/234/sheets"];

/** Opens a sheet, or a page that is not one yet. */
const openedSheet = (name: RegExp) => async (page: Page) => {
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("region", { name: "Sheet", exact: true })).toBeVisible();
  await hydrated(page);
};

const sheetScreensOfStaff: Screen[] = [
  {
    name: "sheets with questions, without answers",
    address: questioned,
    act: rejected("Confirm sheet list", 400),
  },
  { name: "sheets without questions", address: compared },
  { name: "sheets of a cycle", address: `${compared}?reviewCycle=PC2&discipline=A` },
  { name: "no sheets found", address: `${compared}?discipline=Q` },
  { name: "sheets with a scan and a document", address: scanned },
  { name: "sheet", address: compared, act: openedSheet(/^Sheet S2\.1 /) },
  { name: "scanned sheet", address: scanned, act: openedSheet(/^Sheet Page 1 /) },
  { name: "sheets of the city", address: `/oakvilles${compared}` },
  { name: "sheet not found", address: `${compared}/999999`, status: 404 },
  { name: "comparison", address: `${compared}/391/compare?with=277` },
  { name: "marks on a sheet", address: `${compared}/440/marks/new` },
  { name: "back-checks on sheets", address: "/permits/40/sheets/back-checks" },
  { name: "correction on a sheet", address: "/permits/40/sheets/30/corrections/new" },
];

const sheetScreensOfReviewer: Screen[] = [
  { name: "questions about a reviewer's sheets", address: questioned },
  { name: "a reviewer's sheets", address: compared },
  { name: "a reviewer's sheet", address: `${compared}/440` },
  { name: "a reviewer's scanned sheet", address: scanned, act: openedSheet(/^Sheet Page 1 /) },
];

const sheetScreensOfCity: Screen[] = [
  {
    name: "city's sheets with questions, without answers",
    address: `/oakvilles${questioned}`,
    act: rejected("Confirm sheet list", 400),
  },
  { name: "city's sheets", address: `/oakvilles${compared}` },
  { name: "city's sheet", address: `/oakvilles${compared}/440` },
  { name: "city's comparison", address: `/oakvilles${compared}/391/compare?with=277` },
  { name: "city's scanned sheet", address: `/oakvilles${scanned}`, act: openedSheet(/^Sheet Page 1 /) },
];

/** Opens a page of a new status link. */
const openedByLink = (path: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Make a new link" }).click();
  const link = await page.getByLabel("Status link").inputValue();
  await page.goto(`${link}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

/** A permit whose letter was handed over, of the city with corrections. */
const answered = "/oakvilles/permits/43";

const reviewScreensOfStaff: Screen[] = [
  { name: "all corrections", address: "/permits/32/corrections" },
  { name: "draft of a letter", address: "/permits/32/letter" },
  { name: "status links of a permit", address: "/permits/43/status-links" },
  { name: "answers", address: `${answered}/answers` },
  { name: "resubmittal with an obstacle", address: `${answered}/answers/send` },
  { name: "status page", address: `${answered}/status-links`, act: openedByLink("") },
  { name: "answers by a link", address: `${answered}/status-links`, act: openedByLink("/answers") },
  { name: "release of a letter, with obstacles", address: "/permits/32/letter/release" },
  { name: "cover note", address: "/permits/32/letter/cover-note" },
  {
    name: "return to a reviewer, with an error",
    address: "/permits/32/letter/assignments/176/return",
    act: rejected("Return to reviewer", 400),
  },
  { name: "released letter", address: "/permits/32/letters/17" },
  { name: "review by an administrator", address: "/employee-dashboard/permits/32" },
  { name: "standard comments", address: "/standard-comments" },
  { name: "calendar", address: "/plan-check-calendar" },
  { name: "plan checks", address: "/plan-checks" },
  { name: "no plan checks", address: "/plan-checks?q=nothing" },
  { name: "hours without a reviewer", address: "/hours" },
  { name: "hours of a reviewer", address: "/hours?employeeId=1" },
  { name: "replies", address: "/replies" },
  { name: "search", address: "/search" },
  { name: "results of a search", address: "/search?q=oak" },
  { name: "no results of a search", address: "/search?q=zzzzzz" },
  { name: "choice of a portal", address: "/oakvilles" },
  { name: "a city's permit", address: "/oakvilles/permits/32" },
  { name: "a city's letter", address: "/oakvilles/permits/32/letters/17" },
  { name: "profile", address: "/profile" },
  {
    name: "two-factor sign-in with an error",
    address: "/profile/two-factor",
    act: rejected("Continue", 400),
  },
  { name: "help", address: "/help" },
  { name: "glossary", address: "/help/glossary" },
  { name: "help with settings", address: "/help/settings" },
  { name: "API documentation", address: "/api/docs" },
  { name: "API documentation of a noun", address: "/api/docs?noun=Letters" },
  { name: "404", address: "/no/such/page", status: 404 },
  { name: "permit not found", address: "/permits/999999", status: 404 },
  { name: "nothing to undo", address: "/undo/999999", status: 404 },
];

/** Opens a dialog with the first matching link. */
const opened = (link: RegExp) => async (page: Page) => {
  await page.getByRole("link", { name: link }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await hydrated(page);
};

/** Creates an unpaid fee, which is on the first page, and opens a dialog for it. */
const openedForNewFee = (link: RegExp) => async (page: Page) => {
  const form = { serviceType: "other", description: "An unpaid fee", amount: "0.10", status: "pending" };
  const response = await page.request.post("/cities/3/fees/new", { form, maxRedirects: 0 });
  expect(response.status()).toBe(302);
  await page.reload();
  await hydrated(page);
  await opened(link)(page);
};

const cityScreensOfStaff: Screen[] = [
  { name: "cities", address: "/cities" },
  { name: "no cities found", address: "/cities?search=zzz" },
  { name: "new city with errors", address: "/cities/new", act: rejected("Add City", 400) },
  { name: "delete a city", address: "/cities/delete-city/3" },
  { name: "city", address: "/cities/3" },
  {
    name: "city edit with errors",
    address: "/cities/3/edit",
    act: rejected("Save changes", 400, (page) => page.getByLabel(/^City name/).fill("")),
  },
  {
    name: "invite a user, with errors",
    address: "/cities/3/users/invite",
    act: rejected("Create invitation", 400),
  },
  { name: "edit a user", address: "/cities/3", act: opened(/^Edit Gordon Ames$/) },
  {
    name: "reset a user's password",
    address: "/cities/3",
    act: opened(/^Reset the password of Gordon Ames$/),
  },
  { name: "delete a user", address: "/cities/3", act: opened(/^Delete Gordon Ames$/) },
  { name: "city not found", address: "/cities/999999", status: 404 },
];

const billingScreens: Screen[] = [
  { name: "new fee with errors", address: "/cities/3/fees/new", act: rejected("Add fee", 400) },
  { name: "edit a fee", address: "/cities/3", act: openedForNewFee(/^Edit OAK-|^Edit An unpaid fee/) },
  { name: "mark a fee as paid", address: "/cities/3", act: openedForNewFee(/^Mark Paid/) },
  {
    name: "new pricing with errors",
    address: "/cities/3/pricing/new",
    act: rejected("Add pricing", 400),
  },
  { name: "edit pricing", address: "/cities/3", act: opened(/^Edit Technology surcharge$/) },
  { name: "delete pricing", address: "/cities/3", act: opened(/^Delete Technology surcharge$/) },
];

const employeeScreens: Screen[] = [
  { name: "employees", address: "/employees" },
  { name: "no employees found", address: "/employees?search=zzz" },
  { name: "new employee with errors", address: "/employees/new", act: rejected("Add Employee", 400) },
  {
    name: "edit an employee, with errors",
    address: "/employees/1/edit",
    act: rejected("Save changes", 409, (page) => page.getByRole("dialog").getByLabel("Active").uncheck()),
  },
  {
    name: "reassign work, with errors",
    address: "/employees/1/reassign",
    act: rejected("Reassign", 400),
  },
  { name: "deactivate an employee with work", address: "/employees/1/deactivate" },
  { name: "delete an employee with records", address: "/employees/1/delete" },
  { name: "reset an employee's password", address: "/employees/2/reset-password" },
  {
    name: "new link of an employee",
    address: "/employees/2/reset-password",
    act: async (page) => {
      await page.getByRole("button", { name: "Create link" }).click();
      await expect(page.getByLabel("Link to set a password")).toBeVisible();
    },
  },
  { name: "sessions of an employee", address: "/employees/2/sessions" },
  { name: "mail", address: "/mail" },
  { name: "bin", address: "/records/bin" },
  { name: "legal holds", address: "/records/legal-holds" },
  { name: "set a legal hold", address: "/records/legal-holds/new" },
  { name: "retention", address: "/records/retention" },
  { name: "retention of a city", address: "/records/retention/3" },
  { name: "change a retention period", address: "/records/retention/3/period" },
  { name: "audit log", address: "/audit" },
  { name: "audit log of a permit", address: "/audit?number=OAK-26-041&from=2026-01-01" },
  { name: "test mail", address: "/test-mail" },
];

async function openFirstReview(page: Page) {
  await page.getByRole("table", { name: "Assignments" }).locator("a").first().click();
  await expect(page.getByRole("region", { name: "My Assignments" })).toBeVisible();
}

const reviewScreens: Screen[] = [
  { name: "review", address: "/employee-dashboard", act: openFirstReview },
  { name: "review without an assignment", address: "/employee-dashboard/permits/1?discipline=Nonsense" },
  {
    name: "review notes with an error",
    address: "/employee-dashboard/permits/7/assignments/1/notes",
    act: rejected("Save Notes", 400, (page) =>
      page.getByRole("dialog", { name: "Add Review Notes" }).getByLabel("Review notes").fill(""),
    ),
  },
  {
    name: "nothing pasted",
    address: "/employee-dashboard/permits/32/corrections/paste",
    act: rejected("Check the rows", 400),
  },
  { name: "calendar of a reviewer", address: "/plan-check-calendar" },
  { name: "plan checks to read", address: "/plan-checks?view=in_review" },
  { name: "own hours", address: "/hours" },
  { name: "a month without hours", address: "/hours?month=2020-01" },
];

const deniedScreens: Screen[] = [
  { name: "access denied", address: "/permits/new", status: 403 },
  { name: "dashboard of a reviewer", address: "/" },
  { name: "permit of a reviewer", address: "/permits/7" },
];

async function openFirstPermit(page: Page) {
  await page.getByRole("table").getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("region", { name: "Permit Information" })).toBeVisible();
}

const cityScreens: Screen[] = [
  { name: "status links", address: "/oakvilles/permits/240/status-links" },
  { name: "status link that is not valid", address: "/status/unknown", status: 404 },
  { name: "letter of a link that is not valid", address: "/status/unknown/letters/1", status: 404 },
  { name: "answers of a link that is not valid", address: "/status/unknown/answers", status: 404 },
  { name: "city's home", address: "/" },
  { name: "portal", address: "/oakvilles" },
  { name: "portal, empty", address: "/oakvilles?search=nothing" },
  { name: "submission in the portal", address: "/oakvilles/submit" },
  {
    name: "submission with errors",
    address: "/submit",
    act: rejected("Submit permit", 400),
  },
  { name: "city's permit", address: "/oakvilles", act: openFirstPermit },
  {
    name: "city's number, with an error",
    address: "/oakvilles",
    act: rejected("Save number", 400, (page) => {
      const unnumbered = page.getByRole("row").filter({ hasText: "Not provided" }).first();
      return unnumbered.getByRole("link", { name: /^View/ }).click();
    }),
  },
  {
    name: "upload",
    address: "/oakvilles",
    act: async (page) => {
      await openFirstPermit(page);
      await page.getByRole("link", { name: "Upload Files" }).click();
      await expect(page.getByRole("dialog", { name: "Upload Plan Files" })).toBeVisible();
    },
  },
  { name: "city's permit not found", address: "/oakvilles/permits/999999", status: 404 },
  { name: "another city's portal", address: "/oakvilles?cityId=1", status: 404 },
];

const screensOf: Record<string, { account?: DemoAccount; screens: Screen[] }> = {
  "signed out": { screens: signedOutScreens },
  "an administrator's permits": { account: "admin", screens: staffScreens },
  "an administrator's reviews": { account: "admin", screens: reviewScreensOfStaff },
  "an administrator's cities": { account: "admin", screens: cityScreensOfStaff },
  "an administrator's fees": { account: "admin", screens: billingScreens },
  "an administrator's employees and mail": { account: "admin", screens: employeeScreens },
  "an administrator's sheets": { account: "admin", screens: sheetScreensOfStaff },
  "a city's user": { account: "city", screens: cityScreens },
  "a city's sheets": { account: "city", screens: sheetScreensOfCity },
  "a reviewer's sheets": { account: "reviewer", screens: sheetScreensOfReviewer },
  reviewer: { account: "reviewer", screens: [...deniedScreens, ...reviewScreens] },
};

test("each page is one of the screens", () => {
  const screens = Object.values(screensOf).flatMap((user) => user.screens);
  expect(pagesWithout(screens.map(({ address }) => address))).toEqual([]);
});

/** Of a phone, where the action of a screen runs and axe checks all, and of a desktop, where axe checks the layout. */
const widths = [360, 1280];

/** So high that the buttons of a long dialog cover none of its fields, whose size is checked. */
const height = 2400;

for (const [user, { account, screens }] of Object.entries(screensOf)) {
  test(`every screen for ${user} is accessible, fits a phone and a desktop, and obeys its policy`, async ({
    page,
    signIn,
  }) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      // Some screens show a rejected request or a date that the field does not accept.
      const isExpected = /Failed to load resource|does not conform to the required/.test(message.text());
      if (["error", "warning"].includes(message.type()) && !isExpected)
        problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));

    if (account) await signIn(page, demoAccounts[account]);
    for (const { name, address, status = 200, act } of screens) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 360, height });
        const response = await page.goto(address);
        expect.soft(response?.status(), name).toBe(status);
        const policy = response?.headers()["content-security-policy"];
        expect
          .soft(policy, name)
          .toMatch(/default-src 'none'.*script-src 'self' 'nonce-.*frame-ancestors 'none'/);
        if (hasScripts(name)) await hydrated(page);
        await act?.(page);
        const isRefused =
          (status >= 400 && status !== 401) || (await page.locator("main .error-summary").count()) > 0;
        await expect
          .soft(page, name)
          .toHaveTitle(isRefused && address !== "/test-ui" ? /^Error: .* · Redline$/ : / · Redline$/);
        for (const width of widths) {
          await page.setViewportSize({ width, height });
          const at = `${name} at ${width} px`;
          await expect.soft(title(page).first(), at).toBeVisible();
          const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          if (contentWidth > width)
            await test.info().attach(at, { body: await page.screenshot(), contentType: "image/png" });
          expect.soft(contentWidth, `${at} scrolls sideways`).toBeLessThanOrEqual(width);
          const check = width === 360 ? expectNoAxeViolations : expectNoAxeViolationsOfLayout;
          await softly(() => check(page), at);
        }
      });
    }
    expect(problems).toEqual([]);
  });
}

/** Reports a failed check and continues with the other screens. */
async function softly(check: () => Promise<void>, name: string) {
  const problem = await check().then(
    () => null,
    (error: Error) => error.message,
  );
  expect.soft(problem, name).toBeNull();
}

const hasScripts = (name: string) =>
  !signedOutScreens.some((screen) => screen.name === name) || name === "gallery";

test("unknown endpoints return 404, wrong methods 405 and requests from other sites 403", async ({
  request,
  signIn,
}) => {
  await signIn({ request }, demoAccounts.admin);
  const address = await createPermit({ request });
  for (const method of ["GET", "POST"]) {
    const response = await request.fetch("/api/no/such/call", { method });
    expect(response.status()).toBe(404);
    expect(response.headers()["content-type"]).toContain("application/json");
    expect(await response.json()).toHaveProperty("message");
  }
  const wrongMethod = await request.post("/api/auth/user");
  expect(wrongMethod.status()).toBe(405);
  expect(wrongMethod.headers().allow).toContain("GET");

  const foreign: Record<string, string>[] = [
    { origin: "https://elsewhere.test" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    for (const target of [`${address}/delete`, "/api/logout", "/login", "/profile?name"]) {
      const response = await request.post(target, { headers, form: { confirmation: "delete" } });
      expect(response.status(), `${target} from ${JSON.stringify(headers)}`).toBe(403);
    }
  }
  expect((await request.get(address)).status()).toBe(200);
});

test("any request gets the common headers and leaves no stack trace in the log", async ({
  request,
  server,
}) => {
  const styles = /\/assets\/[^"]+?\.css/.exec(await (await request.get("/login")).text())?.[0] ?? "";
  const before = server.output().length;
  const elsewhere = server.url.replace("localhost", "elsewhere.test");
  const requests: [string, string, number][] = [
    ["GET", `${server.url}/login`, 200],
    ["GET", `${server.url}/favicon.svg`, 200],
    ["GET", server.url, 401],
    ["GET", `${elsewhere}/login`, 400],
    ["GET", `${server.url.replace("http:", "https:")}/login`, 400],
    ["OPTIONS", "*", 204],
    ["GET", "*", 400],
    ["GET", "//", 400],
    ["GET", "/%", 400],
    ["GET", "/favicon.svg", 200],
    ["GET", "/login", 200],
    ["GET", "/permits", 401],
    ["GET", "/login.data", 202],
    ["GET", "/api/permits", 401],
    ["GET", "/api/no/such/call", 401],
    ["OPTIONS", "/login", 405],
    ["OPTIONS", "/login.data", 405],
    ["TRACE", "/", 405],
    ["PUT", "/employees", 405],
    ["POST", "/", 405],
    ["DELETE", "/api/permits", 405],
    ["POST", "/uploads/none", 405],
    ["CONNECT", "elsewhere.test:443", 405],
  ];
  for (const [method, target, status] of requests) {
    const response = await sendRaw(server.url, method, target);
    expect.soft(response, `${method} ${target}`).toMatchObject({ status, headers: commonHeaders });
    if (status === 204) expect(response.headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  }
  const { status, headers } = await sendRaw(server.url, "GET", styles);
  expect([status, headers["x-content-type-options"], headers["cross-origin-resource-policy"]]).toEqual([
    200,
    "nosniff",
    "same-origin",
  ]);
  expect(headers).not.toHaveProperty("permissions-policy");
  const logged = server.output().slice(before).trim().split("\n");
  expect(logged.filter((line) => !/^\S+Z 4\d\d /.test(line))).toEqual([]);
  expect(logged.filter((line) => line.endsWith(" 405 PUT /employees"))).toHaveLength(1);
});

const commonHeaders = {
  "content-security-policy": expect.stringMatching(
    /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
  ),
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
};

type RawResponse = { status?: number; headers: IncomingHttpHeaders };

/** Sends a request line that no browser sends, and returns the response. */
function sendRaw(url: string, method: string, target: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const settle = (response: IncomingMessage) => {
      const { statusCode: status, headers } = response;
      response.destroy();
      resolve({ status, headers });
    };
    httpRequest({ hostname, port, method, path: target, agent: false })
      .on("response", settle)
      .on("connect", settle)
      .on("error", reject)
      .end();
  });
}
