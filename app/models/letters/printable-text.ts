import { withBullets } from "../clean-text";
import ranges from "./drawable-signs.json" with { type: "json" };

/** Whether the fonts have a sign for a code point. */
type Coverage = (codePoint: number) => boolean;

/** As wide as a tab is on a page. */
const tab = "    ";

/** What is drawn for a character that the fonts lack. A box would be read as a box to check. */
export const replacement = "\ufffd";

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const noBreakSpaces = /[\u00a0\u202f]/g;
const otherSpaces = /[\u1680\u2000-\u200a\u205f\u3000]/g;
const isInvisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns a text as the fonts can draw it. Characters that they lack become their plain form, such as m2 for ㎡, or else
 * the replacement character, one for an emoji of several; invisible ones are left out. Lines stay lines, with the spaces
 * before them, one empty line between them at most, and one space between words.
 */
export function printableText(text: string, covers: Coverage): string {
  const lines = text.replace(lineBreaks, "\n").replaceAll("\t", tab);
  const isPlain = /^[\n\x20-\x7e]*$/.test(lines);
  const parts = isPlain ? [lines] : drawnSegments(lines, covers).map(({ as }) => as);
  return parts
    .join("")
    .replace(/(?<=[^\n ]) {2,}/g, " ")
    .replace(/ +\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the characters of a text, as people see them, that the replacement character is drawn for, each once. */
export function undrawableSigns(text: string, covers: Coverage): string[] {
  const lacking = drawnSegments(text, covers).filter(
    ({ segment, as }) => as.includes(replacement) && !segment.includes(replacement),
  );
  return [...new Set(lacking.map(({ segment }) => segment))];
}

/** Returns the parts of a text, each with what is drawn for it. */
function drawnSegments(text: string, covers: Coverage): { segment: string; as: string }[] {
  const composed = withBullets(text)
    .toWellFormed()
    .normalize("NFC")
    .replace(noBreakSpaces, "\u00a0")
    .replace(otherSpaces, " ");
  const segments = hasOnly(composed, covers)
    ? [composed]
    : Array.from(graphemes.segment(composed), ({ segment }) => segment);
  return segments.map((segment) => ({ segment, as: coveredCharacters(segment, covers) }));
}

function hasOnly(text: string, covers: Coverage): boolean {
  for (const character of text) {
    if (!isInvisible.test(character) && !isCovered(character, covers)) return false;
  }
  return true;
}

const isCovered = (character: string, covers: Coverage): boolean => covers(character.codePointAt(0) ?? 0);

/** Returns the characters that the fonts have, and one replacement for those in a row that they lack. */
function coveredCharacters(text: string, covers: Coverage): string {
  let drawn = "";
  for (const character of text) {
    if (character !== "\n" && isInvisible.test(character)) continue;
    if (character === "\n" || isCovered(character, covers)) drawn += character;
    else drawn += plainForm(character, covers) ?? (drawn.endsWith(replacement) ? "" : replacement);
  }
  return drawn;
}

/** Returns a character as a letter with a mark, or in its plain form, if the fonts have that. */
function plainForm(character: string, covers: Coverage): string | undefined {
  const isDrawn = (form: string) => [...form].every((part) => isCovered(part, covers));
  return [character.normalize("NFD"), character.normalize("NFKC")].find(isDrawn);
}

/** Returns a line as it is drawn from left to right: words of Hebrew, the only such letters of the font, from their end. */
export const inDrawnOrder = (line: string): string =>
  line.replace(/[\u0590-\u05ff]+(?: +[\u0590-\u05ff]+)*/g, (words) => [...words].reverse().join(""));

// The first and last code points of all ranges that the fonts of letters have. The server knows them without the fonts, which
// only the worker opens.
const drawable = ranges
  .map((range) => range.map((codePoint) => `\\u{${codePoint.toString(16)}}`).join("-"))
  .join("");
const isDrawable = new RegExp(`[${drawable}]`, "u");
const isOther = new RegExp(`[^\\s${drawable}]`, "u");

/** Returns the characters of a text that a PDF cannot show, each once. */
export const undrawableIn = (text: string): string[] =>
  isOther.test(text)
    ? undrawableSigns(text, (codePoint) => isDrawable.test(String.fromCodePoint(codePoint)))
    : [];
