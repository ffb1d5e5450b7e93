import { expect, test } from "vitest";
import { nearestPage, pageCount, pageSize, pageWindow, rowsBefore, sliceFromNearerEnd } from "./paging";

test.each([
  ["centred in the middle", 7, 25, [5, 6, 7, 8, 9]],
  ["clamped at the start", 1, 25, [1, 2, 3, 4, 5]],
  ["clamped just after the start", 2, 25, [1, 2, 3, 4, 5]],
  ["clamped just before the end", 24, 25, [21, 22, 23, 24, 25]],
  ["clamped at the end", 25, 25, [21, 22, 23, 24, 25]],
  ["shorter when there are fewer pages", 2, 3, [1, 2, 3]],
  ["one page", 1, 1, [1]],
  ["no pages", 1, 0, []],
  ["a page after the last", 99, 8, [4, 5, 6, 7, 8]],
])("%s", (_, page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});

test.each([
  ["none", undefined, 25, 1],
  ["not a number", Number.NaN, 25, 1],
  ["zero", 0, 25, 1],
  ["below zero", -3, 25, 1],
  ["a fraction", 2.9, 25, 2],
  ["the last", 3, 25, 3],
  ["one after the last", 4, 25, 3],
  ["any page of an empty list", 7, 0, 1],
])("the page to show for %s", (_, requested, total, expected) => {
  expect(nearestPage(requested, total)).toBe(expected);
});

test("an empty list has one page, and a full page adds no empty one", () => {
  expect([0, 1, pageSize, pageSize + 1].map((total) => pageCount(total))).toEqual([1, 1, 1, 2]);
});

test("the rows before a page are the rows of the previous pages", () => {
  expect([1, 3].map((page) => rowsBefore(page))).toEqual([0, 2 * pageSize]);
  expect(rowsBefore(3, 50)).toBe(100);
});

test.each([
  ["the first rows", 0, 95, 10, { isFromEnd: false, offset: 0, limit: 10 }],
  ["rows in the middle", 40, 95, 10, { isFromEnd: false, offset: 40, limit: 10 }],
  ["rows near the end", 80, 95, 10, { isFromEnd: true, offset: 5, limit: 10 }],
  ["the last rows", 90, 95, 10, { isFromEnd: true, offset: 0, limit: 5 }],
  ["rows after the last", 100, 95, 10, { isFromEnd: true, offset: 0, limit: 0 }],
  ["rows of an empty list", 0, 0, 10, { isFromEnd: false, offset: 0, limit: 0 }],
])("%s are read from the nearer end", (_, before, total, size, slice) => {
  expect(sliceFromNearerEnd(before, total, size)).toEqual(slice);
});
