import ranges from "./drawable-signs.json" with { type: "json" };
import { undrawableSigns } from "./printable-text";

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
