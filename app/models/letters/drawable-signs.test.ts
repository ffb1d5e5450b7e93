import { expect, test } from "vitest";
import { undrawableIn } from "./drawable-signs";
import { openFonts } from "./letter-pdf-fonts.server";
import { fontFiles } from "./letter-program.server";

/** Returns the first and last code points of all ranges that the fonts have. */
function drawableRanges(): [number, number][] {
  const { names, fontOf, covers } = openFonts(fontFiles);
  const all = new Set(names.flatMap((name) => fontOf(name).characterSet));
  const ranges: [number, number][] = [];
  for (const codePoint of [...all].filter(covers).toSorted((first, second) => first - second)) {
    const last = ranges.at(-1);
    if (last?.[1] === codePoint - 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges;
}

test("the listed signs are those of the fonts; after a change of the fonts, run vitest with -u", async () => {
  const lines = drawableRanges().map((range) => `  [${range.join(", ")}]`);
  await expect(`[\n${lines.join(",\n")}\n]\n`).toMatchFileSnapshot("drawable-signs.json");
});

test("what is typed on keyboards of the Americas and Europe, and signs of drawings, can be drawn", () => {
  expect(
    undrawableIn("Peña, Łódź, Ελλάδα, Київ, שלום\n\t“4½″ × 12′-6″” – ≥ ± ° Ø ⌀ ☐ ☑ ✓ ✗ ① ② ∠ ⊥ △ ▢ → ■"),
  ).toEqual([]);
});

test.each([
  ["Chinese", "東京", ["東", "京"]],
  ["Korean", "서울", ["서", "울"]],
  ["Arabic", "مبنى", ["م", "ب", "ن", "ى"]],
  ["Devanagari", "भवन", ["भ", "व", "न"]],
  ["Thai", "อาคาร", ["อ", "า", "ค", "ร"]],
  ["a number in a key, which would cover the number", "1️⃣ 5⃠", ["1️⃣", "5⃠"]],
  ["emojis", "✅ 🔥 👷🏽", ["✅", "🔥", "👷🏽"]],
])("%s cannot be drawn", (_, text, signs) => {
  expect(undrawableIn(`Tower ${text}`)).toEqual(signs);
});
