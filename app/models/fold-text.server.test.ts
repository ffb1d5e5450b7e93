import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, rowsOf } from "~/platform/db/db.server";
import { compareNames, foldForOrder, foldForSearch } from "./fold-text";

test.each([
  ["OAK", "  oak  "],
  ["  Grand   Avenue\t12\n", "  grand  avenue  12  "],
  ["Renée", "  renee  "],
  ["Rene\u0301e", "  renee  "],
  ["Å Ñ Ç Łódź Ørsted Straße Æsir İzmir ΟΔΟΣ ς", "  a  n  c  lodz  orsted  strasse  aesir  izmir  οδοσ  σ  "],
  ["Baker's Baker’s Bakerʼs Baker`s Baker´s Baker＇s", "  bakers  bakers  bakers  bakers  bakers  bakers  "],
  ["a-b a‐b a‑b a‒b a–b a—b a―b a−b a﹘b a﹣b a－b", `${Array(11).fill("  a  b").join("")}  `],
  ["a\u00a0b\u2003c\u3000d", "  a  b  c  d  "],
  ["O\u200bA\u200eK\u00ad\u2060\ufeff", "  oak  "],
  ["“Quoted” «name» (No. 7), #3.", "  quoted  name  no  7  3  "],
  ["ﬁre ½ № ² ＡＢ", "  fire  1  2  no  2  ab  "],
  ["漢字ビル・東京", "  漢字ヒ\u3099ル  東京  "],
  ["\u{1f9f1}a\ue000b", "  a  b  "],
  ["— … \u{1f9f1}", ""],
  ["", ""],
])("%j is searched as %j", (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test("a folded text stays as it is", () => {
  const folded = foldForSearch("Renée’s “Café”, 12 Straße – №\u00a07");
  expect(foldForSearch(folded)).toBe(folded);
});

test("names are in the order of their words, without accents and case, and numbers in that of their values", () => {
  const names = [
    "Ábaco",
    "Åland 2",
    "aland 10",
    "Albany",
    "de Luz",
    "De Luz Heights",
    "dean",
    "Éclair",
    "eden",
    "O’Brien",
    "obrien 2",
    "Zurich",
  ];
  expect(names.toReversed().toSorted(compareNames)).toEqual(names);
});

describe("the database", () => {
  const blocks = [
    [0x1, 0xd7ff],
    [0xe000, 0xffff],
    [0x1d000, 0x1d7ff],
    [0x1f000, 0x1faff],
    [0xe0000, 0xe01ff],
  ];
  /** Unicode's letters that are newer than the oldest PostgreSQL are left out: it cannot lower them. */
  const isOld = (character: string) => !/[\ua7c0-\ua7dc\ua7f1\u1c89\u1c8a]/.test(character);
  const texts = blocks.map(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
      .filter(isOld)
      .map((character) => `x${character}12y`),
  );
  const names = ["de Luz", "Åland 10", "7\u200b8", "", "1234567890123456", "a1b22c333"];

  test.each([
    ["fold_for_search", foldForSearch],
    ["fold_for_order", foldForOrder],
  ] as const)("folds every character with %s as the server does", async (name, fold) => {
    for (const list of [names, ...texts]) {
      for (let start = 0; start < list.length; start += 500) {
        const part = list.slice(start, start + 500).join(" | ");
        const [row] = await rowsOf<{ folded: string }>(
          db,
          sql`select ${sql.raw(name)}(cast(${part} as text)) as folded`,
        );
        if (row?.folded !== fold(part)) expect(row?.folded.split("  ")).toEqual(fold(part).split("  "));
      }
    }
  });
});
