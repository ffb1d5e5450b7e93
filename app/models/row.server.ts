import { eq, getTableName } from "drizzle-orm";
import { nextMoment, now } from "./clock.server";
import type { Connection } from "./db.server";
import type { AnyColumn, Table } from "./dialect.server";

type RowTable = Table & { id: AnyColumn<{ data: number; notNull: true }> };
type Values<Of extends RowTable> = Of["$inferInsert"];
type Times = "createdAt" | "updatedAt";

export async function insertRow<Of extends RowTable>(
  tx: Connection,
  table: Of,
  values: Omit<Values<Of>, Times>,
) {
  const row = { ...values, createdAt: now(), updatedAt: now() };
  return onlyRow(
    table,
    await tx
      .insert(table)
      .values(row as Values<Of>)
      .returning(),
  );
}

export async function updateRow<Of extends RowTable>(
  tx: Connection,
  table: Of,
  { id, updatedAt }: { id: number; updatedAt: string },
  changes: Partial<Values<Of>>,
) {
  const next = { ...changes, updatedAt: nextMoment(updatedAt) };
  return onlyRow(table, await tx.update(table).set(next).where(eq(table.id, id)).returning());
}

function onlyRow<Of extends RowTable>(table: Of, [row]: unknown[]) {
  if (!row) throw new Error(`No row of ${getTableName(table)} was stored`);
  return row as Of["$inferSelect"];
}
