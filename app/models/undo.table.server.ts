import { foreignId, id, moment, oneOf } from "../platform/db/column-types.server";
import { index, integer, json, table, text } from "../platform/db/dialect.server";
import { users } from "./accounts/accounts.table.server";
import { undoKinds } from "./undo";
import type { KeptChange } from "./undo.server";

/** The latest changes that their user can take back; an hourly task removes the old ones. */
export const undos = table(
  "undos",
  {
    id: id(),
    userId: foreignId(() => users.id, "cascade"),
    kind: text({ enum: undoKinds }).notNull(),
    subjectId: integer().notNull(),
    change: json().$type<KeptChange>().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment(),
  },
  (undo) => [
    index("undos_by_user").on(undo.userId, undo.kind, undo.subjectId, undo.id),
    index("undos_by_time").on(undo.createdAt),
    oneOf("undos_kind", undo.kind, undoKinds),
  ],
);
