import type Database from "better-sqlite3";

/** The rows that ANALYZE reads of an index; SQLite recommends 100 to 1,000. */
export const analysisLimit = 400;

/**
 * Updates the statistics for the query planner, from some rows of each index. The tables behind the searches have
 * none: with those of small tables, SQLite's own statements read all rows of the search once it has grown.
 */
export function analyze(database: Database.Database): void {
  database.pragma(`analysis_limit = ${analysisLimit}`);
  const analyzeAll = database.transaction(() => {
    for (const name of tablesOf(database, "table")) database.exec(`ANALYZE "${name}"`);
  });
  analyzeAll.immediate();
  publishStatistics(database, true);
}

/** Lets all connections use the statistics, if there are new ones or those of an earlier version are forgotten. */
export function publishStatistics(database: Database.Database, areNew: boolean): void {
  const areForgotten = forgetSearchStatistics(database);
  if (areNew || areForgotten) reloadStatistics(database);
}

/** Deletes statistics of the tables behind the searches, which an earlier version made. Returns whether there were any. */
function forgetSearchStatistics(database: Database.Database): boolean {
  const tables = tablesOf(database, "table").filter((name) => name.startsWith("sqlite_stat"));
  const isOfSearch = "tbl IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')";
  const deleted = tables.map((name) => database.prepare(`DELETE FROM "${name}" WHERE ${isOfSearch}`).run());
  return deleted.some(({ changes }) => changes > 0);
}

export const tablesBehindSearch = (database: Database.Database): string[] => tablesOf(database, "shadow");

/** Returns the names of the full-text searches. */
export const searchesOf = (database: Database.Database): string[] => tablesOf(database, "virtual");

const tablesOf = (database: Database.Database, type: "table" | "virtual" | "shadow"): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = ?")
    .pluck()
    .all(type) as string[];

/**
 * Lets all connections read the statistics again, which they do with the schema: the others because it has changed,
 * and this one because a change of it was rolled back.
 */
function reloadStatistics(database: Database.Database): void {
  const createView = () => database.exec("CREATE VIEW statistics_changed AS SELECT 1");
  const change = database.transaction(() => {
    createView();
    database.exec("DROP VIEW statistics_changed");
  });
  change.immediate();
  database.exec("BEGIN IMMEDIATE");
  try {
    createView();
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}
