const lineBreaks = /\r\n?|[\v\u0085\u2028\u2029]/g;
/** Control characters but tab and line break, and the invisible ones that a word processor leaves in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be removed
const unseen = /[\u0000-\u0008\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;
/** A character that shows something; the braille blank, a place for an object and the empty note head are not. */
const isVisible =
  /[^\s\u2800\ufffc\u{1d159}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;

/** Bullets of Word, which are signs of no font but Symbol and Wingdings; the others only where a line begins with them. */
const wordBullets = /[\uf0b7\uf0a7\uf076\uf0d8\uf0fc]|[\uf020-\uf0ff](?<=^[^\S\n]*.)(?=[^\S\n])/gm;

export const withBullets = (text: string): string => text.replace(wordBullets, "•");

/** In one spelling (NFC), line break and bullet. White space around it goes, unless all lines are indented. */
export function cleanLines(typed: string): string {
  const text = withBullets(
    typed.toWellFormed().replace(lineBreaks, "\n").replace(unseen, "").normalize("NFC"),
  );
  if (!isVisible.test(text)) return "";
  const lines = text.replace(blankLines, "").trimEnd();
  return isIndented(lines) ? lines : lines.trimStart();
}

function isIndented(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => /^\s/.test(line));
}

const blankLines = /^(?:[^\S\n]*\n)+/;

/** The same for a field that cannot show a line break. */
export const cleanLine = (typed: string): string => cleanLines(typed).replaceAll("\n", " ").trim();

const invisible = /[\u2800\ufffc\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes also the signs that join or turn letters: no number or address has them. */
export const visibleText = (typed: string): string =>
  typed.toWellFormed().replace(/\s+/g, " ").replace(invisible, "").normalize("NFC").trim();

const dashes = /[\p{Pd}\u2212]/gu;

/** With one kind of dash: two numbers that look alike are equal. */
export const plainNumber = (typed: string): string => visibleText(typed).replace(dashes, "-");

export const searchIn = (
  parameters: URLSearchParams,
  name: "search" | "q" | "code" | "person" | "number",
): string | undefined => searchStart(cleanLine(parameters.get(name) ?? ""));

export const maxSearchLength = 100;

export const searchStart = (text: string) => text.slice(0, maxSearchLength).toWellFormed() || undefined;
