import { expect, test } from "vitest";
import { searchText } from "./text-search.server";

test.each([
  ["control characters", "\u0000a\u0001b\u001fc\u007fd\u200b", "abcd"],
  ["private-use characters", "a\ue000b\u{f0000}c", "abc"],
  ["white space at both ends", " \t\n a b \r\n", "a b"],
  ["white space around a control character", " \u001f a", "a"],
])("a search has no %s", (_, typed, text) => {
  expect(searchText(typed)).toBe(text);
});

test("white space within a search remains", () => {
  expect(searchText("a\tb\nc  d")).toBe("a\tb\nc  d");
});

test.each(["", "   ", "\u001f", "\u0000 \u0085", undefined])("%j is no search", (typed) => {
  expect(searchText(typed)).toBeUndefined();
});
