import type Database from "better-sqlite3";

/** The rows that ANALYZE reads of an index; SQLite recommends 100 to 1,000. */
export const analysisLimit = 400;

/** Searches have no statistics: from a time when they were small, SQLite would read all rows of one that has grown. */
export function analyze(database: Database.Database): void {
  database.pragma(`analysis_limit = ${analysisLimit}`);
  const analyzeAll = database.transaction(() => {
    for (const name of tablesOf(database, "table")) database.exec(`ANALYZE "${name}"`);
  });
  analyzeAll.immediate();
  publishStatistics(database, true);
}

export function publishStatistics(database: Database.Database, areNew: boolean): void {
  const areForgotten = forgetSearchStatistics(database);
  if (areNew || areForgotten) reloadStatistics(database);
}

function forgetSearchStatistics(database: Database.Database): boolean {
  const tables = tablesOf(database, "table").filter((name) => name.startsWith("sqlite_stat"));
  const isOfSearch = "tbl IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')";
  const deleted = tables.map((name) => database.prepare(`DELETE FROM "${name}" WHERE ${isOfSearch}`).run());
  return deleted.some(({ changes }) => changes > 0);
}

export const shadowTablesOf = (database: Database.Database): string[] => tablesOf(database, "shadow");

export const searchesOf = (database: Database.Database): string[] => tablesOf(database, "virtual");

const tablesOf = (database: Database.Database, type: "table" | "virtual" | "shadow"): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = ?")
    .pluck()
    .all(type) as string[];

/** Others read them again since the schema has changed, this connection since a change was rolled back. */
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
