import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";

// Less than half the size of the package's `source`, and every page parses it.
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** Checks the current page against WCAG 2.1 A and AA. */
export async function expectNoAxeViolations(page: Page) {
  // axe needs timers, which never fire in a page without scripts; the page looks the same with scripts.
  if (test.info().project.use.javaScriptEnabled === false) return;

  await test.step("no axe violations", async () => {
    // The page's policy blocks a script element but not evaluation.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
    const violations = await page.evaluate(async (tags) => {
      // A toast that fades during the check would lack contrast.
      const fading = document.getAnimations().filter(({ playState }) => playState === "running");
      for (const animation of fading) animation.pause();
      const results = await window.axe.run(document, {
        runOnly: { type: "tag", values: tags },
        resultTypes: ["violations"],
      });
      for (const animation of fading) animation.play();
      return results.violations.map(({ id, help, nodes }) => ({
        rule: `${id}: ${help}`,
        nodes: nodes.map(({ target, html, failureSummary }) => ({
          target: target.join(" "),
          html,
          failureSummary,
        })),
      }));
    }, wcag);
    expect(violations, `axe on ${page.url()}`).toEqual([]);
  });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
