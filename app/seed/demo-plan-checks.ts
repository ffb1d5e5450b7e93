import type { CalendarDate } from "~/models/calendar-date";
import type { Decision } from "~/models/corrections/decision";
import { underReview } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import type { DemoUser } from "./demo-people";
import { cycleName, type DemoCycle, type DemoPermit, resubmittedAt } from "./demo-permits";

export type PlanCheckRow = typeof tables.planChecks.$inferInsert & { id: number };

/** The latest letter of a plan check. */
export type CycleRelease = {
  outcome: Decision;
  at: string;
  by: DemoUser;
  handedOverOn: CalendarDate | null;
  /** The moment of the hand-over; of the release without one. */
  changedAt: string;
};

/** Returns the day on which the plans of a cycle were received. */
export const receivedOnOf = ({ row, cycles }: DemoPermit, cycle: DemoCycle, days: CalendarDate[]) =>
  cycle === cycles[0] ? (row.submissionDate ?? row.creationDate) : (days[cycle.start] as CalendarDate);

/**
 * Returns the plan check of a permit's cycle. That of an earlier cycle is closed; the current one stays in review
 * without a letter, unless the permit is cancelled or was approved without one.
 */
export function planCheckOf(
  permit: DemoPermit,
  cycle: DemoCycle,
  days: CalendarDate[],
  { id, release }: { id: number; release: CycleRelease | undefined },
): PlanCheckRow {
  const { row, cycles } = permit;
  const index = cycles.indexOf(cycle);
  const next = cycles[index + 1];
  const createdAt = index === 0 ? row.createdAt : resubmittedAt(days, cycle);
  const isReleased = release?.outcome === "corrections_required";
  const isInReview = !release && underReview.includes(row.status);
  return {
    id,
    permitId: row.id,
    reviewCycle: cycleName(permit, cycle),
    state: next ? "closed" : isReleased ? "released" : isInReview ? "in_review" : "closed",
    receivedOn: receivedOnOf(permit, cycle, days),
    isReceivedOnSet: release !== undefined,
    outcome: release?.outcome ?? null,
    releasedAt: release?.at ?? null,
    releasedById: release?.by.id ?? null,
    releasedByName: release?.by.name ?? null,
    handedOverOn: release?.handedOverOn ?? null,
    createdAt,
    updatedAt: next ? resubmittedAt(days, next) : (release?.changedAt ?? createdAt),
  };
}
