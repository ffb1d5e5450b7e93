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
  permitRows,
  plans,
  type SentFile,
  statusOfPost,
  test,
} from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const riverton = { cityId: "1" };
const card = (page: Page) => page.getByRole("region", { name: "Plan Files" });
const chooser = (page: Page) => card(page).getByLabel("Add files");
const uploadButton = (page: Page) => card(page).getByRole("button", { name: "Upload" });
const fileLink = (page: Page, name: string) => card(page).getByRole("link", { name, exact: true });

const pdfOf = (name: string, buffer: Buffer): SentFile => ({ name, mimeType: "application/pdf", buffer });

test("several files are uploaded together and downloaded with the same bytes", async ({ page, scripts }) => {
  await page.goto(await createPermit(page));
  await expect(card(page)).toContainText("No files uploaded");
  await hydrated(page);
  if (scripts) {
    await expect(uploadButton(page)).toBeDisabled();
    await uploadSlowly(page, [plans.pdf(), plans.dxf(), plans.dwg()]);
    await expect(card(page).getByRole("group", { name: "Files to add" }).getByRole("checkbox")).toHaveCount(
      3,
    );
  } else {
    await chooser(page).setInputFiles([plans.pdf(), plans.dxf(), plans.dwg()]);
  }
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
  scripts,
}) => {
  await page.goto(await createPermit(page));
  await hydrated(page);
  const tooLarge = Buffer.concat([plans.pdf().buffer, Buffer.alloc(10.1 * 1024 * 1024)]);
  await chooser(page).setInputFiles([
    plans.pdf("good.pdf"),
    plans.fake("fake.pdf"),
    pdfOf("empty.pdf", Buffer.alloc(0)),
    pdfOf("large.pdf", tooLarge),
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") },
    plans.dxf("good.dxf"),
    plans.dwg("not this one.dwg"),
  ]);
  if (!scripts) expect(await statusOfPost(page, () => uploadButton(page).click())).toBe(400);
  const reasons = [
    /fake\.pdf: This is not a PDF file, despite its name/,
    /empty\.pdf: The file is empty/,
    /large\.pdf: The file is larger than 10(\.0)? ?MB/,
    /notes\.txt: Only PDF, DWG and DXF files are accepted/,
  ];
  for (const reason of reasons) {
    await expect(card(page).locator(".error").filter({ hasText: reason }).first()).toBeVisible();
  }
  const stagedFiles = card(page).getByRole("group", { name: "Files to add" }).getByRole("checkbox");
  await expect(stagedFiles).toHaveCount(3);
  await expectNoAxeViolations(page);
  const unwanted = card(page).getByRole("checkbox", { name: /not this one/ });
  if (scripts) {
    const discarded = page.waitForResponse((response) => response.url().endsWith("/staged-files?discard"));
    await unwanted.click();
    expect((await discarded).status()).toBe(204);
    await expect(unwanted).toHaveCount(0);
  } else {
    await unwanted.uncheck();
  }
  await uploadButton(page).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(fileLink(page, "good.pdf")).toBeVisible();
  await expect(fileLink(page, "good.dxf")).toBeVisible();
  await expect(card(page).getByText("PC1 Review 2 files")).toBeVisible();
});

test("unsafe names are cleaned, equal names are allowed, and one file too many returns 400", async ({
  page,
}) => {
  const address = await createPermit(page);
  const upload = (files: SentFile[]) =>
    page.request.post(`${address}?upload`, {
      multipart: formOf({ reviewCycle: "PC2" }, files),
      maxRedirects: 0,
    });

  expect((await upload([])).status()).toBe(400);
  const files = [plans.pdf("../../etc/passwd.pdf"), plans.dxf("same.dxf"), plans.dxf("same.dxf")];
  expect((await upload(files)).status()).toBe(302);
  await page.goto(address);
  await expect(fileLink(page, "passwd.pdf")).toBeVisible();
  await expect(fileLink(page, "same.dxf")).toHaveCount(2);
  await expect(card(page).getByText("PC2 Review 3 files")).toBeVisible();

  const tooMany = Array.from({ length: 21 }, (_, index) => plans.dwg(`sheet-${index + 1}.dwg`));
  const response = await upload(tooMany);
  expect(response.status()).toBe(400);
  expect(await response.text()).toContain("sheet-21.dwg: Only 20 files can be sent at once");
});

test("each review cycle has a list of files, and the list of the current cycle is open", async ({
  page,
  scripts,
}) => {
  const address = await createPermit(page, { reviewCycle: "PC2" }, [plans.pdf("second.pdf")]);
  await page.goto(address);
  await hydrated(page);
  await expect(card(page).getByLabel("Review cycle")).toHaveValue("PC2");
  await card(page).getByLabel("Review cycle").selectOption("PC1");
  await chooser(page).setInputFiles(plans.pdf("first.pdf"));
  if (scripts) await expect(card(page).getByRole("checkbox", { name: /first\.pdf/ })).toBeChecked();
  await uploadButton(page).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(card(page).locator("summary")).toHaveText([/^PC2 Review/, /^PC1 Review/]);
  await expect(fileLink(page, "second.pdf")).toBeVisible();
  await page.goto(address);
  await expect(fileLink(page, "first.pdf")).toBeHidden();
  await card(page).getByText("PC1 Review").click();
  await expect(fileLink(page, "first.pdf")).toBeVisible();
});

test("a PDF opens in a new tab, and a drawing is downloaded", async ({ page, context }) => {
  await page.goto(await createPermit(page, {}, [plans.pdf(), plans.dxf()]));
  const opened = context.waitForEvent("page");
  const response = context.waitForEvent("response", (received) => received.url().includes("inline"));
  await fileLink(page, "plan.pdf").click();
  expect((await response).status()).toBe(200);
  await (await opened).close();
  const inline = await page.request.get(String(await fileLink(page, "plan.pdf").getAttribute("href")));
  expect(inline.headers()["content-disposition"]).toMatch(/^inline;/);
  expect(inline.headers()["content-security-policy"]).toContain("default-src 'none'");

  const drawing = String(await fileLink(page, "plan.dxf").getAttribute("href"));
  const headers = (await page.request.get(drawing)).headers();
  expect(headers["content-disposition"]).toMatch(/^attachment;/);
  const part = await page.request.get(drawing, { headers: { range: "bytes=0-9" } });
  expect(part.status()).toBe(206);
  expect((await part.body()).equals(plans.dxf().buffer.subarray(0, 10))).toBe(true);
});

test("a file is deleted after the dialog is confirmed", async ({ page }) => {
  await page.goto(await createPermit(page, {}, [plans.pdf(), plans.dwg()]));
  const address = String(
    await card(page).getByRole("link", { name: "Download plan.pdf" }).getAttribute("href"),
  );
  await card(page).getByRole("link", { name: "Delete plan.pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete file" });
  await expect(dialog).toContainText("plan.pdf");
  await expectNoAxeViolations(page);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await card(page).getByRole("link", { name: "Delete plan.pdf" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("File deleted successfully")).toBeVisible();
  await expect(fileLink(page, "plan.pdf")).toBeHidden();
  await expect(fileLink(page, "plan.dwg")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("File deleted: plan.pdf");
  expect((await page.request.get(address)).status()).toBe(404);
});

test("a reviewer can upload only to assigned permits, and deletes a file of their own", async ({
  page,
  scripts,
  signIn,
}) => {
  const unassigned = await createPermit(page, {}, [plans.pdf("office.pdf")]);
  await page.context().clearCookies();
  await signIn(page, demoAccounts.reviewer);

  await page.goto(unassigned);
  await expect(fileLink(page, "office.pdf")).toBeVisible();
  await expect(chooser(page)).toBeHidden();
  await expect(page.getByRole("link", { name: /^Delete/ })).toHaveCount(0);
  await openOwnPermit(page);
  await hydrated(page);
  await chooser(page).setInputFiles(plans.pdf("my marks.pdf"));
  if (scripts) await expect(card(page).getByRole("checkbox", { name: /my marks/ })).toBeChecked();
  await uploadButton(page).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(fileLink(page, "my marks.pdf")).toBeVisible();
  await card(page).getByRole("link", { name: "Delete my marks.pdf" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("File deleted successfully")).toBeVisible();
});

/** Opens the first permit in process that is assigned to the reviewer. */
async function openOwnPermit(page: Page) {
  const ownRows = permitRows(page).filter({ hasText: "Maria Lopez" });
  for (let number = 1; number === 1 || (await ownRows.count()) === 0; number += 1) {
    await page.goto(`/permits?status=in_process&page=${number}`);
  }
  await page.goto(String(await ownRows.first().getByRole("link").first().getAttribute("href")));
}

test("a city user uploads files to their city's permit and gets 404 for another city's permit", async ({
  page,
  scripts,
  signIn,
}) => {
  const ownPermit = await createPermit(page);
  const otherPermit = await createPermit(page, riverton);
  await page.context().clearCookies();
  await signIn(page, demoAccounts.city);
  expect((await page.request.get(`${otherPermit}.data`)).status()).toBe(404);

  await page.goto(ownPermit);
  await expect(page).toHaveURL(`/oakvilles${ownPermit}`);
  await expect(page.getByRole("heading", { name: "Assignments" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "History" })).toHaveCount(0);
  await card(page).getByRole("link", { name: "Upload Files" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Plan Files" });
  await expect(dialog).toContainText("Max 10MB each");
  await hydrated(page);
  const upload = dialog.getByRole("button", { name: "Upload" });
  if (scripts) await expect(upload).toBeDisabled();
  await dialog.getByLabel("Review cycle").selectOption({ label: "PC2 - Plan Check 2" });
  await dialog.getByLabel("Add files").setInputFiles(plans.pdf("from the city.pdf"));
  if (scripts) await expect(dialog.getByRole("checkbox", { name: /from the city/ })).toBeChecked();
  await upload.click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card(page).getByRole("row", { name: /from the city/ })).toContainText("PC2");
  await expect(fileLink(page, "from the city.pdf")).toBeVisible();
});

test("chosen files are preserved while another user uploads a file", async ({ page, signedIn, scripts }) => {
  const address = await createPermit(page);
  await page.goto(address);
  await hydrated(page);
  const choose = () => chooser(page).setInputFiles(plans.pdf("mine.pdf"));
  const mine = card(page).getByRole("checkbox", { name: /mine/ });
  await choose();
  if (scripts) await expect(mine).toBeChecked();

  const city = await signedIn(demoAccounts.city);
  const multipart = formOf({ reviewCycle: "PC1" }, [plans.pdf("theirs.pdf")]);
  expect((await city.request.post(`/api${address}/files`, { multipart })).status()).toBe(201);
  const discussion = page.getByRole("region", { name: "Discussion" });
  await discussion.getByRole("textbox", { name: "Comment" }).fill("Are these all?");
  await discussion.getByRole("button", { name: "Comment" }).click();
  await expect(discussion.getByRole("article")).toContainText("Are these all?");
  await expect(fileLink(page, "theirs.pdf")).toBeVisible();

  // Without scripts the page was reloaded, and the browser cleared the file field.
  if (scripts) await expect(mine).toBeChecked();
  else await choose();
  await uploadButton(page).click();
  await expect(fileLink(page, "mine.pdf")).toBeVisible();
  await expect(card(page).getByText("PC1 Review 2 files")).toBeVisible();
});
