import { setImmediate } from "node:timers/promises";
import { writer } from "~/models/db.server";
import { analyze, searchesOf } from "~/models/planner-statistics.server";

type Definition = { name: string; sql: string };

/**
 * Runs `fill` without what makes many inserts slow: indexes other than unique ones, and the triggers that only
 * write to full-text searches, which SQLite stores after each statement. Then creates them again as they were, and
 * builds each search from its content. All other triggers stay. For a new database that no other process uses: if
 * `fill` throws, indexes are missing, and a power failure may damage the file.
 */
export async function fillInBulk(fill: () => Promise<void>, report: (line: string) => void): Promise<void> {
  const searches = searchesOf(writer);
  const triggers = searchTriggers(searches);
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
const definitions = (type: "trigger" | "index") =>
  writer
    .prepare("select name, sql from sqlite_master where type = ? and sql is not null order by rowid")
    .all(type) as Definition[];

/** Returns the triggers that only write to searches, or to a view whose own triggers do. These stay, for the others. */
function searchTriggers(searches: string[]): Definition[] {
  const ofViews = definitions("trigger").filter(({ sql }) => viewOf(sql));
  const ofTables = definitions("trigger").filter(({ sql }) => !viewOf(sql));
  const views = ofViews
    .map(({ sql }) => viewOf(sql))
    .filter((view) =>
      ofViews.filter(({ sql }) => viewOf(sql) === view).every(({ sql }) => onlyWritesTo(searches, sql)),
    );
  return ofTables.filter(({ sql }) => onlyWritesTo([...searches, ...views], sql));
}

const viewOf = (trigger: string): string => /\binstead of \w+ on .?(\w+)/i.exec(trigger)?.[1] ?? "";

function onlyWritesTo(names: string[], trigger: string): boolean {
  const body = trigger.slice(trigger.search(/\bbegin\b/i));
  const written = [...body.matchAll(/\b(?:insert into|update|delete from) .?(\w+)/gi)];
  return written.length > 0 && written.every(([, name = ""]) => names.includes(name));
}
