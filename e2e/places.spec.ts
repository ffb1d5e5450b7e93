import type { Locator, Page } from "@playwright/test";
import { drawnSheets } from "../app/testing/drawn-sheets";
import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  formOf,
  hydrated,
  region,
  test,
  title,
} from "./journey";
import {
  clerkEmail,
  follow,
  open,
  permitOf,
  press,
  releaseLetter,
  startNextCycle,
  textOf,
  toast,
} from "./plan-check";
import type { Requester } from "./sign-in";

/** Long enough for a busy machine to read and draw a set. */
const jobTimeout = { timeout: 120_000 };

const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;

/** Uploads a set with two sheets, and returns their ids. */
async function addSheets(
  { request }: Requester,
  address: string,
  reviewCycle: string,
  mark?: { x: number; y: number },
) {
  const buffer = await drawnSheets([{ number: "S-101", mark }, { number: "S-102" }]);
  const multipart = formOf({ reviewCycle, origin: "submitted" }, [
    { name: `${reviewCycle}.pdf`, mimeType: "application/pdf", buffer },
  ]);
  expect((await request.post(`/api${address}/files`, { multipart })).status()).toBe(201);
  const idOf = async (number: string) => {
    const html = await (await request.get(`${address}/sheets?reviewCycle=${reviewCycle}`)).text();
    return new RegExp(`sheets/(\\d+)"[^>]*>(?:(?!</a>).)*${number}`).exec(html)?.[1];
  };
  await expect.poll(() => idOf("S-102"), jobTimeout).toBeTruthy();
  return { first: Number(await idOf("S-101")), second: Number(await idOf("S-102")) };
}

const form = (page: Page) => region(page, "Add correction");
const onSheet = (page: Page) => region(page, "On this sheet");
const drawing = (page: Page) => region(page, "Drawing");
const placed = (page: Page) => form(page).locator(".placed li");

/** Opens the form of a correction on a sheet, from the page that looks at it. */
async function write(page: Page, sheet: string) {
  await open(page, sheet);
  await follow(drawing(page), "Write a correction here");
  await expect(title(page)).toHaveText(/^Corrections on Sheet S-10\d/);
  await hydrated(page);
}

async function placeAt(page: Page, cell: string, shape = "Pin") {
  await form(page).getByLabel("Mark", { exact: true }).selectOption(shape);
  await form(page).getByLabel("Cell", { exact: true }).selectOption(cell);
  await press(form(page), "Place here");
  await expect(placed(page).last()).toContainText(`${shape} in ${cell}`);
  await hydrated(page);
}

test(
  "three corrections on two sheets, their letter, and the back-check beside the new sheet",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await permitOf(admin);
    const sheets = await addSheets(admin, permit.address, "PC1");
    const [first, second] = [sheets.first, sheets.second].map((id) => `${permit.address}/sheets/${id}`);
    await signIn(page, demoAccounts.reviewer);

    // By cells of the grid, without a pointer.
    await write(page, String(first));
    await textOf(form(page)).fill("Show the anchor bolts");
    await placeAt(page, "D3", "Cloud");
    await placeAt(page, "E5");
    await expect(field(form(page), "Sheet")).toHaveValue("S-101");
    await expect(textOf(form(page))).toHaveValue("Show the anchor bolts");
    await expectNoAxeViolations(page);
    await press(page, "Save and place another");
    await toast(page, "S-1 added");
    await expect(placed(page)).toHaveCount(0);
    await expect(textOf(form(page))).toHaveValue("");
    await hydrated(page);

    // By a click on the drawing.
    await textOf(form(page)).fill("Dimension the footing");
    await page.locator(".sheet-stage").click({ position: { x: 400, y: 200 } });
    await expect(placed(page)).toHaveText([/^Pin in/]);
    await expect(textOf(form(page))).toHaveValue("Dimension the footing");
    await hydrated(page);
    await press(page, "Save correction");
    await toast(page, "S-2 added");
    await expect(title(page)).toHaveText(/^Sheet S-101/);
    await expect(onSheet(page).getByRole("listitem")).toHaveCount(2);
    await expect(
      drawing(page).getByRole("link", { name: "Correction Structural S-1, draft, cloud" }),
    ).toBeVisible();

    await write(page, String(second));
    await textOf(form(page)).fill("Show the hold-downs");
    await placeAt(page, "B2");
    await press(page, "Save correction");
    await toast(page, "S-3 added");

    // A draft is listed by its sheets, and one of its places is removed and taken back.
    await open(page, `${permit.address}/sheets`);
    const drafts = region(page, "Your drafts by sheet");
    await expect(drafts.getByRole("listitem")).toHaveText([/^S-101.*S-1.*S-2/s, /^S-102.*S-3/s]);
    await open(page, String(first));
    await press(onSheet(page), "Remove Pin in E5 of Correction S-1");
    await toast(page, "Place of S-1 removed");
    await expect(onSheet(page).getByRole("link", { name: "Pin in E5 of Correction S-1" })).toHaveCount(0);
    await page.locator("#toasts").getByRole("button", { name: /^Undo/ }).click();
    await expect(onSheet(page).getByRole("link", { name: "Pin in E5 of Correction S-1" })).toBeVisible();

    // A city sees nothing of a draft, and after the release what its letter shows.
    const clerk = await signedIn(await clerkEmail(admin.request));
    const portalSheet = `/oakvilles${first}`;
    await open(clerk, portalSheet);
    await expect(onSheet(clerk)).toContainText("No correction is on S-101");
    await expect(drawing(clerk).locator("a.pin")).toHaveCount(0);
    const letter = await releaseLetter(admin, permit.id);
    await open(clerk, portalSheet);
    await expect(drawing(clerk).locator("a.pin")).toHaveCount(3);
    await follow(onSheet(clerk), "Cloud in D3 of Correction S-1");
    await expect(clerk).toHaveURL(/[?&]z=2\.67&/);
    await expect(drawing(clerk).locator("a.pin.chosen").first()).toBeVisible();
    await expectNoAxeViolations(clerk);

    // The letter leads to the place too, as a page and as a PDF.
    const letterPage = `/oakvilles${permit.address}/letters/${letter.id}`;
    await open(clerk, letterPage);
    await expect(clerk.getByText("Marked on S-102 B2")).toBeVisible();
    await clerk.getByRole("link", { name: /^S-101 D3/ }).click();
    await expect(title(clerk)).toHaveText(/^Sheet S-101/);
    await expect(drawing(clerk).locator("a.pin.chosen").first()).toBeVisible();
    await open(clerk, letterPage);
    const pdf = await clerk.request.get(
      (await clerk.getByRole("link", { name: "PDF", exact: true }).getAttribute("href")) ?? "",
    );
    const links = [...(await pdf.body()).toString("latin1").matchAll(/\/URI \((\S+)\)/g)].map(
      ([, link = ""]) => new URL(link),
    );
    const toSecond = links.find(({ pathname }) => pathname === `/oakvilles${second}`);
    await open(clerk, `${toSecond?.pathname}${toSecond?.search}`);
    await expect(title(clerk)).toHaveText(/^Sheet S-102/);
    await expect(drawing(clerk).locator("a.pin.chosen")).toBeVisible();

    // In the next cycle, each place is beside the same place of the new sheet.
    await admin.request.post(`/api/permits/${permit.id}/next-cycle`, { data: {} });
    await admin.request
      .put(`/api/permits/${permit.id}/assignments`, { data: { PC2: {} } })
      .catch(() => undefined);
    await addSheets(admin, permit.address, "PC2", { x: 900, y: 700 });
    await signIn(page, demoAccounts.admin);
    await open(page, `${permit.address}/sheets`);
    await follow(page, "Back-check 3 corrections beside the new sheets");
    await hydrated(page);
    await expect(page.getByRole("heading", { name: "S-101 in D3: PC1 and PC2" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open S-101 of PC2 here" }).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page, "Save and go on");
    await expect(page.locator("#back-check-verdict-error, .error").first()).toBeVisible();
    await hydrated(page);
    await page.getByRole("radio", { name: "Resolved", exact: true }).check();
    await press(page, "Save and go on");
    await toast(page, "S-1 resolved");
    await expect(region(page, "Correction S-2")).toContainText("Dimension the footing");
  },
);

test("a place is drawn by pointer, and private marks are seen by their author alone", async ({
  page,
  signIn,
  signedIn,
}) => {
  const admin = await signedIn(demoAccounts.admin);
  const permit = await permitOf(admin);
  const { first } = await addSheets(admin, permit.address, "PC1");
  await signIn(page, demoAccounts.reviewer);
  await write(page, `${permit.address}/sheets/${first}`);
  const stage = page.locator(".sheet-stage");
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0 };
  const drag = async (points: [number, number][]) => {
    for (const [index, [x, y]] of points.entries()) {
      await page.mouse.move(box.x + x, box.y + y, { steps: 5 });
      if (index === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  const tools = page.getByRole("toolbar", { name: "Draw" });
  const tool = async (name: string) => {
    await tools.getByRole("button", { name, exact: true }).click();
    await expect(stage).toHaveAttribute("data-tool", name.toLowerCase());
  };
  await tool("Cloud");
  await drag([
    [100, 100],
    [200, 180],
  ]);
  await tool("Freehand");
  await drag([
    [300, 100],
    [340, 160],
    [380, 90],
    [420, 160],
  ]);
  await expect(placed(page)).toHaveText([/^Cloud in/, /^Freehand in/]);
  await tools.getByRole("button", { name: "Undo" }).click();
  await expect(placed(page)).toHaveCount(1);
  await tool("Pin");
  // Two at once, before the page shows the first.
  await page.mouse.click(box.x + 500, box.y + 300);
  await page.mouse.click(box.x + 560, box.y + 300);
  await expect(placed(page)).toHaveText([/^Cloud in/, /^Pin in/, /^Pin in/]);
  await placed(page).nth(1).getByRole("button").click();
  await placed(page).nth(1).getByRole("button").click();
  await expect(placed(page)).toHaveText([/^Cloud in/]);
  // With a wheel the same point stays under the pointer.
  await page.mouse.move(box.x + 400, box.y + 266);
  await page.mouse.wheel(0, -700);
  await expect(page).toHaveURL(/[?&]z=4/);
  await textOf(form(page)).fill("Show the shear wall");
  await press(page, "Save correction");
  await toast(page, "S-1 added");

  await follow(drawing(page), "Mark a correction or privately");
  await hydrated(page);
  await tool("Arrow");
  await drag([
    [200, 200],
    [300, 260],
  ]);
  await press(page, "Save marks");
  await toast(page, "1 private mark added");
  await expect(drawing(page).getByRole("link", { name: "Private mark, arrow" })).toBeVisible();
  await stage.press("n");
  await expect(drawing(page).getByRole("link", { name: /^Correction Structural S-1/ })).toBeFocused();
  await page.keyboard.press("n");
  await expect(drawing(page).getByRole("link", { name: "Private mark, arrow" })).toBeFocused();
  await open(admin, `${permit.address}/sheets/${first}`);
  await expect(
    drawing(admin).getByRole("link", { name: "Correction Structural S-1, draft, cloud" }),
  ).toBeVisible();
  await expect(drawing(admin).getByRole("link", { name: /^Private/ })).toHaveCount(0);
});

test(
  "a sheet is looked at by keyboard, and its address shows the same place",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await open(page, "/permits/174/sheets/391");
    const control = (name: string) => drawing(page).getByRole("link", { name, exact: true });
    await expect(control("Wider")).toBeDisabled();
    await control("Closer").press("Enter");
    await expect(page).toHaveURL(/[?&]z=2&x=0.5&y=0.5/);
    await control("Wider").click();
    await expect(page).not.toHaveURL(/z=2/);
    await expect(control("Wider")).toBeDisabled();
    await control("Closer").press("Enter");
    await expect(page).toHaveURL(/[?&]z=2&x=0.5&y=0.5/);
    await control("Move right").press("Enter");
    await expect(page).toHaveURL(/[?&]z=2&x=0.75&y=0.5/);
    await page.reload();
    await hydrated(page);
    await expect(drawing(page).getByRole("img").first()).toHaveJSProperty("complete", true);
    await field(drawing(page), "Cell of the sheet").selectOption("C4");
    await press(drawing(page), "Show");
    await expect(page).toHaveURL(/[?&]cell=C4|z=4/);
    await hydrated(page);
    if (!hasScripts()) {
      await page.locator(".sheet-stage").click({ position: { x: 400, y: 266 } });
      await expect(page).toHaveURL(/at800\.x=400/);
      return;
    }
    const stage = page.locator(".sheet-stage");
    await stage.focus();
    await stage.press("0");
    await expect(page).not.toHaveURL(/z=/);
    await stage.press("+");
    await expect(page).toHaveURL(/[?&]z=2&/);
  },
);

test(
  "two people write on one sheet, and neither loses anything",
  alsoWithoutScripts,
  async ({ signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const reviewer = await signedIn(demoAccounts.reviewer);
    const permit = await permitOf(admin);
    const { first } = await addSheets(admin, permit.address, "PC1");
    const sheet = `${permit.address}/sheets/${first}`;
    for (const page of [admin, reviewer]) await write(page, sheet);
    await textOf(form(reviewer)).fill("Show the walls");
    await placeAt(reviewer, "D3");
    await placeAt(reviewer, "E5");
    await textOf(form(admin)).fill("Show the doors");
    await placeAt(admin, "B2");
    for (const [page, number] of [
      [reviewer, "S-1"],
      [admin, "S-2"],
    ] as const) {
      await press(page, "Save correction");
      await toast(page, `${number} added`);
    }
    await open(reviewer, sheet);
    for (const page of [admin, reviewer]) await expect(onSheet(page).getByRole("listitem")).toHaveCount(2);

    // Both have the same places before them, and one of them is quicker.
    await press(onSheet(reviewer), "Remove Pin in D3 of Correction S-1");
    await toast(reviewer, "Place of S-1 removed");
    await press(onSheet(admin), "Remove Pin in E5 of Correction S-1");
    await expect(admin.getByText(/changed S-1 after you opened it/).first()).toBeVisible();
    await open(admin, sheet);
    await expect(onSheet(admin).getByRole("link", { name: "Pin in E5 of Correction S-1" })).toBeVisible();
  },
);

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toHaveCount(1);
  for (let presses = 0; presses < 200; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${control}`);
}

test(
  "a place is found, made, read and back-checked by keyboard alone",
  alsoWithoutScripts,
  async ({ page, signIn, signedIn }) => {
    const admin = await signedIn(demoAccounts.admin);
    const permit = await permitOf(admin);
    await addSheets(admin, permit.address, "PC1");
    await signIn(page, demoAccounts.admin);
    const enter = async (control: Locator, key = "Enter") => {
      await tabTo(page, control);
      await page.keyboard.press(key);
    };
    await open(page, `${permit.address}/sheets`);
    await enter(page.getByRole("link", { name: /^Sheet S-101/ }));
    await expect(title(page)).toHaveText(/^Sheet S-101/);
    await hydrated(page);
    await enter(drawing(page).getByRole("link", { name: "Write a correction here" }));
    await expect(title(page)).toHaveText(/^Corrections on/);
    await hydrated(page);
    await tabTo(page, textOf(form(page)));
    await page.keyboard.type("Show the anchor bolts");
    await tabTo(page, form(page).getByLabel("Mark", { exact: true }));
    await page.keyboard.type("Cloud");
    await tabTo(page, form(page).getByLabel("Cell", { exact: true }));
    await page.keyboard.type("D3");
    await enter(form(page).getByRole("button", { name: "Place here" }));
    await expect(placed(page)).toHaveText([/^Cloud in D3/]);
    await hydrated(page);
    await enter(form(page).getByRole("button", { name: "Save correction" }));
    await toast(page, "S-1 added");
    await hydrated(page);

    // The number on the drawing leads to what it says.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await enter(drawing(page).getByRole("link", { name: /^Correction Structural S-1/ }));
    await expect(page).toHaveURL(/#correction-\d+$/);
    await expect(onSheet(page).getByRole("listitem")).toContainText("Show the anchor bolts");
    // What Enter in a field does is to save, not to move the view.
    await open(page, `${page.url().split(/[?#]/)[0]}/corrections/new`);
    await tabTo(page, textOf(form(page)));
    await page.keyboard.type("Show the straps");
    await enter(field(form(page), "Code reference"));
    await toast(page, "S-2 added");

    await startNextCycle(admin, permit.id);
    await addSheets(admin, permit.address, "PC2", { x: 900, y: 700 });
    await open(page, `${permit.address}/sheets`);
    await enter(page.getByRole("link", { name: "Back-check 1 correction beside the new sheets" }));
    await expect(title(page)).toHaveText("Back-check on the sheets");
    await hydrated(page);
    await tabTo(page, page.getByRole("radio", { name: "Resolved", exact: true }));
    await page.keyboard.press("Space");
    await enter(page.getByRole("button", { name: "Save and go on" }));
    await toast(page, "S-1 resolved");
  },
);
