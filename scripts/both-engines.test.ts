import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { onlyPostgres, onlySqlite } from "../app/testing/only-sqlite";
import { differencesOf, type VitestFiles } from "./both-engines";

/** A report of files with the names of their tests; a name that begins with "-" is of a skipped test. */
const report = (files: Record<string, string[]>): VitestFiles => ({
  testResults: Object.entries(files).map(([file, names]) => ({
    name: `/redline/${file}`,
    assertionResults: names.map((name) => ({
      fullName: name.replace(/^-/, ""),
      status: name.startsWith("-") ? "skipped" : "passed",
    })),
  })),
});

const reason = "For a test";
const both = { "a.test.ts": ["one", "two", "two"] };

const compare = (
  sqlite: Record<string, string[]>,
  postgres: Record<string, string[]>,
  lists: Partial<Parameters<typeof differencesOf>[2]> = {},
) =>
  differencesOf(
    report({ ...both, ...sqlite }),
    report({ ...both, ...postgres }),
    { onlySqlite: [], onlyPostgres: [], ...lists },
    "/redline",
  );

test("equal reports do not differ", () => {
  expect(compare({}, {})).toEqual([]);
});

test("tests that one database lacks are differences, also one that is skipped or of the same name", () => {
  expect(compare({ "b.test.ts": ["x"] }, {})).toEqual([
    "b.test.ts: 1 tests passed on SQLite alone, and 0 are listed",
  ]);
  expect(compare({}, { "a.test.ts": ["one", "-two", "two"] })).toEqual([
    "a.test.ts: 1 tests passed on SQLite alone, and 0 are listed",
  ]);
  expect(compare({}, { "a.test.ts": ["one", "two", "two", "three"] })).toEqual([
    "a.test.ts: 1 tests passed on PostgreSQL alone, and 0 are listed",
  ]);
});

test("listed tests are no differences, in their number", () => {
  const lists = {
    onlySqlite: [
      { file: "a.test.ts", tests: 1, reason },
      { file: "b.test.ts", tests: "all" as const, reason },
    ],
    onlyPostgres: [{ file: "a.test.ts", tests: 2, reason }],
  };
  const postgres = { "a.test.ts": ["one", "two", "-two", "three", "four"] };
  expect(compare({ "b.test.ts": ["x", "y"] }, postgres, lists)).toEqual([]);
  expect(compare({ "b.test.ts": ["x", "y"] }, { ...postgres, "b.test.ts": ["-x", "-y"] }, lists)).toEqual([]);
  expect(compare({ "b.test.ts": ["x", "y"] }, { ...postgres, "b.test.ts": ["x"] }, lists)).toEqual([
    "b.test.ts: 1 tests passed on SQLite alone, and all are listed",
  ]);
  expect(compare({ "b.test.ts": ["x", "y"] }, {}, lists)).toEqual([
    "a.test.ts: 0 tests passed on SQLite alone, and 1 are listed",
    "a.test.ts: 0 tests passed on PostgreSQL alone, and 2 are listed",
  ]);
});

test("a listed file without tests, or one that is listed more than once, is a difference", () => {
  expect(compare({}, {}, { onlySqlite: [{ file: "gone.test.ts", tests: "all", reason }] })).toEqual([
    "gone.test.ts: 0 tests passed on SQLite alone, and all are listed",
  ]);
  expect(compare({}, {}, { onlySqlite: [{ file: "a.test.ts", tests: 0, reason }] })).toEqual([
    "a.test.ts: 0 tests passed on SQLite alone, and 0 are listed",
  ]);
  const twoEntries = [
    { file: "a.test.ts", tests: 1, reason },
    { file: "a.test.ts", tests: 1, reason },
  ];
  expect(compare({}, {}, { onlyPostgres: twoEntries })).toEqual(["a.test.ts is listed more than once"]);
});

test("every listed file exists, and says why it is listed", () => {
  const entries = [...onlySqlite, ...onlyPostgres];
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter(({ file }) => !existsSync(file))).toEqual([]);
  expect(entries.filter(({ reason }) => reason === "")).toEqual([]);
});
