import { expect, test } from "vitest";
import { fileIdsOf } from "./letter-file";

type File = Parameters<typeof fileIdsOf>[2][number];

const file = (id: number, fields: Partial<File> = {}): File => ({
  id,
  fileName: "A-101.pdf",
  reviewCycle: "PC1",
  origin: "submitted",
  letterId: null,
  isSetAside: false,
  uploadedAt: `2026-11-0${id}T20:00:00.000Z`,
  ...fields,
});
const draft = { id: null, cycle: "PC1", releasedAt: null, idsOfCycle: [] } as const;
const released = { ...draft, id: 71, releasedAt: "2026-11-05T20:00:00.000Z", idsOfCycle: [71] };
const named = (cycle?: "PC1" | "PC2") => [{ name: "A-101.pdf", cycle }];

test("a file that a letter names is found by its name, its cycle and what it is", () => {
  const files = [file(1, { reviewCycle: "PC2" }), file(2), file(3, { origin: "marked_up" })];
  expect(fileIdsOf(named("PC1"), "submitted", files, draft)).toEqual([2]);
  expect(fileIdsOf(named(), "marked_up", files, draft)).toEqual([3]);
});

test("a name that is listed again is that of the next file", () => {
  const repeated = [...named("PC1"), ...named("PC1"), ...named("PC1")];
  expect(fileIdsOf(repeated, "submitted", [file(1), file(2)], draft)).toEqual([1, 2, null]);
});

test("a file that the reader cannot open has no id", () => {
  expect(fileIdsOf([{ name: "S-101.pdf", cycle: "PC1" }], "submitted", [file(1)], draft)).toEqual([null]);
});

test("a file that was added after the letter is not in it", () => {
  const newestFirst = [file(6), file(4)];
  expect(fileIdsOf(named("PC1"), "submitted", newestFirst, released)).toEqual([4]);
  expect(fileIdsOf(named("PC1"), "submitted", newestFirst, draft)).toEqual([6]);
});

test("a file that is set aside is in the letters before the one that replaces it", () => {
  const files = [file(1, { isSetAside: true }), file(4)];
  expect(fileIdsOf(named("PC1"), "submitted", files, released)).toEqual([4]);
  const former = { ...released, releasedAt: "2026-11-02T20:00:00.000Z" };
  expect(fileIdsOf(named("PC1"), "submitted", files, former)).toEqual([1]);
});

test("a marked-up file is in the letter that it went out with, also one for an earlier cycle", () => {
  const marked = (id: number, fields: Partial<File>) => file(id, { origin: "marked_up", ...fields });
  const files = [marked(1, { letterId: 70 }), marked(2, { letterId: 71 })];
  const pc2 = { ...released, cycle: "PC2" } as const;
  expect(fileIdsOf(named(), "marked_up", files, pc2)).toEqual([2]);
  // A letter that is issued again takes the files of the former one with it.
  expect(fileIdsOf(named(), "marked_up", files, { ...pc2, id: 69, idsOfCycle: [69, 70] })).toEqual([1]);
  // A draft names what has not gone out, or went out with a letter of its cycle.
  const unsent = [...files, marked(3, {})];
  expect(fileIdsOf(named(), "marked_up", unsent, { ...draft, cycle: "PC2" })).toEqual([3]);
  expect(fileIdsOf(named(), "marked_up", files, { ...draft, cycle: "PC2", idsOfCycle: [71] })).toEqual([2]);
  // Without a letter, a file is that of the letter of its own cycle.
  expect(fileIdsOf(named(), "marked_up", [marked(1, {})], released)).toEqual([1]);
  expect(fileIdsOf(named(), "marked_up", [marked(1, {})], pc2)).toEqual([null]);
});
