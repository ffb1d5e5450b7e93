import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createPermit, demoAccounts, expect, hydrated, test } from "./journey";

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
  expect(offsets).toEqual(["0", "0", String(8 * megabyte)]);

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
  await chooser(page).setInputFiles([plan("stopped.pdf"), plan("next.pdf")]);
  await expect(bar(page, "stopped.pdf")).toBeVisible();
  await expect.poll(() => offsets).toEqual(["0"]);
  fates.clear();
  await card(page).getByRole("button", { name: "Stop stopped.pdf" }).click();
  await stopped;
  await expect(card(page).getByRole("checkbox", { name: /next\.pdf/ })).toBeChecked();
  await expect(card(page).getByRole("checkbox", { name: /stopped\.pdf/ })).toHaveCount(0);
});
