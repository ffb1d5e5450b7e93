import { expect, test } from "vitest";
import { drawnPdf } from "~/testing/drawn-pdf";
import { withPages } from "~/testing/opened-pages";
import { drawOverlay } from "./page-overlay.server";
import type { Pixels } from "./pdf-task";

const size = { width: 400, height: 300 };

const bars = (tops: number[], shift = 0) =>
  drawnPdf((document) => {
    for (const top of tops) document.rect(100 + shift, top + shift, 200, 20).fill("black");
    document
      .moveTo(20 + shift, 250.3 + shift)
      .lineTo(380, 280.3)
      .lineWidth(0.5)
      .stroke("black");
  }, size);

const overlayOf = async (shift: number, part = { left: 0, top: 0, width: 1, height: 1 }) =>
  withPages(await Promise.all([bars([50, 100]), bars([100, 150], shift)]), (earlier, later) =>
    drawOverlay(earlier, later, { shift: { x: shift, y: shift }, longerSide: 400, part }),
  );

function colorAt({ width, data }: Pixels, x: number, y: number): string {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
  if (Math.min(red, green, blue) > 250) return "white";
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 10) return "grey";
  return red > blue ? "red" : "blue";
}

const colorsIn = (picture: Pixels, top: number, bottom: number) =>
  new Set(
    Array.from({ length: picture.width * (bottom - top) }, (_, at) =>
      colorAt(picture, at % picture.width, top + Math.floor(at / picture.width)),
    ),
  );

test.each([0, 7.2])(
  "what was removed is red, added blue, and the rest grey, moved by %d pt",
  async (shift) => {
    const overlay = await overlayOf(shift);
    const at = Math.round(shift);
    const places = [60, 110, 160, 200].map((y) => colorAt(overlay, 200 + at, y + at));
    expect(places).toEqual(["red", "grey", "blue", "white"]);
  },
);

test("the edges of what is in both have no colour", async () => {
  expect(colorsIn(await overlayOf(0), 98, 122)).toEqual(new Set(["white", "grey"]));
  expect(colorsIn(await overlayOf(0), 240, 290)).toEqual(new Set(["white", "grey"]));
});

test("a part is drawn as large as is asked", async () => {
  const part = await overlayOf(0, { left: 0.25, top: 0.5, width: 0.5, height: 0.25 });
  expect([part.width, part.height]).toEqual([200, 75]);
  expect(colorAt(part, 100, 10)).toBe("blue");
});
