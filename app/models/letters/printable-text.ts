import { withBullets } from "../clean-text";
import ranges from "./drawable-signs.json" with { type: "json" };

type Coverage = (codePoint: number) => boolean;

const tab = "    ";

/** A box for characters that the fonts lack would be read as a box to check. */
export const replacement = "\ufffd";

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const noBreakSpaces = /[\u00a0\u202f]/g;
const otherSpaces = /[\u1680\u2000-\u200a\u205f\u3000]/g;
const isInvisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that the fonts lack become their plain form, such as m2 for ㎡, or the replacement. */
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

export function undrawableSigns(text: string, covers: Coverage): string[] {
  const lacking = drawnSegments(text, covers).filter(
    ({ segment, as }) => as.includes(replacement) && !segment.includes(replacement),
  );
  return [...new Set(lacking.map(({ segment }) => segment))];
}

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

function coveredCharacters(text: string, covers: Coverage): string {
  let drawn = "";
  for (const character of text) {
    if (character !== "\n" && isInvisible.test(character)) continue;
    if (character === "\n" || isCovered(character, covers)) drawn += character;
    else drawn += plainForm(character, covers) ?? (drawn.endsWith(replacement) ? "" : replacement);
  }
  return drawn;
}

function plainForm(character: string, covers: Coverage): string | undefined {
  const isDrawn = (form: string) => [...form].every((part) => isCovered(part, covers));
  return [character.normalize("NFD"), character.normalize("NFKC")].find(isDrawn);
}

/** Hebrew, the only such script of the fonts, is drawn from the end of its words. */
export const inDrawnOrder = (line: string): string =>
  line.replace(/[\u0590-\u05ff]+(?: +[\u0590-\u05ff]+)*/g, (words) => [...words].reverse().join(""));

// All ranges that the fonts have. The server knows them without the fonts, which only the worker opens.
const drawable = ranges
  .map((range) => range.map((codePoint) => `\\u{${codePoint.toString(16)}}`).join("-"))
  .join("");
const isDrawable = new RegExp(`[${drawable}]`, "u");
const isOther = new RegExp(`[^\\s${drawable}]`, "u");

export const undrawableIn = (text: string): string[] =>
  isOther.test(text)
    ? undrawableSigns(text, (codePoint) => isDrawable.test(String.fromCodePoint(codePoint)))
    : [];
