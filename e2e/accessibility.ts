import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";

// Less than half as long as what the package offers as `source`, and it is read again in each page.
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** Checks the page as it stands against WCAG 2.1 A and AA. */
export async function expectNoAxeViolations(page: Page) {
  // axe waits on timers, which never ring in a page without scripts; the page is the same with them.
  if (test.info().project.use.javaScriptEnabled === false) return;

  await test.step("no axe violations", async () => {
    // A script element would be refused by the page's policy; evaluating is not.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
    const violations = await page.evaluate(async (tags) => {
      // A toast that fades while it is looked at would lack contrast.
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
