import { eq, getTableName, lte, type SQL, sql } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import type { AnyColumn, Table } from "~/platform/db/dialect.server";
import { hashToken } from "~/platform/secret.server";
import { fromNow, now } from "./clock.server";
import { ReusedKey } from "./refusal";
import { idempotencyKeys } from "./tables.server";

/** Far longer than a session, after which no form is sent. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

/** A key is valid for one user or link and one `scope`, since programs may choose the same one for different things. */
export const scopedIdempotencyKey = (
  key: string | undefined,
  sender: { id: number } | { linkId: number },
  ...scope: unknown[]
): string | undefined =>
  key && hashToken(JSON.stringify([key, "id" in sender ? sender.id : `link ${sender.linkId}`, ...scope]));

type Idempotent = Table & {
  id: AnyColumn<{ data: number; notNull: true }>;
  idempotencyKey: AnyColumn<{ data: string }>;
};

export const hasIdempotencyKey = (table: Idempotent, key: string): SQL => eq(table.idempotencyKey, key);

export async function findByIdempotencyKey(
  tx: Connection,
  table: Idempotent,
  key: string | undefined,
  content: object,
): Promise<{ id: number } | undefined> {
  if (!key) return undefined;
  const kind = getTableName(table);
  // A row from before keys were recorded is found by the same statement.
  const row = sql`(select ${table.id} from ${table} where ${hasIdempotencyKey(table, key)})`.mapWith(Number);
  const [claimed] = await insertKey(tx, kind, key, content).returning({ id: row });
  if (claimed) return claimed.id === null ? undefined : { id: claimed.id };
  await refuseReusedKey(tx, kind, key, content);
  const [earlier] = await tx.select({ id: table.id }).from(table).where(hasIdempotencyKey(table, key));
  return earlier;
}

/** Returns false if the same was sent with the key before. */
export async function claimKey(
  tx: Connection,
  kind: string,
  key: string | undefined,
  content: object,
): Promise<boolean> {
  if (!key) return true;
  const claimed = await insertKey(tx, kind, key, content).returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) await refuseReusedKey(tx, kind, key, content);
  return claimed.length > 0;
}

/** Inserts a key unless it is there. On PostgreSQL it waits for another request with the same key, whose content is read then. */
const insertKey = (tx: Connection, kind: string, key: string, content: object) =>
  tx
    .insert(idempotencyKeys)
    .values({ key: `${kind} ${key}`, contentHash: hashOf(content), createdAt: now() })
    .onConflictDoNothing();

export async function refuseReusedKey(
  connection: Connection,
  kind: string,
  key: string | undefined,
  content: object,
): Promise<void> {
  if (!key) return;
  const [earlier] = await connection
    .select({ contentHash: idempotencyKeys.contentHash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, `${kind} ${key}`));
  if (earlier && earlier.contentHash !== hashOf(content)) throw new ReusedKey();
}

/** Forgets the key of a row that is removed because its creation was undone. */
export async function releaseKey(tx: Connection, table: Table, key: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.key, `${getTableName(table)} ${key}`));
}

/** A row that was created with such a key still has it. */
export const deleteOldKeys = () =>
  write((tx) => tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, fromNow(-lifetime))));

/** Returns the same hash for the same fields in any order; a field that is null is as one that is left out. */
const hashOf = (content: object): string => hashToken(JSON.stringify(content, sorted));

function sorted(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const present = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(present.sort(([one], [other]) => (one < other ? -1 : 1)));
}
