import { expect, test } from "vitest";
import { cleanLine, cleanLines } from "./clean-text";

test.each([
  ["a line break of a word processor", "a\u000bb", "a\nb"],
  ["line and paragraph separators", "a\u2028b\u2029c", "a\nb\nc"],
  ["other line breaks", "a\r\nb\rc\u0085d", "a\nb\nc\nd"],
  ["invisible characters", "\ufeffa\u200bb\u2060c\u00add\u000c", "abcd"],
  ["control characters", "a\u0001b\u001bc\u007fd\u0000", "abcd"],
  ["tabs and joiners, which stay", "a\tb\u200cc\u200dd", "a\tb\u200cc\u200dd"],
  ["an emoji of several", "👩‍👩‍👧", "👩‍👩‍👧"],
  ["accents that are apart", "cafe\u0301", "café"],
  ["accents that an invisible character keeps apart", "cafe\u200b\u0301", "café"],
  ["bullets of Word", "\uf0b7\ta\n  \uf0a7 b\n\uf076\tc \uf0b7 d", "•\ta\n  • b\n•\tc • d"],
  [
    "its other bullets where lines begin",
    "\uf06e a\n\uf06f\tb\n30\uf0b0 c \uf0b3 d",
    "• a\n•\tb\n30\uf0b0 c \uf0b3 d",
  ],
  ["half of a character", "a\ud800b", "a\ufffdb"],
  ["spaces around a single line", "  a \n ", "a"],
  ["blank lines around it", " \n  a\n    b\n \n", "  a\n    b"],
  ["lines that begin with spaces", "   a)\n   b)", "   a)\n   b)"],
  ["nothing", "", ""],
  ["blanks", " \t\n\u00a0", ""],
  ["nothing visible", "\u200b\u00ad \u2060\ufeff\u200c\u200d\u202e\u3164\u2800", ""],
])("a text has %s", (_, typed, expected) => {
  expect(cleanLines(typed)).toBe(expected);
});

test("a line has spaces instead of line breaks", () => {
  expect(cleanLine(" a\u000bb\r\nc ")).toBe("a b c");
});
