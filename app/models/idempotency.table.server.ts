import { moment } from "./column-types.server";
import { table, text } from "./dialect.server";

export const idempotencyKeys = table("idempotency_keys", {
  key: text().primaryKey(),
  contentHash: text().notNull(),
  createdAt: moment().notNull(),
});
