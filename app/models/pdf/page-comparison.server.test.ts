import { expect, test } from "vitest";
import { drawnPdf } from "~/testing/drawn-pdf";
import { withPages } from "~/testing/opened-pages";
import { comparePages } from "./page-comparison.server";

type Change = { number?: string; shift?: number; isOneLineMore?: boolean; color?: string; width?: number };

const planWith = ({ number = "A-101", shift = 0, isOneLineMore, color = "black", width = 612 }: Change) =>
  drawnPdf(
    (document) => {
      document.translate(shift, shift);
      document.font("Helvetica").fontSize(10).text(`${number} FIRST FLOOR PLAN`, 400, 700);
      document.rect(100, 100, 300, 400).stroke("black");
      document.moveTo(100, 300).lineTo(400, 320).stroke(color);
      if (isOneLineMore) document.moveTo(200, 200).lineTo(206, 200).stroke("black");
    },
    { width },
  );

async function isSame(change: Change): Promise<boolean> {
  const files = await Promise.all([planWith({}), planWith(change)]);
  return withPages(files, (earlier, later) => {
    const forward = comparePages(earlier, later).isSame;
    expect(comparePages(later, earlier).isSame).toBe(forward);
    return forward;
  });
}

test.each<[string, Change, boolean]>([
  ["nothing", {}, true],
  ["the place of the whole drawing", { shift: 7.3 }, true],
  ["one digit", { number: "A-102" }, false],
  ["one short line", { isOneLineMore: true }, false],
  ["the size of the sheet", { width: 792 }, false],
  ["a colour", { color: "red" }, false],
  ["the place of the whole drawing, too far", { shift: 60 }, false],
  ["the place and one digit", { shift: 7.3, number: "A-107" }, false],
])("a sheet on which has changed: %s", async (_, change, expected) => {
  expect(await isSame(change)).toBe(expected);
});
