import type Database from "better-sqlite3";

/** The rows that ANALYZE reads of an index; SQLite recommends 100 to 1,000. */
export const analysisLimit = 400;

/**
 * Updates the statistics for the query planner, from some rows of each index. The tables behind the search have
 * none: with those of small tables, SQLite's own statements read all rows of the search once it has grown.
 */
export function analyze(database: Database.Database): void {
  database.pragma(`analysis_limit = ${analysisLimit}`);
  const search = tablesBehindSearch(database);
  const analyses = tablesOf(database, "table").map((name) => `ANALYZE "${name}"`);
  database.exec(`BEGIN IMMEDIATE; ${analyses.join(";")}; COMMIT`);
  const forget = database.prepare("DELETE FROM sqlite_stat1 WHERE tbl = ?");
  for (const name of search) forget.run(name);
  reloadStatistics(database);
}

export const tablesBehindSearch = (database: Database.Database): string[] => tablesOf(database, "shadow");

const tablesOf = (database: Database.Database, type: "table" | "shadow"): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = ?")
    .pluck()
    .all(type) as string[];

/**
 * Lets all connections use the statistics that another has written: the first statement loads them for this one,
 * and the others load them again because the schema has changed.
 */
export function reloadStatistics(database: Database.Database): void {
  database.exec(`
    ANALYZE sqlite_schema;
    BEGIN IMMEDIATE;
    CREATE VIEW statistics_changed AS SELECT 1;
    DROP VIEW statistics_changed;
    COMMIT;
  `);
}
