import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";

// The minified file, because every page has to parse it: it is less than half the size of axe's `source`.
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The gallery shows parts of many pages in one, whose landmarks have equal names. */
const gallery = "/test-ui";

/** The rules about where and in which colors things are, which another width of the window can break. */
const layoutRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** Checks the current page against WCAG 2.2 A and AA, and axe's best practices. */
export function expectNoAxeViolations(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  return expectNoViolations(page, pathname === gallery ? wcag : [...wcag, "best-practice"]);
}

/** Checks again, at another width, a page in which axe has found no violations. */
export const expectNoAxeViolationsOfLayout = (page: Page): Promise<void> =>
  expectNoViolations(page, layoutRules);

async function expectNoViolations(page: Page, rules: string[]): Promise<void> {
  // axe needs timers, which never fire in a page without scripts. The same page is checked with scripts.
  if (test.info().project.use.javaScriptEnabled === false) return;

  await test.step("no axe violations", async () => {
    if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page);
    const violations = await page.evaluate(async (runOnly) => {
      // A toast that is fading out has too little contrast: it is shown again for its whole time.
      const fading = document.getAnimations().filter(({ playState }) => playState === "running");
      for (const animation of fading) {
        animation.pause();
        animation.currentTime = 0;
      }
      const results = await window.axe.run(document, {
        runOnly,
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
    }, rules);
    expect(violations, `axe on ${page.url()}`).toEqual([]);
  });
}

/** The page's policy blocks a script element; `evaluate` would copy the half megabyte some times on its way. */
async function loadAxe(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Runtime.evaluate", { expression: axeSource });
  await devTools.detach();
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
