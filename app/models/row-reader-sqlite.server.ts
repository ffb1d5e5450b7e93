import { type AnyColumn, Column, getTableName, is, SQL, Subquery } from "drizzle-orm";
import { PreparedQuery } from "drizzle-orm/better-sqlite3/session";

type SelectedField = { path: string[]; field: AnyColumn | SQL | SQL.Aliased | Subquery };
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Row = Record<string, unknown>;

/** Drizzle's prepared query, and the function that is made for its rows. */
type Prepared = {
  fields?: SelectedField[];
  /** False for each table that a left join adds. */
  joinsNotNullableMap?: Record<string, boolean>;
  values(placeholders?: Row): unknown[][];
  rowOf?: (values: unknown[]) => Row;
};

const allOfDrizzle = PreparedQuery.prototype.all;

// Drizzle looks for the decoder of each column again in each row, which takes half as long as to read the row.
Object.assign(PreparedQuery.prototype, {
  all(this: Prepared, placeholders?: Row) {
    if (!this.rowOf) {
      if (!this.fields) return allOfDrizzle.call(this as never, placeholders);
      this.rowOf = rowReader(this.fields, this.joinsNotNullableMap);
    }
    return this.values(placeholders).map(this.rowOf);
  },
});

/** Returns a function from the values of a row to its object, as Drizzle's `mapResultRow` makes it. */
export function rowReader(
  fields: SelectedField[],
  joinsNotNullableMap: Prepared["joinsNotNullableMap"],
): (values: unknown[]) => Row {
  const columns = fields.map(({ path, field }) => {
    const [name = "", inner] = path;
    return { name, inner, decoder: neededDecoder(field) };
  });
  const joined = joinsNotNullableMap ? joinedObjects(fields, joinsNotNullableMap) : [];
  return (values) => {
    const row: Row = {};
    let index = 0;
    for (const { name, inner, decoder } of columns) {
      const stored = values[index++];
      const value = decoder && stored !== null ? decoder.mapFromDriverValue(stored) : stored;
      if (inner === undefined) row[name] = value;
      else {
        row[name] ??= {};
        (row[name] as Row)[inner] = value;
      }
    }
    for (const { name, firstColumn } of joined) if (values[firstColumn] === null) row[name] = null;
    return row;
  };
}

/** Returns the objects of left joins, which are null in a row whose first column of theirs is. */
function joinedObjects(fields: SelectedField[], isNotNullable: Record<string, boolean>) {
  const objects = Map.groupBy(
    fields.flatMap(({ path, field }, index) =>
      path.length === 2 && is(field, Column)
        ? [{ name: path[0] ?? "", index, table: getTableName(field.table) }]
        : [],
    ),
    ({ name }) => name,
  );
  return [...objects].flatMap(([name, [first, ...others]]) => {
    const isOneTable = first && others.every(({ table }) => table === first.table);
    return isOneTable && !isNotNullable[first.table] ? [{ name, firstColumn: first.index }] : [];
  });
}

/** Returns nothing for a column whose values are as the database has them. */
function neededDecoder(field: SelectedField["field"]): Decoder | undefined {
  const decoder = decoderOf(field);
  const isUnchanged = [Column.prototype.mapFromDriverValue, unchanged].includes(decoder.mapFromDriverValue);
  return isUnchanged ? undefined : decoder;
}

function decoderOf(field: SelectedField["field"]): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return decoderIn(field);
  return decoderIn(is(field, Subquery) ? field._.sql : field.sql);
}

/** Drizzle's types keep it private. */
const decoderIn = (query: SQL): Decoder => (query as unknown as { decoder: Decoder }).decoder;

const unchanged = decoderIn(new SQL([])).mapFromDriverValue;
