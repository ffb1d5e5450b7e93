import { correctionTexts } from "../app/seed/demo-correction-texts";
import { budget, bytesOf, sessionOf } from "./bytes";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  formOf,
  hydrated,
  plans,
  region,
  reviewers,
  tabTo,
  test,
} from "./journey";
import {
  call,
  card,
  correction,
  dialog,
  follow,
  open,
  permitOf,
  press,
  startNextCycle,
  textOf,
  toast,
  write,
} from "./plan-check";

const { maria } = reviewers;

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, maria.email);
});

test(
  "a reviewer writes corrections by hand and from the library, and decides",
  alsoWithoutScripts,
  async ({ page, signedIn }) => {
    const administrator = await signedIn(demoAccounts.admin);
    const { review } = await permitOf(administrator);
    for (const [name, text] of [
      ["Hold-downs", "Show the hold-downs at each shear wall."],
      ["Anchor bolts", "State the spacing of the anchor bolts: ____ inches."],
    ]) {
      const title = `${name} ${review}`;
      await call(administrator.request, "POST", "/api/standard-comments", {
        discipline: "Structural",
        kind: "correction",
        title,
        codeReference: "CBC 2308",
        text,
      });
    }

    await open(page, review);
    await expect(card(page)).toContainText("No corrections yet");
    await follow(card(page), "Add correction");
    const form = dialog(page, "Add correction");
    await expect(form).toBeVisible();
    await expectNoAxeViolations(page);
    await press(form, "Save correction");
    await expect(form).toContainText("Write what must be corrected");
    await field(form, "Sheet").fill("S2.1");
    await textOf(form).fill("Show the header over the opening at grid B.");
    await press(form, "Save correction");
    await toast(page, "S-1 added");
    await expect(correction(page, "S-1")).toContainText("S2.1");

    await follow(card(page), "From the library");
    const library = dialog(page, "Standard comments");
    await field(library, "Text").fill(review);
    await press(library, "Search");
    await expect(library.getByRole("listitem")).toHaveCount(2);
    await expectNoAxeViolations(page);
    await library.getByRole("checkbox", { name: `Hold-downs ${review}` }).check();
    await field(library, `Sheet of Hold-downs ${review}`).fill("S3.1");
    await library.getByRole("button", { name: `Fill in the blank (____) of Anchor bolts ${review}` }).click();
    await press(form, "Save correction");
    await expect(form).toContainText("Fill in the blank (____)");
    await textOf(form).fill("State the spacing of the anchor bolts: 48 inches.");
    await press(form, "Save correction");
    await toast(page, "S-2 added");
    // The library again, with what was chosen in it.
    await hydrated(page);
    await expect(library.getByRole("checkbox", { name: `Hold-downs ${review}` })).toBeChecked();
    await expect(field(library, `Sheet of Hold-downs ${review}`)).toHaveValue("S3.1");
    await press(library, "Add chosen corrections");
    await toast(page, "1 correction added");
    await expect(correction(page, "S-3")).toContainText("S3.1 · CBC 2308");

    await correction(page, "S-2").getByRole("link", { name: "Delete" }).click();
    await press(dialog(page, "Delete correction"), "Delete correction");
    await toast(page, "S-2 deleted");
    await follow(card(page), "Add correction");
    await textOf(form).fill("Give the size of the ridge beam.");
    await press(form, "Save and add another");
    await toast(page, "S-4 added");
    await hydrated(page);
    await expect(textOf(form)).toHaveValue("");
    await expect(field(form, "Sheet")).toBeFocused();
    await follow(form, "Cancel");
    await expect(correction(page, "S-4")).toContainText("Draft");
    await expect(correction(page, "S-2")).toHaveCount(0);

    await page.getByRole("link", { name: "Decide Structural" }).first().click();
    const decide = dialog(page, "Decide Structural");
    await expect(decide.getByRole("radio")).toHaveCount(1);
    await expect(decide).toContainText("S-4 Give the size of the ridge beam.");
    await expectNoAxeViolations(page);
    await field(decide, "Hours of this work").fill("1.1");
    await press(decide, "Decide and complete");
    await expect(decide).toContainText("There is a problem");
    await field(decide, "Hours of this work").fill("0.5");
    await press(decide, "Decide and complete");
    await toast(page, "Structural: Corrections Required, 0.50 h logged");
    await expect(region(page, "My Assignments")).toContainText("Corrections Required");
    await follow(card(page), "Add correction");
    await textOf(form).fill("Show the collector at the roof step.");
    await press(form, "Save correction");
    await toast(page, "S-5 added. Structural's decision was taken back: decide again");
    await expect(region(page, "My Assignments")).not.toContainText("Corrections Required");
  },
);

test("a back-check by keyboard, with a remark where one is needed", async ({ page, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  await write(page.request, id, "Show the header over the opening.");
  await write(page.request, id, "Give the size of the ridge beam.");
  await startNextCycle(administrator, id);

  await open(page, review);
  await expect(card(page)).toContainText("To back-check (2 of 2 left)");
  await expect(region(page, "My Assignments")).toContainText("Back-check S-1 and S-2 first; then decide.");
  const first = correction(page, "S-1");
  await tabTo(page, first.getByRole("radio", { name: "Resolved", exact: true }));
  await page.keyboard.press("ArrowRight");
  await expect(first.getByRole("radio", { name: "Not resolved" })).toBeChecked();
  await press(page, "Save back-checks");
  await expect(first).toContainText("Say what is still missing");
  const remark = first.getByRole("textbox", { name: "Remark" });
  await remark.focus();
  await page.keyboard.type("The header is not shown on S2.1.");
  await expectNoAxeViolations(page);
  await tabTo(page, page.getByRole("button", { name: "Save back-checks" }));
  await page.keyboard.press("Enter");
  await toast(page, "S-1 not resolved");
  await expect(first).toContainText("Not resolved: The header is not shown on S2.1.");
  await expect(card(page)).toContainText("To back-check (1 of 2 left)");
});

test("the page with 20 open corrections and 5 files has no more bytes than its budget", async ({
  page,
  server,
  signedIn,
}) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  const texts = [...correctionTexts.Structural, ...correctionTexts.Architectural, ...correctionTexts.Fire]
    .map(({ text }) => text)
    .join(" ");
  for (let written = 0; written < 20; written += 1) {
    await write(page.request, id, texts.slice(written * 250, (written + 1) * 250), {
      sheet: `S-${101 + (written % 7)}`,
      codeReference: `CBC ${1604 + written}.${(written % 5) + 1}`,
    });
  }
  await startNextCycle(administrator, id);
  const files = ["S-101 Framing", "S-102 Roof", "S-201 Walls", "S-301 Details", "S-401 Schedules"];
  const upload = await page.request.post(`${review}?upload`, {
    multipart: formOf(
      { reviewCycle: "PC2", origin: "submitted" },
      files.map((name) => plans.pdf(`${name}.pdf`)),
    ),
    maxRedirects: 0,
  });
  expect(upload.status()).toBe(302);
  const cookie = await sessionOf(page.request);
  const textOfPage = async () => (await page.request.get(review)).text();
  expect(await textOfPage()).toContain("To back-check (20 of 20 left)");
  await expect.poll(textOfPage).not.toContain("Being checked");
  const { all } = await bytesOf(`${server.url}${review}`, cookie);
  expect(all).toBeLessThanOrEqual(budget.pageBytes);
});
