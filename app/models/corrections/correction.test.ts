import { expect, test } from "vitest";
import { disciplineValues } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import {
  byNumber,
  type CorrectionState,
  disciplinesToRepeat,
  isDraft,
  isIssuedEarlier,
  isOpenItem,
  listOfNumbers,
  needsBackCheck,
  numberOf,
  spokenNumber,
} from "./correction";

const written = (fields: Partial<CorrectionState> = {}): CorrectionState => ({
  id: 1,
  discipline: "Fire",
  number: 3,
  kind: "correction",
  status: "open",
  reviewCycle: "PC1",
  issuedIn: "PC1",
  newReason: null,
  isBackChecked: false,
  ...fields,
});

test("each discipline has its code, and a number is read aloud with the discipline", () => {
  const numbers = disciplineValues.map((discipline) => numberOf({ discipline, number: 1 }));
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

test("a correction is a draft until its first letter", () => {
  expect(isDraft(written({ issuedIn: null }))).toBe(true);
  expect(isDraft(written({ issuedIn: "PC1" }))).toBe(false);
});

test.each<[ReviewCycle | null, boolean]>([
  [null, false],
  ["PC1", true],
  ["PC2", false],
  ["PC10", false],
])("in PC2, a correction whose first letter is of %s was issued earlier: %s", (issuedIn, expected) => {
  expect(isIssuedEarlier(written({ issuedIn }), "PC2")).toBe(expected);
});

test("the disciplines with an open correction are repeated, each once", () => {
  const rows = [
    written(),
    written({ number: 4 }),
    written({ discipline: "Civil", kind: "condition" }),
    written({ discipline: "Plumbing", status: "resolved" }),
    written({ discipline: "Structural", issuedIn: null }),
  ];
  expect(disciplinesToRepeat(rows)).toEqual(["Fire", "Structural"]);
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
  [{ issuedIn: "PC2" }, false],
  [{ issuedIn: null }, false],
])("in PC2, %j needs a back-check: %s", (fields, expected) => {
  expect(needsBackCheck(written(fields), "PC2")).toBe(expected);
});
