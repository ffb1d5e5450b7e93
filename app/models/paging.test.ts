import { expect, test } from "vitest";
import { pageWindow } from "./paging";

test.each([
  ["centred in the middle", 7, 25, [5, 6, 7, 8, 9]],
  ["clamped at the start", 1, 25, [1, 2, 3, 4, 5]],
  ["clamped just after the start", 2, 25, [1, 2, 3, 4, 5]],
  ["clamped just before the end", 24, 25, [21, 22, 23, 24, 25]],
  ["clamped at the end", 25, 25, [21, 22, 23, 24, 25]],
  ["shorter when there are fewer pages", 2, 3, [1, 2, 3]],
  ["one page", 1, 1, [1]],
  ["no pages", 1, 0, []],
  ["a page beyond the last", 99, 8, [4, 5, 6, 7, 8]],
])("%s", (_, page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
