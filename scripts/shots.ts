import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type DemoAccount, demoAccounts, signIn } from "../e2e/sign-in";
import { browserFlags, findBrowser } from "./browser";
import { startFreshServer } from "./test-server";

type Screen = { name: string; path: string; as: DemoAccount | null; after?: (page: Page) => Promise<void> };

const screens: Screen[] = [
  { name: "sign-in", path: "/", as: null },
  { name: "login", path: "/login", as: null },
  { name: "invite-expired", path: "/invite/nonsense", as: null },
  { name: "dashboard", path: "/", as: "admin" },
  { name: "permits", path: "/permits", as: "admin" },
  { name: "permits-filtered", path: "/permits?search=OAK&status=approved", as: "admin" },
  { name: "permits-empty", path: "/permits?search=zzzzzz", as: "admin" },
  { name: "permit", path: "/permits/1", as: "admin" },
  { name: "permit-history", path: "/permits/134?history", as: "admin" },
  { name: "permit-edit", path: "/permits/1?edit", as: "admin" },
  { name: "permit-edit-clash", path: "/permits/8?edit", as: "admin", after: clashWithAnother },
  { name: "permit-delete", path: "/permits/1?dialog=delete", as: "admin" },
  { name: "permit-new", path: "/permits/new", as: "admin" },
  { name: "permit-new-errors", path: "/permits/new", as: "admin", after: postEmptyForm },
  { name: "profile", path: "/profile", as: "admin" },
  { name: "api-docs", path: "/api/docs", as: "admin" },
  { name: "not-found", path: "/nowhere", as: "admin" },
  { name: "cities", path: "/cities", as: "admin" },
  { name: "city-new", path: "/cities?dialog=new", as: "admin" },
  { name: "city", path: "/cities/3", as: "admin" },
  { name: "city-edit", path: "/cities/3?edit", as: "admin" },
  { name: "city-delete", path: "/cities/3?dialog=delete", as: "admin" },
  { name: "city-invite", path: "/cities/3?dialog=invite", as: "admin" },
  { name: "fee-new", path: "/cities/3?dialog=new-fee", as: "admin" },
  { name: "fee-new-errors", path: "/cities/3?dialog=new-fee", as: "admin", after: postEmptyForm },
  { name: "fee-edit", path: "/cities/3", as: "admin", after: openDialog("edit-fee") },
  { name: "fee-paid", path: "/cities/3", as: "admin", after: openDialog("mark-paid") },
  { name: "pricing-new", path: "/cities/3?dialog=new-pricing", as: "admin" },
  { name: "pricing-delete", path: "/cities/3", as: "admin", after: openDialog("delete-pricing") },
  { name: "city-not-found", path: "/cities/999999", as: "admin" },
  { name: "permit-not-found", path: "/permits/999999", as: "admin" },
  { name: "test-ui", path: "/test-ui", as: "admin", after: openAnswerForm },
  { name: "test-city", path: "/test-city", as: "admin" },
  { name: "test-employee-login", path: "/test-employee-login", as: "admin" },
  { name: "mail", path: "/mail", as: "admin" },
  { name: "test-mail", path: "/test-mail", as: "admin" },
  { name: "assignments", path: "/permits/200/assignments", as: "admin" },
  { name: "next-cycle", path: "/permits/200?dialog=next-cycle", as: "admin" },
  { name: "plan-review", path: "/employee-dashboard", as: "admin" },
  { name: "calendar", path: "/plan-check-calendar", as: "admin" },
  { name: "calendar-overdue", path: "/plan-check-calendar?view=overdue", as: "admin" },
  { name: "calendar-print", path: "/plan-check-calendar?view=overdue&print", as: "admin" },
  { name: "review", path: "/permits/200", as: "reviewer" },
  { name: "review-of-all", path: "/employee-dashboard/permits/134", as: "admin" },
  { name: "review-empty", path: "/permits/2?discipline=Fire", as: "reviewer" },
  { name: "employees", path: "/employees", as: "admin" },
  { name: "employee-new", path: "/employees?dialog=new", as: "admin" },
  { name: "employee-new-errors", path: "/employees?dialog=new", as: "admin", after: postEmptyForm },
  { name: "employee-edit", path: "/employees?dialog=edit&id=1", as: "admin" },
  { name: "employee-delete", path: "/employees?dialog=delete&id=1", as: "admin" },
  { name: "employee-reassign", path: "/employees?dialog=reassign&id=1", as: "admin" },
  { name: "set-password", path: "/employees", as: "admin", after: openPasswordLink },
  { name: "hours", path: "/hours", as: "reviewer" },
  { name: "portal", path: "/oakvilles", as: "city" },
  { name: "portal-empty", path: "/oakvilles?search=zzzzzz", as: "city" },
  { name: "portal-submit", path: "/oakvilles?dialog=submit", as: "city" },
  { name: "portal-submit-errors", path: "/oakvilles?dialog=submit", as: "city", after: postEmptyForm },
  { name: "portal-permit", path: "/oakvilles", as: "city", after: openFirstPermit },
  { name: "portal-number", path: "/oakvilles", as: "city", after: openUnnumbered },
  { name: "portal-upload", path: "/oakvilles", as: "city", after: openUpload },
  { name: "portal-not-found", path: "/oakvilles/permits/999999", as: "city" },
  { name: "portal-choice", path: "/oakvilles", as: "admin" },
  { name: "reviewer-dashboard", path: "/", as: "reviewer" },
  { name: "access-denied", path: "/permits/new", as: "reviewer" },
  { name: "city-dashboard", path: "/", as: "city" },
];

const looks = [1280, 768, 360].flatMap((width) => [
  { width, scripts: true, dark: false },
  { width, scripts: false, dark: false },
  ...(width === 1280 ? [{ width, scripts: true, dark: true }] : []),
]);

/** Posts the page's form with nothing in it, past the browser's own checks, to see the server's. */
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
  await page.locator("tbody tr", { hasText: "Not given" }).locator("a").first().click();
  await page.getByRole("button", { name: "Save number" }).waitFor();
}

async function openUpload(page: Page) {
  await openFirstPermit(page);
  await openDialog("upload")(page);
}

/** Goes to the first dialog of a kind, whose row no address can name beforehand. */
function openDialog(name: string) {
  return async (page: Page) => {
    const address = await page.locator(`main a[href*="dialog=${name}"]`).first().getAttribute("href");
    await page.goto(new URL(address ?? "", page.url()).href, { waitUntil: "networkidle" });
    await page.locator("dialog[open]").waitFor();
  };
}

/** Saves a form that was opened before somebody else saved the same permit. */
async function clashWithAnother(page: Page) {
  const data = { projectName: `Written meanwhile, ${Date.now()}` };
  const answer = await page.request.patch("/api/permits/8", { data });
  if (!answer.ok()) throw new Error(`The other's edit was answered ${answer.status()}`);
  await page.getByLabel(/^Project name/).fill("Another name");
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await page.getByRole("link", { name: "Start again from the saved version" }).waitFor();
}

/** Goes where the link leads that an employee is sent to set a new password. */
async function openPasswordLink(page: Page) {
  await openDialog("reset-password")(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.goto(await page.getByLabel("Link to set a password").inputValue());
  await page.getByRole("button", { name: "Set password" }).waitFor();
}

async function openAnswerForm(page: Page) {
  await page.locator(".answer > summary").first().click();
}

/** The cookies of someone signed in, to open windows with. */
async function signedIn(browser: Browser, baseURL: string, account: DemoAccount) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), demoAccounts[account]);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** `npm run shots` takes all; `npm run shots -- permit login` those screens. */
const asked = process.argv.slice(2);
const chosen = asked.length ? screens.filter((screen) => asked.includes(screen.name)) : screens;
const failures: string[] = [];

await mkdir("shots", { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser().path, args: browserFlags });
const server = await startFreshServer();
try {
  for (const account of new Set(chosen.map((screen) => screen.as))) {
    const storageState = account ? await signedIn(browser, server.url, account) : undefined;
    for (const { width, scripts, dark } of looks) {
      const context = await browser.newContext({
        baseURL: server.url,
        storageState,
        viewport: { width, height: 800 },
        javaScriptEnabled: scripts,
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
      });
      context.setDefaultTimeout(15_000);
      for (const screen of chosen.filter(({ as }) => as === account)) {
        const file = `shots/${screen.name}-${width}-${scripts ? "on" : "off"}${dark ? "-dark" : ""}.png`;
        const page = await context.newPage();
        try {
          await page.goto(screen.path, { waitUntil: "networkidle" });
          await screen.after?.(page);
          await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
          console.log(file);
        } catch (error) {
          failures.push(file);
          console.error(`${file}: ${error instanceof Error ? error.message : error}`);
        }
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
if (failures.length > 0) {
  console.error(`${failures.length} pictures could not be taken`);
  process.exitCode = 1;
}
