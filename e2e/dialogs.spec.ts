import type { APIRequestContext, Locator, Page, PlaywrightWorkerArgs } from "@playwright/test";
import { generatePath } from "react-router";
import { leaves } from "../app/testing/route-addresses";
import type { TestServer } from "../scripts/test-server";
import { type Row, rows, type Seed } from "./dialog-rows";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  statusOfPost,
  test,
} from "./journey";
import { clerkEmail, toast } from "./plan-check";
import { signIn } from "./sign-in";

// They assign work and deactivate people, whom other journeys count.
test.use({ data: "dialogs" });

const dialogs = leaves.filter(({ isDialog }) => isDialog);

test("each dialog has a row", () => {
  expect(Object.keys(rows).sort()).toEqual(dialogs.map(({ address }) => address).sort());
});

for (const pattern of Object.keys(rows)) {
  test(`the dialog ${pattern}`, alsoWithoutScripts, async ({ page, context, playwright, server }) => {
    const seed = await newSeed(playwright, server);
    const { subject, scene } = await begin(page, seed, pattern);
    const { wrong, second, fill } = subject;
    const title = await page.title();
    const questions: string[] = [];
    page.on("dialog", (question) => questions.push(question.message()));
    const closed = { page: scene.page, title };
    await test.step("its link opens it", async () => {
      await openByLink(page, subject);
      await expectNoAxeViolations(page);
      const fieldCount = await dialogOf(page, subject).locator(fields).count();
      expect(fieldCount > 0, "what has fields is refused with 400").toBe(wrong !== undefined);
    });
    await test.step("Cancel closes it", () => closes(page, subject, closed, () => cancel(page, subject)));
    await test.step("Back closes it", async () => {
      await openByLink(page, subject);
      await closes(page, subject, closed, async () => void (await page.goBack()), "by Back");
    });
    await test.step("Escape closes it", async () => {
      await openByLink(page, subject);
      if (hasScripts()) {
        await closes(page, subject, closed, () => page.keyboard.press("Escape"));
        await openByLink(page, subject);
      }
    });
    expect(questions, "closing what is untouched asks nothing").toEqual([]);
    if (wrong)
      await test.step("invalid entries are refused", () => isRefused(page, subject, wrong, "Typed text"));

    const other = await context.newPage();
    await test.step("its address opens it", async () => {
      await other.goto(subject.address);
      await expectOpen(other, subject);
      await closes(other, subject, closed, () => cancel(other, subject), "after its address");
      await openByLink(other, subject);
    });

    await test.step("valid entries are accepted", async () => {
      await fill?.(dialogOf(page, subject), `${seed.name}-1`);
      await press(page, subject);
      await toast(page, subject.toast);
      await expect(dialogOf(page, subject)).toBeHidden();
      await expect(page).toHaveURL(addressPattern(subject.after ?? scene.page));
      if (!subject.after) await expect(page).toHaveTitle(title);
      if (hasScripts()) await expect(focusedIn(page)).toHaveCount(1);
    });
    await test.step("a second user is told what happened", async () => {
      await second.meanwhile?.(seed, scene);
      await isRefused(other, subject, { fill, ...second }, `${seed.name}-${second.isSame ? 1 : 2}`);
      await second.afterwards?.(seed);
    });
  });
}

test("the former address of a dialog, such as a bookmark, opens it", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  await page.goto("/permits?search=OAK&dialog=delete&id=7");
  await expect(page).toHaveURL("/permits/delete-permit/7?search=OAK");
  await expect(page.getByRole("dialog", { name: "Delete Permit" })).toBeVisible();
});

test("leaving a dialog with typed text asks, by each way out", async ({ page, playwright, server }) => {
  const seed = await newSeed(playwright, server);
  const { subject } = await begin(page, seed, "/cities/:id/fees/:feeId/edit");
  await openByLink(page, subject);
  await subject.fill?.(dialogOf(page, subject), "Typed text");
  const typed = await entriesOf(dialogOf(page, subject));

  const questions = dismissQuestions(page);
  const ways = [
    () => cancel(page, subject),
    () => page.keyboard.press("Escape"),
    () => page.evaluate(() => history.back()),
  ];
  for (const [index, leave] of ways.entries()) {
    await leave();
    await expect.poll(() => questions.length).toBe(index + 1);
    await expect(page).toHaveURL(addressPattern(subject.address));
    expect(await entriesOf(dialogOf(page, subject))).toEqual(typed);
  }
});

test("a search in the library keeps the ticks", alsoWithoutScripts, async ({ page, playwright, server }) => {
  const seed = await newSeed(playwright, server);
  const { subject } = await begin(page, seed, "/employee-dashboard/permits/:id/corrections/library");
  const questions = dismissQuestions(page);
  await openByLink(page, subject);
  const library = dialogOf(page, subject);
  const ticked = library.getByRole("checkbox", { name: new RegExp(`^${seed.name}`) });
  await ticked.check();
  await field(library, `Sheet of ${seed.name}`).fill("S3.1");
  await field(library, "Text").fill("design loads");
  await field(library, "Text").press("Enter");
  await expect(library.getByRole("listitem")).toHaveCount(2);
  await hydrated(page);
  await expect(ticked).toBeChecked();
  if (hasScripts()) {
    await test.step("leaving it asks, since the ticks are not saved", async () => {
      await cancel(page, subject);
      await expect.poll(() => questions.length).toBe(1);
      await expect(ticked).toBeChecked();
      questions.pop();
    });
  }
  await library.getByRole("checkbox", { name: /^Design loads/ }).check();
  await press(page, subject);
  await toast(page, "2 corrections added");
  await expect(page.getByText("S3.1")).toBeVisible();
  expect(questions).toEqual([]);
  await openByLink(page, subject);
  await expect(library.getByText("Restore what you typed?")).toBeHidden();
});

/** Stays on the page at each question, and returns the questions. */
function dismissQuestions(page: Page): string[] {
  const questions: string[] = [];
  page.removeAllListeners("dialog");
  page.on("dialog", (question) => {
    questions.push(question.message());
    return question.dismiss();
  });
  return questions;
}

/** Opens the page under the dialog of a row, as the row's user. */
async function begin(page: Page, seed: Seed, pattern: string) {
  const row = rows[pattern];
  if (!row) throw new Error(`There is no row of ${pattern}`);
  await page.context().addCookies((await seed[row.user ?? "admin"].storageState()).cookies);
  const scene = await row.scene(seed);
  await page.goto(scene.page);
  await hydrated(page);
  return { subject: subjectOf(pattern, row, scene), scene };
}

type Subject = Row & { address: string; hasDialog: boolean; isPortal: boolean };

function subjectOf(pattern: string, row: Row, scene: Awaited<ReturnType<Row["scene"]>>): Subject {
  const { page, params = {}, query: own, hasDialog = false, ...differing } = scene;
  const query = [page.split("?")[1], own].filter(Boolean).join("&");
  const address = `${generatePath(pattern, params as Record<string, string>)}?${query}`;
  return { ...row, ...differing, address, hasDialog, isPortal: row.user === "clerk" };
}

const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

const dialogOf = (page: Page, { title }: Subject) => page.getByRole("dialog", { name: title, exact: true });

/** Matches an address whatever its fragment is. */
const addressPattern = (address: string) =>
  new RegExp(
    `^http://[^/]+${address.replaceAll(/[?.+]/g, "\\$&").replaceAll(":number", "\\d+")}(#[\\w-]*)?$`,
  );

const linkOf = (page: Page, { link }: Subject) => page.getByRole("link", { name: link, exact: true }).first();

async function openByLink(page: Page, subject: Subject) {
  await linkOf(page, subject).click();
  await expectOpen(page, subject);
}

async function expectOpen(page: Page, subject: Subject) {
  const dialog = dialogOf(page, subject);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(addressPattern(subject.address));
  await expect(page).toHaveTitle(`${subject.documentTitle ?? subject.title} · Redline`);
  await hydrated(page);
  await expectFocusIn(dialog);
}

const fields = "input:not([type=hidden]):enabled, select:enabled, textarea:enabled";

/** The focus is on the field that asks for it, else on any; without a field on the button. */
async function expectFocusIn(dialog: Locator) {
  const focused = dialog.locator(":focus");
  const asking = dialog.locator("[data-autofocus], [autofocus]");
  await expect(focused).toHaveCount(1);
  if ((await asking.count()) > 0) await expect(asking.first()).toBeFocused();
  else if ((await dialog.locator(fields).count()) > 0)
    await expect(focused.and(dialog.locator(fields))).toHaveCount(1);
}

type Closed = { page: string; title: string };

/** Closes the dialog: the page under it is as before, and was not loaded again if scripts close it. */
async function closes(
  page: Page,
  subject: Subject,
  closed: Closed,
  close: () => Promise<void>,
  how?: "by Back" | "after its address",
) {
  const requests: string[] = [];
  const note = (request: { url: () => string; isNavigationRequest: () => boolean }) => {
    if (request.isNavigationRequest() || request.url().includes(".data")) requests.push(request.url());
  };
  page.on("request", note);
  await close();
  await expect(dialogOf(page, subject)).toBeHidden();
  await expect(page).toHaveURL(addressPattern(closed.page));
  await expect(page).toHaveTitle(closed.title);
  page.off("request", note);
  if (!hasScripts() || subject.hasDialog) return;
  if (how !== "by Back") expect(requests).toEqual([]);
  // The pages of a portal have no scripts before a dialog is open.
  if (how === "after its address" || subject.isPortal) await expect(focusedIn(page)).toHaveCount(1);
  else await expect(linkOf(page, subject)).toBeFocused();
}

const focusedIn = (page: Page) => page.locator("main, dialog").locator(":focus");

const cancel = (page: Page, subject: Subject) =>
  dialogOf(page, subject).getByRole("link", { name: "Cancel", exact: true }).click();

const buttonOf = (page: Page, subject: Subject) =>
  dialogOf(page, subject).getByRole("button", { name: subject.button, exact: true });

const press = (page: Page, subject: Subject) => buttonOf(page, subject).click();

type Refusal = Pick<Row, "fill"> &
  Partial<NonNullable<Row["wrong"]> & Omit<Row["second"], "says">> &
  Pick<Row["second"], "says">;

/** The dialog says why it is refused, and has what was typed: a choice only if it is still offered. */
async function isRefused(page: Page, subject: Subject, refusal: Refusal, text: string) {
  const { fill, says, disablesButton, status = 400, loses = "confirmation", losesPage } = refusal;
  await fill?.(dialogOf(page, subject), text);
  if (disablesButton && hasScripts()) {
    await expect(buttonOf(page, subject)).toBeDisabled();
    return;
  }
  const typed = await entriesOf(dialogOf(page, subject));
  expect(await statusOfPost(page, () => press(page, subject))).toBe(status);
  // A conflict can change the title.
  const place = page.getByRole(losesPage && !hasScripts() ? "main" : "dialog");
  await expect(place).toContainText(says);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page).toHaveURL((url) => url.pathname === subject.address.split("?")[0]);
  await hydrated(page);
  const present = await entriesOf(place);
  const lost = typed.filter((entry) => !entry.startsWith(`${loses}: `) && !present.includes(entry));
  if ((await place.locator("form[method=post]").count()) > 0) {
    expect(lost).toEqual([]);
    const messages = place.locator(".error-summary, [aria-invalid=true]");
    await expect(messages.and(page.locator(":focus"))).toHaveCount(1);
  } else if (lost.some((entry) => entry.endsWith(`: ${text}`))) {
    // Where the form is gone, the text is there to be copied.
    await expect(place).toContainText(text);
  }
}

/** What is typed and chosen in a dialog. */
const entriesOf = (dialog: Locator): Promise<string[]> =>
  dialog.evaluate((element) => {
    const all = element.querySelectorAll<HTMLInputElement>(
      "input:not([type=hidden], [type=file]), select, textarea",
    );
    const isFilled = ({ type, checked, value }: HTMLInputElement) =>
      type === "checkbox" || type === "radio" ? checked : value !== "";
    // The box of a stored file has another value each time.
    const textOf = ({ type, labels, value }: HTMLInputElement) =>
      type === "checkbox" ? labels?.[0]?.textContent : value;
    return [...all].filter(isFilled).map((field) => `${field.name}: ${textOf(field)}`);
  });

let count = 0;

/** The text is different for each worker and test. */
async function newSeed({ request }: PlaywrightWorkerArgs["playwright"], server: TestServer): Promise<Seed> {
  const baseURL = server.url;
  count += 1;
  const program = async (email: string) =>
    request.newContext({ baseURL, storageState: await sessionOf(request, baseURL, email) });
  const admin = await program(demoAccounts.admin);
  const reviewer = await program(demoAccounts.reviewer);
  const clerk = await program(await clerkEmail(admin));
  return { admin, reviewer, clerk, server, name: `Dialog-${count}` };
}

type Session = Awaited<ReturnType<APIRequestContext["storageState"]>>;
const sessions = new Map<string, Promise<Session>>();

/** Signs a user in once for all rows of a worker. */
function sessionOf(request: PlaywrightWorkerArgs["playwright"]["request"], baseURL: string, email: string) {
  const key = `${baseURL} ${email}`;
  const begin = async () => {
    const program = await request.newContext({ baseURL });
    await signIn({ request: program }, email);
    return program.storageState();
  };
  const session = sessions.get(key) ?? begin();
  sessions.set(key, session);
  return session;
}
