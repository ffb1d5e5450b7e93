import { users } from "../accounts/accounts.table.server";
import { index, integer, table, text, uniqueIndex } from "../dialect.server";
import { id, moment } from "../table-parts.server";

/**
 * The contents that are stored, and nothing about who uses them. The sweep removes only what has a row here, and only
 * after it has claimed it (content-removal.server.ts).
 */
export const storedContents = table(
  "stored_contents",
  {
    /** The name in its store: the hash of the content, of a picture with `.webp`. An unfinished upload has a random name. */
    name: text().primaryKey(),
    byteSize: integer().notNull(),
    /** When it was last stored or referred to. */
    storedAt: moment().notNull(),
    /** The requests that have stored it and neither ended nor referred to it yet, each after a space. */
    storedBy: text().notNull().default(""),
    /** The claim of the sweep that is removing it. */
    claim: text(),
    claimedAt: moment(),
  },
  (content) => [index("stored_contents_by_age").on(content.storedAt, content.name)],
);

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
