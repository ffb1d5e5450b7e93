import { createRequire } from "node:module";
import { type Font, type Glyph, openSync } from "fontkit";
import type { TextStyle } from "./letter-layout";

/** They have what the fonts of text lack, and are tried in this order. */
const signFonts = ["symbols", "moreSymbols", "math"] as const;

type FontName = TextStyle["font"] | (typeof signFonts)[number];

const { resolve } = createRequire(import.meta.url);

const files: Record<FontName, string> = {
  regular: resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  bold: resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
  symbols: resolve("@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf"),
  moreSymbols: resolve("@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf"),
  math: resolve("@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf"),
};

/** Not drawn with another font: Arabic is not drawn sign by sign from the left, and marks would miss their letter. */
const isNoSign = /[\p{Script=Arabic}\p{M}]/u;

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Sets one glyph for each character: ligatures and kerning take many times as long. */
function openFont(file: string) {
  const font = openSync(file);
  const glyphs = new Map<number, Glyph>();

  function glyphOf(codePoint: number): Glyph {
    const known = glyphs.get(codePoint);
    if (known) return known;
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    // The font's own glyph keeps the first of its code points, which depends on the letters drawn before.
    const glyph = { id, advanceWidth, codePoints: [codePoint] };
    glyphs.set(codePoint, glyph);
    return glyph;
  }

  font.layout = (text) => {
    const line = Array.from(text, (character) => glyphOf(codePointOf(character)));
    const positions = line.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, advanceWidth: 0 }));
    return {
      glyphs: line,
      positions,
      // pdfkit scales the positions before it reads this.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };

  function outlines(text: string, size: number, start: number): string[] {
    const scale = size / font.unitsPerEm;
    let x = start;
    return Array.from(text, (character) => {
      const { id, advanceWidth } = glyphOf(codePointOf(character));
      const place = `translate(${x} 0) scale(${scale} ${-scale})`;
      x += advanceWidth * scale;
      return `<path transform="${place}" d="${font.getGlyph(id).path.toSVG()}"/>`;
    });
  }

  return {
    font,
    outlines,
    // The first glyph of a font is its sign for a missing one.
    has: (codePoint: number): boolean => glyphOf(codePoint).id !== 0,
    widthOf: (codePoint: number): number => glyphOf(codePoint).advanceWidth / font.unitsPerEm,
  };
}

type Run = { font: FontName; text: string; x: number };

type OpenFonts = Record<FontName, ReturnType<typeof openFont>>;

function withSigns(own: TextStyle["font"], fonts: OpenFonts) {
  const chosen = new Map<number, { font: FontName; width: number }>();

  function glyphOf(codePoint: number) {
    const known = chosen.get(codePoint);
    if (known) return known;
    const others = isNoSign.test(String.fromCodePoint(codePoint)) ? [] : signFonts;
    const font = [own, ...others].find((name) => fonts[name].has(codePoint)) ?? own;
    const glyph = { font, width: fonts[font].widthOf(codePoint) };
    chosen.set(codePoint, glyph);
    return glyph;
  }

  function widthOf(text: string): number {
    let width = 0;
    for (const character of text) width += glyphOf(codePointOf(character)).width;
    return width;
  }

  function runsOf(text: string, size: number): Run[] {
    const runs: Run[] = [];
    let x = 0;
    for (const character of text) {
      const { font, width } = glyphOf(codePointOf(character));
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character, x });
      x += width * size;
    }
    return runs;
  }

  const covers = (codePoint: number): boolean => fonts[glyphOf(codePoint).font].has(codePoint);
  return { widthOf, runsOf, covers };
}

type OutlinedStyle = Pick<TextStyle, "font" | "size">;

export function openFonts() {
  const names = Object.keys(files) as FontName[];
  const fonts = Object.fromEntries(names.map((name) => [name, openFont(files[name])])) as OpenFonts;
  const texts = { regular: withSigns("regular", fonts), bold: withSigns("bold", fonts) };
  const measure = (text: string, { font, size }: OutlinedStyle): number => texts[font].widthOf(text) * size;
  return {
    names,
    fontOf: (name: FontName): Font => fonts[name].font,
    measure,
    runsOf: (text: string, { font, size }: TextStyle): Run[] => texts[font].runsOf(text, size),
    /** The outlines of a line of text, as paths of an SVG. */
    outlinesOf: (text: string, { font, size }: OutlinedStyle): string =>
      texts[font]
        .runsOf(text, size)
        .flatMap(({ font, text, x }) => fonts[font].outlines(text, size, x))
        .join(""),
    covers: (codePoint: number): boolean => texts.regular.covers(codePoint) && texts.bold.covers(codePoint),
  };
}
