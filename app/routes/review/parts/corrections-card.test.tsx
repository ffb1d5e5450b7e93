import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { GalleryCorrections } from "../../demo/parts/gallery-corrections";
import { OpenItems } from "./open-items";

test("a remark says when it is required, and comes before the button that saves it", () => {
  const html = rendered(<GalleryCorrections />);
  const card = html.slice(html.indexOf("To back-check"));
  const remark = card.indexOf('>Remark (required unless resolved)</span><textarea name="rows.');
  expect(remark).toBeGreaterThan(0);
  expect(card.indexOf("Save back-checks")).toBeGreaterThan(remark);
  expect(card.indexOf(">Verdict on Correction")).toBeLessThan(remark);
});

test("the open items of a decision scroll with keys in every browser", () => {
  const item = { id: 1, number: "F-1", kind: "correction", text: "Show the walls", isCut: false } as const;
  expect(rendered(<OpenItems open={[item]} />)).toContain('<ul class="open-items" tabindex="0">');
});
