import { type Font, type Glyph, type GlyphPosition, openSync } from "fontkit";
import type { Measure, TextStyle } from "./letter-pdf-lines";

type FontName = TextStyle["font"];
export type FontFiles = Record<FontName, string>;

/**
 * Opens a font so that it sets one glyph for each character, at its own width. Ligatures and kerning would take many times as
 * long. No character of the font has two code units.
 */
function openFont(file: string) {
  const font = openSync(file);
  const { unitsPerEm } = font;
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

  // pdfkit is done with the positions of a line before it sets the next, so all lines have the same objects.
  const shared: GlyphPosition[] = [];
  font.layout = (text) => {
    const line: Glyph[] = [];
    for (let index = 0; index < text.length; index += 1) {
      const glyph = glyphOf(text.charCodeAt(index));
      const position = shared[index] ?? { xAdvance: 0, advanceWidth: 0 };
      position.xAdvance = glyph.advanceWidth;
      shared[index] = position;
      line.push(glyph);
    }
    const positions = shared.slice(0, line.length);
    return {
      glyphs: line,
      positions,
      // pdfkit scales the positions before it reads this.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };

  function widthOf(text: string): number {
    let width = 0;
    for (let index = 0; index < text.length; index += 1) {
      width += glyphOf(text.charCodeAt(index)).advanceWidth;
    }
    return width / unitsPerEm;
  }

  return { font, glyphOf, widthOf };
}

/** Opens the fonts of letters. Returns them for pdfkit, the width of a text, and whether both have a character. */
export function openFonts(files: FontFiles) {
  const fonts = { regular: openFont(files.regular), bold: openFont(files.bold) };
  const measure: Measure = (text, { font, size }) => fonts[font].widthOf(text) * size;
  // The first glyph of a font is its sign for a missing one.
  const covers = (codePoint: number): boolean =>
    fonts.regular.glyphOf(codePoint).id !== 0 && fonts.bold.glyphOf(codePoint).id !== 0;
  const fontOf = (name: FontName): Font => fonts[name].font;
  return { fontOf, measure, covers };
}

export type LetterFonts = ReturnType<typeof openFonts>;
