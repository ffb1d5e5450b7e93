import type { Page } from "@playwright/test";
import { budget, bytesOf } from "./bytes";
import {
  alsoWithoutScripts,
  demoAccounts,
  emailTo,
  endEmailWait,
  expect,
  expectNoAxeViolations,
  expectNoScripts,
  field,
  hydrated,
  plans,
  statusOfPost,
  tabTo,
  test,
  title,
} from "./journey";
import {
  call,
  card,
  clerkEmail,
  correction,
  dialog,
  follow,
  makeLink,
  numberOf,
  open,
  permitOf,
  planCheck,
  press,
  releaseLetter,
  toast,
  write,
} from "./plan-check";

const inFire = { discipline: "Fire", sheet: "FP-1" };

/** A permit whose letter has so many open corrections in Structural and in Fire. */
async function permitWithLetter(administrator: Page, corrections: { structural: number; fire: number }) {
  const { request } = administrator;
  const rows = [{ employeeId: "1" }, { employeeId: "6", discipline: "Fire" }];
  const permit = await permitOf(administrator, rows);
  for (let count = 1; count <= corrections.structural; count += 1) {
    await write(request, permit.id, `Show the size of beam ${count}.`, { sheet: "S2.1" });
  }
  for (let count = 1; count <= corrections.fire; count += 1) {
    await write(request, permit.id, `Show alarm device ${count}.`, inFire);
  }
  return { ...permit, portal: `/oakvilles/permits/${permit.id}` };
}

const answerTo = (page: Page, number: string) =>
  page
    .locator(".answers > li")
    .filter({ has: page.getByText(number, { exact: true }) })
    .getByRole("textbox", { name: /^Answer to/ });

/** Fills the answers of the page of corrections. */
async function answerAll(page: Page) {
  const answers = page.getByRole("textbox", { name: /^Answer to/ });
  await expect(answers.first()).toBeVisible();
  for (const answer of await answers.all()) {
    await answer.fill("Shown in detail 3.");
  }
}

const sending = (page: Page) => dialog(page, "Send resubmittal");

async function openSending(page: Page) {
  await follow(page, "Send resubmittal");
  await expect(sending(page)).toBeVisible();
}

const files = [plans.pdf("S-101 revised.pdf"), plans.pdf("FP-1 revised.pdf")];

test(
  "an applicant answers 30 corrections with a link, sends them once, and the next cycle checks them",
  alsoWithoutScripts,
  async ({ page, server, newPage, signedIn, signIn }) => {
    await signIn(page, demoAccounts.admin);
    const { address, id, review, portal } = await permitWithLetter(page, { structural: 15, fire: 15 });
    const applicant = `applicant-${id}@example.com`;
    await call(page.request, "PATCH", `/api/permits/${id}`, { applicantEmail: applicant });
    const number = await numberOf(page.request, id);
    const letter = await releaseLetter(page, id);

    // The city hands the letter over by email, with a link.
    const clerk = await signedIn(await clerkEmail(page.request));
    await open(clerk, `${portal}/hand-over`);
    const handOver = dialog(clerk, "Hand over to applicant");
    await handOver.getByRole("radio", { name: new RegExp(applicant) }).check();
    await press(handOver, "Hand over to applicant");
    await expect(planCheck(clerk)).toContainText("With the applicant");
    endEmailWait(server);
    const mail = await emailTo(page, applicant, new RegExp(`${number}, Journey House`));
    const link = (await mail.getByRole("link").getAttribute("href")) ?? "";
    expect(new URL(link).pathname).toMatch(/^\/status\/[\w-]{43}$/);

    const reader = await newPage();
    await reader.goto(link);
    await expect(title(reader)).toHaveText("Journey House");
    await expect(reader.locator("main")).toContainText("0 of 30 are answered");
    // On a slow line it can be used with its first bytes.
    await expectNoScripts(reader);
    expect((await bytesOf(link)).all).toBeLessThanOrEqual(budget.pageBytes);
    await expectNoAxeViolations(reader);
    await follow(reader, letter.number);
    await expect(title(reader)).toHaveText(letter.number);
    await expect(reader.locator("article")).toContainText("Show the size of beam 15.");
    await expectNoAxeViolations(reader);
    await reader.goto(link);

    // Two are forgotten, one on each page of corrections.
    await follow(reader, "Answer corrections");
    await expect(title(reader)).toHaveText("Answer corrections");
    await answerAll(reader);
    await answerTo(reader, "S-7").fill("");
    await expectNoAxeViolations(reader);
    await press(reader, "Save and go on");
    await expect(reader.getByRole("heading", { name: "Fire", exact: true })).toBeVisible();
    await answerAll(reader);
    await answerTo(reader, "F-3").fill("");
    await press(reader, "Save answers");
    await expect(reader.locator("main")).toContainText("28 of 30 answered");
    await openSending(reader);
    await expect(sending(reader)).toContainText("S-7");
    await expect(sending(reader)).toContainText("F-3");
    await expect(sending(reader)).toContainText("Answer S-7 and F-3 first.");
    await expectNoAxeViolations(reader);
    for (const [index, forgotten] of ["S-7", "F-3"].entries()) {
      await reader.goto(`${link}/answers/send`);
      await sending(reader).getByRole("link", { name: forgotten }).click();
      await expect(answerTo(reader, forgotten)).toBeInViewport();
      await answerTo(reader, forgotten).fill("On sheet 4.");
      await press(reader, "Save answers");
      await expect(reader.locator("main")).toContainText(`${29 + index} of 30 answered`);
    }

    // The form is open in two tabs.
    const tabs = [reader, await reader.context().newPage()];
    for (const tab of tabs) {
      await tab.goto(`${link}/answers/send`);
      await hydrated(tab);
      await field(sending(tab), "Your name").fill("Dana Ortiz");
      await sending(tab).locator("input[type=file]").setInputFiles(files);
      await sending(tab).getByRole("checkbox").check();
    }
    const [first, second] = tabs as [Page, Page];
    await press(sending(first), "Send resubmittal");
    await expect(first).toHaveURL(link);
    await expect(first.locator("main")).toContainText("With");
    expect(await statusOfPost(second, () => press(sending(second), "Send resubmittal"))).toBe(409);
    await expect(second.locator("main")).toContainText("resubmitted already");
    await second.close();

    // The firm reads one resubmittal, and starts the next cycle with its day and files.
    endEmailWait(server);
    const told = await emailTo(page, demoAccounts.admin, new RegExp(`Resubmitted: ${number}`));
    await expect(told).toContainText("S-101 revised.pdf");
    const emails = page.getByRole("region", { name: new RegExp(`Resubmitted: ${number}`) });
    await expect(emails.filter({ hasText: demoAccounts.admin })).toHaveCount(1);
    await open(page, `/plan-checks?view=resubmitted&q=${number}`);
    await follow(page, `Start PC2 of ${number}`);
    const start = dialog(page, "Start next review cycle");
    await expect(start).toContainText("FP-1 revised.pdf");
    await press(start, "Start PC2");
    await toast(page, "PC2 has started");
    await open(page, review);
    await expect(card(page)).toContainText("Shown in detail 3.");
    await expect(correction(page, "S-7")).toContainText("On sheet 4.");
    await open(page, `${address}/letter`);
    await expect(page.locator("article")).toContainText("On sheet 4.");

    // The link is revoked.
    await open(clerk, `${portal}/status-links`);
    await expectNoAxeViolations(clerk);
    await clerk.getByLabel(/^Revoke all/).check();
    await clerk.getByRole("button", { name: /^Revoke all/ }).click();
    await toast(clerk, "All links were revoked");
    for (const path of ["", "/answers", `/letters/${letter.id}/pdf`]) {
      expect((await reader.request.get(`${link}${path}`)).status()).toBe(404);
    }
    await reader.goto(link);
    await expect(reader.locator("main")).toContainText("This link is not valid any more");
    await expectNoAxeViolations(reader);
  },
);

test(
  "a city hands over and answers by itself; an incomplete resubmittal is returned and sent again",
  alsoWithoutScripts,
  async ({ page, signedIn, signIn }) => {
    await signIn(page, demoAccounts.admin);
    const { address, id, portal } = await permitWithLetter(page, { structural: 1, fire: 1 });
    const number = await numberOf(page.request, id);
    await releaseLetter(page, id);
    const clerk = await signedIn(await clerkEmail(page.request));
    await open(clerk, `${portal}/hand-over`);
    const handOver = dialog(clerk, "Hand over to applicant");
    await expect(handOver.getByRole("radio")).toHaveCount(0);
    await press(handOver, "Hand over to applicant");
    await expect(planCheck(clerk)).toContainText("With the applicant");

    await follow(planCheck(clerk), "Answer corrections");
    await answerAll(clerk);
    await press(clerk, "Save and go on");
    await expect(clerk.getByRole("heading", { name: "Fire", exact: true })).toBeVisible();
    await answerAll(clerk);
    await press(clerk, "Save answers");
    await toast(clerk, "saved");
    const send = async (...sent: typeof files) => {
      await clerk.goto(`${portal}/answers/send`);
      await hydrated(clerk);
      await sending(clerk).locator("input[type=file]").setInputFiles(sent);
      await sending(clerk).getByRole("checkbox").check();
      await press(sending(clerk), "Send resubmittal");
      await toast(clerk, "Your resubmittal was sent");
    };
    await send(...files.slice(0, 1));
    await expect(planCheck(clerk)).toContainText("Resubmitted");

    await open(page, address);
    await follow(planCheck(page), "Return as incomplete");
    const returning = dialog(page, "Return as incomplete");
    await press(returning, "Return as incomplete");
    await expect(returning).toContainText("Say what is missing");
    await field(returning, "What is missing").fill("Sheet FP-1 is not in the set.");
    await expectNoAxeViolations(page);
    await press(returning, "Return as incomplete");
    await toast(page, "The resubmittal was returned");
    await expect(planCheck(page)).toContainText("With the applicant");

    await open(clerk, `${portal}/answers`);
    await expect(clerk.locator("main")).toContainText("Sheet FP-1 is not in the set.");
    await expect(clerk.locator("main")).toContainText("2 of 2 answered");
    await send(...files.slice(1));
    await open(page, `/plan-checks?view=resubmitted&q=${number}`);
    await follow(page, `Start PC2 of ${number}`);
    const start = dialog(page, "Start next review cycle");
    for (const { name } of files) await expect(start).toContainText(name);
  },
);

test("an applicant answers with the keyboard alone, and what was typed is saved as they go", async ({
  page,
  newPage,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const { id } = await permitWithLetter(page, { structural: 2, fire: 0 });
  await releaseLetter(page, id);
  await call(page.request, "POST", `/api/permits/${id}/plan-checks/PC1/hand-over`, {});
  const link = await makeLink(page.request, id);
  const reader = await newPage();
  await reader.goto(link);
  const answering = reader.getByRole("link", { name: "Answer corrections" });
  await tabTo(reader, answering);
  await reader.keyboard.press("Enter");
  const answer = reader.getByRole("textbox", { name: /^Answer to/ }).first();
  await tabTo(reader, answer);
  await reader.keyboard.type("Beam B-12 is a W12x26.");
  await tabTo(reader, reader.getByRole("textbox", { name: /^Where on the plans/ }).first());
  const saved = reader.locator("[data-saved]").first();
  await expect(saved).toContainText("Saved");
  await reader.reload();
  await expect(answer).toHaveValue("Beam B-12 is a W12x26.");
  await expect(reader.locator("main")).toContainText("1 of 2 answered");

  // The form is sent while the reply to an answer is still under way.
  const [stored, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await reader.route("**/answers/one", async (route) => {
    const response = await route.fetch();
    stored.resolve();
    await arrived.promise;
    await route.fulfill({ response });
  });
  await reader
    .getByRole("textbox", { name: /^Answer to/ })
    .nth(1)
    .fill("See S-101.");
  const where = reader.getByRole("textbox", { name: /^Where on the plans/ }).nth(1);
  await where.fill("Detail 4");
  await stored.promise;
  await where.press("Enter");
  arrived.resolve();
  await expect(reader.locator("main")).toContainText("2 of 2 answered");
  await expect(reader.locator(".error-summary")).toHaveCount(0);
  await expect(where).toHaveValue("Detail 4");
});
