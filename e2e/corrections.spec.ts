import { correctionTexts } from "../app/seed/demo-correction-texts";
import { bytesOf, sessionOf } from "./bytes";
import {
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  formOf,
  hydrated,
  once,
  plans,
  region,
  reviewers,
  statusOfPost,
  tabTo,
  test,
  title,
} from "./journey";
import {
  call,
  card,
  cityId,
  correction,
  dialog,
  follow,
  open,
  permitOf,
  press,
  releaseLetter,
  startNextCycle,
  textOf,
  toast,
  write,
} from "./plan-check";

const { maria, ines } = reviewers;

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, maria.email);
});

test("a reviewer writes corrections by hand and from the library, and decides", async ({
  page,
  signedIn,
}) => {
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
  await expectNoAxeViolations(page);
  const form = dialog(page, "Add correction");
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
  await expect(textOf(form)).toBeFocused();
  await follow(form, "Cancel");
  await expect(correction(page, "S-4")).toContainText("Draft");
  await expect(correction(page, "S-2")).toHaveCount(0);

  await page.getByRole("link", { name: "Decide Structural" }).click();
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
});

test("a back-check by keyboard, with a remark where one is needed", async ({ page, signedIn, scripts }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  await write(page.request, id, "Show the header over the opening.");
  await write(page.request, id, "Give the size of the ridge beam.");
  await startNextCycle(administrator, id);

  await open(page, review);
  await expect(card(page)).toContainText("To back-check (2 of 2 left)");
  await expect(region(page, "My Assignments")).toContainText("Back-check S-1 and S-2 first; then decide.");
  await expectNoAxeViolations(page);
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
  if (!scripts) await expect(page).toHaveURL(/#correction-\d+$/);

  await correction(page, "S-2").getByRole("radio", { name: "Resolved", exact: true }).check();
  await press(page, "Save back-checks");
  await toast(page, "S-2 resolved");
  await card(page).getByText("Resolved and withdrawn (1)").click();
  await correction(page, "S-2").getByRole("button", { name: /^Undo/ }).click();
  await toast(page, "The back-check of S-2 was removed");
  await expect(card(page)).toContainText("To back-check (1 of 2 left)");

  // A verdict is changed by saving again, with its remark.
  await first.getByText("Change verdict").click();
  await first.getByRole("radio", { name: "Withdraw" }).check();
  await press(page, "Save back-checks");
  await toast(page, "S-1 withdrawn");
  await card(page).getByText("Resolved and withdrawn (1)").click();
  await expect(first).toContainText("Withdrawn: The header is not shown on S2.1.");
});

test("all back-checks with one button: a refused one keeps its text, and the rest is resolved", async ({
  page,
  signedIn,
}) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  for (const text of ["Show the header.", "Show the beam.", "Show the posts.", "Show the straps."]) {
    await write(page.request, id, text);
  }
  await startNextCycle(administrator, id);
  const [first] = await call<{ id: number }[]>(page.request, "GET", `/api/permits/${id}/corrections`);
  await open(page, review);
  const choose = (number: string, verdict: string) =>
    correction(page, number).getByRole("radio", { name: verdict, exact: true }).check();
  const remark = (number: string) => correction(page, number).getByRole("textbox", { name: "Remark" });
  await choose("S-1", "Not resolved");
  await remark("S-1").fill("Only at grid A.");
  await choose("S-2", "Not resolved");
  await remark("S-2").fill("The beam is not sized.");
  const verdict = { verdict: "resolved" };
  await call(administrator.request, "PUT", `/api/corrections/${first?.id}/back-check`, verdict);
  expect(await statusOfPost(page, () => press(page, "Save back-checks"))).toBe(409);
  await expect(card(page)).toContainText("1 back-check saved, 1 not saved");
  await expect(correction(page, "S-1")).toContainText("changed S-1 after you opened it");
  await expect(remark("S-1")).toHaveValue("Only at grid A.");
  await expect(correction(page, "S-2")).toContainText("Not resolved: The beam is not sized.");
  await expectNoAxeViolations(page);
  await press(page, "Resolve the rest");
  await toast(page, "3 back-checks saved");
  await expect(correction(page, "S-1")).toContainText("Not resolved: Only at grid A.");
  await expect(card(page)).toContainText("To back-check (0 of 4 left)");
  await expect(card(page)).toContainText("Resolved and withdrawn (2)");
});

/** A page with this many forms is a little longer than what a server sends before the first acknowledgement. */
const longPage = 15_500;

test("a draft from between two cycles goes out with its reason", async ({ page, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { address, id } = await permitOf(administrator);
  await write(page.request, id, "Show the header over the opening.");
  await releaseLetter(administrator, id);
  await write(page.request, id, "Show the post below it.");
  await call(administrator.request, "POST", `/api/permits/${id}/next-cycle`, {});
  await open(administrator, `${address}/letter`);
  await follow(administrator, "S-2 does not say why it is new");
  const edit = dialog(administrator, "Edit Correction S-2");
  await press(edit, "Save correction");
  await expect(edit).toContainText("Say why this was not in the earlier letter");
  await edit.getByLabel("Why is it new?").selectOption({ label: "Should have been found earlier" });
  await press(edit, "Save correction");
  await toast(administrator, "S-2 saved");
  await open(administrator, address);
  const planCheck = region(administrator, "Plan check");
  await expect(planCheck).not.toContainText("why it is new");
  await follow(planCheck, "Structural has no decision");
  await expect(dialog(administrator, "Decide Structural")).toContainText("Back-check S-1 first");
});

test(
  "the page with 20 open corrections and 5 files has no more bytes than its budget",
  once,
  async ({ page, server, signedIn }) => {
    const administrator = await signedIn(demoAccounts.admin);
    const { address, id, review } = await permitOf(administrator);
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
    const upload = await page.request.post(`${address}?upload`, {
      multipart: formOf(
        { reviewCycle: "PC2", origin: "submitted" },
        files.map((name) => plans.pdf(`${name}.pdf`)),
      ),
      maxRedirects: 0,
    });
    expect(upload.status()).toBe(302);
    const cookie = await sessionOf(page.request);
    expect(await (await page.request.get(review)).text()).toContain("To back-check (20 of 20 left)");
    expect(await bytesOf(`${server.url}${review}`, cookie)).toBeLessThanOrEqual(longPage);
  },
);

test("two people on one correction: the second save shows both versions and loses nothing", async ({
  page,
  signedIn,
}) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  await write(page.request, id, "Show the header.");
  await open(page, review);
  await correction(page, "S-1").getByRole("link", { name: "Edit" }).click();
  const form = dialog(page, "Edit Correction S-1");
  await textOf(form).fill("Show the header over the opening.");
  const [written] = await call<{ id: number }[]>(page.request, "GET", `/api/permits/${id}/corrections`);
  await call(administrator.request, "PATCH", `/api/corrections/${written?.id}`, {
    text: "Show all headers.",
  });
  expect(await statusOfPost(page, () => press(form, "Save correction"))).toBe(409);
  await expect(form).toContainText("changed S-1 after you opened it. Nothing of yours was saved yet");
  await expect(form).toContainText("Show all headers.");
  await expect(textOf(form)).toHaveValue("Show the header over the opening.");
  await expectNoAxeViolations(page);
  await press(form, "Save correction");
  await toast(page, "S-1 saved");
  await expect(correction(page, "S-1")).toContainText("Show the header over the opening.");
});

test("a dialog that was refused shows what a colleague has saved since", async ({ page, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id, review } = await permitOf(administrator);
  await open(page, review);
  await region(page, "My Assignments").getByRole("link", { name: "Decide Structural" }).click();
  const decision = dialog(page, "Decide Structural");
  await decision.getByRole("radio", { name: "Approved", exact: true }).check();
  const { id: added } = await write(administrator.request, id, "Show the header.");
  expect(await statusOfPost(page, () => press(decision, "Decide and complete"))).toBe(409);
  await expect(decision).toContainText("S-1 was added");
  await decision.getByRole("radio", { name: "Corrections Required" }).check();
  await press(decision, "Decide and complete");
  await toast(page, "Structural: Corrections Required");

  await correction(page, "S-1").getByRole("link", { name: "Delete" }).click();
  const deletion = dialog(page, "Delete correction");
  const changes = { text: "Show all headers." };
  await call(administrator.request, "PATCH", `/api/corrections/${added}`, changes);
  expect(await statusOfPost(page, () => press(deletion, "Delete correction"))).toBe(409);
  await expect(deletion).toContainText("Show all headers.");
  await press(deletion, "Delete correction");
  await toast(page, "S-1 deleted");
});

test("a reviewer who is exchanged while writing keeps the text", async ({ page, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { address, review } = await permitOf(administrator);
  await open(page, `${review}?dialog=correction`);
  const form = dialog(page, "Add correction");
  await textOf(form).fill("Show the header over the opening.");
  const editor = await (await administrator.request.get(`${address}/assignments`)).text();
  const [, seen = ""] = /name="seen" value="([^"]*)"/.exec(editor) ?? [];
  const response = await administrator.request.post(`${address}/assignments`, {
    form: {
      seen,
      "assignments[0].discipline": "Structural",
      "assignments[0].employeeId": ines.id,
      "assignments[0].status": "assigned",
    },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
  expect(await statusOfPost(page, () => press(form, "Save correction"))).toBe(409);
  await expect(form).toContainText("Structural is no longer assigned to you here");
  await expect(textOf(form)).toHaveValue("Show the header over the opening.");
});

test("an administrator sees what keeps a letter back, and a city switched off can only be read", async ({
  page,
  signedIn,
}) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { address, id, review } = await permitOf(administrator);
  await write(page.request, id, "Show the header over the opening.");
  await open(administrator, address);
  const planCheck = region(administrator, "Plan check");
  await expect(planCheck).toContainText("Structural has no decision");
  await expectNoAxeViolations(administrator);
  await follow(planCheck, "Dates");
  await expectNoAxeViolations(administrator);
  await field(dialog(administrator, "Dates"), "Plans received on").fill("2026-03-03");
  await press(dialog(administrator, "Dates"), "Save");
  await expect(planCheck).toContainText("Mar 3, 2026");
  // A refused form leaves the choices of the others as they are.
  await press(region(administrator, "Time"), "Log time");
  await expect(region(administrator, "Time")).toContainText("There is a problem");
  const origin = administrator.getByRole("combobox", { name: "What are these files?" });
  await expect(origin).toHaveValue("marked_up");

  await open(administrator, `${address}/corrections?q=header`);
  await expect(title(administrator)).toContainText("Corrections of");
  await expect(region(administrator, "Corrections")).toContainText("Show the header over the opening.");
  await expectNoAxeViolations(administrator);
  const csv = await administrator.request.get(`${address}/corrections.csv?status=open`);
  expect(await csv.text()).toContain('"S-1","Structural","Correction"');

  const [assignment] = await call<{ id: number }[]>(page.request, "GET", `/api/permits/${id}/assignments`);
  const decision = { decision: "corrections_required" };
  await call(page.request, "PATCH", `/api/assignments/${assignment?.id}/decision`, decision);
  await open(administrator, address);
  await expect(planCheck).toContainText("Ready for release");

  const city = `/api/cities/${await cityId(administrator.request)}`;
  await call(administrator.request, "PATCH", city, { usesCorrections: false });
  try {
    await open(page, review);
    await expect(card(page)).toContainText("no longer writes corrections");
    await expect(card(page).getByRole("link", { name: "Add correction" })).toHaveCount(0);
    await expect(correction(page, "S-1")).toContainText("Show the header over the opening.");
  } finally {
    await call(administrator.request, "PATCH", city, { usesCorrections: true });
  }
});

test("the city reads that its permit is in review, and nothing of the work", async ({ page, signedIn }) => {
  const administrator = await signedIn(demoAccounts.admin);
  const { id } = await permitOf(administrator);
  await write(page.request, id, "A secret of the firm.");
  const users = await call<{ email: string }[]>(
    administrator.request,
    "GET",
    `/api/cities/${await cityId(administrator.request)}/users`,
  );
  const clerk = await signedIn(users.at(-1)?.email ?? "");
  await open(clerk, `/oakvilles/permits/${id}`);
  await expect(region(clerk, "Plan check")).toContainText("In review");
  await expect(clerk.locator("body")).not.toContainText("A secret of the firm.");
  await expectNoAxeViolations(clerk);
});
