import { readFile, writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { completeSet } from "../app/seed/demo-plan-sets";
import { drawPlanSet, type PlanSet } from "../app/seed/plan-set-drawing";
import { drawnSheets } from "../app/testing/drawn-sheets";
import { hostilePdfs } from "../app/testing/hostile-pdfs";
import {
  alsoWithoutScripts,
  createPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  formOf,
  hydrated,
  region,
  statusOfPost,
  test,
  title,
} from "./journey";
import { follow, open, press, toast } from "./plan-check";
import type { Requester } from "./sign-in";

/** Long enough for a busy machine to read, draw and compare a set. */
const jobTimeout = { timeout: 120_000 };

const project = { project: "Journey House", address: "1 Journey Lane", dates: ["2026-03-02"] };
const complete = completeSet(project, 0);

/** In a set of 24 sheets, A-103 is missing and A-202 says A-201. */
const mistaken: Record<string, string> = { "A-103": "A-106", "A-202": "A-201" };
const setWithMistakes: PlanSet = {
  ...complete,
  sheets: complete.sheets.map((sheet) => ({ ...sheet, number: mistaken[sheet.number] ?? sheet.number })),
};
const missingSheet: PlanSet = {
  ...complete,
  sheets: complete.sheets.filter(({ number }) => number === "A-103"),
};
const numbersInOrder = [...complete.sheets.map(({ number }) => number), "A-106"].toSorted(
  (one, other) => orderOf(one) - orderOf(other) || (one < other ? -1 : 1),
);

function orderOf(number: string): number {
  return "ASMEP".indexOf(number.charAt(0));
}

const files = (page: Page) => region(page, "Plan Files");
const list = (page: Page, cycle = "PC1") => region(page, `Sheet list of ${cycle}`);
const sheetsIn = (page: Page, name = "Current set") => region(page, name).locator("ul.sheets > li");
const fileRow = (page: Page, name: string) => files(page).getByRole("row").filter({ hasText: name });

/** Uploads files as the city does, and returns to its permit. */
async function upload(page: Page, paths: string[]) {
  await follow(files(page), "Upload Files");
  const dialog = page.getByRole("dialog", { name: "Upload Plan Files" });
  await expect(dialog).toBeVisible();
  await hydrated(page);
  await dialog.getByLabel("Add files").setInputFiles(paths);
  await press(dialog, "Upload");
  await toast(page, "Files uploaded successfully");
}

/** Waits for what the page shows after an upload: on a busy machine, only after it is loaded again. */
const shows = (page: Page, shown: Locator) =>
  expect
    .poll(async () => {
      if ((await shown.count()) === 0) await page.reload();
      return shown.count();
    }, jobTimeout)
    .toBe(1);

/** Uploads a PDF as a program does, and waits until its sheets are found. */
async function send(
  { request }: Requester,
  permit: string,
  {
    reviewCycle,
    name = `${reviewCycle}.pdf`,
    buffer,
  }: { reviewCycle: string; name?: string; buffer: Buffer },
) {
  const multipart = formOf({ reviewCycle }, [{ name, mimeType: "application/pdf", buffer }]);
  expect((await request.post(`/api${permit}/files`, { multipart })).status()).toBe(201);
  const pageOfCycle = async () => (await request.get(`${permit}/sheets?reviewCycle=${reviewCycle}`)).text();
  await expect.poll(pageOfCycle, jobTimeout).not.toContain("Files are being checked");
}

test(
  "a city sends a set of sheets, answers what is asked about it, and confirms its list",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }, testInfo) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await createPermit(admin);
    const stored = async (name: string, bytes: Buffer) => {
      const path = testInfo.outputPath(name);
      await writeFile(path, bytes);
      return path;
    };
    const set = await stored("Plan set.pdf", await drawPlanSet(setWithMistakes));
    const single = await stored("Third floor.pdf", await drawPlanSet(missingSheet));
    const encrypted = hostilePdfs.userPassword();
    const locked = await stored("Locked.pdf", encrypted);

    // What is wrong with a file is told at once, and it can be downloaded.
    await signIn(page, demoAccounts.city);
    const portalPermit = `/oakvilles${permit}`;
    await open(page, portalPermit);
    await upload(page, [set, locked]);
    const reason =
      "No sheets: this file needs a password to be opened. Save it again without a password, and upload that.";
    await shows(page, fileRow(page, "Locked.pdf").filter({ hasText: reason }));
    const downloaded = page.waitForEvent("download");
    await follow(files(page), "Download Locked.pdf");
    expect((await readFile(await (await downloaded).path())).equals(encrypted)).toBe(true);

    const question = (count: number) =>
      files(page).getByRole("link", {
        name: `Confirm the sheet list of PC1: ${count} ${count === 1 ? "question" : "questions"}`,
      });
    await shows(page, question(2));
    await expect(files(page).getByRole("link", { name: "All 24 sheets" })).toBeVisible();
    await expect(files(page).getByRole("link", { name: "A-001" })).toBeVisible();
    await expectNoAxeViolations(page);

    // Without an answer, each question has a message, and nothing that was typed is lost.
    await question(2).click();
    await expect(page).toHaveURL(`${portalPermit}/sheets#confirm`);
    await hydrated(page);
    await expect(list(page)).toContainText("24 sheets");
    const second = list(page).getByRole("group", { name: /^A-201 is twice in this set/ });
    const missing = list(page).getByRole("group", { name: /^Numbers between others/ });
    await field(list(page), "Another number").fill("A-202");
    expect(await statusOfPost(page, () => press(page, "Confirm sheet list"))).toBe(400);
    await expect(second).toContainText("Say what this second A-201 is");
    await expect(missing).toContainText("Tick each number that is not part of the set");
    await expect(missing.getByRole("checkbox")).toHaveCount(1);
    await expect(field(list(page), "Another number")).toHaveValue("A-202");
    await expectNoAxeViolations(page);

    // The missing sheet comes in a file of its own.
    await page.goto(portalPermit);
    await hydrated(page);
    await upload(page, [single]);
    await shows(page, question(1));
    await question(1).click();
    await hydrated(page);
    await expect(missing).toHaveCount(0);
    await second.getByRole("radio", { name: "This one has another number:" }).check();
    expect(await statusOfPost(page, () => press(page, "Confirm sheet list"))).toBe(400);
    await expect(field(list(page), "Another number")).toHaveAccessibleDescription(/Enter the other number/);
    await expect(second.getByRole("radio", { name: "This one has another number:" })).toBeChecked();
    await hydrated(page);
    await field(list(page), "Another number").fill("a-202");
    await press(page, "Confirm sheet list");
    await toast(page, "Sheet list confirmed. PC1: 25 sheets");
    await expect(list(page)).toHaveCount(0);
    await expect(sheetsIn(page).locator(".sheet-name")).toHaveText(numbersInOrder);
    await open(page, portalPermit);
    await expect(files(page).getByRole("link", { name: "All 25 sheets" })).toBeVisible();
    await expect(files(page).getByRole("link", { name: /^Confirm the sheet list/ })).toHaveCount(0);
  },
);

test("numbers that do not exist are ticked, and a second sheet replaces the first", async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const permit = await createPermit(page);
  const buffer = await drawnSheets([
    { number: "A-101" },
    { number: "A-103" },
    { number: "A-103" },
    { bookmark: "Looks like nothing" },
  ]);
  await send(page, permit, { reviewCycle: "PC1", buffer });
  await open(page, `${permit}/sheets`);
  await expect(list(page)).toContainText("Answer 3 questions about the sheets");
  await expectNoAxeViolations(page);
  await field(list(page), "Number of page 4 of PC1.pdf").fill("A-104");
  await list(page)
    .getByRole("radio", { name: /^This one replaces/ })
    .check();
  await list(page)
    .getByRole("checkbox", { name: /^A-102 does not exist/ })
    .check();
  await press(page, "Confirm sheet list");
  await toast(page, "Sheet list confirmed. PC1: 4 sheets");
  await expect(sheetsIn(page).locator(".sheet-name")).toHaveText(["A-101", "A-103", "A-104"]);
});

/** A permit of the demo whose reviewer is signed in, with three cycles of a set. */
const drawnPermit = "/permits/174";

test(
  "a reviewer finds a sheet in two clicks, and looks at those beside it",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.reviewer);
    await open(page, `/employee-dashboard${drawnPermit}`);
    await files(page)
      .getByRole("link", { name: /^All 2\d sheets$/ })
      .click();
    await hydrated(page);
    await page.getByRole("link", { name: /^Sheet S2\.1 / }).click();
    await expect(title(page)).toHaveText("Sheet S2.1 Foundation plan");
    const picture = page.getByRole("img", { name: "Sheet S2.1 Foundation plan" });
    await expect
      .poll(
        () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
        jobTimeout,
      )
      .toBe(1000);
    await expectNoAxeViolations(page);

    const between = page.getByRole("navigation", { name: "Sheets" });
    await follow(between, "Next: S2.2");
    await expect(title(page)).toHaveText(/^Sheet S2\.2/);
    await hydrated(page);
    await follow(between, "Previous: S2.1");
    await expect(title(page)).toHaveText(/^Sheet S2\.1/);
    const pdf = await page.getByRole("link", { name: "Open the PDF at this page" }).getAttribute("href");
    expect(pdf).toMatch(/#page=17$/);
    const response = await page.request.get(String(pdf));
    expect(response.headers()).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^inline;/),
    });
    await follow(page, "All sheets");
    await expect(title(page)).toHaveText(/^Sheets of /);
  },
);

test(
  "an administrator corrects a number, and is told of a change that another made meanwhile",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }) => {
    await signIn(page, demoAccounts.admin);
    const permit = await createPermit(page);
    await send(page, permit, {
      reviewCycle: "PC1",
      buffer: await drawnSheets([{ number: "A-101" }, { number: "A-192" }]),
    });
    await open(page, `${permit}/sheets`);
    await page.getByRole("link", { name: /^Sheet A-192/ }).click();
    await expect(title(page)).toHaveText(/^Sheet A-192/);
    await hydrated(page);
    const other = await signedIn(demoAccounts.admin);
    await open(other, page.url());
    const form = (of: Page) => region(of, "Change this sheet");
    await field(form(page), "Number").fill("A-102");
    await form(page).getByLabel("Withdrawn: no longer part of the plans").check();
    await press(page, "Save sheet");
    await toast(page, "Sheet changed");
    await expect(title(page)).toHaveText(/^Sheet A-102/);

    await field(form(other), "Number").fill("A-103");
    expect(await statusOfPost(other, () => press(other, "Save sheet"))).toBe(409);
    const versions = other.getByRole("table", { name: "Your version and the saved one" });
    await expect(versions.getByRole("row", { name: /^Number/ })).toHaveText(/A-102\s*A-103/);
    await expect(versions.getByRole("row", { name: /^Withdrawn/ })).toHaveText(/Yes\s*No/);
    await expect(field(form(other), "Number")).toHaveValue("A-103");
    await expectNoAxeViolations(other);
    await follow(other, "Start again from the saved version");
    await expect(field(form(other), "Number")).toHaveValue("A-102");
  },
);

test(
  "the sheets of the next cycle are compared with those before",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    const permit = await createPermit(page);
    const first = [{ number: "A-101" }, { number: "A-102" }];
    await send(page, permit, { reviewCycle: "PC1", buffer: await drawnSheets(first) });
    await open(page, `${permit}/sheets`);
    await press(page, "Confirm sheet list");
    await toast(page, "Sheet list confirmed. PC1: 2 sheets");

    expect((await page.request.patch(`/api${permit}`, { data: { reviewCycle: "PC2" } })).status()).toBe(200);
    const next = [{ number: "A-101" }, { number: "A-102", mark: { x: 900, y: 700 } }, { number: "A-103" }];
    await send(page, permit, { reviewCycle: "PC2", buffer: await drawnSheets(next) });
    await open(page, `${permit}/sheets`);
    await expect(list(page, "PC2")).toContainText(
      "Every sheet has a number of its own, and none is missing.",
    );
    await press(page, "Confirm sheet list");
    await toast(page, "Sheet list confirmed. PC2: 3 sheets");
    const states = async () => {
      await page.reload();
      return sheetsIn(page).locator(".badge").allTextContents();
    };
    await expect.poll(states, jobTimeout).toEqual(["Same", "Changed", "New"]);
    await hydrated(page);
    await field(page, "Review cycle").selectOption({ label: "PC1" });
    if (test.info().project.use.javaScriptEnabled === false) await press(page, "Filter");
    await expect(sheetsIn(page, "Sheets of PC1")).toHaveCount(2);
    await expect(sheetsIn(page, "Sheets of PC1").first()).toContainText("Not in the current set");
  },
);

/** What is wider than the window, or outside its card. */
const outside = (page: Page) =>
  page.locator("main *:not(.sr-only, .sr-only *)").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const card = element.closest(".card")?.getBoundingClientRect();
        const end = Math.min(card?.right ?? Number.POSITIVE_INFINITY, document.documentElement.clientWidth);
        return width > 0 && (left < 0 || right > end + 0.5);
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`),
  );

test("the longest names of files and sheets stay in the window", async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
  const permit = await createPermit(page);
  const buffer = await drawnSheets([{ number: "A-101" }, {}, { number: "A-101" }]);
  const name = `${"Submittal_of_all_drawings_".repeat(9).slice(0, 200)}.pdf`;
  await send(page, permit, { reviewCycle: "PC1", name, buffer });
  await open(page, `${permit}/sheets`);
  await page
    .getByRole("link", { name: /^Sheet A-101/ })
    .first()
    .click();
  const form = region(page, "Change this sheet");
  await expect(form).toBeVisible();
  await hydrated(page);
  await field(form, "Number").fill("A-101.DEPARTMENTAL-2");
  await field(form, "Title").fill("Reflected_ceiling_plan_".repeat(5).slice(0, 100));
  await press(page, "Save sheet");
  await toast(page, "Sheet changed");
  for (const address of [page.url(), `${permit}/sheets`, permit, `/employee-dashboard${permit}`]) {
    await page.goto(address);
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await outside(page), `${address} at ${width}`).toEqual([]);
    }
  }
});
