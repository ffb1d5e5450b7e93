import { writer } from "~/models/db.server";

type Definition = { name: string; sql: string };

/**
 * Runs `fill` without what makes many inserts slow: indexes other than unique ones, and the triggers that only
 * write to a full-text search, which SQLite stores after each statement. Then creates them again as they were, and
 * builds each search from its content. All other triggers stay. For a new database that no other process uses: if
 * `fill` throws, indexes are missing, and a power failure may damage the file.
 */
export async function fillInBulk(fill: () => Promise<void>, report: (line: string) => void): Promise<void> {
  const searches = definitions("table").filter(({ sql }) => /using fts5\(/i.test(sql));
  const triggers = definitions("trigger").filter(({ sql }) =>
    searches.some(({ name }) => onlyWritesTo(name, sql)),
  );
  const indexes = definitions("index").filter(({ sql }) => !/^create unique/i.test(sql));

  for (const { name } of triggers) writer.exec(`drop trigger "${name}"`);
  for (const { name } of indexes) writer.exec(`drop index "${name}"`);
  writer.pragma("cache_size = -32000");
  writer.pragma("synchronous = OFF");
  await fill();

  report(`Creating ${indexes.length} indexes`);
  for (const { sql } of [...indexes, ...triggers]) writer.exec(sql);
  report("Filling the search");
  for (const { name } of searches) writer.exec(`insert into "${name}" ("${name}") values ('rebuild')`);
  // Both of these are as in `openDatabase`.
  writer.pragma("cache_size = -16000");
  writer.pragma("synchronous = FULL");
}

/** Returns what the migrations created, without the indexes that SQLite makes for a primary key. */
const definitions = (type: "table" | "trigger" | "index") =>
  writer
    .prepare("select name, sql from sqlite_master where type = ? and sql is not null order by rowid")
    .all(type) as Definition[];

/** Whether a trigger has one statement, which inserts a row or a command into this search. */
const onlyWritesTo = (search: string, trigger: string): boolean =>
  new RegExp(`\\bbegin\\s+insert into .?${search}\\b[^;]*;\\s*end$`, "i").test(trigger);
