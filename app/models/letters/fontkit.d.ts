/** What Redline uses of fontkit, which has no types of its own. */
declare module "fontkit" {
  export type Glyph = { id: number; advanceWidth: number; codePoints: number[] };
  export type GlyphPosition = { xAdvance: number; advanceWidth: number };
  type GlyphRun = { glyphs: Glyph[]; positions: GlyphPosition[]; readonly advanceWidth: number };
  export type Font = {
    unitsPerEm: number;
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    getGlyph(id: number): { path: { commands: { command: string; args: number[] }[]; toSVG(): string } };
    layout(text: string): GlyphRun;
  };
  export function openSync(path: string): Font;
}
