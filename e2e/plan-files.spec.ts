import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  createPermit,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  formOf,
  holdRequests,
  hydrated,
  plans,
  type SentFile,
  test,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const card = (page: Page) => page.getByRole("region", { name: "Plan Files" });
const chooser = (page: Page) => card(page).getByLabel("Add files");
const uploadButton = (page: Page) => card(page).getByRole("button", { name: "Upload" });
const fileLink = (page: Page, name: string) => card(page).getByRole("link", { name, exact: true });

test("several files are uploaded together and downloaded with the same bytes", async ({ page }) => {
  await page.goto(await createPermit(page));
  await expect(card(page)).toContainText("No files uploaded");
  await hydrated(page);
  await expect(uploadButton(page)).toBeDisabled();
  await uploadSlowly(page, [plans.pdf(), plans.dxf(), plans.dwg()]);
  const names = [plans.pdf(), plans.dxf(), plans.dwg()].map(({ name }) => new RegExp(name));
  await expect(card(page).getByRole("group", { name: "Files to add" }).locator("label")).toHaveText(names);
  await uploadButton(page).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(card(page).getByText("PC1 Review 3 files")).toBeVisible();
  await expect(card(page).getByRole("checkbox")).toHaveCount(0);

  for (const { name, mimeType, buffer } of [plans.pdf(), plans.dxf(), plans.dwg()]) {
    const downloaded = page.waitForEvent("download");
    await card(page)
      .getByRole("link", { name: `Download ${name}` })
      .click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(name);
    expect((await readFile(await download.path())).equals(buffer), name).toBe(true);
    const response = await page.request.get(download.url());
    expect(response.headers()).toMatchObject({
      "content-type": mimeType,
      "content-disposition": expect.stringMatching(/^attachment;/),
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
  }
});

/** Chooses files on a slow connection, and checks their progress bars. */
async function uploadSlowly(page: Page, files: SentFile[]) {
  const release = await holdRequests(page, "**/staged-files");
  await chooser(page).setInputFiles(files);
  for (const { name } of files) {
    await expect(card(page).getByRole("progressbar", { name: `Uploading ${name}` })).toBeVisible();
  }
  await expect(card(page).getByRole("button", { name: "Uploading..." })).toBeDisabled();
  await expectNoAxeViolations(page);
  release();
  await expect(card(page).getByRole("progressbar")).toHaveCount(0);
}

test("each rejected file is listed with its reason, and valid files of the same request remain", async ({
  page,
}) => {
  await page.goto(await createPermit(page));
  await hydrated(page);
  await chooser(page).setInputFiles([
    plans.pdf("good.pdf"),
    plans.fake("fake.pdf"),
    { name: "empty.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") },
    plans.dxf("good.dxf"),
    plans.dwg("not this one.dwg"),
  ]);
  const reasons = [
    /fake\.pdf: This is not a PDF file, despite its name/,
    /empty\.pdf: The file is empty/,
    /notes\.txt: Only PDF, DWG and DXF files are accepted/,
  ];
  for (const reason of reasons) {
    await expect(card(page).locator(".error").filter({ hasText: reason }).first()).toBeVisible();
  }
  const stagedFiles = card(page).getByRole("group", { name: "Files to add" }).getByRole("checkbox");
  await expect(stagedFiles).toHaveCount(3);
  await expectNoAxeViolations(page);
  const unwanted = card(page).getByRole("checkbox", { name: /not this one/ });
  const discarded = page.waitForResponse((response) => response.url().endsWith("/staged-files?discard"));
  await unwanted.click();
  expect((await discarded).status()).toBe(204);
  await expect(unwanted).toHaveCount(0);
  await uploadButton(page).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(fileLink(page, "good.pdf")).toBeVisible();
  await expect(fileLink(page, "good.dxf")).toBeVisible();
  await expect(card(page).getByText("PC1 Review 2 files")).toBeVisible();
});

test("chosen files are preserved while another user uploads a file", async ({ page, signedIn }) => {
  const address = await createPermit(page);
  await page.goto(address);
  await hydrated(page);
  const mine = card(page).getByRole("checkbox", { name: /mine/ });
  await chooser(page).setInputFiles(plans.pdf("mine.pdf"));
  await expect(mine).toBeChecked();

  const city = await signedIn(demoAccounts.city);
  const multipart = formOf({ reviewCycle: "PC1" }, [plans.pdf("theirs.pdf")]);
  expect((await city.request.post(`/api${address}/files`, { multipart })).status()).toBe(201);
  const discussion = page.getByRole("region", { name: "Discussion" });
  await discussion.getByRole("textbox", { name: "Comment" }).fill("Are these all?");
  await discussion.getByRole("button", { name: "Comment" }).click();
  await expect(discussion.getByRole("article")).toContainText("Are these all?");
  await expect(fileLink(page, "theirs.pdf")).toBeVisible();

  await expect(mine).toBeChecked();
  await uploadButton(page).click();
  await expect(fileLink(page, "mine.pdf")).toBeVisible();
  await expect(card(page).getByText("PC1 Review 2 files")).toBeVisible();
});
