import { eq, type SQL } from "drizzle-orm";
import type { Connection } from "./db.server";
import type { AnyColumn, Table } from "./dialect.server";
import { hashToken } from "./secret.server";

/**
 * Returns the key to store for a request's idempotency key; undefined without one. It is valid for one
 * user and one `scope`, such as the id of a city, since programs may choose the same key for different things.
 */
export const scopedIdempotencyKey = (
  key: string | undefined,
  viewer: { id: number },
  ...scope: unknown[]
): string | undefined => key && hashToken(JSON.stringify([key, viewer.id, ...scope]));

type Idempotent = Table & {
  id: AnyColumn<{ data: number; notNull: true }>;
  idempotencyKey: AnyColumn<{ data: string }>;
};

/** The condition for the rows that an earlier request with the same stored key created. */
export const hasIdempotencyKey = (table: Idempotent, key: string): SQL => eq(table.idempotencyKey, key);

/** Returns the row that an earlier request with the same stored key created; undefined without a key or row. */
export async function findByIdempotencyKey(
  tx: Connection,
  table: Idempotent,
  key: string | undefined,
): Promise<{ id: number } | undefined> {
  if (!key) return undefined;
  const [row] = await tx.select({ id: table.id }).from(table).where(hasIdempotencyKey(table, key));
  return row;
}
