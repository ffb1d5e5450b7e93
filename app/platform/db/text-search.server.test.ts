import { expect, test } from "vitest";
import { standardComments } from "~/models/tables.server";
import { db } from "./db.server";
import { contains, searchText } from "./text-search.server";

test.each([
  ["control characters", "\u0000a\u0001b\u001fc\u007fd\u200b", "abcd"],
  ["private-use characters", "a\ue000b\u{f0000}c", "abc"],
  ["white space at both ends", " \t\n a b \r\n", "a b"],
  ["white space around a control character", " \u001f a", "a"],
])("a search has no %s", (_, typed, text) => {
  expect(searchText(typed)).toBe(text);
});

test("a search ends after 100 characters, without half of one", () => {
  expect(searchText("x".repeat(10_000))).toHaveLength(100);
  expect(searchText(`${"x".repeat(99)}\u{1f9f1}`)).toBe(`${"x".repeat(99)}\ufffd`);
});

test("white space within a search remains", () => {
  expect(searchText("a\tb\nc  d")).toBe("a\tb\nc  d");
});

test.each(["", "   ", "\u001f", "\u0000 \u0085", undefined])("%j is no search", (typed) => {
  expect(searchText(typed)).toBeUndefined();
});

test("a text is folded once, however many words a search has", () => {
  const condition = contains([standardComments.title, standardComments.text], "exit A-101 wall");
  const { sql } = db.select().from(standardComments).where(condition).toSQL();
  expect(sql.match(/fold_for_search/g)).toHaveLength(1);
  expect(sql).toMatch(/select fold_for_search\(.*\) as folded limit 1\)/);
});
