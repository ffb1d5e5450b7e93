import { expect, test } from "vitest";
import { fileIdsOf } from "./letter-file";

const file = (
  id: number,
  fileName: string,
  reviewCycle: "PC1" | "PC2",
  origin: "submitted" | "marked_up" = "submitted",
) => ({ id, fileName, reviewCycle, origin });
const files = [
  file(1, "A-101.pdf", "PC1"),
  file(2, "A-101.pdf", "PC2"),
  file(3, "A-101.pdf", "PC2"),
  file(4, "A-101.pdf", "PC1", "marked_up"),
];

test("a file that a letter names is found by its name, its cycle and what it is", () => {
  expect(fileIdsOf([{ name: "A-101.pdf", cycle: "PC1" }], "submitted", files)).toEqual([1]);
  expect(fileIdsOf([{ name: "A-101.pdf" }], "marked_up", files)).toEqual([4]);
});

test("a name that is listed again is that of the next file", () => {
  const named = Array.from({ length: 3 }, () => ({ name: "A-101.pdf", cycle: "PC2" as const }));
  expect(fileIdsOf(named, "submitted", files)).toEqual([2, 3, null]);
});

test("a file that the reader cannot open has no id", () => {
  expect(fileIdsOf([{ name: "S-101.pdf", cycle: "PC1" }], "submitted", files)).toEqual([null]);
});
