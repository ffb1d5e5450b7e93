import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { writer } from "./db.server";
import { maintainDatabase } from "./maintenance.server";
import { analyze } from "./planner-statistics.server";

const reader = new Database(writer.name, { readonly: true });
afterAll(() => void reader.close());

/** How connections that were open before plan to read the rows of a range of ids. */
function plansOf(table: string) {
  const query = `SELECT * FROM ${table} WHERE id >= 5 AND id <= 6`;
  return [reader, writer].map((connection) => {
    // Only a query that is executed finds that the schema has changed.
    connection.prepare(query).all();
    const [step] = connection.prepare(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[];
    return step?.detail;
  });
}

const bothScan = (table: string) => [`SCAN ${table}`, `SCAN ${table}`];
function bothSearch(table: string) {
  const search = `SEARCH ${table} USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)`;
  return [search, search];
}

test("statistics are used by a connection that was open before, also those of the daily maintenance", async () => {
  await makeCity();
  analyze(writer);
  expect(plansOf("cities")).toEqual(bothScan("cities"));
  for (let number = 1; number <= 30; number += 1) await makeCity();
  expect(plansOf("cities")).toEqual(bothScan("cities"));
  await maintainDatabase();
  expect(plansOf("cities")).toEqual(bothSearch("cities"));
});

test("a merge of the search reads the rows that it needs, however small the search was when it was analyzed", async () => {
  const administrator = await makeViewer("admin");
  const city = await makeCity();
  await makePermit(administrator, city.id);
  analyze(writer);
  expect(plansOf("permit_search_data")).toEqual(bothSearch("permit_search_data"));
  await maintainDatabase();
  expect(plansOf("permit_search_data")).toEqual(bothSearch("permit_search_data"));
});

test.each([
  ["after a migration", async () => analyze(writer)],
  ["by the daily maintenance", maintainDatabase],
])("statistics of a small search, by an earlier version, are forgotten %s", async (_, work) => {
  writer.exec("ANALYZE");
  expect(plansOf("permit_search_data")).not.toEqual(bothSearch("permit_search_data"));
  await work();
  for (const table of ["sqlite_stat1", "sqlite_stat4"])
    expect(
      writer
        .prepare(`SELECT * FROM ${table} WHERE tbl LIKE '%permit_search%' AND tbl <> 'permit_search_texts'`)
        .all(),
    ).toEqual([]);
  expect(plansOf("permit_search_data")).toEqual(bothSearch("permit_search_data"));
});
