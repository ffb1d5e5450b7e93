import { createHash, randomBytes } from "node:crypto";
import { statSync, truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createPermit, demoAccounts, expect, hydrated, plans, test, withoutScripts } from "./journey";

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, demoAccounts.admin);
});

const megabyte = 1024 * 1024;

/** Of three parts. */
const buffer = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(20 * megabyte)]);
const plan = (name: string) => ({ name, mimeType: "application/pdf", buffer });

const card = (page: Page) => page.getByRole("region", { name: "Plan Files" });
const chooser = (page: Page) => card(page).getByLabel("Add files");
const bar = (page: Page, name: string) => card(page).getByRole("progressbar", { name: `Uploading ${name}` });

async function expectStored(page: Page, name: string) {
  const address = await card(page).getByRole("link", { name, exact: true }).getAttribute("href");
  const response = await page.request.get(address ?? "");
  expect(
    createHash("sha256")
      .update(await response.body())
      .digest("hex"),
  ).toBe(createHash("sha256").update(buffer).digest("hex"));
}

test("a file goes on after a broken line and on another page, and can be stopped", async ({ page }) => {
  await page.goto(await createPermit(page));
  await hydrated(page);
  const offsets: string[] = [];
  /** What happens to the part at each place in the file. */
  const fates = new Map([
    ["0", "lost"],
    [String(8 * megabyte), "held"],
  ]);
  await page.route("**/staged-files/*", async (route) => {
    const offset = await route.request().headerValue("upload-offset");
    if (offset === null) return route.continue();
    offsets.push(offset);
    const fate = fates.get(offset);
    if (fate === "lost") fates.delete(offset);
    if (fate === "lost") return route.abort("connectionreset");
    // The line is silent until the page is left.
    if (fate === undefined) return route.continue();
  });
  await chooser(page).setInputFiles(plan("set.pdf"));
  await expect(bar(page, "set.pdf")).toHaveAttribute("value", "39");
  await expect(card(page).getByRole("button", { name: "Uploading..." })).toBeDisabled();
  await expect.poll(() => offsets).toEqual(["0", "0", String(8 * megabyte)]);

  await page.reload();
  await hydrated(page);
  offsets.length = 0;
  fates.clear();
  await chooser(page).setInputFiles(plan("set.pdf"));
  await expect(card(page).getByRole("checkbox", { name: /set\.pdf/ })).toBeChecked();
  expect(offsets).toEqual([String(8 * megabyte), String(16 * megabyte)]);
  await card(page).getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Files uploaded successfully")).toBeVisible();
  await expectStored(page, "set.pdf");

  fates.set("0", "held");
  offsets.length = 0;
  const stopped = page.waitForRequest((request) => request.method() === "DELETE");
  await chooser(page).setInputFiles([plan("stopped.pdf"), plans.pdf("unwanted.pdf"), plan("next.pdf")]);
  await expect(bar(page, "stopped.pdf")).toBeVisible();
  await expect.poll(() => offsets).toEqual(["0"]);
  await card(page).getByRole("button", { name: "Stop unwanted.pdf" }).click();
  await expect(bar(page, "unwanted.pdf")).toHaveCount(0);
  fates.clear();
  await card(page).getByRole("button", { name: "Stop stopped.pdf" }).click();
  await stopped;
  await expect(card(page).getByRole("checkbox", { name: /next\.pdf/ })).toBeChecked();
  await expect(card(page).getByRole("checkbox")).toHaveCount(1);
});

test(
  "a form without scripts carries 250 MB and names the files beyond",
  withoutScripts,
  async ({ page }, testInfo) => {
    /** Of a hundred megabytes, which take no room on the disk. */
    const largePlan = (name: string) => {
      const path = testInfo.outputPath(name);
      writeFileSync(path, "%PDF-1.7\n");
      truncateSync(path, 100 * megabyte);
      return path;
    };
    const [notes, set] = [testInfo.outputPath("notes.txt"), testInfo.outputPath("set.pdf")];
    writeFileSync(notes, "notes");
    writeFileSync(set, buffer);
    const staged = (name: string) => card(page).getByRole("checkbox", { name });
    await page.goto(await createPermit(page));
    await chooser(page).setInputFiles([set, notes, ...["1.pdf", "2.pdf", "3.pdf"].map(largePlan)]);
    await card(page).getByRole("button", { name: "Upload" }).click();
    await expect(card(page)).toContainText("notes.txt: Only PDF, DWG and DXF files are accepted.");
    await expect(card(page)).toContainText(
      "Send these files in smaller groups (at most 250 MB at once, and 200 MB each): 3.pdf.",
    );
    for (const name of ["set.pdf", "1.pdf", "2.pdf"]) await expect(staged(name)).toBeChecked();
    await expect(card(page).getByRole("checkbox")).toHaveCount(3);

    await staged("2.pdf").uncheck();
    await card(page).getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("Files uploaded successfully")).toBeVisible();
    await expect(card(page).getByText("PC1 Review 2 files")).toBeVisible();
    await expectStored(page, "set.pdf");
    const zip = page.waitForEvent("download");
    await card(page)
      .getByRole("link", { name: /^Download all/ })
      .click();
    expect(statSync(await (await zip).path()).size).toBeGreaterThan(120 * megabyte);
  },
);
