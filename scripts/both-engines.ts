import { relative } from "node:path";
import type { OneDatabaseTests } from "../app/testing/only-sqlite";

/** The parts of vitest's JSON report that are compared. */
export type VitestFiles = {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

type Lists = { onlySqlite: readonly OneDatabaseTests[]; onlyPostgres: readonly OneDatabaseTests[] };

/** Returns the names of the passed tests of each file, by its path from the root. */
const passedTests = ({ testResults }: VitestFiles, root: string): Map<string, string[]> =>
  new Map(
    testResults.map(({ name, assertionResults }) => [
      relative(root, name),
      assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => fullName),
    ]),
  );

/** Counts the names that another list does not have, or has less often. */
function countWithout(names: string[], others: string[]): number {
  const left = new Map<string, number>();
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  }).length;
}

/**
 * Compares the reports of the unit tests on SQLite and on PostgreSQL. Returns a line for each file of which other numbers
 * of tests have passed on one database alone than the lists say; a listed file without tests is one of them.
 */
export function differencesOf(
  sqliteReport: VitestFiles,
  postgresReport: VitestFiles,
  { onlySqlite, onlyPostgres }: Lists,
  root = process.cwd(),
): string[] {
  const onSqlite = passedTests(sqliteReport, root);
  const onPostgres = passedTests(postgresReport, root);
  const listed = [...onlySqlite, ...onlyPostgres].map(({ file }) => file);
  const files = new Set([...onSqlite.keys(), ...onPostgres.keys(), ...listed]);
  return [...files].sort().flatMap((file) => {
    const sqlite = onSqlite.get(file) ?? [];
    const postgres = onPostgres.get(file) ?? [];
    return [
      differenceOf("SQLite", sqlite, postgres, onlySqlite, file),
      differenceOf("PostgreSQL", postgres, sqlite, onlyPostgres, file),
    ].filter((line) => line !== undefined);
  });
}

function differenceOf(
  database: string,
  own: string[],
  others: string[],
  list: readonly OneDatabaseTests[],
  file: string,
): string | undefined {
  const entries = list.filter((entry) => entry.file === file);
  if (entries.length > 1) return `${file} is listed more than once`;
  const tests = entries[0]?.tests ?? 0;
  const found = countWithout(own, others);
  const isRight = tests === "all" ? found > 0 && others.length === 0 : found === tests;
  const isEmpty = entries.length > 0 && found === 0;
  return isRight && !isEmpty
    ? undefined
    : `${file}: ${found} tests passed on ${database} alone, and ${tests} are listed`;
}
