import { expect, test } from "vitest";
import { disciplines } from "../discipline";
import {
  byNumber,
  type CorrectionState,
  isDraft,
  isOpenItem,
  listOfNumbers,
  needsBackCheck,
  numberOf,
  spokenNumber,
} from "./correction";

const written = (fields: Partial<CorrectionState> = {}): CorrectionState => ({
  discipline: "Fire",
  number: 3,
  kind: "correction",
  status: "open",
  reviewCycle: "PC1",
  isBackChecked: false,
  ...fields,
});

test("each discipline has its code, and a number is read aloud with the discipline", () => {
  const numbers = disciplines.map((discipline) => numberOf({ discipline, number: 1 }));
  expect(numbers).toEqual(["A-1", "S-1", "C-1", "E-1", "P-1", "M-1", "F-1", "AC-1"]);
  expect(spokenNumber({ discipline: "Fire", number: 3 })).toBe("Fire 3");
});

test("a sentence has three numbers at most, in the order of disciplines and numbers", () => {
  const of = (...numbers: number[]) => listOfNumbers(numbers.map((number) => written({ number })));
  expect(of()).toBe("");
  expect(of(3)).toBe("F-3");
  expect(of(5, 3)).toBe("F-3 and F-5");
  expect(of(10, 9, 2)).toBe("F-2, F-9 and F-10");
  expect(of(1, 2, 3, 4)).toBe("F-1, F-2 and 2 more");
  const rows = [written({ number: 1 }), written({ discipline: "Structural", number: 12 })];
  expect(rows.toSorted(byNumber).map(numberOf)).toEqual(["S-12", "F-1"]);
});

test("a correction is a draft until its cycle is over", () => {
  expect(isDraft(written({ reviewCycle: "PC2" }), "PC2")).toBe(true);
  expect(isDraft(written({ reviewCycle: "PC2" }), "PC10")).toBe(false);
});

test.each<[Partial<CorrectionState>, boolean]>([
  [{}, true],
  [{ kind: "condition" }, true],
  [{ kind: "note" }, false],
  [{ status: "resolved" }, false],
  [{ status: "withdrawn" }, false],
])("%j is open: %s", (fields, expected) => {
  expect(isOpenItem(written(fields))).toBe(expected);
});

test.each<[Partial<CorrectionState>, boolean]>([
  [{}, true],
  [{ kind: "condition" }, false],
  [{ kind: "note" }, false],
  [{ status: "resolved" }, false],
  [{ isBackChecked: true }, false],
  [{ reviewCycle: "PC2" }, false],
])("in PC2, %j needs a back-check: %s", (fields, expected) => {
  expect(needsBackCheck(written(fields), "PC2")).toBe(expected);
});
