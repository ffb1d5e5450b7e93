import { users } from "../accounts/accounts.table.server";
import { index, integer, table, text, uniqueIndex } from "../dialect.server";
import { id, moment } from "../table-parts.server";

/** Uploaded files that are not part of a permit yet. */
export const stagedFiles = table(
  "staged_files",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    contentHash: text().notNull(),
    byteSize: integer().notNull(),
    until: moment().notNull(),
  },
  (file) => [
    uniqueIndex("staged_files_by_user").on(file.userId, file.contentHash),
    index("staged_files_by_content").on(file.contentHash),
    index("staged_files_by_end").on(file.until),
  ],
);
