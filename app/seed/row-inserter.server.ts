import type Database from "better-sqlite3";
import { getTableColumns, is, Param, type Placeholder, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "~/platform/db/db.server";

const rowsPerStatement = 50;

/**
 * Returns a function that inserts rows. It prepares its statements once, from the fields of the first row, and all
 * rows must have the same fields: Drizzle builds each statement again, which takes ten times as long.
 */
export function inserterOf<Table extends SQLiteTable>(
  db: Connection,
  writer: Database.Database,
  table: Table,
) {
  type Row = Table["$inferInsert"];
  let statements: { many: Insert; one: Insert } | undefined;
  return (rows: Row[]): void => {
    const [first] = rows;
    if (!first) return;
    statements ??= {
      many: preparedInsert(db, writer, table, Object.keys(first), rowsPerStatement),
      one: preparedInsert(db, writer, table, Object.keys(first), 1),
    };
    let position = 0;
    for (; position + rowsPerStatement <= rows.length; position += rowsPerStatement)
      statements.many(rows, position);
    for (; position < rows.length; position += 1) statements.one(rows, position);
  };
}

type Insert = (rows: readonly Record<string, unknown>[], start: number) => void;

/** Prepares the statement that inserts `count` rows, as Drizzle builds it. */
function preparedInsert<Table extends SQLiteTable>(
  db: Connection,
  writer: Database.Database,
  table: Table,
  fields: string[],
  count: number,
): Insert {
  const placeholders = Object.fromEntries(fields.map((field) => [field, sql.placeholder(field)]));
  const query = db
    .insert(table)
    .values(Array.from({ length: count }, () => placeholders as Table["$inferInsert"]))
    .toSQL();
  const statement = writer.prepare(query.sql);
  const columns = getTableColumns(table);
  const parameters = query.params.slice(0, query.params.length / count).map((parameter) => {
    if (!is(parameter, Param)) return { constant: parameter };
    const { name } = parameter.value as Placeholder;
    return { name, encode: encoderOf(columns[name]) };
  });
  const values = new Array<unknown>(query.params.length);
  return (rows, start) => {
    let next = 0;
    for (let index = start; index < start + count; index += 1) {
      const row = rows[index] as Record<string, unknown>;
      for (const { name, encode, constant } of parameters) {
        const value = name === undefined ? constant : row[name];
        values[next] = encode && value !== null ? encode(value) : value;
        next += 1;
      }
    }
    statement.run(values);
  };
}

function encoderOf(column: { dataType: string; mapToDriverValue: (value: unknown) => unknown } | undefined) {
  if (!column || (column.dataType !== "boolean" && column.dataType !== "json")) return undefined;
  return (value: unknown) => column.mapToDriverValue(value);
}
