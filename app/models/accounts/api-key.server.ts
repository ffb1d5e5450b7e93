import { and, desc, eq, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { hashToken, newToken } from "~/platform/secret.server";
import { type EventActor, recordEvent } from "../audit.server";
import { insertRow } from "../change-row.server";
import { pictureUrl } from "../files/picture";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import type { Viewer } from "../policy";
import { notFound, Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { apiKeys, employees, users } from "../tables.server";
import type { NewApiKey } from "./account.schema.server";
import { recordUse, viewerColumns } from "./session.server";

export const apiKeyLimit = 20;
/** Makes keys recognizable in logs and in files that were published by mistake. */
const prefix = "redline_";

/** Only the key's hash is stored, so a second request with the same `formKey` returns `key: null`. */
export function createApiKey(viewer: Viewer, { name, isReadOnly, formKey }: NewApiKey) {
  const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
  const key = `${prefix}${newToken()}`;
  return write(async (tx) => {
    const earlier = await findByIdempotencyKey(tx, apiKeys, idempotencyKey, { name, isReadOnly });
    if (earlier) return { id: earlier.id, key: null };
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, viewer.id))) >= apiKeyLimit) {
      throw new Refusal(409, `You have ${apiKeyLimit} API keys. Revoke one that is no longer used.`);
    }
    const values = { tokenHash: hashToken(key), userId: viewer.id, name, isReadOnly, idempotencyKey };
    const { id } = await insertRow(tx, apiKeys, values);
    await recordEvent(tx, viewer, "api-key.created", id, { name, isReadOnly });
    return { id, key };
  });
}

export function listApiKeys(viewer: Viewer) {
  const columns = pick(apiKeys, "id", "name", "isReadOnly", "createdAt", "lastUsedAt");
  return db.select(columns).from(apiKeys).where(eq(apiKeys.userId, viewer.id)).orderBy(desc(apiKeys.id));
}

export function revokeApiKey(viewer: Viewer, id: number): Promise<void> {
  return write(async (tx) => {
    const [revoked] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, viewer.id)))
      .returning({ name: apiKeys.name });
    if (!revoked) throw notFound("API key");
    await recordEvent(tx, viewer, "api-key.revoked", id, { name: revoked.name });
  });
}

export async function revokeApiKeysOf(tx: Connection, actor: EventActor, userId: number): Promise<void> {
  const revoked = await tx.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning();
  if (revoked.length === 0) return;
  const names = revoked.sort((one, other) => one.id - other.id).map(({ name }) => name);
  await recordEvent(tx, actor, "user.api-keys-revoked", userId, { names });
}

const findKey = db
  .select({ ...viewerColumns, keyId: apiKeys.id, ...pick(apiKeys, "isReadOnly", "lastUsedAt") })
  .from(apiKeys)
  .innerJoin(users, and(eq(users.id, apiKeys.userId), eq(users.isActive, true)))
  .leftJoin(employees, eq(employees.userId, users.id))
  .where(eq(apiKeys.tokenHash, sql.placeholder("tokenHash")))
  .prepare();

export async function readApiKeyOwner(key: string): Promise<{ viewer: Viewer; isReadOnly: boolean } | null> {
  const [row] = key.startsWith(prefix) ? await findKey.execute({ tokenHash: hashToken(key) }) : [];
  if (!row) return null;
  const { keyId, isReadOnly, lastUsedAt, profileImagePath, ...user } = row;
  await recordUse(`API key ${keyId}`, lastUsedAt, (tx, moment) =>
    tx.update(apiKeys).set({ lastUsedAt: moment }).where(eq(apiKeys.id, keyId)),
  );
  const viewer = { ...user, sessionId: null, profileImageUrl: pictureUrl(profileImagePath) };
  return { viewer, isReadOnly };
}
