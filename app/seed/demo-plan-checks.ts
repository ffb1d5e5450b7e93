import type { CalendarDate } from "~/models/calendar-date";
import { underReview } from "~/models/plan-checks/plan-check";
import type * as tables from "~/models/tables.server";
import { cycleName, type DemoPermit, resubmittedAt } from "./demo-permits";

type PlanCheckRow = typeof tables.planChecks.$inferInsert;

/** Returns a plan check for each cycle of a permit: without letters, only the current one of a permit under review is open. */
export function planChecksOf(permit: DemoPermit, days: CalendarDate[]): PlanCheckRow[] {
  const { row, cycles } = permit;
  return cycles.map((cycle, index) => {
    const next = cycles[index + 1];
    const createdAt = index === 0 ? row.createdAt : resubmittedAt(days, cycle);
    return {
      permitId: row.id,
      reviewCycle: cycleName(permit, cycle),
      state: next || !underReview.includes(row.status) ? "closed" : "in_review",
      receivedOn:
        index === 0 ? (row.submissionDate ?? row.creationDate) : (days[cycle.start] as CalendarDate),
      createdAt,
      updatedAt: next ? resubmittedAt(days, next) : createdAt,
    };
  });
}
