import { expect, test } from "vitest";
import {
  compareSheetNumbers,
  disciplineLetterOf,
  gapsIn,
  isSheetNumber,
  maxSheetNumberLength,
  normalSheetNumber,
  sheetNumberKey,
} from "./sheet-number";

test.each(["A-101", "A101", "A.101", "S2.1", "A1", "FP-001", "E-1.12", "A-101A", "LS1.01B"])(
  "%s is a sheet number",
  (number) => {
    expect(isSheetNumber(number)).toBe(true);
    expect(number.length).toBeLessThanOrEqual(maxSheetNumberLength);
  },
);

test.each([
  "",
  "101",
  "A",
  "A-1001",
  "ABCD-1",
  "3/A-501",
  "A-101AB",
  "a-101",
  "A--1",
  "A-1.1.1",
  "12/03/2024",
])("%j is no sheet number", (text) => {
  expect(isSheetNumber(text)).toBe(false);
});

test.each([
  [" a-101 ", "A-101"],
  ["A \u2013 101", "A-101"],
  ["A\u2014101", "A-101"],
  ["A\u2011101", "A-101"],
  ["A -101", "A-101"],
  ["S2 . 1", "S2.1"],
])("%j is written %s", (text, number) => {
  expect(normalSheetNumber(text)).toBe(number);
});

test.each([
  ["A-101", "A101"],
  ["A-101", "a-101"],
  ["A.101", "A-101"],
  ["A-1.1", "A1.1"],
])("%s and %s are the same sheet", (first, second) => {
  expect(sheetNumberKey(first)).toBe(sheetNumberKey(second));
});

test.each([
  ["A-1.1", "A-11"],
  ["A-101", "A-101A"],
  ["A-101", "AD-101"],
  ["A1.1", "A1.10"],
])("%s and %s are two sheets", (first, second) => {
  expect(sheetNumberKey(first)).not.toBe(sheetNumberKey(second));
});

test.each([
  ["A-101", "A"],
  ["s2.1", "S"],
  ["FP-001", "F"],
  ["101", null],
])("the discipline letter of %s is %s", (number, letter) => {
  expect(disciplineLetterOf(number)).toBe(letter);
});

test("sheets are in the order of a drawing set, numbers by their size", () => {
  const inOrder = [
    "G-001",
    "C-1",
    "L1.0",
    "A1",
    "A1.1",
    "A1.2",
    "A1.10",
    "A2",
    "A-101",
    "A-101A",
    "A-102",
    "AD-101",
    "S-9",
    "S-10",
    "M-1",
    "E-1",
    "P-1",
    "F-1",
    "FP-1",
    "D-1",
    "T-1",
    "cover",
  ];
  expect(inOrder.toReversed().toSorted(compareSheetNumbers)).toEqual(inOrder);
});

const missingIn = (...numbers: string[]) => gapsIn(numbers).map(({ number }) => number);

test("a gap names its neighbours", () => {
  expect(gapsIn(["A-104", "a-101", "A-103"])).toEqual([{ number: "A-102", after: "A-101", before: "A-103" }]);
});

test.each([
  ["A-101 and A-104", ["A-101", "A-104"], ["A-102", "A-103"]],
  ["digits after the point", ["S2.1", "S2.3"], ["S2.2"]],
  ["short numbers", ["A8", "A9", "A11"], ["A10"]],
  ["leading zeros", ["E-01", "E-03"], ["E-02"]],
  ["two series, in order", ["S-1", "S-3", "A-1", "A-3"], ["A-2", "S-2"]],
  ["five are missing", ["A-101", "A-107"], ["A-102", "A-103", "A-104", "A-105", "A-106"]],
])("numbers are missing: %s", (_, numbers, missing) => {
  expect(missingIn(...numbers)).toEqual(missing);
});

test.each([
  ["another hundred", ["A-104", "A-201"]],
  ["a jump of more than five", ["A-101", "A-110"]],
  ["another prefix", ["A-101", "AD-103"]],
  ["another separator", ["A-1", "A3"]],
  ["another group", ["S1.1", "S2.3"]],
  ["another spelling is there", ["A-101", "A102", "A-103"]],
  ["a suffix belongs to its base", ["A-101", "A-101A", "A-102"]],
  ["the base has only suffixes", ["A-101", "A-102A", "A-102B", "A-103"]],
])("nothing is missing: %s", (_, numbers) => {
  expect(missingIn(...numbers)).toEqual([]);
});

test("no more than 50 gaps are named", () => {
  const odd = Array.from({ length: 80 }, (_, index) => `A${index * 2}`);
  expect(missingIn(...odd.filter((number) => number.length <= 3))).toHaveLength(49);
  expect(missingIn(...odd)).toHaveLength(50);
});
