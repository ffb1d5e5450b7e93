import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../accounts/accounts.table.server";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { type Decision, decisionValues } from "../plan-review/decision";
import { calendarDate, flag, id, moment, oneOf } from "../table-parts.server";
import { type PlanCheckState, planCheckStateValues } from "./plan-check";

/** One review cycle of a permit whose city uses corrections. */
export const planChecks = sqliteTable(
  "plan_checks",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    state: text().$type<PlanCheckState>().notNull(),
    /** The day on which the plans were received. In PC1 it follows the permit's submission date. */
    receivedOn: text().notNull(),
    /** Whether an administrator set the day, so that it no longer follows the submission date. */
    isReceivedOnSet: flag().notNull().default(false),
    completeOn: text(),
    /** When the latest letter was released. */
    releasedAt: moment(),
    releasedById: integer().references(() => users.id, { onDelete: "set null" }),
    releasedByName: text(),
    /** The day on which the applicant got the letter. */
    handedOverOn: text(),
    resubmittedAt: moment(),
    resubmittedByName: text(),
    resubmittedVia: text().$type<"city" | "link" | "staff">(),
    /** Set when the letter is released. */
    outcome: text().$type<Decision>(),
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
