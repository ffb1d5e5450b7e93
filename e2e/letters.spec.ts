import type { Page } from "@playwright/test";
import { readPdf, wholeText } from "../app/testing/pdf-reader";
import {
  demoAccounts,
  emailTo,
  endEmailWait,
  expect,
  expectNoAxeViolations,
  field,
  formOf,
  plans,
  reviewers,
  statusOfPost,
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
  numberOf,
  open,
  permitOf,
  planCheck,
  prepareRelease,
  press,
  releaseLetter,
  textOf,
  toast,
  write,
} from "./plan-check";

const { maria, daniel } = reviewers;

/** A permit with two disciplines, and its reviewers and city user, each signed in. */
async function permitOfTwo(administrator: Page, signedIn: (email: string) => Promise<Page>) {
  const { request } = administrator;
  const rows = [{ employeeId: maria.id }, { employeeId: daniel.id, discipline: "Fire" }];
  const permit = await permitOf(administrator, rows);
  const email = await clerkEmail(request);
  return {
    ...permit,
    number: await numberOf(request, permit.id),
    portal: `/oakvilles/permits/${permit.id}`,
    structural: await signedIn(maria.email),
    fire: await signedIn(daniel.email),
    clerk: await signedIn(email),
    email,
  };
}

const inFire = { discipline: "Fire", sheet: "FP-1", codeReference: "CFC 907.2" };

/** Decides a discipline on the reviewer's page. */
async function decide(page: Page, review: string, discipline: string, decision: string) {
  await open(page, review);
  await page
    .getByRole("link", { name: `Decide ${discipline}`, exact: true })
    .first()
    .click();
  const form = dialog(page, `Decide ${discipline}`);
  await form.getByRole("radio", { name: decision, exact: true }).check();
  await press(form, "Decide and complete");
  await toast(page, `${discipline}: ${decision}`);
}

/** Opens the letter of a permit, and its form for the release. */
async function openRelease(page: Page, address: string, number: string) {
  await open(page, `${address}/letter`);
  await follow(page, "Release letter");
  return dialog(page, `Release ${number}`);
}

/** Returns the text of the PDF of the latest letter of a permit, in reading order. */
async function pdfOf({ request }: Page, id: string): Promise<string> {
  const [letter] = await call<{ id: number }[]>(request, "GET", `/api/permits/${id}/letters`);
  const response = await request.get(`/api/letters/${letter?.id}/download`);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return wholeText(readPdf(await response.body()).root).replace(/\s+/g, " ");
}

test("two reviewers and an administrator: returned, fixed and released, one email, and the city reads the letter", async ({
  page,
  signedIn,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const permit = await permitOfTwo(page, signedIn);
  const { address, id, review, number, portal, structural, fire, clerk, email } = permit;
  const { id: header } = await write(structural.request, id, "Show the header over the opening.", {
    sheet: "S2.1",
    codeReference: "CBC 2308",
  });
  await write(fire.request, id, "Show the alarm devices.", inFire);
  const files = [plans.pdf("S-101 marked up.pdf")];
  const upload = { reviewCycle: "PC1", origin: "marked_up" };
  await structural.request.post(`${address}?upload`, { multipart: formOf(upload, files) });
  await decide(structural, review, "Structural", "Corrections Required");

  await open(page, `${address}/letter`);
  await expect(page.locator("main")).toContainText("Before this letter can be released");
  await expect(page.getByRole("link", { name: "Fire has no decision" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Release letter" })).toHaveCount(0);
  await page.getByRole("link", { name: /^Return to reviewer/ }).click();
  const returning = dialog(page, "Return Structural to reviewer");
  await press(returning, "Return to reviewer");
  await expect(returning).toContainText("Say what must change");
  await field(returning, "Remark").fill("Name the grid line.");
  await expectNoAxeViolations(page);
  await press(returning, "Return to reviewer");
  await toast(page, `Returned to ${maria.name}`);

  await open(structural, review);
  await expect(structural.locator("main")).toContainText("Name the grid line.");
  const text = "Show the header over the opening at grid B.";
  await call(structural.request, "PATCH", `/api/corrections/${header}`, { text });
  await prepareRelease(page, id);

  await clerk.goto(portal);
  await expect(planCheck(clerk)).toContainText("In review");
  await expect(clerk.locator("body")).not.toContainText("marked up.pdf");

  const letter = `${number}-PC1`;
  const form = await openRelease(page, address, letter);
  await expect(form).toContainText(email);
  await field(form, "Cover note").fill("The exits changed: please call first.");
  await expectNoAxeViolations(page);
  await press(form, "Release letter");
  await toast(page, `${letter} was released`);
  await expect(planCheck(page)).toContainText("With the city");
  await expect(page.locator(".strip")).toContainText("Resubmittal Required");

  await clerk.goto(portal);
  await expect(clerk.locator("body")).toContainText("S-101 marked up.pdf");
  await follow(planCheck(clerk), letter);
  await expect(title(clerk)).toHaveText(letter);
  const said = clerk.locator("article");
  for (const text of [
    "Show the header over the opening at grid B.",
    "Show the alarm devices.",
    "CFC 907.2",
  ]) {
    await expect(said).toContainText(text);
  }
  await expect(said).not.toContainText(maria.name);
  const pdf = await pdfOf(clerk, id);
  for (const paragraph of await said.locator("li > p, dd, h2, h3").allTextContents()) {
    expect(pdf).toContain(paragraph.replace(/\s+/g, " ").trim());
  }

  await clerk.goto(`${portal}/hand-over`);
  await press(dialog(clerk, "Hand over to applicant"), "Hand over to applicant");
  await expect(planCheck(clerk)).toContainText("With the applicant");

  const mail = await emailTo(page, email, `Corrections required: ${number}, Journey House (PC1)`);
  await expect(mail).toContainText("2 corrections are open, in Structural, Fire.");
  await expect(mail).toContainText("please call first");
  const subject = new RegExp(`${number}, Journey House \\(PC1\\)`);
  await expect(page.getByRole("region", { name: subject }).filter({ hasText: email })).toHaveCount(1);
  await expect(page.getByRole("region", { name: new RegExp(`Returned to you: ${number}`) })).toContainText(
    "Name the grid line.",
  );
});

test("a reviewer saves between opening and releasing: nothing is released, and a late text is kept", async ({
  page,
  signedIn,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const { address, id, review, number, structural, fire } = await permitOfTwo(page, signedIn);
  await write(structural.request, id, "Show the header over the opening.");
  const { id: alarm } = await write(fire.request, id, "Show the alarm devices.", inFire);
  await prepareRelease(page, id);

  const letter = `${number}-PC1`;
  const form = await openRelease(page, address, letter);
  await field(form, "Cover note").fill("One letter for all.");
  await call(fire.request, "PATCH", `/api/corrections/${alarm}`, { text: "Show all alarm devices." });
  await open(structural, review);
  await correction(structural, "S-1").getByRole("link", { name: "Edit" }).click();
  const late = dialog(structural, "Edit Correction S-1");
  await textOf(late).fill("Show the header and its posts.");

  expect(await statusOfPost(page, () => press(form, "Release letter"))).toBe(409);
  await expect(form).toContainText(`Changed after you opened this page: F-1 (${daniel.name}`);
  await expect(form).toContainText("Read the letter again: nothing was released.");
  await expect(field(form, "Cover note")).toHaveValue("One letter for all.");
  await expect(page.locator("article")).toContainText("Show all alarm devices.");
  await press(form, "Release letter");
  await toast(page, `${letter} was released`);

  expect(await statusOfPost(structural, () => press(late, "Save correction"))).toBe(409);
  await expect(late).toContainText(`${letter} was released at`);
  await expect(late).toContainText("Your text is kept below.");
  await expect(textOf(late)).toHaveValue("Show the header and its posts.");
  await expectNoAxeViolations(structural);
  await press(late, "Add it for the next letter");
  await toast(structural, "S-2 added");
  await expect(correction(structural, "S-2")).toContainText("Draft");
  await expect(card(structural)).toContainText("For the next letter");
  expect(await pdfOf(page, id)).not.toContain("its posts");
});

test("revised plans begin the second cycle, and its corrected letter supersedes the first", async ({
  page,
  server,
  signedIn,
  signIn,
}) => {
  await signIn(page, demoAccounts.admin);
  const { address, id, number, portal, fire, clerk } = await permitOfTwo(page, signedIn);
  const { id: alarm } = await write(fire.request, id, "Show the alarm devices.", inFire);
  const { id: riser } = await write(fire.request, id, "Show the sprinkler riser.", inFire);
  await releaseLetter(page, id);

  // The city sends revised plans.
  await open(clerk, `${portal}/upload`);
  const upload = dialog(clerk, "Upload Plan Files");
  await expect(upload.getByLabel("Review cycle")).toHaveValue("PC2");
  await expect(upload).toContainText("PC1 is over: files that are added to it are not reviewed");
  await upload.getByLabel("Add files").setInputFiles(plans.pdf("FP-1 revised.pdf"));
  await expect(upload.getByRole("checkbox")).toBeChecked();
  await press(upload, "Upload");
  await toast(clerk, "Files uploaded successfully");
  endEmailWait(server);
  const mail = await emailTo(page, demoAccounts.admin, `New plans: ${number}, Journey House`);
  await expect(mail).toContainText("FP-1 revised.pdf");

  // An administrator starts the next cycle from the list of plan checks.
  await open(page, `/plan-checks?view=new_plans&q=${number}`);
  await expect(page.getByRole("row", { name: new RegExp(number) })).toContainText("1 new file");
  await follow(page, `Start PC2 of ${number}`);
  const start = dialog(page, "Start next review cycle");
  await expect(start).toContainText("FP-1 revised.pdf");
  await expect(start.getByRole("checkbox", { name: /^Fire/ })).toBeChecked();
  await expect(start.getByRole("checkbox", { name: /^Structural/ })).not.toBeChecked();
  await press(start, "Start PC2");
  await toast(page, "PC2 has started");

  // The reviewer back-checks, and writes a correction that the revised plans have caused.
  const backCheck = (correction: number, verdict: object) =>
    call(fire.request, "PUT", `/api/corrections/${correction}/back-check`, verdict);
  await backCheck(alarm, { verdict: "resolved" });
  await backCheck(riser, { verdict: "not_resolved", remark: "It is not on C-2." });
  const added = { ...inFire, newReason: "revised_plans" };
  const { id: lane } = await write(fire.request, id, "Show the fire lane.", added);
  await prepareRelease(page, id, "PC2");

  const letter = `${number}-PC2`;
  const form = await openRelease(page, address, letter);
  const draft = page.locator("article");
  await expect(draft).toContainText("Not resolved: It is not on C-2.");
  await expect(draft).toContainText("Approved (PC1)");
  await expect(draft).toContainText("Fire: F-1.");
  await press(form, "Release letter");
  await toast(page, `${letter} was released`);

  await follow(planCheck(page), "Reopen");
  const reopening = dialog(page, "Reopen PC2");
  await field(reopening, "Reason").fill("F-3 names the wrong sheet");
  await expectNoAxeViolations(page);
  await press(reopening, "Reopen PC2");
  await toast(page, "PC2 is open again");
  await clerk.goto(portal);
  await expect(planCheck(clerk)).toContainText("A corrected letter is being prepared");

  await call(fire.request, "PATCH", `/api/corrections/${lane}`, { text: "Show the fire lane on C-3." });
  await press(await openRelease(page, address, `${letter}-2`), "Release letter");
  await toast(page, `${letter}-2 was released`);
  await clerk.goto(portal);
  await expect(planCheck(clerk)).toContainText(`superseded by ${letter}-2`);
  await follow(planCheck(clerk), `${letter}-2`);
  await expect(clerk.locator("article")).toContainText("Show the fire lane on C-3.");
});
