import { foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { savedViewListValues } from "./saved-view";

export const savedViews = table(
  "saved_views",
  {
    id: id(),
    userId: foreignId(() => users.id, "cascade"),
    list: text({ enum: savedViewListValues }).notNull(),
    name: text().notNull(),
    /** As the list's own filter writes it. */
    query: text().notNull(),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (view) => [
    uniqueIndex("saved_views_name").on(view.userId, view.list, view.name),
    uniqueIndex("saved_views_form_key").on(view.idempotencyKey),
    oneOf("saved_views_list", view.list, savedViewListValues),
  ],
);
