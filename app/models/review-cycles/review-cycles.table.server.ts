import { sql } from "drizzle-orm";
import { calendarDate, flag, foreignId, id, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { decisionValues } from "../corrections/decision";
import { mailOutbox } from "../mail/mail.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { planCheckStateValues, senderValues } from "./plan-check";

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
    resubmittedVia: text({ enum: senderValues }),
    /** Of the last letter that the applicant got, also after a reopening. */
    handedOverIssue: integer(),
    /** The one that the applicant had before, and has again when that hand-over is taken back. */
    formerIssue: integer(),
    /** The email that handed it over. */
    handOverEmailId: integer().references(() => mailOutbox.id, { onDelete: "set null" }),
    /** When and why the last resubmittal was returned as incomplete, until the next one. */
    returnedAt: moment(),
    returnRemark: text(),
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
    index("plan_checks_by_hand_over_email")
      .on(planCheck.handOverEmailId)
      .where(sql`${planCheck.handOverEmailId} is not null`),
    oneOf("plan_checks_state", planCheck.state, planCheckStateValues),
    oneOf("plan_checks_review_cycle", planCheck.reviewCycle, reviewCycles),
    oneOf("plan_checks_outcome", planCheck.outcome, decisionValues),
    oneOf("plan_checks_resubmitted_via", planCheck.resubmittedVia, senderValues),
    calendarDate("plan_checks_received_on", planCheck.receivedOn),
    calendarDate("plan_checks_complete_on", planCheck.completeOn),
    calendarDate("plan_checks_handed_over_on", planCheck.handedOverOn),
  ],
);
