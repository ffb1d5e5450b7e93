import { setImmediate } from "node:timers/promises";
import { writer } from "~/models/db.server";
import { analyze, searchesOf } from "~/models/planner-statistics.server";

type Definition = { name: string; sql: string };

/**
 * Runs `fill` without what makes many inserts slow: indexes other than unique ones, and the triggers that only
 * write to a full-text search, which SQLite stores after each statement. Then creates them again as they were, and
 * builds each search from its content. All other triggers stay. For a new database that no other process uses: if
 * `fill` throws, indexes are missing, and a power failure may damage the file.
 */
export async function fillInBulk(fill: () => Promise<void>, report: (line: string) => void): Promise<void> {
  const searches = searchesOf(writer);
  const views = definitions("view").map(({ name }) => name);
  const triggers = definitions("trigger").filter(({ sql }) => onlyWritesToOne([...searches, ...views], sql));
  const indexes = definitions("index").filter(({ sql }) => !/^create unique/i.test(sql));

  await run(triggers.map(({ name }) => `drop trigger "${name}"`));
  await run(indexes.map(({ name }) => `drop index "${name}"`));
  writer.pragma("synchronous = OFF");
  await fill();

  report(`Creating ${indexes.length} indexes`);
  await run([...indexes, ...triggers].map(({ sql }) => sql));
  report("Filling the search");
  const commandsOf = (name: string) =>
    ["rebuild", "optimize"].map((command) => `insert into "${name}" ("${name}") values ('${command}')`);
  await run(searches.flatMap(commandsOf));
  // As after a migration: the planner has no statistics of a database that was empty.
  analyze(writer);
  // As `openDatabase` sets it.
  writer.pragma("synchronous = FULL");
}

/** Runs statements one after another. Between them a signal can interrupt the process. */
async function run(statements: string[]): Promise<void> {
  for (const statement of statements) {
    writer.exec(statement);
    await setImmediate();
  }
}

/** Returns what the migrations created, without the indexes that SQLite makes for a primary key. */
const definitions = (type: "view" | "trigger" | "index") =>
  writer
    .prepare("select name, sql from sqlite_master where type = ? and sql is not null order by rowid")
    .all(type) as Definition[];

/** Whether a trigger has one statement, which writes to one of these searches or views. */
const onlyWritesToOne = (names: string[], trigger: string): boolean =>
  new RegExp(`\\bbegin\\s+(insert into|delete from) .?(${names.join("|")})\\b[^;]*;\\s*end$`, "i").test(
    trigger,
  );
