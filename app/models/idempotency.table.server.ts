import { moment } from "../platform/db/column-types.server";
import { table, text } from "../platform/db/dialect.server";

export const idempotencyKeys = table("idempotency_keys", {
  key: text().primaryKey(),
  contentHash: text().notNull(),
  createdAt: moment().notNull(),
});
