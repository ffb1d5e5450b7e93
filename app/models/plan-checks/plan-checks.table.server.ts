import { sql } from "drizzle-orm";
import { calendarDate, flag, foreignId, id, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, primaryKey, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { decisionValues } from "../corrections/decision";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { planCheckStateValues } from "./plan-check";
import type { ListedWord } from "./plan-check-view";

export const planChecks = table(
  "plan_checks",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    state: text({ enum: planCheckStateValues }).notNull(),
    /** In PC1 it follows the permit's submission date, until it is set. */
    receivedOn: text().notNull(),
    isReceivedOnSet: flag().notNull().default(false),
    completeOn: text(),
    releasedAt: moment(),
    releasedById: integer().references(() => users.id, { onDelete: "set null" }),
    releasedByName: text(),
    handedOverOn: text(),
    resubmittedAt: moment(),
    resubmittedByName: text(),
    resubmittedVia: text({ enum: ["city", "link", "staff"] }),
    outcome: text({ enum: decisionValues }),
    /** Of the next letter, until its release. */
    coverNote: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (planCheck) => [
    uniqueIndex("plan_checks_cycle").on(planCheck.permitId, planCheck.reviewCycle),
    index("plan_checks_by_state").on(planCheck.state, planCheck.receivedOn),
    index("plan_checks_by_releaser").on(planCheck.releasedById),
    oneOf("plan_checks_state", planCheck.state, planCheckStateValues),
    oneOf("plan_checks_review_cycle", planCheck.reviewCycle, reviewCycles),
    oneOf("plan_checks_outcome", planCheck.outcome, decisionValues),
    oneOf("plan_checks_resubmitted_via", planCheck.resubmittedVia, ["city", "link", "staff"]),
    calendarDate("plan_checks_received_on", planCheck.receivedOn),
    calendarDate("plan_checks_complete_on", planCheck.completeOn),
    calendarDate("plan_checks_handed_over_on", planCheck.handedOverOn),
  ],
);

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
