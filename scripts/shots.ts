import { mkdir } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { type DemoAccount, demoAccounts, demoPassword, signIn } from "../e2e/sign-in";
import { browserFlags, findBrowser } from "./browser";
import { startFreshServer } from "./test-server";

/** The address of a page, or the address and a function that prepares the page for its screenshot. */
type Screen = string | [path: string, prepare: (page: Page) => Promise<void>];

const screens: Record<DemoAccount | "signedOut", Record<string, Screen>> = {
  signedOut: {
    "sign-in": "/",
    login: "/login",
    "login-code-over": "/login/code",
    "invite-expired": "/invite/nonsense",
  },
  admin: {
    dashboard: "/",
    permits: "/permits",
    "permits-filtered": "/permits?search=OAK&status=approved",
    "permits-empty": "/permits?search=zzzzzz",
    permit: "/permits/1",
    "permit-history": "/permits/134?history",
    "permit-edit": "/permits/1/edit",
    "permit-edit-conflict": ["/permits/8/edit", saveOutdatedEdit],
    "permit-delete": "/permits/1/delete",
    "permit-new": "/permits/new",
    "permit-new-errors": ["/permits/new", postEmptyForm],
    profile: "/profile",
    "two-factor": "/profile/two-factor",
    "two-factor-set-up": ["/profile/two-factor", startSetUp],
    help: "/help",
    "help-glossary": "/help/glossary",
    "help-settings": "/help/settings",
    "api-docs": "/api/docs",
    "not-found": "/nowhere",
    cities: "/cities",
    "city-new": "/cities/new",
    city: "/cities/3",
    "city-edit": "/cities/3/edit",
    "city-delete": "/cities/3/delete",
    "city-invite": "/cities/3/users/invite",
    "fee-new": "/cities/3/fees/new",
    "fee-new-errors": ["/cities/3/fees/new", postEmptyForm],
    "fee-edit": ["/cities/3", openDialog("fees", "edit")],
    "fee-paid": ["/cities/3", openDialog("fees", "mark-paid")],
    "pricing-new": "/cities/3/pricing/new",
    "pricing-delete": ["/cities/3", openDialog("pricing", "delete")],
    "city-not-found": "/cities/999999",
    "permit-not-found": "/permits/999999",
    "test-ui": ["/test-ui", openReplyForm],
    "test-city": "/test-city",
    "test-employee-login": "/test-employee-login",
    mail: "/mail",
    bin: "/records/bin",
    "legal-holds": "/records/legal-holds",
    "legal-hold-new": "/records/legal-holds/new",
    retention: "/records/retention",
    "city-retention": "/records/retention/3",
    audit: "/audit",
    "audit-permits": "/audit?kind=permit",
    sessions: "/employees/2/sessions",
    "test-mail": "/test-mail",
    assignments: "/permits/200/assignments",
    "next-cycle": "/permits/200/next-cycle",
    "plan-review": "/employee-dashboard",
    calendar: "/plan-check-calendar",
    "calendar-overdue": "/plan-check-calendar?view=overdue",
    "calendar-week": "/plan-check-calendar?week=2026-11-30&rows=25",
    "permits-late": "/permits?view=late&sort=due",
    "view-new": "/permits/views/new?view=late&sort=due",
    "calendar-print": "/plan-check-calendar?view=overdue&print",
    "review-of-all": "/employee-dashboard/permits/134",
    employees: "/employees",
    "employee-new": "/employees/new",
    "employee-new-errors": ["/employees/new", postEmptyForm],
    "employee-edit": "/employees/1/edit",
    "employee-delete": "/employees/1/delete",
    "employee-reassign": "/employees/1/reassign",
    "set-password": ["/employees", openPasswordLink],
    "portal-choice": "/oakvilles",
    "plan-check": "/permits/186",
    "plan-check-dates": "/permits/186/dates",
    letter: "/permits/186/letter",
    "letter-release": "/permits/186/letter/release",
    "released-plan-check": "/permits/240",
    "plan-check-hand-over": "/permits/240/hand-over",
    "plan-check-reopen": "/permits/240/reopen",
    "plan-checks": "/plan-checks",
    "plan-checks-late": "/plan-checks?view=late",
    "plan-checks-new": "/plan-checks?view=new_plans",
    search: "/search",
    "search-results": "/search?q=OAK-26-041",
    "search-texts": "/search?q=stair",
    "sheets-questions": "/permits/177/sheets",
    "sheets-questions-errors": ["/permits/177/sheets", postEmptyAnswers],
    "sheets-scan": "/permits/234/sheets",
    "sheet-edit": ["/permits/174/sheets", openSheet("S2.1")],
    "sheet-scan": ["/permits/234/sheets", openSheet("Page 1")],
    "standard-comments": "/standard-comments",
    "standard-comment-new": "/standard-comments/new",
    "standard-comment-new-errors": ["/standard-comments/new", postEmptyForm],
    "standard-comments-import": "/standard-comments/import",
  },
  reviewer: {
    review: "/permits/200",
    "review-empty": "/permits/2?discipline=Fire",
    "review-corrections": "/permits/70",
    "correction-new": "/employee-dashboard/permits/70/corrections/new",
    "correction-new-errors": ["/employee-dashboard/permits/70/corrections/new", postEmptyForm],
    "correction-standard": "/employee-dashboard/permits/70/corrections/library",
    "corrections-paste": "/employee-dashboard/permits/70/corrections/paste",
    "corrections-paste-rows": ["/employee-dashboard/permits/70/corrections/paste", readPasted],
    "correction-decide": "/employee-dashboard/permits/70/assignments/363/decide",
    corrections: "/permits/70/corrections",
    sheets: "/permits/174/sheets",
    sheet: ["/permits/174/sheets", openSheet("S2.1")],
    "sheets-in-review": "/permits/174",
    "standard-comments-read": "/standard-comments",
    hours: "/hours",
    "reviewer-dashboard": "/",
    "access-denied": "/permits/new",
  },
  city: {
    portal: "/oakvilles",
    "portal-empty": "/oakvilles?search=zzzzzz",
    "portal-submit": "/oakvilles/submit",
    "portal-submit-errors": ["/oakvilles/submit", postEmptyForm],
    "portal-permit": ["/oakvilles", openFirstPermit],
    "portal-number": ["/oakvilles", openUnnumbered],
    "portal-upload": ["/oakvilles", openUpload],
    "portal-not-found": "/oakvilles/permits/999999",
    "portal-sheets": "/oakvilles/permits/174/sheets",
    "portal-sheets-questions": "/oakvilles/permits/177/sheets",
    "portal-sheet": ["/oakvilles/permits/174/sheets", openSheet("S2.1")],
    "city-dashboard": "/",
    "city-search": "/search?q=oak",
    "city-help": "/help",
  },
};

const variants = [1280, 768, 360].flatMap((width) => [
  { width, scripts: true, dark: false },
  { width, scripts: false, dark: false },
  ...(width === 1280 ? [{ width, scripts: true, dark: true }] : []),
]);

async function readPasted(page: Page) {
  const lines = ["A-101; CBC 1010.1.9; Show the exit sign.", "A-102; CBC 1011; "];
  await page.getByLabel("Pasted text").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("group", { name: "Row 2" }).waitFor();
}

async function postEmptyForm(page: Page) {
  await page
    .locator(":is(dialog, main:not(:has(dialog))) form[method=post]")
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
      form.requestSubmit();
    });
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function openFirstPermit(page: Page) {
  await page.locator("tbody a").first().click();
  await page.locator("#discussion").waitFor();
}

async function openUnnumbered(page: Page) {
  await page.locator("tbody tr", { hasText: "Not provided" }).locator("a").first().click();
  await page.getByRole("button", { name: "Save number" }).waitFor();
}

async function openUpload(page: Page) {
  await openFirstPermit(page);
  await openDialog("upload")(page);
}

async function postEmptyAnswers(page: Page) {
  await page.getByRole("button", { name: "Confirm sheet list" }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** Opens the sheet with this number, with its picture. */
function openSheet(number: string) {
  return async (page: Page) => {
    await page.locator("#sheets a", { hasText: number }).first().click();
    await page.locator(".sheet-view").waitFor();
    await page.waitForLoadState("networkidle");
  };
}

/** Opens the first dialog whose address has these parts. */
function openDialog(...parts: string[]) {
  const link = `main a${parts.map((part) => `[href*="/${part}"]`).join("")}`;
  return async (page: Page) => {
    const address = await page.locator(link).first().getAttribute("href");
    await page.goto(new URL(address ?? "", page.url()).href, { waitUntil: "networkidle" });
    await page.locator("dialog[open]").waitFor();
  };
}

/** Saves a form that was opened before another user edited the same permit. */
async function saveOutdatedEdit(page: Page) {
  const data = { projectName: `Changed concurrently, ${Date.now()}` };
  const response = await page.request.patch("/api/permits/8", { data });
  if (!response.ok()) throw new Error(`The other edit failed with status ${response.status()}`);
  await page.getByLabel(/^Project name/).fill("Another name");
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await page.getByRole("link", { name: "Start again from the saved version" }).waitFor();
}

async function openPasswordLink(page: Page) {
  await openDialog("reset-password")(page);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.goto(await page.getByLabel("Link to set a password").inputValue());
  await page.getByRole("button", { name: "Set password" }).waitFor();
}

async function startSetUp(page: Page) {
  await page.getByLabel("Current password").fill(demoPassword);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Add your account to the app" }).waitFor();
}

async function openReplyForm(page: Page) {
  await page.locator(".reply > summary").first().click();
}

async function signedIn(browser: Browser, baseURL: string, account: DemoAccount) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), demoAccounts[account]);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function takeScreenshot(context: BrowserContext, screen: Screen, file: string): Promise<string[]> {
  const [path, prepare] = typeof screen === "string" ? [screen] : screen;
  const page = await context.newPage();
  try {
    await page.goto(path, { waitUntil: "networkidle" });
    await prepare?.(page);
    await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
    console.log(file);
    return [];
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    return [file];
  } finally {
    await page.close();
  }
}

async function takeScreenshots(
  browser: Browser,
  baseURL: string,
  account: keyof typeof screens,
  chosen: [name: string, screen: Screen][],
): Promise<string[]> {
  const storageState = account === "signedOut" ? undefined : await signedIn(browser, baseURL, account);
  const failed: string[] = [];
  for (const { width, scripts, dark } of variants) {
    const context = await browser.newContext({
      baseURL,
      storageState,
      viewport: { width, height: 800 },
      javaScriptEnabled: scripts,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(15_000);
    for (const [name, screen] of chosen) {
      const file = `shots/${name}-${width}-${scripts ? "on" : "off"}${dark ? "-dark" : ""}.png`;
      failed.push(...(await takeScreenshot(context, screen, file)));
    }
    await context.close();
  }
  return failed;
}

/** `npm run shots` takes all screens; `npm run shots -- permit login` only these. */
const names = process.argv.slice(2);
const failed: string[] = [];

await mkdir("shots", { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
const server = await startFreshServer();
try {
  for (const account of ["signedOut", "admin", "reviewer", "city"] as const) {
    const chosen = Object.entries(screens[account]).filter(
      ([name]) => names.length === 0 || names.includes(name),
    );
    if (chosen.length > 0) failed.push(...(await takeScreenshots(browser, server.url, account, chosen)));
  }
} finally {
  await browser.close();
  await server.stop();
}
if (failed.length > 0) {
  console.error(`${failed.length} screenshots failed`);
  process.exitCode = 1;
}
