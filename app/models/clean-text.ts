const lineBreaks = /\r\n?|[\v\u0085\u2028\u2029]/g;
/** Control characters but tab and line break, and the invisible ones that a word processor leaves in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be removed
const unseen = /[\u0000-\u0008\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;
const isVisible = /[^\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns a typed or pasted text of several lines as it is stored: in one spelling (NFC), with one kind of line break,
 * and without invisible characters, blank lines around it and white space at its end. A text of nothing visible becomes empty.
 */
export function cleanLines(typed: string): string {
  const text = typed.toWellFormed().replace(lineBreaks, "\n").replace(unseen, "").normalize("NFC");
  if (!isVisible.test(text)) return "";
  const lines = text.replace(blankLines, "").trimEnd();
  // Before other lines, the first one may be indented as they are.
  return lines.includes("\n") ? lines : lines.trimStart();
}

const blankLines = /^(?:[^\S\n]*\n)+/;

/** The same for a text of one line, whose field cannot show a line break. */
export const cleanLine = (typed: string): string => cleanLines(typed).replaceAll("\n", " ").trim();
