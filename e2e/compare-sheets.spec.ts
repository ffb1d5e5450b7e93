import {
  alsoWithoutScripts,
  demoAccounts,
  expect,
  expectNoAxeViolations,
  region,
  test,
  title,
} from "./journey";
import { follow, open } from "./plan-check";

test.use({ data: "read-only" });

test(
  "two cycles of a sheet are compared, each difference leads to its place, and both sheets can be looked at in turn",
  alsoWithoutScripts,
  async ({ page, signIn }) => {
    await signIn(page, demoAccounts.admin);
    await open(page, "/permits/174/sheets/391");
    await follow(page, "Compare with PC1");
    await expect(title(page)).toHaveText("Compare A-102: PC1 and PC2");
    await expectNoAxeViolations(page);
    const differences = region(page, "Differences");
    await expect(differences.getByRole("listitem")).toHaveText(["1 changed, cell C5", "2 changed, cell C6"]);
    const drawing = region(page, "Drawing");
    await drawing.getByRole("link", { name: "Area 2: changed, cell C6" }).press("Enter");
    await expect(drawing.getByRole("link", { name: "Area 2" })).toHaveAttribute("aria-current", "true");
    const picture = drawing.getByRole("img", { name: /^A part of A-102, PC1 and PC2 laid over each other/ });
    await expect(picture).toHaveJSProperty("complete", true);
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
    await follow(drawing, "Wider");
    await follow(drawing, "Move left");
    await expect(page).toHaveURL(/with=277&z=4&/);

    const slider = drawing.getByRole("slider", { name: "From PC1 to PC2" });
    if (test.info().project.use.javaScriptEnabled === false) {
      await expect(slider).toBeHidden();
      return;
    }
    const layers = page.locator(".comparison-layer");
    await slider.press("ArrowRight");
    await expect(layers).toHaveCount(2);
    await drawing.getByRole("button", { name: "Blink" }).press("Enter");
    await expect(drawing.getByRole("status")).toHaveText(/^PC[12]$/);
    await expectNoAxeViolations(page);
    await drawing.getByRole("button", { name: "Overlay" }).press("Enter");
    await expect(layers).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await drawing.getByRole("button", { name: "Blink" }).press("Enter");
    await expect(layers).toHaveCount(2);
    await expect(drawing.getByRole("button", { name: "Blink" })).toHaveAttribute("aria-pressed", "false");
  },
);
