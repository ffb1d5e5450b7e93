import { eq, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Connection } from "~/platform/db/db.server";
import { nextMoment, now } from "./clock.server";

type Stored = SQLiteTable & { id: SQLiteColumn };
type Versioned = Stored & { updatedAt: SQLiteColumn };

/** Inserts a row, with its times. */
export async function insertRow<Table extends Stored>(
  tx: Connection,
  table: Table,
  values: Omit<Table["$inferInsert"], "createdAt" | "updatedAt">,
): Promise<Table["$inferSelect"]> {
  const moment = now();
  const row = { ...values, createdAt: moment, updatedAt: moment } as Table["$inferInsert"];
  const [inserted] = await tx.insert(table).values(row).returning();
  if (!inserted) throw new Error(`No row of ${getTableName(table)} was inserted`);
  return inserted as Table["$inferSelect"];
}

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
