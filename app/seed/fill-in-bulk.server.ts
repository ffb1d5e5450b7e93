import { setImmediate } from "node:timers/promises";
import { writer } from "~/platform/db/db.server";
import { analyze, searchesOf } from "~/platform/db/planner-statistics.server";

type Definition = { name: string; sql: string };

/** Triggers that count row by row, each with the statement that sets the counts of a table without any. */
const counters: Record<string, string> = {
  standard_comment_uses_insert: `update standard_comments set uses = counted.uses
    from (select standard_comment_id as id, count(*) as uses from corrections where standard_comment_id is not null group by 1) counted
    where counted.id = standard_comments.id`,
};

/** Searches that keep no text of their own, each with the statement that fills it. */
const contentless: Record<string, string> = {
  correction_search: `insert into correction_search (rowid, text)
    select search_row, text from correction_search_source order by id desc`,
  issued_correction_search: `insert into issued_correction_search (rowid, text, city)
    select search_row, text, city from issued_correction_search_source order by search_row`,
};

const wordList = "correction_word_list";
/** What triggers would list row by row. */
const listWords = [
  "create virtual table temp.correction_terms using fts5vocab(main, correction_search, 'row')",
  `insert or ignore into ${wordList} select term from temp.correction_terms`,
  "drop table temp.correction_terms",
];

/** The table of the permits whose plan checks the end of a write lists: `fill` lists them itself. */
const permitsToList = "plan_checks_to_list";

/**
 * Runs `fill` without what makes many inserts slow: indexes other than unique ones, the triggers that only write to
 * full-text searches, which SQLite stores after each statement, or note permits to list, and those of `counters`. Then
 * creates them again as they were, counts, and builds each search from its content. All other triggers stay. For a new
 * database that no other process uses: if `fill` throws, indexes are missing, and a power failure may damage the file.
 */
export async function fillInBulk(fill: () => Promise<void>, report: (line: string) => void): Promise<void> {
  const searches = searchesOf(writer);
  const triggers = [
    ...triggersTo([...searches, permitsToList, wordList]),
    ...definitions("trigger").filter(({ name }) => counters[name]),
  ];
  const indexes = definitions("index").filter(({ sql }) => !/^create unique/i.test(sql));

  await run(triggers.map(({ name }) => `drop trigger "${name}"`));
  await run(indexes.map(({ name }) => `drop index "${name}"`));
  writer.pragma("synchronous = OFF");
  await fill();

  report(`Creating ${indexes.length} indexes`);
  await run([...indexes, ...triggers].map(({ sql }) => sql));
  await run(Object.values(counters));
  report("Filling the searches");
  const commandsOf = (name: string) =>
    ["rebuild", "optimize"].map(
      (command) =>
        (command === "rebuild" && contentless[name]) ||
        `insert into "${name}" ("${name}") values ('${command}')`,
    );
  await run(searches.flatMap(commandsOf));
  await run(listWords);
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

/** Returns the triggers of tables that only write to these tables, directly or through a view whose own triggers do. */
function triggersTo(tables: string[]): Definition[] {
  const byView = Map.groupBy(definitions("trigger"), viewOf);
  const { "": ofTables = [], ...ofViews } = Object.fromEntries(byView);
  const views = Object.keys(ofViews).filter((view) => ofViews[view]?.every(onlyWritesTo(tables)));
  return ofTables.filter(onlyWritesTo([...tables, ...views]));
}

/** Returns the view that a trigger writes for, or an empty text. */
const viewOf = ({ sql }: Definition): string => /\binstead of \w+ on .?(\w+)/i.exec(sql)?.[1] ?? "";

const onlyWritesTo =
  (names: string[]) =>
  ({ sql }: Definition): boolean => {
    const body = sql.slice(sql.search(/\bbegin\b/i));
    const written = [...body.matchAll(/\b(?:insert into|update|delete from) .?(\w+)/gi)];
    return written.length > 0 && written.every(([, name = ""]) => names.includes(name));
  };
