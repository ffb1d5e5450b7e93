import BetterSqlite from "better-sqlite3";
import { aliasedTable, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import * as drizzleUtilities from "drizzle-orm/utils";
import { expect, test } from "vitest";
import { rowReader } from "./row-reader-sqlite.server";

const owners = sqliteTable("owners", {
  id: integer().primaryKey(),
  name: text(),
  tags: text({ mode: "json" }),
  isActive: integer({ mode: "boolean" }),
});
const dogs = sqliteTable("dogs", {
  id: integer().primaryKey(),
  name: text(),
  ownerId: integer(),
  heirId: integer(),
});
const heirs = aliasedTable(owners, "heirs");

const client = new BetterSqlite(":memory:");
client.exec(`
  create table owners (id integer primary key, name text, tags text, isActive integer);
  create table dogs (id integer primary key, name text, ownerId integer, heirId integer);
  insert into owners values (1, 'Ann', '["a",1]', 1), (2, null, null, 0);
  insert into dogs values (1, 'Rex', 1, 2), (2, 'Bo', null, 1), (3, 'Max', 2, null), (4, null, null, null);`);
const database = drizzle({ client });

type Prepared = { fields: Parameters<typeof rowReader>[0]; joinsNotNullableMap?: Record<string, boolean> };
type Utilities = { mapResultRow(fields: unknown, row: unknown[], joins: unknown): unknown };

/** Returns the rows as Drizzle's own function and as ours make them. */
function bothOf(query: { prepare(): unknown; values(): unknown }) {
  const { fields, joinsNotNullableMap } = query.prepare() as Prepared;
  const values = query.values() as unknown[][];
  const { mapResultRow } = drizzleUtilities as unknown as Utilities;
  return {
    expected: values.map((row) => mapResultRow(fields, row, joinsNotNullableMap)),
    read: values.map(rowReader(fields, joinsNotNullableMap)),
  };
}

const count = database
  .select({ ids: sql<number>`count(*)`.as("ids") })
  .from(owners)
  .as("count");

const queries = {
  "columns with and without a decoder": database.select().from(owners),
  "expressions, with a decoder, a name, or from a subquery": database
    .select({
      double: sql<number>`${dogs.id} * 2`,
      half: sql`${dogs.id}`.mapWith((id: number) => id / 2),
      named: sql`upper(${dogs.name})`.as("named"),
      owners: count.ids,
    })
    .from(dogs)
    .innerJoin(count, sql`true`),
  "objects of inner and left joins": database
    .select()
    .from(dogs)
    .leftJoin(owners, eq(owners.id, dogs.ownerId))
    .leftJoin(heirs, eq(heirs.id, dogs.heirId)),
  "an object of two tables, and one of expressions": database
    .select({
      name: dogs.name,
      mixed: { owner: owners.name, dog: dogs.id },
      ofOwner: { name: owners.name, isActive: owners.isActive },
      computed: { length: sql`length(${owners.name})` },
    })
    .from(dogs)
    .leftJoin(owners, eq(owners.id, dogs.ownerId)),
};

for (const [name, query] of Object.entries(queries)) {
  test(`rows are as Drizzle makes them: ${name}`, () => {
    const { expected, read } = bothOf(query);
    expect(expected.length).toBeGreaterThan(1);
    expect(read).toEqual(expected);
  });
}

test("queries of the reader use it", async () => {
  const rows = await database.select({ owner: owners.tags, isActive: owners.isActive }).from(owners);
  expect(rows).toEqual([
    { owner: ["a", 1], isActive: true },
    { owner: null, isActive: false },
  ]);
});
