import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The sections of ASVS 5.0.0, with the level of each of their requirements in turn. */
const securityLevels = {
  "1.1": "22",
  "1.2": "1111122223",
  "1.3": "112222222223",
  "1.4": "222",
  "1.5": "123",
  "2.1": "122",
  "2.2": "112",
  "2.3": "12223",
  "2.4": "23",
  "3.1": "3",
  "3.2": "113",
  "3.3": "12223",
  "3.4": "11222233",
  "3.5": "11122333",
  "3.6": "3",
  "3.7": "22333",
  "4.1": "12233",
  "4.2": "23333",
  "4.3": "22",
  "4.4": "1222",
  "5.1": "2",
  "5.2": "112333",
  "5.3": "113",
  "5.4": "222",
  "6.1": "122",
  "6.2": "111111112222",
  "6.3": "11223333",
  "6.4": "112233",
  "6.5": "22222333",
  "6.6": "2223",
  "6.7": "33",
  "6.8": "2222",
  "7.1": "222",
  "7.2": "1111",
  "7.3": "22",
  "7.4": "11222",
  "7.5": "223",
  "7.6": "22",
  "8.1": "1233",
  "8.2": "1123",
  "8.3": "133",
  "8.4": "23",
  "9.1": "111",
  "9.2": "1222",
  "10.1": "22",
  "10.2": "223",
  "10.3": "22223",
  "10.4": "1111122222233333",
  "10.5": "22222",
  "10.6": "22",
  "10.7": "222",
  "11.1": "2233",
  "11.2": "22233",
  "11.3": "11233",
  "11.4": "1222",
  "11.5": "23",
  "11.6": "23",
  "11.7": "33",
  "12.1": "12233",
  "12.2": "11",
  "12.3": "22223",
  "13.1": "2333",
  "13.2": "222223",
  "13.3": "2233",
  "13.4": "1222233",
  "14.1": "22",
  "14.2": "12223333",
  "14.3": "122",
  "15.1": "12233",
  "15.2": "12233",
  "15.3": "1222222",
  "15.4": "3333",
  "16.1": "2",
  "16.2": "22222",
  "16.3": "2222",
  "16.4": "222",
  "16.5": "2223",
  "17.1": "23",
  "17.2": "22223333",
  "17.3": "22",
};

/** The guidelines of WCAG 2.2, with the level of each of their criteria in turn, and 4.1.1 of WCAG 2.1. */
const accessibilityLevels = {
  "1.1": "1",
  "1.2": "111223333",
  "1.3": "111223",
  "1.4": "1122233332222",
  "2.1": "1131",
  "2.2": "113333",
  "2.3": "133",
  "2.4": "1111222333233",
  "2.5": "11113322",
  "3.1": "123333",
  "3.2": "112231",
  "3.3": "112233123",
  "4.1": "112",
};

type Levels = Record<string, string>;

const ofLevels1And2 = (levels: Levels) =>
  Object.entries(levels).flatMap(([section, all]) =>
    [...all].flatMap((level, index) => (level === "3" ? [] : `${section}.${index + 1} ${level}`)),
  );

/** The rows of all tables whose first cell is a number such as 1.2.3. */
const rowsOf = (document: string) =>
  readFileSync(document, "utf8")
    .split("\n")
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, id = "", level = "", , answer = "", ...rest]) => ({ id, level, answer, rest }));

describe.each([
  {
    document: "docs/security.md",
    levels: securityLevels as Levels,
    levelOf: (level: string) => level,
    answers: ["Met", "Partly", "Not met", "Not applicable"],
  },
  {
    document: "docs/accessibility.md",
    levels: accessibilityLevels as Levels,
    levelOf: (level: string) => String(level.length),
    answers: ["Supports", "Partially supports", "Does not support", "Not applicable"],
  },
])("$document", ({ document, levels, levelOf, answers }) => {
  const rows = rowsOf(document);
  const [met] = answers;

  test("answers each requirement of the first two levels once, in their order", () => {
    const answered = rows.map(({ id, level }) => `${id} ${levelOf(level)}`);
    expect(answered.filter((row) => !row.endsWith(" 3"))).toEqual(ofLevels1And2(levels));
    expect(new Set(answered).size).toBe(answered.length);
  });

  test("has no other answers than it explains", () => {
    expect(rows.filter(({ answer }) => !answers.includes(answer))).toEqual([]);
  });

  test("has a sentence about each that is not entirely met", () => {
    const others = rows.filter(({ answer }) => answer !== met);
    expect(others.filter(({ rest }) => !rest.some((cell) => cell.endsWith(".")))).toEqual([]);
  });
});

test("what docs/security.md calls met is shown by a test, a file or a part of a document", () => {
  const rows = rowsOf("docs/security.md").filter(({ answer }) => answer === "Met");
  expect(rows.filter(({ rest }) => !rest.join("").includes("]("))).toEqual([]);
});
