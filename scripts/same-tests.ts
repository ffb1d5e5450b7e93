import { readFileSync } from "node:fs";
import { onlyPostgres, onlySqlite } from "../app/testing/only-sqlite";
import { differencesOf, type VitestFiles } from "./both-engines";

// Compares two of vitest's JSON reports: `same-tests.ts sqlite.json postgres.json`.

const [sqliteFile = "", postgresFile = ""] = process.argv.slice(2);
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as VitestFiles;

const lines = differencesOf(read(sqliteFile), read(postgresFile), { onlySqlite, onlyPostgres });
for (const line of lines) console.log(line);
if (lines.length > 0) {
  console.log("Run these tests on both databases, or list them in app/testing/only-sqlite.ts.");
  process.exitCode = 1;
}
