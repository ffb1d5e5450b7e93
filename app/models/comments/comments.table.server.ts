import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { type AnyColumn, index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { disciplineValues } from "../discipline";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { sides } from "./comment";

export const comments = table(
  "comments",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    parentId: integer().references((): AnyColumn => comments.id, { onDelete: "cascade" }),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    discipline: text({ enum: disciplineValues }),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    /** A comment still belongs to its city after the author is deleted. */
    authorCityId: integer().references(() => cities.id, { onDelete: "set null" }),
    text: text().notNull(),
    isShared: flag().notNull().default(false),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
  },
  (comment) => [
    uniqueIndex("comments_form_key").on(comment.idempotencyKey),
    index("comments_by_permit").on(comment.permitId, comment.createdAt),
    index("comments_by_parent").on(comment.parentId),
    index("comments_by_author_city").on(comment.authorCityId),
    index("comments_by_author").on(comment.authorId, comment.createdAt),
    oneOf("comments_discipline", comment.discipline, disciplineValues),
    oneOf("comments_review_cycle", comment.reviewCycle, reviewCycles),
  ],
);

/** Threads whose last shared comment is one side's, until the other replies or says that no reply is needed. */
export const waitingThreads = table(
  "waiting_threads",
  {
    commentId: integer()
      .primaryKey()
      .references(() => comments.id, { onDelete: "cascade" }),
    permitId: foreignId(() => permits.id, "cascade"),
    waitsFor: text({ enum: sides }).notNull(),
    since: moment().notNull(),
  },
  (thread) => [
    index("waiting_threads_by_side").on(thread.waitsFor, thread.since, thread.commentId),
    index("waiting_threads_by_permit").on(thread.permitId),
    oneOf("waiting_threads_side", thread.waitsFor, sides),
  ],
);
