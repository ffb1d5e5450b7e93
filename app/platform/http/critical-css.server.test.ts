import { expect, test } from "vitest";
import { criticalCssOf } from "./critical-css.server";

const criticalCss = criticalCssOf(`
@layer base, components;
@layer base { body { margin: 0 } .card { color: red } }
@layer components {
  .table td, .table th { color: blue }
  hr, .line { height: 0 }
  dl > dt[title="p"]:nth-child(2n + 1)::before { color: green }
  :root{--ink:#000;--edge:1px solid var(--ink);--fill:#fff;--icon:#f00}
  .sheet { border: var(--edge) }
  .dialog.wide { width: 1px }
  html:has(.dialog-ground) { overflow: hidden }
  .row:not(.spread) { gap: 1px }
  :is(.one, .two) { gap: 2px }
  .sm\\:hidden { display: none }
  @media (width < 40rem) { .table { display: block } .pager { display: none } }
}
.busy { animation: 1s linear spin }
.link[aria-current] { color: cyan }
details[open] { color: navy }
input[type=file]::file-selector-button { color: teal }
input[type="radio"] { margin: 1px }
@keyframes spin { from { rotate: 0deg } to { rotate: 360deg } }
@media print { .dialog { display: none } }
@page letter { margin: 3px }
`);
const stylesFor = (content: string) => criticalCss(`<html><body>${content}`);

test("a page gets the rules for its elements and classes", () => {
  const styles = stylesFor('<table class="table small"><tr class="row"><td>');
  expect(styles).toContain("@layer base, components;");
  expect(styles).toContain("body { margin: 0 }");
  expect(styles).toContain("{.table td { color: blue }");
  expect(styles).toContain("@media (width < 40rem){.table { display: block }}");
  expect(styles).not.toContain(".card");
  expect(styles).not.toContain(".pager");
});

test("a rule for several classes requires all of them, in any order", () => {
  expect(stylesFor('<p class="dialog">')).not.toContain(".dialog.wide");
  expect(stylesFor('<p class="wide dialog">')).toContain(".dialog.wide { width: 1px }");
  expect(stylesFor('<p class="wide">')).not.toContain("overflow: hidden");
  expect(stylesFor('<p class="dialog-ground">')).toContain("overflow: hidden");
  expect(stylesFor('<p class="sm:hidden">')).toContain("display: none");
});

test("a rule for an element requires the element as well as the classes in its selector", () => {
  expect(stylesFor("<dl><dd>")).not.toContain("color: green");
  expect(stylesFor("<dl><dt>")).toContain("color: green");
  expect(stylesFor("<p>")).not.toContain("height: 0");
  expect(stylesFor("<hr>")).toContain("{hr { height: 0 }");
  expect(stylesFor('<p class="line">')).toContain("{.line { height: 0 }");
  expect(stylesFor('<hr><p class="line">')).toContain("{hr,.line { height: 0 }");
  expect(stylesFor('<p class="hr">')).not.toContain("height: 0");
});

test("a rule does not require the classes in :not() and :is()", () => {
  expect(stylesFor('<p class="row">')).toContain("gap: 1px");
  expect(stylesFor("<p>")).toContain("gap: 2px");
});

test("a rule for an attribute that browsers do not set themselves requires it", () => {
  expect(stylesFor('<a class="link">')).not.toContain("color: cyan");
  expect(stylesFor('<a class="link" aria-current="page">')).toContain("color: cyan");
  expect(stylesFor("<details>")).toContain("details[open] { color: navy }");
});

test("a rule for a kind of field requires such a field", () => {
  expect(stylesFor('<input type="text" name="type=file"/>')).not.toMatch(/teal|1px/);
  expect(stylesFor('<input type="file"/>')).toContain("::file-selector-button { color: teal }");
  expect(stylesFor('<input type="radio"/>')).toContain('input[type="radio"] { margin: 1px }');
  expect(stylesFor('<input type="text"/> aria-current type=file')).not.toMatch(/teal|cyan/);
});

test("keyframes remain if a rule uses them", () => {
  expect(stylesFor('<p class="busy">')).toContain(
    "@keyframes spin { from { rotate: 0deg } to { rotate: 360deg } }",
  );
  expect(stylesFor("<p>")).not.toContain("spin");
});

test("an empty block is removed, and the statement with the order of layers remains", () => {
  const styles = stylesFor("<p>");
  expect(styles).not.toContain("@media print");
  expect(styles).not.toContain("@page");
  expect(styles).toContain("@layer base, components;");
});

test("a custom property remains if a rule, the page or another custom property uses it", () => {
  expect(stylesFor('<p class="sheet">')).toContain(":root{--ink:#000;--edge:1px solid var(--ink);}");
  expect(stylesFor('<path fill="var(--icon)">')).toContain(":root{--icon:#f00}");
  expect(stylesFor("<p>")).not.toContain("--");
});
