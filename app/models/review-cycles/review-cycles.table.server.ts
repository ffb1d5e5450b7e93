import { calendarDate, flag, foreignId, id, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { decisionValues } from "../corrections/decision";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { planCheckStateValues } from "./plan-check";

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
