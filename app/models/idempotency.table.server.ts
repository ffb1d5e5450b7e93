import { moment } from "./column-types.server";
import { table, text } from "./dialect.server";

export const idempotencyKeys = table("idempotency_keys", {
  /** The kind of request and its scoped key. */
  key: text().primaryKey(),
  contentHash: text().notNull(),
  createdAt: moment().notNull(),
});
