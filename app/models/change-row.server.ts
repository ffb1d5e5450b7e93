import { eq } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { nextMoment } from "./clock.server";
import type { Connection } from "./db.server";

type Versioned = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn };

/** Changes a row that was read in the same `write`, gives it its next version, and returns it. */
export async function changeRow<Table extends Versioned>(
  tx: Connection,
  table: Table,
  row: { id: number; updatedAt: string },
  changes: Partial<Table["$inferInsert"]>,
): Promise<Table["$inferSelect"]> {
  const set = { ...changes, updatedAt: nextMoment(row.updatedAt) } as SQLiteUpdateSetSource<Table>;
  const [changed] = await tx.update(table).set(set).where(eq(table.id, row.id)).returning();
  if (!changed) throw new Error(`Row ${row.id} does not exist`);
  return changed as Table["$inferSelect"];
}
