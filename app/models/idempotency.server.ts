import { eq } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "./db.server";
import { hashToken } from "./secret.server";

/**
 * The key to store for the idempotency key that came with a request, undefined without one. It holds for
 * one user and for what is given as `scope`, such as the id of a city: programs choose keys too, and two
 * may choose the same.
 */
export const scopedIdempotencyKey = (
  key: string | undefined,
  viewer: { id: number },
  ...scope: unknown[]
): string | undefined => key && hashToken(JSON.stringify([key, viewer.id, ...scope]));

type Idempotent = SQLiteTable & {
  id: AnySQLiteColumn<{ data: number; notNull: true }>;
  idempotencyKey: AnySQLiteColumn<{ data: string }>;
};

/** The row of a table that an earlier request with the same stored key created; undefined without a key. */
export async function findByIdempotencyKey(
  tx: Connection,
  table: Idempotent,
  key: string | undefined,
): Promise<{ id: number } | undefined> {
  if (!key) return undefined;
  const [row] = await tx.select({ id: table.id }).from(table).where(eq(table.idempotencyKey, key));
  return row;
}
