import { describe, expect, test } from "vitest";
import { isFoundIn, typedNumber } from "./search-terms";

describe.each([
  ["OAK-26-001 rev1", ["OAK-26-001-PC1.pdf", "OAK-26-001-REV1-PC1-2.pdf", "OAK-26-001-PC1-draft.pdf"]],
  [
    "A-B-26-001 rev1 ab26001",
    ["a–b-26-001.", "AB26001", "A-B-26-001-REV1-PC2", "A-B-26-001 PC1", "A-B-26-001 · PC1"],
  ],
  [
    "123-26-001 rev1 12326001",
    ["123 26 001", "12326001", "123-26-001-PC1", "123-26-001 PC1", "#123-26-001 rev1"],
  ],
  ["1A2-26-001 1a226001", ["1a2 26 001", "1A226001", "1A2-26-001-PC1", "1a2-26-001, PC1"]],
  ["ÑOR-26-001 nor26001", ["ñor-26-001", "NOR-26-001", "nor26001", "Ｎor-26-001"]],
  ["20260417", ["2026-0417", "2026–0417", "2026 0417"]],
  ["A-101, S-2.1", ["A101", "a-101", "A 101", "A10", "S2.1", "s-2.1"]],
  ["A101 and S2.1", ["A-101", "a101", "S-2.1", "A–101"]],
  ["O’Brien, Ñandú, Kadıköy, ﬁre", ["O'BRIEN", "oʼbrien", "obrien", "nandu", "KADIKÖY", "fire", "ＦＩＲＥ"]],
] as const)("%j", (text, searches) => {
  test.each(searches)("is found by %j", (search) => {
    expect(isFoundIn(text, search)).toBe(true);
  });
});

test.each([
  ["R302.1", "R-3"],
  ["four 3-hour walls", "R-3"],
  ["A-201", "A101"],
  ["A1010", "A-101"],
  ["OAK-26-002", "OAK-26-001-PC1"],
])("%j is not found by %j", (text, search) => {
  expect(isFoundIn(text, search)).toBe(false);
});

describe("a search that is only a number", () => {
  const oak = { code: "oak", yearAndCount: "26-001", revision: undefined, cycle: undefined };
  test.each([
    ["OAK-26-001", oak],
    [" #oak26001. ", oak],
    ["OAK–26–001", oak],
    ["OAK-26-001 rev1", { ...oak, revision: "rev1" }],
    ["OAK-26-001-REV01-PC2", { ...oak, revision: "rev1", cycle: "PC2" }],
    ["OAK-26-001 PC10", { ...oak, cycle: "PC10" }],
    ["OAK-26-001-PC1-2.pdf", { ...oak, cycle: "PC1" }],
    ["26 001", { ...oak, code: undefined }],
    ["26-1041", { ...oak, code: undefined, yearAndCount: "26-1041" }],
  ])("is %j", (search, number) => {
    expect(typedNumber(search)).toEqual(number);
  });

  test.each(["", "oak", "26", "26 01", "OAK-26-001 Main", "1200 Grand", "31-001", "BP-2026-0417"])(
    "is not %j",
    (search) => {
      expect(typedNumber(search)).toBeUndefined();
    },
  );
});
