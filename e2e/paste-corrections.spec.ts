import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  field,
  hydrated,
  reviewers,
  statusOfPost,
  tabTo,
  test,
} from "./journey";
import { card, correction, follow, open, permitOf, press, toast } from "./plan-check";

test.beforeEach(({ page, signIn }) => signIn(page, reviewers.maria.email));

const bluebeam = [
  "Subject,Page Label,Author,Date,Comments,Layer",
  'Cloud,S2.1,Maria,11/27/2026,"Show the ""EXIT"" sign,\nat both doors.",',
  `Callout,S3.1,Maria,11/27/2026,${"x".repeat(4001)},`,
  "Line,S4.1,Maria,11/27/2026,,",
  'Text Box,S5.1,Maria,11/27/2026,"Size the header; twice.",',
].join("\r\n");

test(
  "several corrections are pasted, checked and added",
  alsoWithoutScripts,
  async ({ page, signedIn, scripts }) => {
    const { review } = await permitOf(await signedIn(demoAccounts.admin));
    await open(page, review);
    await follow(card(page), "Paste several");
    const box = field(page, "Pasted text");
    await expect(box).toBeFocused();
    await expectNoAxeViolations(page);
    const check = () => press(page, "Check the rows");

    await test.step("what cannot be read stays in the box, with the reason", async () => {
      const lines = Array.from({ length: 51 }, (_, index) => `S-${index}; CBC; Show it`).join("\n");
      await box.fill(lines);
      expect(await statusOfPost(page, check)).toBe(400);
      await expect(page.getByRole("alert")).toContainText(
        "There are 51 corrections, and at most 50 can be added",
      );
      await expect(box).toHaveValue(lines);
    });

    const row = (number: number) => page.getByRole("group", { name: `Row ${number}`, exact: true });
    await test.step("the rows are shown, one with an error, and nothing is saved", async () => {
      await box.fill(bluebeam);
      await check();
      await expect(page.getByRole("heading", { name: "3 corrections to check" })).toBeVisible();
      await expect(field(row(1), "Correction")).toHaveValue('Show the "EXIT" sign,\nat both doors.');
      await expect(field(row(3), "Sheet")).toHaveValue("S5.1");
      await expect(field(row(2), "Correction")).toHaveAccessibleDescription(/Keep this to 4,000 characters/);
      await expect(field(row(2), "Correction")).toHaveValue("x".repeat(4001));
      await expectNoAxeViolations(page);
    });

    await test.step("a wrong row keeps all from being saved", async () => {
      await hydrated(page);
      await field(row(1), "Code").fill("CBC 1013");
      expect(await statusOfPost(page, () => press(page, "Add corrections"))).toBe(400);
      await expect(page.getByRole("alert")).toContainText("Row 2, correction: Keep this to 4,000 characters");
      await expect(field(row(1), "Code")).toHaveValue("CBC 1013");
    });

    await test.step("without it, the others are added", async () => {
      await row(2).getByRole("checkbox", { name: "Leave out" }).check();
      await row(3).getByRole("combobox", { name: "Kind" }).selectOption("Note");
      await press(page, "Add corrections");
      await toast(page, "2 corrections added");
      await expect(correction(page, "S-1")).toContainText("S2.1 · CBC 1013");
      await expect(correction(page, "S-2")).toContainText("Size the header; twice.");
      await expect(correction(page, "S-3")).toHaveCount(0);
    });

    if (scripts)
      await test.step("what was saved is not offered again", async () => {
        await hydrated(page);
        await follow(card(page), "Paste several");
        await expect(box).toHaveValue("");
        await expect(page.getByText("Restore what you typed?")).toHaveCount(0);
      });
  },
);

test("five corrections are written by keyboard alone", alsoWithoutScripts, async ({ page, signedIn }) => {
  const { review } = await permitOf(await signedIn(demoAccounts.admin));
  await open(page, review);
  const reach = async (role: "link" | "button", name: string, keys: number) => {
    await tabTo(page, page.getByRole(role, { name, exact: true }), keys);
    await page.keyboard.press("Enter");
  };
  await reach("link", "Skip to content", 1);
  await reach("link", "Paste several", 8);
  await expect(field(page, "Pasted text")).toBeFocused();
  await page.keyboard.insertText([1, 2, 3, 4, 5].map((sheet) => `S-${sheet}; CBC; Show the beam`).join("\n"));
  await reach("button", "Check the rows", 6);
  await expect(page.getByRole("button", { name: "Add corrections" })).toBeFocused();
  await page.keyboard.press("Enter");
  await toast(page, "5 corrections added");
});
