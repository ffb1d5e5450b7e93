import { expect, test } from "vitest";
import { openFonts } from "./letter-fonts.server";
import { inDrawnOrder, printableText, undrawableIn, undrawableSigns } from "./printable-text";

/** A font of Latin, Hebrew and a combining accent. */
const covers = (codePoint: number) =>
  (codePoint >= 0x20 && codePoint <= 0xff) ||
  (codePoint >= 0x5d0 && codePoint <= 0x5ea) ||
  [0x301, 0x2022, 0x2033, 0xfffd].includes(codePoint);
const printed = (text: string) => printableText(text, covers);

test.each([
  ["plain text", "Provide a 4½″ schedule.", "Provide a 4½″ schedule."],
  ["markup and formulas", "<script>alert(1)</script> =1+1 &amp;", "<script>alert(1)</script> =1+1 &amp;"],
  ["letters the font lacks", "漢字 △", "�� �"],
  ["an emoji of several", "👩‍👩‍👧‍👦!", "�!"],
  ["emojis after each other", "👩‍👩‍👧‍👦👍🏽", "��"],
  ["a flag", "🇺🇸", "�"],
  ["a heart with a variation selector", "❤️", "�"],
  ["a number in a key", "1️⃣", "1�"],
  ["a typed replacement character", "a\ufffdb", "a\ufffdb"],
  ["signs with a plain form", "5 ㎡ ＡＢ１", "5 m2 AB1"],
  ["a letter that the fonts have only with its mark apart", "Ģ ǵ", "� g\u0301"],
  ["bullets of Word from before they were cleaned", "\uf0b7 a\n\uf06e b", "• a\n• b"],
  ["a composed letter", "cafe\u0301", "café"],
  ["accents without a composed letter", "q\u0301", "q\u0301"],
  ["marks of direction", "\u202ea\u202c \u2066b\u2069\u200f", "a b"],
  ["other invisible characters", "a\u200bb\u00adc\ufeffd\u2060e\u0007f\u0000", "abcdef"],
  ["only invisible characters", "\u202e\u200b\u2066", ""],
  ["a lone surrogate", "a\ud800b", "a\ufffdb"],
  ["tabs and many spaces", "a\t\tb   c\u3000d", "a b c d"],
  ["a space that joins words", "4\u00a0in\u202flong", "4\u00a0in\u00a0long"],
  ["all kinds of line breaks", "a\r\nb\rc\u2028d\ve\u0085f", "a\nb\nc\nd\ne\nf"],
  ["spaces at the end of a line", "a \nb", "a\nb"],
  ["spaces that a line begins with", "a\n  b\n\t\tc", "a\n  b\n        c"],
  ["many empty lines", "a\n\n\n\n\nb", "a\n\nb"],
  ["space at both ends", " \n a \n ", "a"],
  ["line breaks between letters that it lacks", "漢\n漢", "�\n�"],
])("%s", (_, text, expected) => {
  expect(printed(text)).toBe(expected);
});

test.each([
  ["plain text", "Provide a 4½″ schedule.\n\tOr two.", []],
  ["letters, each once", "漢字 漢", ["漢", "字"]],
  ["an emoji of several as one", "a 👩‍👩‍👧‍👦!", ["👩‍👩‍👧‍👦"]],
  ["neither invisible characters nor a typed replacement", "a\u200bb\ufffd\ud800", []],
  ["no sign that has a plain form", "5 ㎡", []],
  ["no bullet of Word", "\uf0a7 a", []],
])("what cannot be drawn: %s", (_, text, signs) => {
  expect(undrawableSigns(text, covers)).toEqual(signs);
});

test("Hebrew words are drawn from their end, and all other text as it is", () => {
  expect(inDrawnOrder("Rev. אבג דה, 2")).toBe("Rev. הד גבא, 2");
  expect(inDrawnOrder("Provide 30 × 48 inches.")).toBe("Provide 30 × 48 inches.");
});

/** Returns the first and last code points of all ranges that the fonts have. */
function drawableRanges(): [number, number][] {
  const { names, fontOf, covers } = openFonts();
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
