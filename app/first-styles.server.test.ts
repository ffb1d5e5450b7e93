import { expect, test } from "vitest";
import { stylesForPages } from "./first-styles.server";

const stylesFor = stylesForPages(`
@layer base, components;
@layer base { body { margin: 0 } .card { color: red } }
@layer components {
  .table td, .table th { color: blue }
  .dialog.wide { width: 1px }
  html:has(.dialog-ground) { overflow: hidden }
  .row:not(.spread) { gap: 1px }
  :is(.one, .two) { gap: 2px }
  .sm\\:hidden { display: none }
  @media (width < 40rem) { .table { display: block } .pager { display: none } }
}
@keyframes turn { to { rotate: 1turn } }
@media print { .dialog { display: none } }
`);

test("a page gets the rules for elements, and for the classes that it has", () => {
  const styles = stylesFor('<table class="table small"><tr class="row">');
  expect(styles).toContain("@layer base, components;");
  expect(styles).toContain("body { margin: 0 }");
  expect(styles).toContain(".table td, .table th { color: blue }");
  expect(styles).toContain("@keyframes turn");
  expect(styles).toContain("@media (width < 40rem){.table { display: block }}");
  expect(styles).not.toContain(".card");
  expect(styles).not.toContain(".pager");
});

test("a rule for several classes needs them all, wherever they stand in it", () => {
  expect(stylesFor('<p class="dialog">')).not.toContain(".dialog.wide");
  expect(stylesFor('<p class="wide dialog">')).toContain(".dialog.wide { width: 1px }");
  expect(stylesFor('<p class="wide">')).not.toContain("overflow: hidden");
  expect(stylesFor('<p class="dialog-ground">')).toContain("overflow: hidden");
  expect(stylesFor('<p class="sm:hidden">')).toContain("display: none");
});

test("what a rule excludes, or leaves a choice of, is not asked for", () => {
  expect(stylesFor('<p class="row">')).toContain("gap: 1px");
  expect(stylesFor("<p>")).toContain("gap: 2px");
});

test("a block of which nothing is left is left out, its order of layers is not", () => {
  const styles = stylesFor("<p>");
  expect(styles).not.toContain("@media print");
  expect(styles).toContain("@layer base, components;");
});
