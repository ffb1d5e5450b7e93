import { sql } from "drizzle-orm";
import { flag, foreignId } from "../../platform/db/column-types.server";
import { index, integer, primaryKey, table, text } from "../../platform/db/dialect.server";
import { cities } from "../cities/cities.table.server";
import { permits } from "../permits/permits.table.server";
import type { ListedWord } from "./plan-check-view";

/** The word follows from rules that a query cannot have, so each write lists the permits again that it has changed. */
export const listedPlanChecks = table(
  "listed_plan_checks",
  {
    permitId: integer()
      .primaryKey()
      .references(() => permits.id, { onDelete: "cascade" }),
    cityId: foreignId(() => cities.id),
    word: text().$type<ListedWord>().notNull(),
    /** Whether it is late after its due date. */
    isInReview: flag().notNull(),
    dueDate: text().notNull(),
    /** How many count for the outcome, and how many of them are decided. */
    disciplines: integer().notNull(),
    decided: integer().notNull(),
  },
  (listed) => {
    const isInReview = sql`${listed.isInReview} = true`;
    return [
      index("listed_plan_checks_by_word").on(listed.word, listed.dueDate),
      index("listed_plan_checks_by_city").on(listed.cityId, listed.word, listed.dueDate),
      index("listed_plan_checks_in_review").on(listed.dueDate).where(isInReview),
      index("listed_plan_checks_in_review_by_city").on(listed.cityId, listed.dueDate).where(isInReview),
    ];
  },
);

/** Triggers add permits, and the end of the write removes them. */
export const planChecksToList = table("plan_checks_to_list", {
  // No foreign key: rows of a permit that is being deleted add it too.
  permitId: integer().primaryKey(),
});

/** Maintained by triggers. */
export const planCheckCounts = table(
  "plan_check_counts",
  {
    word: text().$type<ListedWord>().notNull(),
    cityId: foreignId(() => cities.id, "cascade"),
    planChecks: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.word, row.cityId] }),
    index("plan_check_counts_by_city").on(row.cityId),
  ],
);

/** Maintained by triggers. */
export const planCheckDueCounts = table("plan_check_due_counts", {
  dueDate: text().primaryKey(),
  planChecks: integer().notNull(),
});
