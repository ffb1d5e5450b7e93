/** Whether a font has a sign for a code point. */
type Coverage = (codePoint: number) => boolean;

/** As wide as a tab is on a page. */
const tab = "    ";

/** What is drawn for a character that the font lacks. */
const box = "□";

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const noBreakSpaces = /[\u00a0\u202f]/g;
const otherSpaces = /[\u1680\u2000-\u200a\u205f\u3000]/g;
const isInvisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns a text as a font can draw it. Characters that the font lacks become a box, one for an emoji of several;
 * invisible ones are left out. Lines stay lines, with the spaces before them, one empty line between them at most, and one
 * space between words.
 */
export function printableText(text: string, covers: Coverage): string {
  const lines = text.replace(lineBreaks, "\n").replaceAll("\t", tab);
  const drawn = /^[\n\x20-\x7e]*$/.test(lines) ? lines : coveredText(lines, covers);
  return drawn
    .replace(/(?<=[^\n ]) {2,}/g, " ")
    .replace(/ +\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function coveredText(text: string, covers: Coverage): string {
  const composed = text
    .toWellFormed()
    .normalize("NFC")
    .replace(noBreakSpaces, "\u00a0")
    .replace(otherSpaces, " ");
  const draw = (characters: string) => coveredCharacters(characters, covers);
  return hasOnly(composed, covers)
    ? draw(composed)
    : Array.from(graphemes.segment(composed), ({ segment }) => draw(segment)).join("");
}

function hasOnly(text: string, covers: Coverage): boolean {
  for (const character of text) {
    if (!isInvisible.test(character) && !covers(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

/** Returns the characters that the font has, and one box for those in a row that it lacks. */
function coveredCharacters(text: string, covers: Coverage): string {
  let drawn = "";
  let isLacking = false;
  for (const character of text) {
    if (character !== "\n" && isInvisible.test(character)) continue;
    const isCovered = character === "\n" || covers(character.codePointAt(0) ?? 0);
    if (isCovered) drawn += character;
    else if (!isLacking) drawn += box;
    isLacking = !isCovered;
  }
  return drawn;
}

/** Returns a line as it is drawn from left to right: words of Hebrew, the only such letters of the font, from their end. */
export const inDrawnOrder = (line: string): string =>
  line.replace(/[\u0590-\u05ff]+(?: +[\u0590-\u05ff]+)*/g, (words) => [...words].reverse().join(""));
